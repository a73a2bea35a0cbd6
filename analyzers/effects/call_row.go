package effects

import (
	"slices"

	"github.com/skewlint/skewlint/analyzers/knowledge"
	"github.com/skewlint/skewlint/graphmodel"
)

// rowPlaces are the places of a row, taken apart.
type rowPlaces struct {
	field, value, tool, args, handle, key, fn knowledge.PlaceRef
	recv                                      bool
}

// placesOf takes the places apart. Rows are checked when they are loaded, so an error here is a
// place that is not there.
func placesOf(r knowledge.Row, recv bool) rowPlaces {
	get := func(p knowledge.Place) knowledge.PlaceRef {
		ref, err := p.Parse()
		if err != nil {
			return knowledge.PlaceRef{}
		}
		return ref
	}
	return rowPlaces{
		get(r.Field), get(r.Value), get(r.ToolName), get(r.Args), get(r.Handle), get(r.Key), get(r.Fn), recv,
	}
}

// at is the value that goes in at a place.
func (c *callSite) at(p knowledge.PlaceRef) *value {
	i := p.Index
	switch {
	case p.Base == knowledge.PlaceRecv && c.place.recv:
		i = 0
	case p.Base == knowledge.PlaceArg && c.place.recv:
		i++
	case p.Base != knowledge.PlaceArg:
		return nothing
	}
	if i >= len(c.args) {
		return nothing
	}
	if p.Variadic {
		return c.in.union(c.args[i:]...)
	}
	return c.in.at(c.args[i], p.Path)
}

// rowTargets adds the functions that the row says are called.
func (c *callSite) rowTargets(fr *frame) {
	var args []*value
	switch c.row.Role {
	case knowledge.RoleCall, knowledge.RoleSpawn:
	case knowledge.RoleStateCall:
		args = c.in.whole(c.place.value.Index)
	default:
		return
	}
	n := len(c.targets)
	if !c.addFunctions(fr, c.at(c.place.fn), args, Proved) {
		c.lost = "call of a function value whose origin is not in sight"
	}
	if args == nil {
		return
	}
	for _, t := range c.targets[n:] {
		t.shape = &shapeOf{StateShape: graphmodel.StateShape{Result: -1, InPlace: true}, param: len(t.sub.args) - 1, at: c.rowStep()}
	}
}

// stateArgs are the arguments of a literal that this function has called with the state.
func (fr *frame) stateArgs(lit string) []*value {
	for i := range fr.fn.f.Events {
		ev := &fr.fn.f.Events[i]
		row, _ := fr.e.base.Func(graphmodel.FuncRef(fr.str(ev.Callee)))
		if row.Role != knowledge.RoleStateCall {
			continue
		}
		c := &callSite{in: fr.e.pool, ev: ev, place: placesOf(row, ev.Recv)}
		for _, a := range ev.Args {
			c.args = append(c.args, fr.node(a))
		}
		for _, a := range c.at(c.place.fn).atoms {
			if a.kind == funcAtom && a.name == lit {
				return c.in.whole(c.place.value.Index)
			}
		}
	}
	return nil
}

// result is a result of the call.
func (c *callSite) result(fr *frame, j int) *value {
	if c.row != nil {
		return c.rowResult(j)
	}
	if c.open {
		return nothing
	}
	var vs []*value
	for _, t := range c.targets {
		if j < len(t.x.returns) {
			vs = append(vs, t.sub.value(t.x.returns[j]))
		}
	}
	if c.external(fr) {
		vs = append(vs, c.args...)
	}
	return c.in.union(vs...)
}

// external reports whether the callee itself was not followed, so that its results are taken to
// derive from its arguments.
func (c *callSite) external(fr *frame) bool {
	if c.ev.Callee == 0 {
		return len(c.targets) == 0
	}
	return fr.e.funcs[fr.str(c.ev.Callee)] == nil
}

