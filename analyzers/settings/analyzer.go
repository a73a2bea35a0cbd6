package settings

import (
	"flag"
	"path/filepath"
	"reflect"
	"strings"

	"golang.org/x/tools/go/analysis"
)

// Analyzer yields *Settings: the built-in rows and those of the .skewlint.toml that is found
// upwards from the package, or of the file that its flag names. It does not know which rules
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
	return a
}

// reader keeps what the passes of one analyzer share.
type reader struct {
	config string // the flag
	cache  cache
}

func (r *reader) run(pass *analysis.Pass) (any, error) {
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
