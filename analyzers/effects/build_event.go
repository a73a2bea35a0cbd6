package effects

import (
	"go/token"
	"go/types"

	"golang.org/x/tools/go/ssa"

	"github.com/skewlint/skewlint/analyzers/knowledge"
	"github.com/skewlint/skewlint/analyzers/lazyssa"
	"github.com/skewlint/skewlint/analyzers/refs"
	"github.com/skewlint/skewlint/graphmodel"
)

// listEvents numbers the calls that matter, before any value is looked at: results of calls are
// values.
func (fb *funcBuilder) listEvents() {
	for _, b := range fb.fn.Blocks {
		for _, in := range b.Instrs {
			call, ok := in.(ssa.CallInstruction)
			if !ok {
				if ev, ok := fb.fieldEvent(in); ok {
					fb.events[in] = len(fb.out.Events)
					fb.out.Events = append(fb.out.Events, ev)
				}
				if recv, ok := in.(*ssa.UnOp); ok && recv.Op == token.ARROW {
					fb.out.Waits = true
				}
				continue
			}
			if ev, ok := fb.classify(call.Common()); ok {
				ev.Pos = fb.place(callPos(call))
				switch in.(type) {
				case *ssa.Go:
					ev.Kind = goEvent
				case *ssa.Defer:
					ev.Kind = deferEvent
				}
				fb.events[in] = len(fb.out.Events)
				fb.out.Events = append(fb.out.Events, ev)
			}
			fb.out.Waits = fb.out.Waits || isWait(call.Common())
		}
	}
}

func callPos(call ssa.CallInstruction) token.Pos {
	if _, ok := call.(*ssa.Go); ok {
		return call.Pos() // at the word; the call of a literal stands at its end
	}
	if p := call.Common().Pos(); p.IsValid() {
		return p
	}
	return call.Pos()
}

func isWait(c *ssa.CallCommon) bool {
	if c.IsInvoke() {
		return c.Method.Name() == "Wait"
	}
	f := c.StaticCallee()
	return f != nil && f.Name() == "Wait"
}

// classify decides whether a call matters, and what is called as far as the syntax says.
func (fb *funcBuilder) classify(c *ssa.CallCommon) (event, bool) {
	if _, ok := c.Value.(*ssa.Builtin); ok {
		return event{}, false
	}
	if c.IsInvoke() {
		return fb.invoke(c)
	}
	f := c.StaticCallee()
	if f == nil {
		return event{}, true
	}
	if _, ok := c.Value.(*ssa.MakeClosure); ok {
		return event{}, true // a literal called on the spot: as a value, for what it captures
	}
	ev := event{Callee: fb.str(string(lazyssa.Ref(f))), Recv: f.Signature.Recv() != nil}
	return fb.known(ev, lazyssa.Ref(f), pkgOf(f), c)
}

func pkgOf(f *ssa.Function) string {
	if o := f.Origin(); o != nil {
		f = o
	}
	if f.Pkg != nil {
		return f.Pkg.Pkg.Path()
	}
	if obj := f.Object(); obj != nil && obj.Pkg() != nil {
		return obj.Pkg().Path()
	}
	return ""
}

// known completes an event whose callee has a name.
func (fb *funcBuilder) known(ev event, ref graphmodel.FuncRef, path string, c *ssa.CallCommon) (event, bool) {
	_, answer := fb.base.Func(ref)
	switch {
	case answer == knowledge.HasEffect:
		return ev, true
	case path == fb.pass.Pkg.Path():
		return ev, true
	case fb.facts[path] != nil:
		return ev, len(fb.facts[path].Funcs) > 0 // an empty fact: a package in which nothing matters
	case answer == knowledge.Clean && fb.base.IsAgent(path), isInit(c):
		return ev, false // a framework keeps the functions that it is given: nothing is called here
	case takesFunc(c):
		ev.Yield = true
		return ev, true
	}
	return ev, answer == knowledge.NotKnown
}

// isInit: a package's initialisation calls those of its imports.
func isInit(c *ssa.CallCommon) bool {
	f := c.StaticCallee()
	return f != nil && f.Synthetic == "package initializer"
}

// takesFunc reports whether a function is among the arguments.
func takesFunc(c *ssa.CallCommon) bool {
	for _, a := range c.Args {
		if _, ok := a.Type().Underlying().(*types.Signature); ok {
			return true
		}
	}
	return false
}