func (c *callSite) rowResult(j int) *value {
	is := c.place.value.Base == knowledge.PlaceRes && c.place.value.Index == j
	switch c.row.Role {
	case knowledge.RoleStateRead:
		if is {
			return c.in.single(atom{kind: stateAtom, of: c.at(c.place.field), grade: c.grade})
		}
		return nothing
	case knowledge.RoleToolCall, knowledge.RoleMint:
		if !is {
			return nothing
		}
		return c.minted()
	case knowledge.RoleTools:
		if !is {
			return nothing
		}
		return c.in.single(atom{kind: serverAtom, of: c.at(c.place.tool), grade: c.grade})
	case knowledge.RoleRecord:
		return c.in.record(c.in.union(append([]*value{c.at(c.place.handle)}, c.args...)...))
	case knowledge.RoleResumed:
		if c.ev.Field && j == fieldIsSet {
			return c.in.single(atom{kind: resumedAtom, index: isAnswered})
		}
		if c.ev.Field || c.in.union(c.args...).hasKind(resumedAtom) {
			return c.in.single(atom{kind: resumedAtom, index: ofAnswers})
		}
		if !is && c.place.value.Base == knowledge.PlaceRes {
			return nothing
		}
		return c.in.single(atom{kind: resumedAtom})
	case knowledge.RoleCheck, knowledge.RolePause:
		return nothing
	case knowledge.RoleAnswer: // made of the question, too
		if is {
			return c.in.union(append(c.args, c.in.single(atom{kind: modelAtom}))...)
		}
	case knowledge.RoleCall, knowledge.RoleStateCall:
		return c.called(j)
	}
	if slices.ContainsFunc(c.row.Effects, unstable) {
		return c.in.single(atom{kind: unstableAtom})
	}
	return c.in.union(c.args...)
}

func unstable(e knowledge.Effect) bool {
	return e.Kind == knowledge.Clock || e.Kind == knowledge.Random
}

func (c *callSite) called(j int) *value {
	vs := slices.Clone(c.args)
	for _, t := range c.targets {
		if j < len(t.x.returns) {
			vs = append(vs, t.sub.value(t.x.returns[j]))
		}
	}
	return c.in.union(vs...)
}

// minted is what a tool returned.
func (c *callSite) minted() *value {
	a := atom{kind: toolAtom, of: c.toolName(), grade: c.grade, mint: c.in.link(c.rowStep(), nil)}
	if !c.adapted() {
		a.grade = Likely
	}
	if c.row.Role == knowledge.RoleMint {
		a.recorded = true
		a.name, _ = c.at(c.place.key).text()
	}
	return c.in.single(a)
}

func (c *callSite) rowStep() Step {
	ref := c.row.Ref()
	return Step{Pos: c.pos, Func: ref, Text: stepText(c.row, c.toolName())}
}

// stepText is the last step of a trace: what the row says.
func stepText(row *knowledge.Row, tool *value) string {
	name := shortRef(string(row.Ref()))
	if row.Role == knowledge.RoleToolCall || row.Role == knowledge.RoleMint {
		if t, ok := tool.text(); ok {
			return name + " calls the tool " + t
		}
	}
	return name + " " + row.Why
}

// argWrite is what the call puts into what an argument refers to.
func (c *callSite) argWrite(fr *frame, i int) *value {
	var vs []*value
	for _, t := range c.targets {
		if i < len(t.x.params) && len(t.sub.args) == len(c.args) {
			vs = append(vs, t.sub.value(t.x.params[i]))
		}
	}
	if c.open {
		return nothing
	}
	if c.row == nil && c.external(fr) || c.row != nil && (c.row.Role == knowledge.RoleNone || c.row.Role == knowledge.RoleAnswer) {
		for k, a := range c.args {
			if k != i {
				vs = append(vs, a)
			}
		}
	}
	return c.in.union(vs...)
}

// effectOf turns a tool's declaration into the effect of one call.
func (e *engine) effectOf(eff knowledge.Effect, tool *value) knowledge.Effect {
	if eff.Repeat != knowledge.RepeatByTool {
		return eff
	}
	name, ok := tool.text()
	if !ok {
		return knowledge.Effect{Kind: eff.Kind, Access: eff.Access}
	}
	access, repeat := e.base.Tool(name)
	if access == knowledge.AccessUnknown {
		access = eff.Access
	}
	return knowledge.Effect{Kind: eff.Kind, Access: access, Repeat: repeat}
}
