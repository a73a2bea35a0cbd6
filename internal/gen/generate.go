package main

import (
	"bytes"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
)

// output is one generated file. A nil text means that the file must not exist.
type output struct {
	name string // slash-separated, relative to the root
	text []byte
}

// generators in the order in which they run; each reads the tree under root.
var generators = []func(root string) ([]output, error){
	ruleList,
	ruleNames,
	frontendList,
	knowledgeTables,
	rulePages,
	layerTable,
}

// Generate compares every generated file with what it should be and gives the names of those that
// differ. With write it also puts them right.
func Generate(root string, write bool) (stale []string, err error) {
	for _, generate := range generators {
		outputs, err := generate(root)
		if err != nil {
			return stale, err
		}
		for _, o := range outputs {
			changed, err := o.settle(root, write)
			if err != nil {
				return stale, err
			}
			if changed {
				stale = append(stale, o.name)
			}
		}
	}
	slices.Sort(stale)
	return stale, nil
}

// settle reports whether the file differs, and writes it if asked.
func (o output) settle(root string, write bool) (bool, error) {
	path := filepath.Join(root, filepath.FromSlash(o.name))
	have, err := os.ReadFile(path)
	missing := errors.Is(err, fs.ErrNotExist)
	if err != nil && !missing {
		return false, err
	}
	if missing == (o.text == nil) && bytes.Equal(have, o.text) {
		return false, nil
	}
	switch {
	case !write:
		return true, nil
	case o.text == nil:
		return true, os.Remove(path)
	}
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		return true, err
	}
	return true, os.WriteFile(path, o.text, 0o644)
}
