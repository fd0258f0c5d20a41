// Package testkit is what tests of several packages share.
package testkit

import (
	"os"
	"os/exec"
	"strings"
	"testing"
)

// All is the environment variable that forbids skipping: with it set, a test
// whose needs are not met fails. Continuous integration sets it.
const All = "BIRDIE_TEST_ALL"

// Skip ends a test that needs something this machine does not have. The reason
// says what is missing and how to get it.
func Skip(t testing.TB, reason string) {
	t.Helper()
	if os.Getenv(All) != "" {
		t.Fatalf("%s is set, so nothing may be skipped: %s", All, reason)
	}
	t.Skip(reason)
}

// Program returns the path of the first of the named programs that is installed
// and skips the test when there is none.
func Program(t testing.TB, names ...string) string {
	t.Helper()
	for _, name := range names {
		if path, err := exec.LookPath(name); err == nil {
			return path
		}
	}
	Skip(t, "needs one of these programs: "+strings.Join(names, ", "))
	return ""
}
