package load

import (
	"fmt"
	"go/ast"
	"go/types"
	"strings"
	"sync"

	"golang.org/x/tools/go/packages"

	"github.com/skewlint/skewlint/internal/driver/decls"
	"github.com/skewlint/skewlint/internal/driver/golist"
)

// typesNode is a package whose types are being checked. Types are kept by ID and not by path: the
// test variant of a package has other objects than the package.
type typesNode struct {
	listed *golist.Package
	full   *fullPackage   // for an analysed package
	decls  *decls.Package // for any other
	done   chan struct{}
	types  *types.Package
	result *packages.Package // of an analysed package
}

// startNodes makes a node for each package that has anything to check, and an empty package for
// each that is imported but not needed.
func (l *loader) startNodes(read map[string]*decls.Package) {
	l.types = make(map[string]*typesNode, len(l.full)+len(read))
	for id, f := range l.full {
		l.types[id] = &typesNode{listed: f.listed, full: f, done: make(chan struct{})}
	}
	for id, d := range read {
		l.types[id] = &typesNode{listed: l.byID[id], decls: d, done: make(chan struct{})}
	}
}

// heavySource is from which size of source on packages are checked and visited one at a time. All that
// belongs to one is a hundred times its source, and two of them at once decide the peak.
const heavySource = 300 << 10

// finishNodes checks each node as soon as those that it imports are done. It cannot hang: a node
// waits only for nodes that stand before it in the list, which import cycles do not change.
func (l *loader) finishNodes() {
	blanks := &blankPackages{byID: map[string]*types.Package{}}
	var heavy sync.Mutex
	var wg sync.WaitGroup
	for _, n := range l.types {
		wg.Go(func() {
			defer close(n.done)
			for _, id := range n.listed.Imports {
				if dep := l.types[id]; dep != nil && l.order[id] < l.order[n.listed.ID] {
					<-dep.done
				}
			}
			if n.full != nil && n.full.size > heavySource {
				heavy.Lock() // before the gate, so that it keeps no one else waiting
				defer heavy.Unlock()
			}
			l.gate <- struct{}{}
			defer func() { <-l.gate }()
			if !l.over() {
				l.checkNode(n, blanks)
			}
		})
	}
	wg.Wait()
}

func (l *loader) checkNode(n *typesNode, blanks *blankPackages) {
	conf := &types.Config{
		Importer:    &importer{l: l, from: n.listed, blanks: blanks},
		Sizes:       l.sizes,
		FakeImportC: true,
		GoVersion:   goVersion(n.listed),
		Error:       func(error) {},
	}
	if n.full != nil {
		n.types = l.checkFull(n.full, conf)
		n.result = n.full.result
		l.offer(n.full)
		return
	}
	conf.IgnoreFuncBodies = true
	files := n.decls.Files()
	n.types, _ = conf.Check(n.listed.Path(), l.fset, files, nil)
	n.decls = nil // the syntax is not needed any more
	if l.declared[n.listed.ID] {
		l.finishDeclared(n, conf.Importer)
		return
	}
	l.forgetLines(files)
}

// forgetLines drops where the lines of files begin. Nothing is reported in packages that nobody analyses,
// and together they have millions of lines. Their objects keep their order and their file.
func (l *loader) forgetLines(files []*ast.File) {
	for _, f := range files {
		if of := l.fset.File(f.FileStart); of != nil {
			of.SetLines([]int{0})
		}
	}
}

// finishDeclared makes a package of declarations as much like the full one as analyzers can see: it
// imports what its source does, also what only function bodies use.
func (l *loader) finishDeclared(n *typesNode, imp types.Importer) {
	var imports []*types.Package
	for _, id := range n.listed.Imports {
		path, _, _ := strings.Cut(id, " [")
		if pkg, err := imp.Import(path); err == nil {
			imports = append(imports, pkg)
		}
	}
	n.types.SetImports(imports)
	n.result = l.newResult(n.listed)
	n.result.Types = n.types
}