func (fb *funcBuilder) invoke(c *ssa.CallCommon) (event, bool) {
	ref := refs.Func(c.Method)
	ev := event{Callee: fb.str(string(ref)), Recv: true}
	switch _, answer := fb.base.Func(ref); answer {
	case knowledge.HasEffect:
		return ev, true
	case knowledge.Clean:
		ev.Yield = true
		return ev, takesFunc(c)
	}
	impl, several := fb.implementation(c.Method, c.Value.Type())
	if impl != nil {
		ev.Callee, ev.Guess = fb.str(string(refs.Func(impl))), true
		if _, answer := fb.base.Func(refs.Func(impl)); answer == knowledge.Clean {
			return ev, false
		}
		return ev, true
	}
	ev.Why = fb.str("call of " + c.Method.Name() + " through an interface with no implementation in sight")
	if several {
		ev.Why = fb.str("call of " + c.Method.Name() + " through an interface with several implementations")
	}
	return ev, true
}

// implementation finds the one concrete type of the module in sight that implements the
// interface. Two are as good as none: which one is meant is not known.
func (fb *funcBuilder) implementation(method *types.Func, t types.Type) (impl *types.Func, several bool) {
	iface, ok := t.Underlying().(*types.Interface)
	if !ok {
		return nil, false
	}
	if found, ok := fb.impls[method]; ok {
		return found, false
	}
	for _, t := range fb.types() {
		if !types.Implements(t, iface) {
			continue
		}
		obj, _, _ := types.LookupFieldOrMethod(t, true, method.Pkg(), method.Name())
		m, ok := obj.(*types.Func)
		if !ok || m == impl {
			continue
		}
		if impl != nil {
			return nil, true
		}
		impl = m
	}
	fb.impls[method] = impl
	return impl, false
}

// types are pointers to the named types of this package and of the packages of the module that
// it imports, directly or not.
func (b *builder) types() []types.Type {
	if b.concrete != nil {
		return b.concrete
	}
	b.concrete = []types.Type{}
	seen := map[*types.Package]bool{}
	var visit func(p *types.Package)
	visit = func(p *types.Package) {
		if seen[p] || b.base.IsCovered(p.Path()) || p != b.pass.Pkg && b.facts[p.Path()] == nil {
			return
		}
		seen[p] = true
		for _, name := range p.Scope().Names() {
			tn, ok := p.Scope().Lookup(name).(*types.TypeName)
			if !ok || tn.IsAlias() || types.IsInterface(tn.Type()) {
				continue
			}
			if n, ok := tn.Type().(*types.Named); ok && n.TypeParams().Len() == 0 {
				b.concrete = append(b.concrete, types.NewPointer(n))
			}
		}
		for _, imp := range p.Imports() {
			visit(imp)
		}
	}
	visit(b.pass.Pkg)
	return b.concrete
}

// fillEvents adds to each event the values that go in, and its loop.
func (fb *funcBuilder) fillEvents() {
	for _, b := range fb.fn.Blocks {
		for _, in := range b.Instrs {
			i, ok := fb.events[in]
			if !ok {
				continue
			}
			call, ok := in.(ssa.CallInstruction)
			if !ok {
				fb.out.Events[i].Args, fb.out.Events[i].Skips = fb.fieldArgs(in), fb.skips(b)
				continue
			}
			c := call.Common()
			var args []node
			if c.IsInvoke() {
				args = append(args, fb.node(c.Value))
			}
			for _, a := range c.Args {
				args = append(args, fb.node(a))
			}
			ev := &fb.out.Events[i]
			ev.Args, ev.Loop, ev.Skips = args, int32(fb.loops.of(b)), fb.skips(b)
			ev.Pick = fb.picked(c)
			if ev.Callee == 0 {
				ev.Dyn = fb.node(c.Value)
			}
			ev.Fails, ev.Stops = fb.onlyFails(b), fb.stops(in, b)
			ev.Each = takesYield(c)
			ev.Yield = ev.Yield || ev.Each
			ev.Limit = fb.limit(call, b)
		}
	}
}

// takesYield reports whether the call is the range of a loop over a function.
func takesYield(c *ssa.CallCommon) bool {
	for _, a := range c.Args {
		mc, ok := a.(*ssa.MakeClosure)
		if ok && mc.Fn.(*ssa.Function).Synthetic == "range-over-func yield" {
			return true
		}
	}
	return false
}
