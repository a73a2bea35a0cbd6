// Package table turns the files of rows, data/*.toml, into the Go tables that package knowledge
// is compiled with.
//
// It is for the generator and the tests: the linter itself never reads the built-in rows as TOML.
//
// The one idea to hold: a file is checked as a whole before a byte is generated, and what is
// generated depends on the files' content only, so that a test can tell when it is stale.
package table

import (
	"errors"
	"fmt"
	"io/fs"
	"path"
	"regexp"
	"slices"
	"strings"

	"github.com/skewlint/skewlint/analyzers/knowledge"
	"github.com/skewlint/skewlint/analyzers/knowledge/strict"
)

// File is one library: a file of rows as it is written.
type File struct {
	// Modules are the modules that the rows were checked against, "path@version"; the first one
	// is what package paths in the file start with. "std@go1.26" is the standard library.
	Modules []string `toml:"modules"`
	// Agent are import paths below which a package is part of an agent framework or MCP SDK.
	Agent []string `toml:"agent"`
	// Unchecked is the reason why no test resolves the rows; empty: one does.
	Unchecked string `toml:"unchecked"`

	Packages []Head              `toml:"package"`
	Funcs    []Row               `toml:"func"`
	Types    []knowledge.TypeRow `toml:"type"`
}

// Head says what holds for all of a package.
type Head struct {
	Path string `toml:"path"`
	// Default is "clean" or "unknown": what is known of functions without a row.
	Default string   `toml:"default"`
	Clean   []string `toml:"clean"`   // functions known clean; "(T).*" stands for all methods of T
	Unknown []string `toml:"unknown"` // exceptions from default = "clean", spelt the same way
	Why     string   `toml:"why"`     // needed for the default "clean"
}

// Row is a row, or several that differ in the function's name only.
type Row struct {
	knowledge.Row
	Names []string `toml:"funcs"`
	// Modules are those of the file's modules that have the function; empty: all of them. Major
	// versions of one library that differ in names share a file.
	Modules []string `toml:"modules"`
}

// ReadDir reads and checks all files of rows in dir. The error has every mistake in all of them.
func ReadDir(dir fs.FS) ([]*File, error) {
	names, err := fs.Glob(dir, "*.toml")
	if err != nil {
		return nil, fmt.Errorf("list files of rows: %w", err)
	}
	var files []*File
	var problems []error
	owner := map[string]string{}
	for _, name := range names {
		data, err := fs.ReadFile(dir, name)
		if err != nil {
			return nil, fmt.Errorf("read rows: %w", err)
		}
		file, err := Parse(name, data, owner)
		if err != nil {
			problems = append(problems, err)
			continue
		}
		files = append(files, file)
	}
	return files, errors.Join(problems...)
}

// Parse reads and checks one file of rows and expands rows with several names. owner collects
// which file has which package, since one package has one file.
func Parse(name string, data []byte, owner map[string]string) (*File, error) {
	file := &File{}
	doc := strict.Decode(data, name, file)
	if doc.Err() != nil {
		return nil, doc.Err()
	}
	checkHead(doc, file, owner)
	expand(doc, file)
	if err := doc.Err(); err != nil {
		return nil, err
	}
	return file, nil
}

var moduleVersion = regexp.MustCompile(`^[\w./~-]+@(v\d+\.\d+\.\d+[\w.+-]*|go\d+\.\d+)$`)

func checkHead(doc *strict.Doc, file *File, owner map[string]string) {
	if len(file.Modules) == 0 && file.Unchecked == "" {
		doc.Problem("", `file without modules: add modules = ["path@version"], or unchecked = "reason"`)
	}
	for i, m := range file.Modules {
		if !moduleVersion.MatchString(m) {
			doc.Problem(fmt.Sprintf("modules[%d]", i), `module %q must be "path@version"`, m)
		}
	}
	for i, p := range file.Packages {
		checkPackage(doc, fmt.Sprintf("package[%d]", i), p)
		if other, taken := owner[p.Path]; taken {
			doc.Problem(fmt.Sprintf("package[%d].path", i), "package %q has rows in %s already", p.Path, other)
		}
		owner[p.Path] = doc.File
	}
}

