package stategraph

import (
	"cmp"
	"errors"
	"fmt"
	"maps"
	"slices"
)

// checker finds the mistakes of one graph.
type checker struct {
	graph *Graph
	nodes map[string]*node
	errs  []error
}

func (ck *checker) fail(pos, format string, args ...any) {
	ck.errs = append(ck.errs, &BuildError{Graph: ck.graph.name, Pos: pos, Msg: fmt.Sprintf(format, args...)})
}

func (ck *checker) fieldSet() fieldSet {
	out := fieldSet{}
	for _, d := range ck.graph.fields {
		name := d.field.Name()
		if err := checkName(name); err != nil {
			ck.fail(d.pos, "field name: %v", err)
		}
		if old, dup := out[name]; dup {
			ck.fail(d.pos, "field %q is declared twice (%s and %s)", name, old.typ(), d.field.typ())
			continue
		}
		out[name] = d.field
	}
	return out
}

func (ck *checker) addNode(n *node) bool {
	if old, dup := ck.nodes[n.name]; dup {
		ck.fail(n.pos, "node %q is added twice, first at %s", n.name, old.pos)
		return false
	}
	ck.nodes[n.name] = n
	return true
}

// subgraph compiles the graph inside of n.
func (ck *checker) subgraph(n *node, cfg compileConfig, above []*Graph) *Compiled {
	if slices.Contains(above, n.sub) {
		ck.fail(n.pos, "subgraph %q contains itself", n.name)
		return nil
	}
	c, errs := n.sub.compile(cfg, above)
	ck.errs = append(ck.errs, errs...)
	return c
}

// share finds the fields that a subgraph shares with the graph around it.
func (ck *checker) share(n *node, outer fieldSet, sub *Compiled) map[string]bool {
	shared := map[string]bool{}
	if sub == nil {
		return shared
	}
	for _, d := range n.sub.fields {
		name := d.field.Name()
		out, ok := outer[name]
		switch {
		case !ok:
			continue
		case out.typ() != d.field.typ():
			ck.fail(n.pos, "field %q is %s here and %s in subgraph %q", name, out.typ(), d.field.typ(), n.name)
		case out.reduces() != d.field.reduces():
			ck.fail(n.pos, "field %q has a reducer on one side of subgraph %q only", name, n.name)
		}
		shared[name] = true
	}
	return shared
}

// edge checks one edge and reports whether it can be built in.
func (ck *checker) edge(e *edge) bool {
	ok := true
	refuse := func(format string, args ...any) {
		ck.fail(e.pos, format, args...)
		ok = false
	}
	if e.from == End {
		refuse("an edge leaves End")
	} else if e.from != Start && ck.nodes[e.from] == nil {
		refuse("edge from unknown node %q", e.from)
	}
	for i, to := range e.to {
		switch {
		case to == Start:
			refuse("edge from %q leads to Start", e.from)
		case to == End && e.split != nil:
			refuse("fan-out from %q leads to End", e.from)
		case to != End && ck.nodes[to] == nil:
			refuse("edge from %q to unknown node %q", e.from, to)
		case slices.Contains(e.to[:i], to):
			refuse("edge from %q declares target %q twice", e.from, to)
		}
	}
	if len(e.to) == 0 {
		return false
	}
	return ok && !ck.repeated(e)
}

// repeated refuses a second edge of the same kind between the same nodes: it
// could only be a slip, and a second fan-out would not know its own limit.
func (ck *checker) repeated(e *edge) bool {
	for _, o := range ck.graph.edges {
		if o == e {
			return false
		}
		same := o.from == e.from && o.route == nil && e.route == nil && o.to[0] == e.to[0]
		if same && (o.split == nil) == (e.split == nil) {
			ck.fail(e.pos, "edge from %q to %q is added twice, first at %s", e.from, e.to[0], o.pos)
			return true
		}
	}
	return false
}

// reachable reports nodes that no path from Start leads to.
func (ck *checker) reachable() {
	seen := map[string]bool{Start: true}
	for grown := true; grown; {
		grown = false
		for _, e := range ck.graph.edges {
			if !seen[e.from] {
				continue
			}
			for _, to := range e.to {
				grown = grown || !seen[to]
				seen[to] = true
			}
		}
	}
	if len(seen) == 1 {
		ck.fail(ck.graph.pos, "no edge leaves Start")
		return
	}
	for _, n := range ck.graph.nodes {
		if !seen[n.name] {
			ck.fail(n.pos, "node %q cannot be reached from Start", n.name)
		}
	}
}

// fits checks that a stored checkpoint still matches the graph, which may have
// changed since it was written.
func (c *Compiled) fits(cp *checkpoint) error {
	var errs []error
	for name, raw := range cp.State {
		if f, ok := c.fields[name]; ok {
			errs = append(errs, f.check(raw))
		}
	}
	for _, a := range cp.Acts {
		errs = append(errs, c.fitsActivation(a))
	}
	errs = append(errs, c.fitsWrites(cp.Writes))
	return errors.Join(errs...)
}

func (c *Compiled) fitsActivation(a *activation) error {
	names := []string{a.Node}
	if a.From != "" {
		names = append(names, a.From)
	}
	sub := a.Sub
	var errs []error
	for _, name := range slices.Sorted(maps.Keys(a.Overlay)) {
		errs = append(errs, c.fitsWrites([]write{{Field: name, Value: a.Overlay[name]}}))
	}
	if o := a.Outcome; o != nil {
		sub = cmp.Or(sub, o.Sub)
		names = append(names, o.Goto...)
		for _, set := range o.Tasks {
			names = append(names, set.Target)
		}
		errs = append(errs, c.fitsWrites(o.Writes))
	}
	for _, name := range names {
		if name != End && c.node(name) == nil {
			errs = append(errs, fmt.Errorf("the thread is parked at %q and needs node %q, which graph %q does not have",
				a.Node, name, c.name))
		}
	}
	if n := c.node(a.Node); n != nil && sub != nil {
		if n.sub == nil {
			return errors.Join(append(errs, fmt.Errorf("the thread is parked inside %q, which is no subgraph any more", a.Node))...)
		}
		errs = append(errs, n.sub.fits(sub))
	}
	return errors.Join(errs...)
}

func (c *Compiled) fitsWrites(ws []write) error {
	var errs []error
	for _, w := range ws {
		if f, ok := c.fields[w.Field]; ok {
			errs = append(errs, f.check(w.Value))
		} else {
			errs = append(errs, fmt.Errorf("the thread has a write to field %q, which graph %q does not declare", w.Field, c.name))
		}
	}
	return errors.Join(errs...)
}
