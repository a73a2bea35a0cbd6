package effects

import (
	"go/token"
	"go/types"
	"maps"
	"slices"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/ssa"

	"github.com/skewlint/skewlint/analyzers/knowledge"
	"github.com/skewlint/skewlint/analyzers/lazyssa"
)

// builder writes the summaries of one package.
type builder struct {
	pass     *analysis.Pass
	base     *knowledge.Base
	facts    map[string]*Summaries // of imported packages
	out      *Summaries
	strings  map[string]str
	files    map[string]int
	impls    map[*types.Func]*types.Func // the one implementation in sight, nil if none or several
	concrete []types.Type                // named types in sight, see implementation
	stores   map[string][]string         // functions stored in struct fields, "" for others
	records  map[types.Type]bool         // see isRecord
	agents   map[*types.Package]bool     // see isAgent
	peers    map[types.Type]bool         // see isPeer
}

func buildSummaries(pass *analysis.Pass, base *knowledge.Base, facts map[string]*Summaries, prog *lazyssa.Program) *Summaries {
	b := &builder{
		pass: pass, base: base, facts: facts,
		out:     &Summaries{Path: pass.Pkg.Path()},
		strings: map[string]str{}, files: map[string]int{},
		impls:  map[*types.Func]*types.Func{},
		stores: map[string][]string{}, records: map[types.Type]bool{}, agents: map[*types.Package]bool{}, peers: map[types.Type]bool{},
	}
	b.str("")
	b.out.Funcs = make([]function, 0, len(prog.Funcs))
	for f := range prog.Drain() {
		b.out.Funcs = append(b.out.Funcs, b.function(f))
	}
	b.fieldFuncs()
	return b.out
}

func (b *builder) str(s string) str {
	i, ok := b.strings[s]
	if !ok {
		i = str(len(b.out.Strings))
		b.strings[s] = i
		b.out.Strings = append(b.out.Strings, s)
	}
	return i
}

func (b *builder) place(pos token.Pos) place {
	p := b.pass.Fset.Position(pos)
	if !p.IsValid() {
		return place{}
	}
	i, ok := b.files[p.Filename]
	if !ok {
		i = len(b.out.Files)
		b.files[p.Filename] = i
		b.out.Files = append(b.out.Files, p.Filename)
	}
	return place{int32(i), int32(p.Line), int32(p.Column)}
}

// fieldFuncs keeps the struct fields into which the package stores one function and nothing else.
func (b *builder) fieldFuncs() {
	for _, field := range slices.Sorted(maps.Keys(b.stores)) {
		fns := slices.Compact(slices.Sorted(slices.Values(b.stores[field])))
		if len(fns) == 1 && fns[0] != "" {
			b.out.FieldFuncs = append(b.out.FieldFuncs, fieldFunc{b.str(field), b.str(fns[0])})
		}
	}
}

// funcBuilder writes the summary of one function.
type funcBuilder struct {
	*builder
	fn     *ssa.Function
	out    function
	nodes  map[ssa.Value]node
	events map[ssa.Instruction]int
	loops  *loops
	// measuring are the values whose length is being found.
	measuring map[ssa.Value]bool
	looks     int                // see look
	plain     map[ssa.Value]node // see given
	skipped   map[*ssa.BasicBlock]bool
	failing   map[*ssa.BasicBlock]bool
	asks      bool // see asksAnswers
}

func (b *builder) function(f *ssa.Function) function {
	fb := &funcBuilder{builder: b, fn: f, nodes: map[ssa.Value]node{}, events: map[ssa.Instruction]int{}, measuring: map[ssa.Value]bool{}, plain: map[ssa.Value]node{}, skipped: map[*ssa.BasicBlock]bool{}, failing: map[*ssa.BasicBlock]bool{}}
	fb.out = function{Ref: b.str(string(lazyssa.Ref(f))), Pos: b.place(f.Pos()), Recv: f.Signature.Recv() != nil}
	fb.out.Nodes = []valueNode{{}}
	for i, p := range f.Params {
		fb.out.Params = append(fb.out.Params, b.str(p.Name()))
		if holdsData(p.Type()) && (i > 0 || !fb.out.Recv) {
			fb.out.Data = append(fb.out.Data, i)
		}
	}
	for _, v := range f.FreeVars {
		fb.out.Free = append(fb.out.Free, b.str(v.Name()))
	}
	fb.loops = findLoops(f)
	fb.listEvents()
	fb.asks, fb.out.Serves = fb.asksAnswers(), fb.serves()
	fb.describeLoops()
	fb.fillEvents()
	fb.out.Takes = fb.takes()
	fb.flow()
	fb.results()
	fb.writes()
	fb.peeks()
	fb.updates()
	fb.parent()
	fb.width()
	fb.noteStores()
	fb.out.Nodes = slices.Clone(fb.out.Nodes) // it is kept, and was made to grow
	return fb.out
}

// parent notes where a literal stands. Its bindings are nodes of the parent, which has been
// summarised before it: the list of functions has parents first.
func (fb *funcBuilder) parent() {
	p := fb.fn.Parent()
	if p == nil {
		return
	}
	fb.out.Parent = fb.str(string(lazyssa.Ref(p)))
	ref := fb.out.Ref
	for i := range fb.builder.out.Funcs {
		f := &fb.builder.out.Funcs[i]
		if f.Ref != fb.out.Parent {
			continue
		}
		for _, n := range f.Nodes {
			if n.Kind == funcNode && n.S == ref && n.A == 0 {
				fb.out.Binds = n.Kids
				return
			}
		}
	}
}

func (fb *funcBuilder) results() {
	n := fb.fn.Signature.Results().Len()
	kids := make([][]node, n)
	for _, b := range fb.fn.Blocks {
		ret, ok := b.Instrs[len(b.Instrs)-1].(*ssa.Return)
		if !ok {
			continue
		}
		for i, r := range ret.Results {
			kids[i] = append(kids[i], fb.node(r))
		}
	}
	for i := range kids {
		fb.out.Returns = append(fb.out.Returns, fb.union(kids[i]))
	}
}

// writes notes what the function puts into what its parameters and captured variables refer to.
func (fb *funcBuilder) writes() {
	for _, p := range fb.fn.Params {
		fb.out.ParamWrites = append(fb.out.ParamWrites, fb.mutations(p))
	}
	for _, v := range fb.fn.FreeVars {
		fb.out.FreeWrites = append(fb.out.FreeWrites, fb.mutations(v))
	}
}

// noteStores collects what is stored in struct fields of func type.
func (fb *funcBuilder) noteStores() {
	for _, b := range fb.fn.Blocks {
		for _, in := range b.Instrs {
			st, ok := in.(*ssa.Store)
			if !ok {
				continue
			}
			addr, ok := st.Addr.(*ssa.FieldAddr)
			if !ok {
				continue
			}
			if _, ok := st.Val.Type().Underlying().(*types.Signature); !ok {
				continue
			}
			symbol := elemSymbol(fb.fieldElem(addr.X.Type(), addr.Field))
			if symbol != "" {
				fb.stores[symbol] = append(fb.stores[symbol], storedFunc(st.Val))
			}
		}
	}
}

// storedFunc is the function that a value is for certain, "" if it is not known.
func storedFunc(v ssa.Value) string {
	for {
		switch x := v.(type) {
		case *ssa.ChangeType:
			v = x.X
			continue
		case *ssa.Function:
			return string(lazyssa.Ref(x))
		case *ssa.MakeClosure:
			return string(lazyssa.Ref(x.Fn.(*ssa.Function)))
		}
		return ""
	}
}
