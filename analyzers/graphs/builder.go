package graphs

import (
	"fmt"
	"go/ast"
	"go/types"
	"hash/fnv"
	"reflect"
	"slices"
	"strings"

	"golang.org/x/tools/go/analysis"

	"github.com/skewlint/skewlint/analyzers/code"
	"github.com/skewlint/skewlint/analyzers/eval"
	"github.com/skewlint/skewlint/analyzers/frontend"
	"github.com/skewlint/skewlint/analyzers/refs"
	"github.com/skewlint/skewlint/graphmodel"
)

// builder evaluates the builder code of one package. It is the evaluator's program: local
// functions are compiled on demand, imported ones come from facts.
type builder struct {
	pass     *analysis.Pass
	compiler *code.Compiler
	machine  *eval.Machine
	sink     *frontend.Sink
	facts    map[string]*codeFact // by import path; nil: none
	imports  map[string]*types.Package
	values   map[graphmodel.FuncRef]bool // see frontend.Frontend.Values
	making   *reach                      // what makes or changes graphs
	touching *reach                      // what uses the vocabulary at all
}

// local gives the places of this package, foreign those of an imported one.
type local struct{ b *builder }

func (l local) Path() string { return l.b.pass.Pkg.Path() }

func (l local) Position(p code.Pos) graphmodel.Position { return l.b.compiler.Position(p) }

type foreign struct{ p *code.Package }

func (f foreign) Path() string { return f.p.Path }

func (f foreign) Position(p code.Pos) graphmodel.Position { return f.p.Position(p) }

// Func finds the code of a function.
func (b *builder) Func(ref graphmodel.FuncRef) (*code.Func, eval.Unit) {
	path := packageOf(ref)
	if path == b.pass.Pkg.Path() {
		if f := b.compiler.Func(ref); f != nil {
			return f, local{b}
		}
		return nil, nil
	}
	fact := b.fact(path)
	if fact == nil {
		return nil, nil
	}
	i, ok := slices.BinarySearchFunc(fact.Package.Funcs, ref, func(f *code.Func, r graphmodel.FuncRef) int {
		return strings.Compare(string(f.Ref), string(r))
	})
	if !ok {
		return nil, nil
	}
	return fact.Package.Funcs[i], foreign{fact.Package}
}

// Global finds the initial value of a package-level variable.
func (b *builder) Global(name string) (*code.GlobalVar, eval.Unit) {
	path := name[:strings.LastIndex(name, ".")]
	if path == b.pass.Pkg.Path() {
		if g := b.compiler.Global(name); g != nil {
			return g, local{b}
		}
		return nil, nil
	}
	fact := b.fact(path)
	if fact == nil {
		return nil, nil
	}
	i, ok := slices.BinarySearchFunc(fact.Package.Globals, name, func(g *code.GlobalVar, n string) int {
		return strings.Compare(g.Name, n)
	})
	if !ok {
		return nil, nil
	}
	return fact.Package.Globals[i], foreign{fact.Package}
}

// packageOf is the import path in a FuncRef, empty for one without package.
func packageOf(ref graphmodel.FuncRef) string {
	path, _, _ := refs.Split(ref)
	return path
}

func (b *builder) fact(path string) *codeFact {
	if f, ok := b.facts[path]; ok {
		return f
	}
	var fact *codeFact
	if pkg := b.imported(path); pkg != nil {
		f := new(codeFact)
		if b.pass.ImportPackageFact(pkg, f) {
			fact = f
		}
	}
	b.facts[path] = fact
	return fact
}

// imported finds a package among the imports, directly or not.
func (b *builder) imported(path string) *types.Package {
	if b.imports == nil {
		b.imports = make(map[string]*types.Package)
		work := []*types.Package{b.pass.Pkg}
		for len(work) > 0 {
			p := work[len(work)-1]
			work = work[:len(work)-1]
			for _, imp := range p.Imports() {
				if b.imports[imp.Path()] == nil {
					b.imports[imp.Path()] = imp
					work = append(work, imp)
				}
			}
		}
	}
	return b.imports[path]
}

// Method finds the method that a value of the named type has, promoted ones included.
func (b *builder) Method(typeName, name string) (graphmodel.FuncRef, []string, bool) {
	i := strings.LastIndex(typeName, ".")
	if i < 0 {
		return "", nil, false
	}
	pkg := b.pass.Pkg
	if typeName[:i] != pkg.Path() {
		// The fact knows methods of types that this package's source never mentions, whose
		// declarations a driver need not have read.
		for _, ref := range []graphmodel.FuncRef{
			graphmodel.FuncRef("(*" + typeName + ")." + name), graphmodel.FuncRef("(" + typeName + ")." + name),
		} {
			if f, _ := b.Func(ref); f != nil {
				return ref, nil, true
			}
		}
		if pkg = b.imported(typeName[:i]); pkg == nil {
			return "", nil, false
		}
	}
	tn, ok := pkg.Scope().Lookup(typeName[i+1:]).(*types.TypeName)
	if !ok {
		return "", nil, false
	}
	obj, index, _ := types.LookupFieldOrMethod(tn.Type(), true, pkg, name)
	fn, ok := obj.(*types.Func)
	if !ok {
		return "", nil, false
	}
	return refs.Func(fn), embeddedPath(tn.Type(), index[:len(index)-1]), true
}

