package main

import (
	"bufio"
	"bytes"
	"context"
	"flag"
	"fmt"
	"io"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/urfave/cli/v3"

	"birdie/internal/locale"
)

var update = flag.Bool("update", false, "rewrite what tests compare with")

// testEnv returns an environment without a terminal.
func testEnv(vars map[string]string, out, err io.Writer) *env {
	return &env{
		in: strings.NewReader(""), out: &output{w: out}, err: &output{w: err},
		getenv: func(name string) string { return vars[name] }, lang: locale.English, width: 80,
	}
}

// The server starts on an empty folder, says where it is, answers there, and
// stops in order.
func TestServe(t *testing.T) {
	dir := t.TempDir()
	file := filepath.Join(dir, "birdie.toml")
	if err := os.WriteFile(file, []byte("listen = '127.0.0.1:0'\nbase-path = '/file'\nlog-format = 'json'\ntrusted-proxy = ['10.0.0.1', '::1']\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	out, in := io.Pipe()
	var log bytes.Buffer
	e := testEnv(map[string]string{
		"XDG_DATA_HOME": dir, "BIRDIE_CONFIG": file, "BIRDIE_BASE_PATH": "/env", "BIRDIE_IMPRINT_URL": "https://operator.example/",
	}, in, &log)
	ctx, stop := context.WithCancel(context.Background())
	defer stop()
	code := make(chan exitCode, 1)
	go func() {
		code <- run(ctx, e, []string{"serve", "--privacy-url", "https://operator.example/privacy"})
		in.Close()
	}()
	line, err := bufio.NewReader(out).ReadString('\n')
	if err != nil {
		t.Fatalf("%v, %d: %s", err, <-code, log.String())
	}
	address := strings.TrimSpace(strings.TrimPrefix(line, "Birdie is ready: "))
	if !strings.HasPrefix(address, "http://localhost:") || !strings.HasSuffix(address, "/env/") {
		t.Errorf("ready at %q", line)
	}
	// Whatever localhost means here, it listens on this address.
	address = strings.Replace(address, "localhost", "127.0.0.1", 1)
	for path, want := range map[string]string{"readyz": "ready", "api/": "https://operator.example/privacy"} {
		answer, err := http.Get(address + path)
		if err != nil {
			t.Fatal(err)
		}
		text, _ := io.ReadAll(answer.Body)
		answer.Body.Close()
		if answer.StatusCode != http.StatusOK || !strings.Contains(string(text), want) {
			t.Errorf("%s: %d %s", path, answer.StatusCode, text)
		}
	}
	if _, err := os.Stat(filepath.Join(dir, "birdie", "birdie.sqlite")); err != nil {
		t.Error(err)
	}
	stop()
	if got := <-code; got != exitDone {
		t.Errorf("exit code %d: %s", got, log.String())
	}
	if !strings.Contains(log.String(), `"msg":"stopped"`) {
		t.Errorf("log: %s", log.String())
	}
}

// The table of settings in the documentation is the one the program has.
func TestSettingsAreDocumented(t *testing.T) {
	e := testEnv(map[string]string{"XDG_DATA_HOME": "~/.local/share"}, io.Discard, io.Discard)
	var table strings.Builder
	table.WriteString("| option | environment | default | meaning |\n|---|---|---|---|\n")
	for _, f := range serveSettings(e).flags {
		name := f.Names()[0]
		doc := f.(cli.DocGenerationFlag)
		value := strings.Trim(doc.GetValue(), `"`)
		if list, ok := f.(*cli.StringSliceFlag); ok {
			value = strings.Join(list.Value, ",")
		}
		if value != "" {
			value = "`" + value + "`"
		}
		fmt.Fprintf(&table, "| `--%s` | `%s` | %s | %s |\n", name, envName(name), value, strings.ReplaceAll(doc.GetUsage(), "`", ""))
	}
	const path, from, to = "../../docs/operations.md", "<!-- settings -->\n", "<!-- end of settings -->"
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	before, rest, _ := strings.Cut(string(text), from)
	got, after, ok := strings.Cut(rest, to)
	if !ok {
		t.Fatal("docs/operations.md has no place for the table of settings")
	}
	if *update {
		if err := os.WriteFile(path, []byte(before+from+table.String()+to+after), 0o644); err != nil {
			t.Fatal(err)
		}
	} else if got != table.String() {
		t.Errorf("docs/operations.md differs from the settings; run this test with -update. Want\n%s", table.String())
	}
}
