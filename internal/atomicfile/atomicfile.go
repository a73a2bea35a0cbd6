// Package atomicfile writes files whole: who reads one sees the old text or the new, never half.
//
// It is for reports that other programs wait for, for baselines, and for fixes of source files.
//
// The one idea to hold: the text goes to a file beside the target, which then takes its name.
// What is no regular file (a pipe, /dev/stdout) is written to directly.
//
// Limits: the owner of a file and its extended attributes are those of a new file. Nothing is
// flushed to the disk, so a power failure can undo a write.
package atomicfile

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
)

// Write writes data to the file named. An existing file keeps its permissions, a link to a file
// stays a link.
func Write(name string, data []byte) error {
	if target, err := filepath.EvalSymlinks(name); err == nil {
		name = target
	}
	mode := fs.FileMode(0o644)
	info, err := os.Stat(name)
	switch {
	case errors.Is(err, fs.ErrNotExist):
	case err != nil:
		return err
	case !info.Mode().IsRegular():
		return writeInto(name, data)
	default:
		mode = info.Mode().Perm()
	}
	return replace(name, data, mode)
}

func writeInto(name string, data []byte) (err error) {
	f, err := os.OpenFile(name, os.O_WRONLY, 0)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, f.Close()) }()
	_, err = f.Write(data)
	return err
}

func replace(name string, data []byte, mode fs.FileMode) (err error) {
	f, err := os.CreateTemp(filepath.Dir(name), "."+filepath.Base(name)+".*")
	if err != nil {
		return &fs.PathError{Op: "write", Path: name, Err: cause(err)}
	}
	defer func() {
		if err != nil {
			_ = os.Remove(f.Name())
		}
	}()
	_, err = f.Write(data)
	err = errors.Join(err, f.Close())
	if err != nil {
		return err
	}
	if err := os.Chmod(f.Name(), mode); err != nil {
		return err
	}
	return os.Rename(f.Name(), name)
}

// cause is an error without the name of the temporary file, which means nothing to a user.
func cause(err error) error {
	var p *fs.PathError
	if errors.As(err, &p) {
		return p.Err
	}
	return err
}
