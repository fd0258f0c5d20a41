package store_test

import (
	"context"
	"os"
	"path/filepath"
	"runtime"
	"testing"

	"birdie/server/store"
	"birdie/server/store/storetest"
	"birdie/table"
)

// A name may have any character that a path may have, and only its owner reads
// what is in it.
func TestSQLiteFile(t *testing.T) {
	path := filepath.Join(t.TempDir(), "new folder", "ä?#%20 b.sqlite")
	s := storetest.Open(t, path)
	if err := s.Append(context.Background(), 0, entries(0, "x"), head("t", 0)); err != nil {
		t.Fatal(err)
	}
	files, err := os.ReadDir(filepath.Dir(path))
	if err != nil || len(files) == 0 {
		t.Fatal(files, err)
	}
	seen := false
	for _, f := range files {
		info, err := f.Info()
		if err != nil {
			t.Fatal(err)
		}
		seen = seen || f.Name() == filepath.Base(path)
		if runtime.GOOS != "windows" && info.Mode().Perm()&0o077 != 0 {
			t.Errorf("%s has mode %v", f.Name(), info.Mode())
		}
	}
	if !seen {
		t.Errorf("no %s among %v", filepath.Base(path), files)
	}
}

// What was acknowledged is there when the database is opened again, and a second
// migration changes nothing.
func TestReopen(t *testing.T) {
	storetest.Each(t, func(t *testing.T, address string) {
		ctx := context.Background()
		for n := range int64(3) {
			s, err := store.Open(ctx, address)
			if err != nil {
				t.Fatal(err)
			}
			if err := s.Append(ctx, n, entries(0, "x"), table.Head{ID: "t", Open: true, At: noon}); err != nil {
				t.Fatal(err)
			}
			if all, err := s.Load(ctx, "t", 0); err != nil || len(all) != int(n)+1 {
				t.Errorf("%d entries, %v", len(all), err)
			}
			for range 2 {
				if err := s.Close(); err != nil {
					t.Fatal(err)
				}
			}
			if err := s.Append(ctx, n+1, entries(0, "x"), head("t", 0)); err == nil {
				t.Error("a closed store takes writes")
			}
		}
	})
}