func embeddedPath(t types.Type, index []int) []string {
	var names []string
	for _, i := range index {
		if p, ok := t.Underlying().(*types.Pointer); ok {
			t = p.Elem()
		}
		s, ok := t.Underlying().(*types.Struct)
		if !ok {
			return names
		}
		names = append(names, s.Field(i).Name())
		t = s.Field(i).Type()
	}
	return names
}

// builds reports whether a symbol has a handler of a frontend.
func (b *builder) builds(ref graphmodel.FuncRef) bool {
	_, ok := b.machine.Handlers[ref]
	return ok
}

func (b *builder) relevance(isAgent func(string) bool) code.Relevance {
	return code.Relevance{
		Builds: b.builds, Framework: isAgent,
		Makes: b.making.has, Touches: b.touching.has,
	}
}

// roots evaluates the package-level variables and init functions that build, then the building
// functions that no other building function mentions, then those that were not reached by then.
// Time is linear in the size of the package, plus the steps of evaluation.
func (b *builder) roots() {
	b.making, b.touching = b.reach(b.makesElsewhere), b.reach(b.touchesElsewhere)
	b.machine.Matters = func(ref graphmodel.FuncRef) bool { return b.touching.has(ref) || b.touchesElsewhere(ref) }
	b.machine.Builds = func(ref graphmodel.FuncRef) bool { return b.making.has(ref) || b.makesElsewhere(ref) }
	for _, name := range b.compiler.GlobalNames() {
		if init, ok := b.compiler.Initializer(name); ok && b.making.node(init.Rhs) {
			b.machine.Callbacks(b.machine.RunGlobal(name))
		}
	}
	inits := b.compiler.Inits()
	for i, d := range b.compiler.InitDecls() {
		if b.making.node(d) {
			b.machine.Run(inits[i], local{b})
		}
	}
	// Functions come before methods: they make the values whose fields a method reads. By name it is
	// the other way round, as names of methods begin with a parenthesis.
	order := b.compiler.Refs()
	isFunction := func(ref graphmodel.FuncRef) bool { return !strings.HasPrefix(string(ref), "(") }
	if i := slices.IndexFunc(order, isFunction); i > 0 {
		order = slices.Concat(order[i:], order[:i])
	}
	for _, mentioned := range []bool{false, true} {
		for _, ref := range order {
			if b.making.has(ref) && b.making.mentioned[ref] == mentioned && !b.machine.Visited[ref] {
				b.root(ref)
			}
		}
	}
}

// root evaluates a function that nothing in sight calls.
func (b *builder) root(ref graphmodel.FuncRef) {
	out := b.machine.Run(b.compiler.Func(ref), local{b})
	b.machine.Callbacks(out)
	escape("", []eval.Value{out}, graphmodel.Position{})
}

// reach says which functions of the package use some part of the building vocabulary, themselves
// or through functions that they mention.
type reach struct {
	b         *builder
	elsewhere func(graphmodel.FuncRef) bool // what other packages have of it
	building  map[graphmodel.FuncRef]bool
	mentioned map[graphmodel.FuncRef]bool // by another building function
}

func (r *reach) has(ref graphmodel.FuncRef) bool { return r != nil && r.building[ref] }

func (b *builder) reach(elsewhere func(graphmodel.FuncRef) bool) *reach {
	r := &reach{
		b: b, elsewhere: elsewhere,
		building: make(map[graphmodel.FuncRef]bool), mentioned: make(map[graphmodel.FuncRef]bool),
	}
	users := make(map[graphmodel.FuncRef][]graphmodel.FuncRef)
	uses := make(map[graphmodel.FuncRef][]graphmodel.FuncRef)
	var work []graphmodel.FuncRef
	for _, ref := range b.compiler.Refs() {
		d, _ := b.compiler.Decl(ref)
		for _, used := range b.mentions(d) {
			if _, here := b.compiler.Decl(used); here {
				users[used] = append(users[used], ref)
				uses[ref] = append(uses[ref], used)
			} else if elsewhere(used) && !r.building[ref] {
				r.building[ref] = true
				work = append(work, ref)
			}
		}
	}
	spread(r.building, work, users)
	for ref := range r.building {
		for _, used := range uses[ref] {
			if used != ref {
				r.mentioned[used] = true
			}
		}
	}
	return r
}

// node reports whether code outside functions builds.
func (r *reach) node(n ast.Node) bool {
	return slices.ContainsFunc(r.b.mentions(n), func(ref graphmodel.FuncRef) bool {
		return r.building[ref] || r.elsewhere(ref)
	})
}

// mentions lists the functions that code calls or names.
func (b *builder) mentions(n ast.Node) []graphmodel.FuncRef {
	var out []graphmodel.FuncRef
	ast.Inspect(n, func(n ast.Node) bool {
		if id, ok := n.(*ast.Ident); ok {
			if fn, ok := b.pass.TypesInfo.Uses[id].(*types.Func); ok {
				out = append(out, refs.Func(fn))
			}
		}
		return true
	})
	return out
}

