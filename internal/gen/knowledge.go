package main

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"

	"github.com/skewlint/skewlint/analyzers/knowledge/table"
)

// knowledgeTables is the compiled form of the rows in analyzers/knowledge/data. The list of the
// standard library's packages beside it depends on the installed Go and is renewed by "go generate
// ./analyzers/knowledge" when Go is.
func knowledgeTables(root string) ([]output, error) {
	dir := filepath.Join(root, "analyzers", "knowledge", "data")
	if _, err := os.Stat(dir); errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	files, err := table.ReadDir(os.DirFS(dir))
	if err != nil {
		return nil, err
	}
	text, err := table.Render(files)
	if err != nil {
		return nil, err
	}
	return []output{{name: "analyzers/knowledge/builtin_gen.go", text: text}}, nil
}
