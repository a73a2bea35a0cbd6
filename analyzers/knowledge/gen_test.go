package knowledge_test

import (
	"bytes"
	"flag"
	"os"
	"os/exec"
	"slices"
	"strings"
	"testing"

	"github.com/skewlint/skewlint/analyzers/knowledge/table"
)

var update = flag.Bool("update", false, "write the generated tables")

// TestGenerated fails when a file of rows, or Go, has changed and the tables have not.
func TestGenerated(t *testing.T) {
	files, err := table.ReadDir(os.DirFS("data"))
	if err != nil {
		t.Fatal(err)
	}
	tables, err := table.Render(files)
	if err != nil {
		t.Fatal(err)
	}
	compare(t, "builtin_gen.go", tables)
	std, err := table.RenderStd(listStd(t))
	if err != nil {
		t.Fatal(err)
	}
	compare(t, "std_gen.go", std)
}

func compare(t *testing.T, name string, want []byte) {
	t.Helper()
	if *update {
		if err := os.WriteFile(name, want, 0o644); err != nil {
			t.Fatal(err)
		}
		return
	}
	got, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(got, want) {
		t.Errorf("%s is stale: run go generate ./analyzers/knowledge", name)
	}
}

// listStd asks the go command for the packages of the standard library that programs can import,
// those of one platform or experiment only included. internal and vendored ones are left out: a
// program never names them, and their number differs between patch releases.
func listStd(t *testing.T) []string {
	t.Helper()
	var all []string
	for _, env := range [][]string{nil, {"GOOS=js", "GOARCH=wasm"}, {"GOEXPERIMENT=jsonv2"}} {
		cmd := exec.Command("go", "list", "std")
		cmd.Env = append(os.Environ(), append(env, "GOWORK=off", "GOFLAGS=")...)
		out, err := cmd.Output()
		if err != nil {
			t.Fatalf("go list std: %v", err)
		}
		all = append(all, strings.Fields(string(out))...)
	}
	slices.Sort(all)
	return slices.DeleteFunc(slices.Compact(all), func(p string) bool {
		return strings.HasPrefix(p, "vendor/") || strings.Contains("/"+p+"/", "/internal/")
	})
}