// makesElsewhere reports whether a function of another package makes or changes a graph.
func (b *builder) makesElsewhere(ref graphmodel.FuncRef) bool {
	if b.builds(ref) {
		return !b.values[ref]
	}
	f := b.foreignFunc(ref)
	return f != nil && f.Builds
}

// touchesElsewhere reports whether a function of another package uses the building vocabulary.
func (b *builder) touchesElsewhere(ref graphmodel.FuncRef) bool {
	if b.builds(ref) {
		return true
	}
	f := b.foreignFunc(ref)
	return f != nil && f.Touches
}

// foreignFunc is the code of a function of another package, nil if it is not at hand.
func (b *builder) foreignFunc(ref graphmodel.FuncRef) *code.Func {
	if packageOf(ref) == b.pass.Pkg.Path() {
		return nil
	}
	f, _ := b.Func(ref)
	return f
}

// graphs finishes the drafts: those that other packages report on are dropped, and so are copies
// of one graph that came from evaluating the same code twice. Of those dropped, inner are the ones
// that the rest runs as nodes.
func (b *builder) graphs() (out, inner []graphmodel.Graph) {
	for _, d := range b.sink.Drafts {
		if b.isForeign(d) || isEmpty(&d.Graph) {
			continue // an empty graph is one that a caller fills
		}
		g := d.Finish()
		if !slices.ContainsFunc(out, func(o graphmodel.Graph) bool { return reflect.DeepEqual(o, g) }) {
			out = append(out, g)
		}
	}
	slices.SortStableFunc(out, func(x, y graphmodel.Graph) int {
		if x.Pos != y.Pos {
			if x.Pos.Before(y.Pos) {
				return -1
			}
			return 1
		}
		return strings.Compare(x.Name, y.Name)
	})
	return out, b.inner(out)
}

// inner finds the graphs that nodes of own run, and nodes of those, among the drafts that are not
// among own. Time is linear in the number of nodes and drafts.
func (b *builder) inner(own []graphmodel.Graph) []graphmodel.Graph {
	drafts := make(map[string]*frontend.Draft)
	for _, d := range b.sink.Drafts {
		drafts[d.Graph.Name] = d
	}
	for i := range own {
		delete(drafts, own[i].Name)
	}
	var out []graphmodel.Graph
	for work := own; len(work) > 0; {
		g := work[0]
		work = work[1:]
		for _, n := range g.Nodes {
			if d := drafts[n.Subgraph]; n.Subgraph != "" && d != nil {
				delete(drafts, n.Subgraph)
				sub := d.Finish()
				out, work = append(out, sub), append(slices.Clip(work), sub)
			}
		}
	}
	slices.SortFunc(out, func(x, y graphmodel.Graph) int { return strings.Compare(x.Name, y.Name) })
	return out
}

// isEmpty reports whether nothing was added to a graph but what its callers add.
func isEmpty(g *graphmodel.Graph) bool {
	return len(g.Nodes)+len(g.Edges) == 0 && !slices.ContainsFunc(g.Gaps, func(gap graphmodel.Gap) bool {
		return (gap.Kind == graphmodel.GapNode || gap.Kind == graphmodel.GapEdge) &&
			!strings.HasSuffix(gap.Reason, eval.NotCalled)
	})
}

// isForeign reports whether the package that makes the graph sees the same graph by itself, and so
// reports on it.
func (b *builder) isForeign(d *frontend.Draft) bool {
	if d.Package == b.pass.Pkg.Path() {
		return false
	}
	fact := b.fact(d.Package)
	return fact != nil && slices.Contains(fact.Complete, fingerprint(d))
}

// complete lists the graphs that this package makes and of which a caller knows no more: what is not
// known of them are not parameters.
func (b *builder) complete() []string {
	var out []string
	for _, d := range b.sink.Drafts {
		if d.Package == b.pass.Pkg.Path() && !slices.ContainsFunc(d.Graph.Gaps, isForCallers) {
			out = append(out, fingerprint(d))
		}
	}
	slices.Sort(out)
	return slices.Compact(out)
}

func isForCallers(gap graphmodel.Gap) bool { return strings.HasSuffix(gap.Reason, eval.NotCalled) }

// fingerprint tells graphs apart by where they are made and what they consist of, whatever
// package looks at them.
func fingerprint(d *frontend.Draft) string {
	h := fnv.New64a()
	for _, n := range d.Graph.Nodes {
		fmt.Fprintf(h, "n%q%q", n.Name, n.Func.Ref)
	}
	for _, e := range d.Graph.Edges {
		fmt.Fprintf(h, "e%q%q%d%d", e.From, e.To, e.Kind, e.Limit)
	}
	for _, f := range d.Finish().Fields {
		fmt.Fprintf(h, "f%q%d", f.Name, f.HasReducer)
	}
	return fmt.Sprintf("%s#%x", d.Made, h.Sum64())
}
