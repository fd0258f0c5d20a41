package main

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"

	"birdie/internal/locale"
)

// newFile is a file that appears under its name when it is complete. Until then
// what was there before stays.
type newFile struct {
	*os.File
	path string // empty for a device or a pipe, which is written at once
}

// create begins a file.
func create(path string, mode fs.FileMode) (*newFile, error) {
	if info, err := os.Stat(path); err == nil && !info.Mode().IsRegular() {
		f, err := os.OpenFile(path, os.O_WRONLY, 0)
		return &newFile{File: f}, err
	}
	f, err := os.CreateTemp(filepath.Dir(path), "."+filepath.Base(path)+"-*")
	switch at := (*fs.PathError)(nil); {
	case errors.Is(err, fs.ErrNotExist):
		return nil, fail(exitInput, "cli.error.no-folder", locale.Vars{"Path": path})
	case errors.As(err, &at):
		at.Path = path // the name that the user knows
		return nil, err
	case err != nil:
		return nil, err
	}
	n := &newFile{f, path}
	if err := f.Chmod(mode); err != nil {
		n.discard()
		return nil, err
	}
	return n, nil
}

// finish gives the complete file its name.
func (f *newFile) finish() error {
	if f.path == "" {
		return f.Close()
	}
	if err := errors.Join(f.Sync(), f.Close()); err != nil {
		return err
	}
	return os.Rename(f.Name(), f.path)
}

// discard takes back a file that was not finished. After finish it does nothing.
func (f *newFile) discard() {
	f.Close()
	if f.path != "" {
		os.Remove(f.Name())
	}
}
