package main

import (
	"bufio"
	"compress/gzip"
	"context"
	"errors"
	"io"
	"os"
	"strings"
	"time"

	"github.com/urfave/cli/v3"

	"birdie/internal/locale"
	"birdie/server/store"
)

// backupCommand writes everything a server keeps to a file, also while it runs.
func backupCommand(e *env) *cli.Command {
	cmd := e.command("backup")
	s := newSettings(e)
	cmd.Flags = s.flags
	cmd.Action = func(ctx context.Context, cmd *cli.Command) error {
		args, err := arguments(cmd, 1, 1)
		if err == nil {
			err = s.check()
		}
		if err != nil {
			return err
		}
		database := s.database(cmd)
		if !store.IsPostgres(database) {
			// Opening would make a new one.
			if _, err := os.Stat(database); err != nil {
				return err
			}
		}
		st, err := store.Open(ctx, database)
		if err != nil {
			return err
		}
		defer st.Close()
		if args[0] == "-" {
			_, err := st.Backup(ctx, e.out, time.Now())
			return err
		}
		n, err := backupTo(ctx, st, args[0])
		if err == nil {
			e.println(e.say("cli.backup.done", locale.Vars{"Path": args[0], "N": n}))
		}
		return err
	}
	return cmd
}

// backupTo writes a backup to a file that only its owner can read: it appears
// under its name when it is complete.
func backupTo(ctx context.Context, st *store.Store, path string) (n int64, err error) {
	file, err := create(path, 0o600)
	if err != nil {
		return 0, err
	}
	defer file.discard()
	if strings.HasSuffix(path, ".gz") {
		packed := gzip.NewWriter(file)
		n, err = st.Backup(ctx, packed, time.Now())
		err = errors.Join(err, packed.Close())
	} else {
		n, err = st.Backup(ctx, file, time.Now())
	}
	if err != nil {
		return n, err
	}
	return n, file.finish()
}

// restoreCommand fills an empty store from a backup.
func restoreCommand(e *env) *cli.Command {
	cmd := e.command("restore")
	s := newSettings(e)
	cmd.Flags = s.flags
	cmd.Action = func(ctx context.Context, cmd *cli.Command) error {
		args, err := arguments(cmd, 1, 1)
		if err == nil {
			err = s.check()
		}
		if err != nil {
			return err
		}
		in := e.in
		if args[0] != "-" {
			file, err := os.Open(args[0])
			if err != nil {
				return err
			}
			defer file.Close()
			in = file
		}
		text, err := unpack(in)
		if err != nil {
			return store.ErrBackup
		}
		n, err := store.Restore(ctx, s.database(cmd), text)
		if err == nil {
			e.println(e.say("cli.restore.done", locale.Vars{"N": n}))
		}
		return err
	}
	return cmd
}

// unpack returns the text in r, which may be compressed.
func unpack(r io.Reader) (io.Reader, error) {
	buffered := bufio.NewReader(r)
	if start, err := buffered.Peek(2); err == nil && start[0] == 0x1f && start[1] == 0x8b {
		return gzip.NewReader(buffered)
	}
	return buffered, nil
}
