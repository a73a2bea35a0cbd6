package graphmodel

import (
	"errors"
	"fmt"
	"slices"
)

// Validate lists what no graph may have, joined in one error: a name given twice or reserved or
// empty, an edge to or from a node that does not exist, out of End or into Start, a kind, an
// answer or a fate that does not exist, a negative number. A node that an edge names and nobody
// added is allowed where a gap says that nodes are missing. O(n + m).
func (g *Graph) Validate() error {
	v := &validator{g: g}
	v.nodes()
	v.edges()
	v.fields()
	v.fanIns()
	v.gaps()
	v.dialect()
	v.position("pos", g.Pos)
	v.answer("checkpointer", g.Checkpointer)
	v.notNegative("step_limit", g.StepLimit)
	return errors.Join(v.problems...)
}

type validator struct {
	g        *Graph
	known    map[string]bool
	problems []error
}

func (v *validator) add(format string, args ...any) {
	v.problems = append(v.problems, fmt.Errorf(format, args...))
}

func (v *validator) nodes() {
	v.known = map[string]bool{Start: true, End: true}
	for i, n := range v.g.Nodes {
		at := fmt.Sprintf("nodes[%d]", i)
		switch {
		case n.Name == "":
			v.add("%s: a node without name", at)
		case n.Name == Start || n.Name == End:
			v.add("%s: the name %q is reserved", at, n.Name)
		case v.known[n.Name]:
			v.add("%s: a second node %q", at, n.Name)
		}
		v.known[n.Name] = true
		v.position(at+".pos", n.Pos)
		v.function(at+".func", n.Func)
	}
}

func (v *validator) edges() {
	gap := v.g.HasGap(GapNode)
	for i, e := range v.g.Edges {
		at := fmt.Sprintf("edges[%d]", i)
		for _, end := range []string{e.From, e.To} {
			if end == "" || !v.known[end] && !gap {
				v.add("%s: no node %q", at, end)
			}
		}
		if e.From == End {
			v.add("%s: an edge out of the end", at)
		}
		if e.To == Start {
			v.add("%s: an edge into the start", at)
		}
		if e.Kind < Always || e.Kind > Join {
			v.add("%s: no such edge kind: %d", at, int(e.Kind))
		}
		v.notNegative(at+".limit", e.Limit)
		v.notNegative(at+".group", e.Group)
		v.answer(at+".limited", e.Limited)
		v.position(at+".pos", e.Pos)
		v.function(at+".func", e.Func)
	}
}

func (v *validator) fields() {
	seen := make(map[string]bool, len(v.g.Fields))
	for i, f := range v.g.Fields {
		at := fmt.Sprintf("fields[%d]", i)
		if f.Name == "" {
			v.add("%s: a field without name", at)
		} else if seen[f.Name] {
			v.add("%s: a second field %q", at, f.Name)
		}
		seen[f.Name] = true
		v.answer(at+".has_reducer", f.HasReducer)
		v.position(at+".pos", f.Pos)
		v.function(at+".reducer", f.Reducer)
	}
}

func (v *validator) fanIns() {
	for i, f := range v.g.FanIns {
		at := fmt.Sprintf("fan_ins[%d]", i)
		for _, name := range append([]string{f.Node}, f.From...) {
			if !v.known[name] {
				v.add("%s: no node %q", at, name)
			}
		}
		if f.Node == Start || slices.Contains(f.From, End) {
			v.add("%s: into the start or out of the end", at)
		}
		if len(unrepeated(f.From)) < 2 {
			v.add("%s: fewer than two outputs", at)
		}
		if f.How == "" || f.Fate == "" {
			v.add("%s: nothing says how the outputs meet and what then happens", at)
		}
	}
}

func (v *validator) gaps() {
	kinds := []GapKind{GapNode, GapEdge, GapField, GapGraph}
	for i, gap := range v.g.Gaps {
		if !slices.Contains(kinds, gap.Kind) {
			v.add("gaps[%d]: no such kind: %q", i, gap.Kind)
		}
		v.position(fmt.Sprintf("gaps[%d].pos", i), gap.Pos)
	}
}

func (v *validator) dialect() {
	d := &v.g.Dialect
	if !slices.Contains([]ResumeEntry{"", EnterAtPause, EnterAtStart}, d.ResumeEntry) {
		v.add("dialect.resume_entry: no such entry: %q", d.ResumeEntry)
	}
	fates := []Conflict{"", ConflictError, ConflictLastWins, ConflictRace, ConflictMerge, ConflictUndefined}
	if !slices.Contains(fates, d.Conflict) {
		v.add("dialect.conflict: no such fate: %q", d.Conflict)
	}
	v.answer("dialect.rerun_on_resume", d.RerunOnResume)
	v.answer("dialect.lock_step", d.LockStep)
	v.answer("dialect.checkpoint_each_step", d.CheckpointEachStep)
	v.answer("dialect.default_reducer", d.DefaultReducer)
	v.answer("dialect.pause_is_error", d.PauseIsError)
	v.notNegative("dialect.default_fan_out_limit", d.DefaultFanOutLimit)
}

func (v *validator) function(at string, f FuncValue) {
	v.position(at+".pos", f.Pos)
	for i, b := range f.Bound {
		v.function(fmt.Sprintf("%s.bound[%d].func", at, i), b.Func)
	}
	for i, b := range f.Before {
		v.function(fmt.Sprintf("%s.before[%d]", at, i), b)
	}
	for i, a := range f.After {
		v.function(fmt.Sprintf("%s.after[%d]", at, i), a)
	}
	for i, t := range f.Tools {
		v.function(fmt.Sprintf("%s.tools[%d]", at, i), t)
	}
	if s := f.State; s != nil && (s.Param < -1 || s.Result < -1) {
		v.add("%s.state: an index below -1", at)
	}
}

func (v *validator) answer(at string, t Tri) {
	if t < Unknown || t > Yes {
		v.add("%s: no such answer: %d", at, int(t))
	}
}

func (v *validator) position(at string, p Position) {
	if p.Line < 0 || p.Column < 0 {
		v.add("%s: a negative line or column", at)
	}
}

func (v *validator) notNegative(at string, n int) {
	if n < 0 {
		v.add("%s: negative: %d", at, n)
	}
}