// newResult also links the package to the analysed ones that it imports, which are done.
func (l *loader) newResult(listed *golist.Package) *packages.Package {
	p := &packages.Package{
		ID: listed.ID, Name: listed.Name, PkgPath: listed.Path(), Dir: listed.Dir,
		GoFiles: listed.Files(), Module: module(listed.Module), Imports: map[string]*packages.Package{},
		Fset: l.fset, TypesSizes: l.sizes,
	}
	for _, id := range listed.Imports {
		if dep := l.types[id]; dep != nil && dep.result != nil && l.order[id] < l.order[listed.ID] {
			p.Imports[dep.listed.Path()] = dep.result
		}
	}
	return p
}

func (l *loader) checkFull(f *fullPackage, conf *types.Config) *types.Package {
	p := l.newResult(f.listed)
	if f.files == nil {
		l.parseFull(f)
	}
	p.Syntax, p.TypesInfo = f.files, newInfo()
	conf.Error = func(err error) {
		if e, ok := err.(types.Error); ok { //nolint:errorlint // the documented type of this callback's argument
			p.TypeErrors = append(p.TypeErrors, e)
		}
	}
	p.Types, _ = conf.Check(p.PkgPath, l.fset, f.files, p.TypesInfo)
	p.IllTyped = len(p.TypeErrors) > 0 || len(f.syntax) > 0 || f.listed.Error != nil
	f.result = p
	return p.Types
}

// offer has the package visited. In the first round one that has errors, or imports such a one, is
// left for the second, which reads more.
func (l *loader) offer(f *fullPackage) {
	if l.visit == nil {
		return
	}
	if !l.whole {
		if f.result.IllTyped {
			return
		}
		for _, id := range f.listed.Imports {
			if dep := l.full[id]; dep != nil && !dep.visited && l.order[id] < l.order[f.listed.ID] {
				return
			}
		}
	}
	l.visit(f.result, f.root)
	f.visited = true
	f.files, f.result.Syntax, f.result.TypesInfo = nil, nil, nil
}

func newInfo() *types.Info {
	return &types.Info{
		Types:        map[ast.Expr]types.TypeAndValue{},
		Instances:    map[*ast.Ident]types.Instance{},
		Defs:         map[*ast.Ident]types.Object{},
		Uses:         map[*ast.Ident]types.Object{},
		Implicits:    map[ast.Node]types.Object{},
		Selections:   map[*ast.SelectorExpr]*types.Selection{},
		Scopes:       map[ast.Node]*types.Scope{},
		FileVersions: map[*ast.File]string{},
	}
}

func goVersion(p *golist.Package) string {
	if p.Module == nil || p.Module.GoVersion == "" {
		return ""
	}
	return "go" + p.Module.GoVersion
}

func module(m *golist.Module) *packages.Module {
	if m == nil {
		return nil
	}
	return &packages.Module{Path: m.Path, Version: m.Version, Main: m.Main, GoVersion: m.GoVersion, Replace: module(m.Replace)}
}

// importer resolves the imports of one package.
type importer struct {
	l      *loader
	from   *golist.Package
	blanks *blankPackages
}

func (im *importer) Import(path string) (*types.Package, error) {
	if path == "unsafe" {
		return types.Unsafe, nil
	}
	id := im.from.Resolve(path)
	listed := im.l.byID[id]
	if listed == nil || im.l.order[id] > im.l.order[im.from.ID] {
		return nil, fmt.Errorf("the go command lists no package %q here", path)
	}
	if listed.Name == "" && listed.Error != nil {
		return nil, fmt.Errorf("%s", listed.Error.Err)
	}
	if n := im.l.types[id]; n != nil && n.types != nil {
		return n.types, nil
	}
	return im.blanks.get(listed), nil
}

// blankPackages are the packages that are imported for their name only: the blank imports.
type blankPackages struct {
	mu   sync.Mutex
	byID map[string]*types.Package
}

func (b *blankPackages) get(p *golist.Package) *types.Package {
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.byID[p.ID] == nil {
		pkg := types.NewPackage(p.Path(), p.Name)
		pkg.MarkComplete()
		b.byID[p.ID] = pkg
	}
	return b.byID[p.ID]
}
