package arch

import (
	"os"
	"path/filepath"
	"testing"
)

// TestLayers fails on an import that the table does not allow and on a folder without layer.
func TestLayers(t *testing.T) {
	found, err := Check(filepath.Join("..", ".."))
	if err != nil {
		t.Fatal(err)
	}
	for _, v := range found {
		t.Error(v)
	}
}

// Each case is one file and whether the table allows it.
func TestCheck(t *testing.T) {
	tests := []struct {
		name, file, imports, want string
	}{
		{"model imports only the standard library", "graphmodel/a.go", "strings", ""},
		{"model must not import an analyzer", "graphmodel/a.go", module + "/analyzers/effects", "graphmodel/a.go:3"},
		{"model must not import another module", "graphmodel/a.go", "golang.org/x/tools/go/ssa", "graphmodel/a.go:3"},
		{"rule may import the effects", "rules/x/a.go", module + "/analyzers/effects", ""},
		{"rule must not import a rule", "rules/x/a.go", module + "/rules/y", "rules/x/a.go:3"},
		{"rule must not import a frontend", "rules/x/a.go", module + "/analyzers/frontend/stategraph", "rules/x/a.go:3"},
		{"frontend must not import a frontend", "analyzers/frontend/x/a.go", module + "/analyzers/frontend/y", "analyzers/frontend/x/a.go:3"},
		{"linter must not import the runtime", "internal/driver/a.go", module + "/runtime/custody", "internal/driver/a.go:3"},
		{"nor do its tests", "internal/driver/a_test.go", module + "/runtime/custody", "internal/driver/a_test.go:3"},
		{"test may import all of its module", "graphmodel/a_test.go", module + "/rules", ""},
		{"custody is standard library only", "runtime/custody/a.go", "github.com/dbos-inc/dbos-transact-golang/dbos", "runtime/custody/a.go:3"},
		{"engine stands behind stategraph", "runtime/stategraph/a.go", "github.com/dbos-inc/dbos-transact-golang/dbos", ""},
		{"folder without layer", "surprise/a.go", "strings", "surprise"},
		{"testdata has no layer", "rules/x/testdata/src/a/a.go", "example.com/anything", ""},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			root := t.TempDir()
			file := filepath.Join(root, filepath.FromSlash(tt.file))
			if err := os.MkdirAll(filepath.Dir(file), 0o755); err != nil {
				t.Fatal(err)
			}
			if err := os.WriteFile(file, []byte("package a\n\nimport _ \""+tt.imports+"\"\n"), 0o644); err != nil {
				t.Fatal(err)
			}
			found, err := Check(root)
			if err != nil {
				t.Fatal(err)
			}
			got := ""
			if len(found) > 0 {
				got = found[0].Place
			}
			if got != tt.want {
				t.Errorf("Check found %v, want a violation at %q", found, tt.want)
			}
		})
	}
}
