package adk

import (
	"github.com/skewlint/skewlint/analyzers/eval"
)

// runs registers what runs agents. A runner always has a session service, which keeps what a
// paused run needs, one in memory as long as the process lives; loaders are what launchers and
// servers get, which bring a session service in memory if they are given none.
func (r *reader) runs() {
	unknown := func(c *eval.Call) eval.Value { return eval.Unknown{Reason: "a runner", Pos: c.Pos} }
	r.fn("runner", "New", func(c *eval.Call) eval.Value {
		stored(field(c.Arg(0), "Agent"))
		return ok(unknown(c))
	})
	r.fn("runner", "NewInMemory", func(c *eval.Call) eval.Value {
		stored(c.Arg(1))
		return ok(unknown(c))
	})
	r.fn(pkgAgent, "NewSingleLoader", func(c *eval.Call) eval.Value {
		stored(c.Arg(0))
		return eval.Unknown{Reason: "a loader", Pos: c.Pos}
	})
	r.fn(pkgAgent, "NewMultiLoader", func(c *eval.Call) eval.Value {
		stored(c.Arg(0))
		others, _ := c.Rest(1)
		for _, v := range others {
			stored(v)
		}
		return ok(eval.Unknown{Reason: "a loader", Pos: c.Pos})
	})
}

// stored notes that an agent, and all below it, run with a store.
func stored(v eval.Value) {
	seen := make(map[*agent]bool)
	var mark func(v eval.Value)
	mark = func(v eval.Value) {
		for _, alt := range eval.Alternatives(v) {
			a := agentOf(alt)
			if a == nil || seen[a] {
				continue
			}
			seen[a] = true
			if a.draft != nil {
				a.draft.MarkStored()
			}
			subs, _ := eval.Elements(a.subs)
			for _, sub := range subs {
				mark(sub)
			}
		}
	}
	mark(v)
}
