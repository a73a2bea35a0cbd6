package golist

import (
	"encoding/json"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strconv"
)

// writeOverlay writes the texts to a folder of their own, with the file that the go command's flag
// -overlay wants. Its name is empty if there is nothing to write. The caller calls remove.
func writeOverlay(texts map[string][]byte) (name string, remove func(), err error) {
	if len(texts) == 0 {
		return "", func() {}, nil
	}
	dir, err := os.MkdirTemp("", "skewlint-overlay-")
	if err != nil {
		return "", nil, fmt.Errorf("write unsaved files for the go command: %w", err)
	}
	remove = func() { _ = os.RemoveAll(dir) }
	name, err = fillOverlay(dir, texts)
	if err != nil {
		remove()
		return "", nil, fmt.Errorf("write unsaved files for the go command: %w", err)
	}
	return name, remove, nil
}

func fillOverlay(dir string, texts map[string][]byte) (string, error) {
	replace := make(map[string]string, len(texts))
	for i, filename := range slices.Sorted(maps.Keys(texts)) {
		replace[filename] = filepath.Join(dir, strconv.Itoa(i)+filepath.Ext(filename))
		if err := os.WriteFile(replace[filename], texts[filename], 0o600); err != nil {
			return "", err
		}
	}
	data, err := json.Marshal(map[string]any{"Replace": replace})
	if err != nil {
		return "", err
	}
	name := filepath.Join(dir, "overlay.json")
	return name, os.WriteFile(name, data, 0o600)
}
