package settings

import (
	"flag"
	"path/filepath"
	"reflect"
	"strings"

	"golang.org/x/tools/go/analysis"
)

// Analyzer yields *Settings: the built-in rows and those of the .skewlint.toml that is found
// upwards from the package, of the file that its flag config names, or of the text that its flag
// inline gives. Text is for drivers whose packages see no such file (Bazel's sandbox), or that keep
// results and do not know that they depend on one (golangci-lint). The analyzer does not know which rules
// there are, so it lets any rule name pass; the driver checks them first with [Load].
var Analyzer = New()

// New returns an analyzer with a flag of its own, for programs and tests that must not share one.
func New() *analysis.Analyzer {
	r := &reader{}
	a := &analysis.Analyzer{
		Name:       "skewlintsettings",
		Doc:        "reads the configuration that the rules share\n\nIt reports nothing.",
		URL:        "https://github.com/skewlint/skewlint",
		ResultType: reflect.TypeFor[*Settings](),
		Run:        r.run,
	}
	a.Flags.Init(a.Name, flag.ContinueOnError)
	a.Flags.StringVar(&r.config, "config", "", "configuration `file`; none: "+FileName+" in the folder of the package or the nearest one above")
	a.Flags.Var(&r.inline, "inline", "configuration as `text` in the words of "+FileName+"; no file is read then")
	return a
}

// reader keeps what the passes of one analyzer share.
type reader struct {
	config string // the flag
	inline inline // the flag
	cache  cache
}

func (r *reader) run(pass *analysis.Pass) (any, error) {
	if r.inline.settings != nil {
		if r.config != "" {
			return nil, errBoth
		}
		return r.inline.settings, nil
	}
	path, ok := r.config, true
	if path == "" {
		path, ok = Find(folder(pass))
	}
	if !ok {
		return Default(), nil
	}
	return r.cache.load(path)
}

// folder is where the package's files are. What cgo wrote lies in a cache, but says by a line
// directive in front of its package clause which file it came from.
func folder(pass *analysis.Pass) string {
	for _, f := range pass.Files {
		name := pass.Fset.Position(f.Package).Filename
		if !strings.HasPrefix(filepath.Base(name), "_cgo_") {
			return filepath.Dir(name)
		}
	}
	return "."
}
