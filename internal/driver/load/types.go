package load

import (
	"fmt"
	"go/ast"
	"go/types"
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

// finishNodes checks each node as soon as those that it imports are done. It cannot hang: a node
// waits only for nodes that stand before it in the list, which import cycles do not change.
func (l *loader) finishNodes() {
	blanks := &blankPackages{byID: map[string]*types.Package{}}
	var wg sync.WaitGroup
	for _, n := range l.types {
		wg.Go(func() {
			defer close(n.done)
			for _, id := range n.listed.Imports {
				if dep := l.types[id]; dep != nil && l.order[id] < l.order[n.listed.ID] {
					<-dep.done
				}
			}
			l.gate <- struct{}{}
			defer func() { <-l.gate }()
			l.checkNode(n, blanks)
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
		return
	}
	conf.IgnoreFuncBodies = true
	n.types, _ = conf.Check(n.listed.Path(), l.fset, n.decls.Files(), nil)
	n.decls = nil // the syntax is not needed any more
}

func (l *loader) checkFull(f *fullPackage, conf *types.Config) *types.Package {
	p := &packages.Package{
		ID: f.listed.ID, Name: f.listed.Name, PkgPath: f.listed.Path(), Dir: f.listed.Dir,
		GoFiles: f.listed.Files(), Module: module(f.listed.Module),
		Fset: l.fset, Syntax: f.files, TypesInfo: newInfo(), TypesSizes: l.sizes,
	}
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
