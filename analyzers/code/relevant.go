package code

import (
	"go/ast"
	"go/token"
	"go/types"
	"slices"
	"strings"

	"golang.org/x/tools/go/types/typeutil"

	"github.com/skewlint/skewlint/analyzers/refs"
	"github.com/skewlint/skewlint/graphmodel"
)

// Relevance says which functions of a package can take part in building a graph.
type Relevance struct {
	// Builds reports whether a symbol belongs to a framework's building vocabulary.
	Builds func(graphmodel.FuncRef) bool
	// Makes and Touches report what a function of the package does, see [Func]. Either may be nil.
	Makes, Touches func(graphmodel.FuncRef) bool
	// Framework reports whether a package is an agent framework.
	Framework func(path string) bool
}

// maxFuncNodes bounds the size of one exported function; code longer than that is no builder
// code that an evaluator should replay from another package.
const maxFuncNodes = 4000

// Export compiles what other packages may need to replay: the functions that call the building
// vocabulary or whose results carry values of a framework, all they call in this package, and
// the package-level variables they use; and the plain functions, since nodes are often asked for their
// names and what makes tools is often wrapped in a Must. The result is nil when there is nothing.
//
// Time is linear in the size of the package.
func (c *Compiler) Export(rel Relevance) *Package {
	keep := make(map[graphmodel.FuncRef]bool)
	vars := make(map[string]bool)
	var work []graphmodel.FuncRef
	add := func(ref graphmodel.FuncRef) {
		if !keep[ref] && c.decls[ref] != nil {
			keep[ref] = true
			work = append(work, ref)
		}
	}
	for _, ref := range c.Refs() {
		if c.isSeed(c.decls[ref], rel) || c.isPlain(c.decls[ref]) {
			add(ref)
		}
	}
	for _, name := range c.GlobalNames() {
		if v, ok := c.Pkg.Scope().Lookup(name[strings.LastIndex(name, ".")+1:]).(*types.Var); ok {
			if mentions(v.Type(), rel.Framework, 4) {
				c.addVar(name, vars, add)
			}
		}
	}
	for len(work) > 0 {
		ref := work[len(work)-1]
		work = work[:len(work)-1]
		c.uses(c.decls[ref], vars, add)
	}
	return c.collect(keep, vars, rel)
}

func (c *Compiler) collect(keep map[graphmodel.FuncRef]bool, vars map[string]bool, rel Relevance) *Package {
	if len(keep) == 0 && len(vars) == 0 {
		return nil
	}
	p := &Package{Path: c.Pkg.Path()}
	for ref := range keep {
		if f := c.Func(ref); f != nil && size(f.Body, maxFuncNodes) < maxFuncNodes {
			f.Plain = c.isPlain(c.decls[ref])
			f.Builds = rel.Makes != nil && rel.Makes(ref)
			f.Touches = rel.Touches != nil && rel.Touches(ref)
			p.Funcs = append(p.Funcs, f)
		}
	}
	for name := range vars {
		if g := c.Global(name); g != nil && size(g.Init, maxFuncNodes) < maxFuncNodes {
			p.Globals = append(p.Globals, g)
		}
	}
	slices.SortFunc(p.Funcs, func(a, b *Func) int { return strings.Compare(string(a.Ref), string(b.Ref)) })
	slices.SortFunc(p.Globals, func(a, b *GlobalVar) int { return strings.Compare(a.Name, b.Name) })
	p.Files = c.files
	return p
}

// size counts nodes, up to limit.
func size(n *Node, limit int) int {
	if n == nil {
		return 0
	}
	total := 1
	if n.Fn != nil {
		total += size(n.Fn.Body, limit)
	}
	for _, k := range n.Kids {
		if total >= limit {
			break
		}
		total += size(k, limit)
	}
	return total
}