var cleanName = regexp.MustCompile(`^(\(\*?[A-Z]\w*\)\.([A-Z]\w*|\*)|[A-Z]\w*)$`)

func checkPackage(doc *strict.Doc, at string, p Head) {
	if p.Path == "" || path.Clean(p.Path) != p.Path {
		doc.Problem(at, "package %q is no import path", p.Path)
	}
	if p.Default != "clean" && p.Default != "unknown" {
		doc.Problem(at+".default", `unknown default %q%s`, p.Default, strict.DidYouMean(p.Default, []string{"clean", "unknown"}))
	}
	if p.Default == "clean" && p.Why == "" {
		doc.Problem(at, `a package that is clean by default needs a reason: add why = "..."`)
	}
	for key, names := range map[string][]string{"clean": p.Clean, "unknown": p.Unknown} {
		for i, name := range names {
			if !cleanName.MatchString(name) {
				doc.Problem(fmt.Sprintf("%s.%s[%d]", at, key, i), `%q must name one function or method, or "(T).*"`, name)
			}
		}
	}
	if p.Default == "unknown" && len(p.Unknown) > 0 {
		doc.Problem(at+".unknown", `exceptions are for default = "clean"`)
	}
}

// expand gives each name its own row, fills in packages and checks every row.
func expand(doc *strict.Doc, file *File) {
	seen := map[string]bool{}
	var rows []Row
	for i, r := range file.Funcs {
		at := fmt.Sprintf("func[%d]", i)
		r.Package = packageOf(doc, at, file, r.Package)
		names := r.Names
		if (r.Func == "") == (len(names) == 0) {
			doc.Problem(at, `a row has either func = "..." or funcs = [...]`)
		}
		if r.Func != "" {
			names = []string{r.Func}
		}
		for _, name := range names {
			one := r.Row
			one.Func = name
			knowledge.CheckRow(doc, at, one)
			once(doc, at, seen, string(one.Ref()))
			rows = append(rows, Row{Row: one, Modules: r.Modules})
		}
		if len(r.Effects) == 0 && r.Role == knowledge.RoleNone && len(names) > 0 {
			doc.Problem(at, "a row without effects and role says nothing: name the function in clean of its package")
		}
	}
	file.Funcs = rows
	for i, t := range file.Types {
		at := fmt.Sprintf("type[%d]", i)
		file.Types[i].Package = packageOf(doc, at, file, t.Package)
		knowledge.CheckType(doc, at, t)
		once(doc, at, seen, "type "+file.Types[i].Package+"."+t.Type)
	}
	checkClean(doc, file, seen)
}

// checkClean finds functions that are listed in a head and have a row, or are listed twice.
func checkClean(doc *strict.Doc, file *File, seen map[string]bool) {
	for i, p := range file.Packages {
		for _, name := range slices.Concat(p.Clean, p.Unknown) {
			ref := knowledge.Row{Package: p.Path, Func: name}.Ref()
			once(doc, fmt.Sprintf("package[%d]", i), seen, string(ref))
		}
	}
}

func packageOf(doc *strict.Doc, at string, file *File, pkg string) string {
	if pkg == "" && len(file.Packages) == 1 {
		return file.Packages[0].Path
	}
	if !slices.ContainsFunc(file.Packages, func(p Head) bool { return p.Path == pkg }) {
		doc.Problem(at+".package", "package %q is not one of this file's: say which with package = \"...\"", pkg)
	}
	return pkg
}

func once(doc *strict.Doc, at string, seen map[string]bool, what string) {
	if seen[what] {
		doc.Problem(at, "second row for %s: keep one", what)
	}
	seen[what] = true
}

// FileName is the name of the file that holds the rows of an import path.
func FileName(importPath string) string { return strings.ReplaceAll(importPath, "/", ".") + ".toml" }
