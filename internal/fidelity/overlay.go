package main

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strings"
)

// writeOverlay writes the changed files of the framework, whose module lies in moduleDir, into
// work and gives the name of the file for "go build -overlay". Nothing in moduleDir changes.
func (f *framework) writeOverlay(moduleDir, work string) (string, error) {
	if err := os.MkdirAll(work, 0o755); err != nil {
		return "", err
	}
	dir := filepath.Join(moduleDir, f.Package)
	replace := make(map[string]string)
	files, err := f.changed(func(name string) ([]byte, error) { return os.ReadFile(filepath.Join(dir, name)) })
	if err != nil {
		return "", err
	}
	for name, text := range files {
		to := filepath.Join(work, name)
		if err := os.WriteFile(to, []byte(text), 0o644); err != nil {
			return "", err
		}
		replace[filepath.Join(dir, name)] = to
	}
	data, err := json.Marshal(map[string]any{"Replace": replace})
	if err != nil {
		return "", err
	}
	name := filepath.Join(work, "overlay.json")
	return name, os.WriteFile(name, data, 0o644)
}

// changed gives the text of every file of the package that differs from what read gives.
func (f *framework) changed(read func(string) ([]byte, error)) (map[string]string, error) {
	out := make(map[string]string)
	for _, in := range f.Inserts {
		text, done := out[in.File]
		if !done {
			data, err := read(in.File)
			if err != nil {
				return nil, err
			}
			text = string(data)
		}
		changed, err := in.apply(text)
		if err != nil {
			return nil, err
		}
		out[in.File] = changed
	}
	for _, name := range []string{"common.go.txt", f.Hook} {
		data, err := hooks.ReadFile("hooks/" + name)
		if err != nil {
			return nil, err
		}
		pkg := f.Package[strings.LastIndex(f.Package, "/")+1:]
		out["zz_skewlint_"+strings.TrimSuffix(name, ".txt")] = strings.Replace(string(data), "PACKAGE", pkg, 1)
	}
	return out, nil
}

func (in insert) apply(text string) (string, error) {
	if n := strings.Count(text, in.Find); n != 1 {
		return "", fmt.Errorf("%s: %q is there %d times, want once: another version of the framework?", in.File, in.Find, n)
	}
	return strings.Replace(text, in.Find, in.Replace, 1), nil
}
