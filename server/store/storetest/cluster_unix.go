//go:build unix

package storetest

import (
	"errors"
	"fmt"
	"net/url"
	"os"
	"os/exec"
	"os/user"
	"path/filepath"
	"sort"
	"strconv"
	"syscall"
)

// startCluster starts a PostgreSQL server in a folder of its own and returns its
// URL, or no URL when its programs are not installed.
func startCluster() (address string, halt func(), err error) {
	initdb, ctl := program("initdb"), program("pg_ctl")
	if initdb == "" || ctl == "" {
		return "", nil, nil
	}
	dir, err := os.MkdirTemp("", "birdiepg")
	if err != nil {
		return "", nil, err
	}
	clean := func() { os.RemoveAll(dir) }
	credential, err := unprivileged(dir)
	if err != nil {
		clean()
		return "", nil, err
	}
	run := func(program string, args ...string) error {
		cmd := exec.Command(program, args...)
		cmd.Dir = dir
		cmd.SysProcAttr = &syscall.SysProcAttr{Credential: credential}
		// Not a pipe: the server inherits it and would keep it open.
		log, err := os.CreateTemp("", "birdiepg")
		if err != nil {
			return err
		}
		defer os.Remove(log.Name())
		defer log.Close()
		cmd.Stdout, cmd.Stderr = log, log
		if err := cmd.Run(); err != nil {
			text, _ := os.ReadFile(log.Name())
			return fmt.Errorf("%s: %w: %s", filepath.Base(program), err, text)
		}
		return nil
	}
	data := filepath.Join(dir, "data")
	err = run(initdb, "-D", data, "-U", "birdie", "-A", "trust", "-E", "UTF8", "--no-locale", "--no-sync")
	if err == nil {
		// What is tested is the store, not the disk under PostgreSQL.
		err = run(ctl, "-D", data, "-w", "-l", filepath.Join(dir, "log"), "-o",
			"-c listen_addresses='' -c unix_socket_directories='"+dir+"' -c fsync=off -c max_connections=200", "start")
	}
	if err != nil {
		clean()
		return "", nil, err
	}
	u := url.URL{Scheme: "postgres", User: url.User("birdie"), Path: "/postgres", RawQuery: url.Values{"host": {dir}}.Encode()}
	return u.String(), func() {
		_ = run(ctl, "-D", data, "-w", "-m", "immediate", "stop")
		clean()
	}, nil
}

// unprivileged returns the user PostgreSQL is to run as, and gives dir to it: it
// refuses to run as root. Nil means the user who runs the tests.
func unprivileged(dir string) (*syscall.Credential, error) {
	if os.Geteuid() != 0 {
		return nil, nil
	}
	for _, name := range []string{"postgres", "nobody"} {
		u, err := user.Lookup(name)
		if err != nil {
			continue
		}
		uid, err := strconv.Atoi(u.Uid)
		if err != nil {
			return nil, err
		}
		gid, err := strconv.Atoi(u.Gid)
		if err != nil {
			return nil, err
		}
		return &syscall.Credential{Uid: uint32(uid), Gid: uint32(gid)}, os.Chown(dir, uid, gid)
	}
	return nil, errors.New("storetest: no user to run PostgreSQL as")
}

// program finds a program of PostgreSQL in the path or where Debian puts it, the
// newest version first. It returns "" when there is none.
func program(name string) string {
	if p, err := exec.LookPath(name); err == nil {
		return p
	}
	found, _ := filepath.Glob("/usr/lib/postgresql/*/bin/" + name)
	sort.Strings(found)
	if len(found) == 0 {
		return ""
	}
	return found[len(found)-1]
}