func (c *Compiler) isSeed(d *ast.FuncDecl, rel Relevance) bool {
	fn, _ := c.Info.Defs[d.Name].(*types.Func)
	if fn == nil {
		return false
	}
	for r := range fn.Signature().Results().Variables() {
		if mentions(r.Type(), rel.Framework, 4) && !isNodeShaped(fn, rel) {
			return true
		}
	}
	return c.CallsBuilder(d, rel.Builds) || c.makesCommand(d, rel.Framework)
}

// isPlain: see [Func.Plain].
func (c *Compiler) isPlain(d *ast.FuncDecl) bool { return c.says(d) || c.handsOn(d) }

// handsOn reports whether a function is generic and gives back a parameter's type, as Must(v, err)
// does.
func (c *Compiler) handsOn(d *ast.FuncDecl) bool {
	fn, _ := c.Info.Defs[d.Name].(*types.Func)
	if fn == nil || d.Recv != nil || d.Body == nil || len(d.Body.List) > maxHandsOn {
		return false
	}
	sig := fn.Signature()
	if sig.TypeParams().Len() == 0 || sig.Results().Len() == 0 {
		return false
	}
	t, ok := sig.Results().At(0).Type().(*types.TypeParam)
	if !ok {
		return false
	}
	for p := range sig.Params().Variables() {
		if types.Identical(p.Type(), t) {
			return true
		}
	}
	return false
}

// maxHandsOn is how many statements a function has at most that hands on what it is given.
const maxHandsOn = 6

// ExportPlain compiles the plain functions that are generic, for a package that has nothing else to
// do with graphs; nil if there are none. It does no work for a package without generic functions.
func ExportPlain(fset *token.FileSet, files []*ast.File, pkg *types.Package, info *types.Info) *Package {
	generic := func(d ast.Decl) bool {
		fd, ok := d.(*ast.FuncDecl)
		return ok && fd.Recv == nil && fd.Type.TypeParams != nil && fd.Body != nil && len(fd.Body.List) <= maxHandsOn
	}
	if !slices.ContainsFunc(files, func(f *ast.File) bool { return slices.ContainsFunc(f.Decls, generic) }) {
		return nil
	}
	c := NewCompiler(fset, files, pkg, info)
	keep := make(map[graphmodel.FuncRef]bool)
	for _, ref := range c.Refs() {
		if c.handsOn(c.decls[ref]) {
			keep[ref] = true
		}
	}
	return c.collect(keep, nil, Relevance{})
}

// says reports whether all that a function does is return one string that it makes without a call.
func (c *Compiler) says(d *ast.FuncDecl) bool {
	fn, _ := c.Info.Defs[d.Name].(*types.Func)
	if fn == nil || fn.Signature().Results().Len() != 1 || d.Body == nil || len(d.Body.List) != 1 {
		return false
	}
	ret, ok := d.Body.List[0].(*ast.ReturnStmt)
	if !ok || len(ret.Results) != 1 {
		return false
	}
	basic, ok := fn.Signature().Results().At(0).Type().Underlying().(*types.Basic)
	if !ok || basic.Info()&types.IsString == 0 {
		return false
	}
	calls := false
	ast.Inspect(ret, func(n ast.Node) bool {
		_, isCall := n.(*ast.CallExpr)
		calls = calls || isCall
		return !calls
	})
	return !calls
}

// Builds reports whether the package has code that is not plain.
func (p *Package) Builds() bool {
	return slices.ContainsFunc(p.Funcs, func(f *Func) bool { return !f.Plain }) || len(p.Globals) > 0
}

// makesCommand reports whether code makes a Command of a framework: what a node returns to say
// where the run goes next, which is as much a part of the graph as its edges. Both frameworks that
// have such a type call it that.
func (c *Compiler) makesCommand(d ast.Node, framework func(string) bool) bool {
	found := false
	ast.Inspect(d, func(n ast.Node) bool {
		if lit, ok := n.(*ast.CompositeLit); ok && !found {
			t := c.Info.TypeOf(lit)
			if p, ok := t.(*types.Pointer); ok { // elided in a list of pointers
				t = p.Elem()
			}
			if named, ok := types.Unalias(t).(*types.Named); ok && named.Obj().Pkg() != nil {
				found = named.Obj().Name() == "Command" && framework(named.Obj().Pkg().Path())
			}
		}
		return !found
	})
	return found
}

