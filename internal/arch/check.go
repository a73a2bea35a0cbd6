package arch

import (
	"fmt"
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
)

// module is the import path of the repository's root; the other modules lie below it, so one prefix
// serves all.
const module = "github.com/skewlint/skewlint"

// runtimeFolder is the folder of the second module.
const runtimeFolder = "runtime"

// Violation is one thing that the table does not allow.
type Violation struct {
	Place string // file and line, or a folder
	What  string
}

func (v Violation) String() string { return v.Place + ": " + v.What }

// Check reads every Go file below root and lists what the table does not allow, sorted by place.
//
// It parses the files itself. A test that asks go/packages is served from the test cache, because
// the go command does not know that it reads them, and passes on broken code.
func Check(root string) ([]Violation, error) {
	var out []Violation
	homeless, used := map[string]bool{}, map[string]bool{}
	err := filepath.WalkDir(root, func(file string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		if d.IsDir() {
			return skip(root, file, d.Name())
		}
		if !strings.HasSuffix(file, ".go") {
			return nil
		}
		rel, err := filepath.Rel(root, file)
		if err != nil {
			return err
		}
		rel = filepath.ToSlash(rel)
		layer, ok := layerOf(path.Dir(rel))
		if !ok {
			if dir := path.Dir(rel); !homeless[dir] {
				homeless[dir] = true
				out = append(out, Violation{Place: dir, What: "has no layer: add a row to internal/arch/layers.go"})
			}
			return nil
		}
		used[layer.Folder] = true
		found, err := checkFile(file, rel, layer)
		out = append(out, found...)
		return err
	})
	return append(out, unused(root, used)...), err
}

// unused are rows for folders that are gone. Trees that hold no module are samples of a test, which
// have few folders.
func unused(root string, used map[string]bool) []Violation {
	if _, err := os.Stat(filepath.Join(root, "go.mod")); err != nil {
		return nil
	}
	var out []Violation
	for _, l := range Layers {
		if !used[l.Folder] {
			out = append(out, Violation{Place: l.Folder, What: "has a row in internal/arch/layers.go and no Go file"})
		}
	}
	return out
}

// skip leaves out what is no part of the two modules.
func skip(root, dir, name string) error {
	if dir != root && (name == "testdata" || strings.HasPrefix(name, ".") || strings.HasPrefix(name, "_")) {
		return filepath.SkipDir
	}
	return nil
}

func checkFile(file, rel string, layer Layer) ([]Violation, error) {
	fset := token.NewFileSet()
	f, err := parser.ParseFile(fset, file, nil, parser.ImportsOnly)
	if err != nil {
		return nil, err
	}
	var out []Violation
	for _, spec := range f.Imports {
		imported, err := strconv.Unquote(spec.Path.Value)
		if err != nil {
			return nil, err
		}
		if !allowed(layer, rel, imported) {
			out = append(out, Violation{
				Place: fmt.Sprintf("%s:%d", rel, fset.Position(spec.Pos()).Line),
				What:  fmt.Sprintf("imports %s, which internal/arch does not allow to %s", imported, layer.Folder),
			})
		}
	}
	return out, nil
}

// allowed reports whether a file of the layer may import the package.
func allowed(layer Layer, file, imported string) bool {
	test := strings.HasSuffix(file, "_test.go")
	if folder, ours := strings.CutPrefix(imported, module+"/"); ours {
		if test {
			return inRuntime(folder) == inRuntime(file)
		}
		return folder == path.Dir(file) || anyMatches(layer.Ours, folder)
	}
	if first, _, _ := strings.Cut(imported, "/"); !strings.Contains(first, ".") {
		return true // the standard library
	}
	return anyMatches(layer.Outside, imported) || test && anyMatches(TestOutside, imported)
}

func inRuntime(folder string) bool {
	return matches(runtimeFolder+"/...", folder)
}

func layerOf(folder string) (Layer, bool) {
	i := slices.IndexFunc(Layers, func(l Layer) bool { return matches(l.Folder, folder) })
	if i < 0 {
		return Layer{}, false
	}
	return Layers[i], true
}

func anyMatches(patterns []string, name string) bool {
	return slices.ContainsFunc(patterns, func(p string) bool { return matches(p, name) })
}

// matches reports whether the pattern ("a", "a/*" or "a/...") covers the path.
func matches(pattern, name string) bool {
	if base, ok := strings.CutSuffix(pattern, "/..."); ok {
		return name == base || strings.HasPrefix(name, base+"/")
	}
	if base, ok := strings.CutSuffix(pattern, "/*"); ok {
		return path.Dir(name) == base
	}
	return name == pattern
}

// Markdown is the table as ARCHITECTURE.md shows it.
func Markdown() string {
	var b strings.Builder
	b.WriteString("| folder | for | may import of ours | outside the standard library |\n|---|---|---|---|\n")
	for _, l := range Layers {
		fmt.Fprintf(&b, "| `%s` | %s | %s | %s |\n", l.Folder, l.For, cell(l.Ours), cell(l.Outside))
	}
	return b.String()
}

func cell(paths []string) string {
	if len(paths) == 0 {
		return "nothing"
	}
	quoted := make([]string, len(paths))
	for i, p := range paths {
		quoted[i] = "`" + p + "`"
	}
	return strings.Join(quoted, ", ")
}
