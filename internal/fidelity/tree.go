package main

import (
	"bytes"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
)

// copyTree copies the files of a checkout, without its history.
func copyTree(to, from string) error {
	return filepath.WalkDir(from, func(path string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		if d.Name() == ".git" {
			if d.IsDir() {
				return filepath.SkipDir
			}
			return nil
		}
		rel, err := filepath.Rel(from, path)
		if err != nil {
			return err
		}
		target := filepath.Join(to, rel)
		switch {
		case d.IsDir():
			return os.MkdirAll(target, 0o755)
		case d.Type().IsRegular():
			return copyFile(target, path)
		}
		return nil // links and devices are not needed to build
	})
}

func copyFile(to, from string) (err error) {
	in, err := os.Open(from)
	if err != nil {
		return err
	}
	defer func() { _ = in.Close() }()
	out, err := os.Create(to)
	if err != nil {
		return err
	}
	defer func() {
		if e := out.Close(); err == nil {
			err = e
		}
	}()
	_, err = io.Copy(out, in)
	return err
}

// modules are the folders with a go.mod whose Go files speak of the framework: those below the
// roots, and the one above that holds the rest of each root.
func (f *framework) modules(checkout string) ([]string, error) {
	var out []string
	for _, root := range f.Roots {
		err := filepath.WalkDir(filepath.Join(checkout, root), func(path string, d fs.DirEntry, err error) error {
			if err != nil || d.IsDir() || filepath.Ext(path) != ".go" {
				return err
			}
			text, err := os.ReadFile(path)
			if err != nil || !f.mentioned(text) {
				return err
			}
			if dir := moduleOf(filepath.Dir(path), checkout); dir != "" && !slices.Contains(out, dir) {
				out = append(out, dir)
			}
			return nil
		})
		if err != nil {
			return nil, err
		}
	}
	slices.Sort(out)
	return out, nil
}

func (f *framework) mentioned(text []byte) bool {
	return slices.ContainsFunc(f.Imports, func(p string) bool {
		return bytes.Contains(text, []byte(`"`+f.Module+"/"+p+`"`))
	})
}

// moduleOf is the nearest folder with a go.mod, not above top.
func moduleOf(dir, top string) string {
	for {
		if _, err := os.Stat(filepath.Join(dir, "go.mod")); err == nil {
			return dir
		}
		if dir == top || dir == filepath.Dir(dir) {
			return ""
		}
		dir = filepath.Dir(dir)
	}
}
