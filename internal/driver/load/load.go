package load

import (
	"cmp"
	"context"
	"fmt"
	"go/ast"
	"go/build"
	"go/token"
	"go/types"
	"runtime"
	"slices"

	"golang.org/x/tools/go/packages"

	"github.com/skewlint/skewlint/internal/driver/golist"
)

// Program is what was loaded.
type Program struct {
	Fset *token.FileSet
	// Roots are the packages to report on, dependencies first. Their Imports, and those of
	// what they import, lead to analysed packages only.
	Roots []*packages.Package
	// Errors are what was wrong with the packages, in order of position.
	Errors []Error
	// Files are the source files of all packages asked for, whether they were read or not.
	Files []string
	// Listed and Read count packages: all, and those of which anything was read.
	Listed, Read int
}

// Load loads the packages that the query names, and of what they import what is needed. An error
// means that nothing could be listed.
func Load(ctx context.Context, q golist.Query, know Knowledge) (*Program, error) {
	listed, err := List(ctx, q, know)
	if err != nil {
		return nil, err
	}
	return FromList(listed, q, know, func(string) {}), nil
}

// FromList loads what was listed for the query, and says what it is about to do.
func FromList(listed []*golist.Package, q golist.Query, know Knowledge, progress func(what string)) *Program {
	prog := &Program{Fset: token.NewFileSet(), Listed: len(listed), Files: filesAskedFor(listed), Errors: listErrors(listed, q)}
	m := mark(listed, know)
	if len(m.roots) > 0 {
		progress(fmt.Sprintf("reading packages: %d of %d, and what they need", len(m.analysed), len(listed)))
		l := newLoader(prog.Fset, listed, m)
		l.sizes = types.SizesFor("gc", cmp.Or(q.Getenv("GOARCH"), build.Default.GOARCH))
		l.overlay = q.Overlay
		l.parseAnalysed()
		l.checkAll()
		prog.Roots = l.rootPackages()
		prog.Errors = append(prog.Errors, l.errors()...)
		prog.Read = len(l.types)
	}
	prog.Errors = sortErrors(prog.Errors)
	return prog
}

func filesAskedFor(listed []*golist.Package) []string {
	var out []string
	for _, p := range listed {
		if !p.DepOnly && !p.IsTestMain() {
			out = append(out, p.Files()...)
		}
	}
	slices.Sort(out)
	return slices.Compact(out)
}

// loader holds one load in the making. Maps are filled before goroutines start, and each of
// those writes to its own node only.
type loader struct {
	fset    *token.FileSet
	list    []*golist.Package
	byID    map[string]*golist.Package
	order   map[string]int // place in list: what a package may wait for stands before it
	marks   marks
	full    map[string]*fullPackage // analysed packages
	types   map[string]*typesNode   // analysed and needed packages
	sizes   types.Sizes
	gate    chan struct{}     // bounds what runs at once
	overlay map[string][]byte // as in the query
}

// fullPackage is an analysed package.
type fullPackage struct {
	listed *golist.Package
	files  []*ast.File
	syntax []Error
	result *packages.Package
}

func newLoader(fset *token.FileSet, list []*golist.Package, m marks) *loader {
	l := &loader{
		fset:  fset,
		list:  list,
		byID:  make(map[string]*golist.Package, len(list)),
		order: make(map[string]int, len(list)),
		marks: m,
		full:  make(map[string]*fullPackage, len(m.analysed)),
		gate:  make(chan struct{}, runtime.GOMAXPROCS(0)),
	}
	for i, p := range list {
		l.byID[p.ID] = p
		l.order[p.ID] = i
		if m.analysed[p.ID] {
			l.full[p.ID] = &fullPackage{listed: p}
		}
	}
	return l
}

// checkAll checks types, at first with only the declarations that are needed.
func (l *loader) checkAll() {
	l.check(false)
	if l.illTyped() {
		l.addPlain()
		l.check(true)
	}
}

// addPlain adds, for each test variant that is broken, the package without its tests: a slip in a
// test file must not hide what is wrong in the others.
func (l *loader) addPlain() {
	for _, p := range l.marks.roots {
		plain := l.byID[p.ForTest]
		if !p.IsVariant() || !l.full[p.ID].result.IllTyped || plain == nil || l.full[plain.ID] != nil || len(plain.Files()) == 0 {
			continue
		}
		l.full[plain.ID] = &fullPackage{listed: plain}
		l.parseFull(l.full[plain.ID])
	}
}

func (l *loader) check(whole bool) {
	l.startNodes(l.readNeeded(whole))
	l.finishNodes()
}

func (l *loader) illTyped() bool {
	for _, f := range l.full {
		if f.result.IllTyped {
			return true
		}
	}
	return false
}

// rootPackages also links the analysed packages to each other.
func (l *loader) rootPackages() []*packages.Package {
	for _, f := range l.full {
		f.result.Imports = map[string]*packages.Package{}
		for _, id := range f.listed.Imports {
			if dep := l.full[id]; dep != nil {
				f.result.Imports[dep.listed.Path()] = dep.result
			}
		}
	}
	roots := make([]*packages.Package, 0, len(l.marks.roots))
	for _, p := range l.marks.roots {
		roots = append(roots, l.full[p.ID].result)
		if plain := l.full[p.ForTest]; plain != nil && p.IsVariant() && l.full[p.ID].result.IllTyped {
			roots = append(roots, plain.result)
		}
	}
	return roots
}