// isNodeShaped reports whether a function takes values of a framework besides returning them, as
// node functions do; those run, they do not build.
func isNodeShaped(fn *types.Func, rel Relevance) bool {
	takes := false
	for p := range fn.Signature().Params().Variables() {
		n, ok := types.Unalias(p.Type()).(*types.Named)
		if !ok || n.Obj().Pkg() == nil || !rel.Framework(n.Obj().Pkg().Path()) {
			continue
		}
		if isWrapperOf(fn, n) {
			return false
		}
		if _, isFunc := n.Underlying().(*types.Signature); !isFunc { // a wrapper takes functions
			takes = true
		}
	}
	return takes
}

// isWrapperOf reports whether a function takes and returns one interface, as those do that put
// something round an agent or a model.
func isWrapperOf(fn *types.Func, t *types.Named) bool {
	if !types.IsInterface(t) {
		return false
	}
	for r := range fn.Signature().Results().Variables() {
		if types.Identical(r.Type(), t) {
			return true
		}
	}
	return false
}

// CallsBuilder reports whether a function uses a symbol for which builds is true.
func (c *Compiler) CallsBuilder(d ast.Node, builds func(graphmodel.FuncRef) bool) bool {
	found := false
	ast.Inspect(d, func(n ast.Node) bool {
		if id, ok := n.(*ast.Ident); ok && !found {
			if fn, ok := c.Info.Uses[id].(*types.Func); ok {
				found = builds(refs.Func(fn))
			}
		}
		return !found
	})
	return found
}

// uses adds the functions that d calls and the variables that it reads, of this package.
func (c *Compiler) uses(d ast.Node, vars map[string]bool, add func(graphmodel.FuncRef)) {
	ast.Inspect(d, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.CallExpr:
			if fn, ok := typeutil.Callee(c.Info, n).(*types.Func); ok {
				add(refs.Func(fn))
			}
		case *ast.Ident:
			if v, ok := c.Info.Uses[n].(*types.Var); ok && v.Pkg() == c.Pkg && v.Parent() == c.Pkg.Scope() {
				c.addVar(c.Pkg.Path()+"."+v.Name(), vars, add)
			}
		}
		return true
	})
}

func (c *Compiler) addVar(name string, vars map[string]bool, add func(graphmodel.FuncRef)) {
	if vars[name] {
		return
	}
	init, ok := c.globals[name]
	if !ok {
		return
	}
	vars[name] = true
	c.uses(init.Rhs, vars, add)
}

// mentions reports whether a type is, holds or passes a type of a framework, depth levels deep.
func mentions(t types.Type, framework func(string) bool, depth int) bool {
	if t == nil || depth == 0 {
		return false
	}
	switch t := types.Unalias(t).(type) {
	case *types.Named:
		if t.Obj().Pkg() != nil && framework(t.Obj().Pkg().Path()) {
			return true
		}
		return mentions(t.Underlying(), framework, depth-1)
	case *types.Pointer:
		return mentions(t.Elem(), framework, depth)
	case *types.Slice:
		return mentions(t.Elem(), framework, depth)
	case *types.Array:
		return mentions(t.Elem(), framework, depth)
	case *types.Map:
		return mentions(t.Elem(), framework, depth) || mentions(t.Key(), framework, depth)
	case *types.Struct:
		for f := range t.Fields() {
			if mentions(f.Type(), framework, depth-1) {
				return true
			}
		}
	case *types.Signature:
		return mentionsTuple(t.Params(), framework, depth-1) || mentionsTuple(t.Results(), framework, depth-1)
	}
	return false
}

func mentionsTuple(t *types.Tuple, framework func(string) bool, depth int) bool {
	for v := range t.Variables() {
		if mentions(v.Type(), framework, depth) {
			return true
		}
	}
	return false
}
