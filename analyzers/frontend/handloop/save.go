package handloop

import (
	"go/ast"
	"go/types"
	"slices"
	"strings"

	"github.com/skewlint/skewlint/analyzers/frontend"
	"github.com/skewlint/skewlint/analyzers/knowledge"
	"github.com/skewlint/skewlint/analyzers/refs"
	"github.com/skewlint/skewlint/graphmodel"
)

// addStore says whether runs of the loop are saved: it, or the function round it, writes the state
// somewhere and takes it from there.
func (l *loop) addStore(d *frontend.Draft) {
	saved := l.saved(d)
	if saved == graphmodel.No {
		d.InMemory = true
		return
	}
	loaded := l.loaded(l.in, l.state.place, 0)
	switch {
	case loaded == graphmodel.No:
		d.InMemory = true
	case saved == graphmodel.Yes && loaded == graphmodel.Yes:
		d.MarkStored()
	}
}

// saved looks for a save in the function of the loop, and notes whether each step makes one.
func (l *loop) saved(d *frontend.Draft) graphmodel.Tri {
	best := graphmodel.No
	look := func(n ast.Node, of place, key place) graphmodel.Tri {
		s := &saver{p: l.p, typ: l.state.named, state: of, key: key}
		return s.in(n, 0)
	}
	best = best.Or(look(l.in.Body, l.state.place, l.key))
	if best == graphmodel.No {
		return best
	}
	d.Graph.Dialect.CheckpointEachStep = graphmodel.Unknown
	for _, stmt := range l.body().(*ast.BlockStmt).List {
		if sureOf(stmt) == nil {
			continue
		}
		if look(sureOf(stmt), l.state.place, l.key) != graphmodel.No {
			d.Graph.Dialect.CheckpointEachStep = graphmodel.Yes
		}
	}
	return best
}

// sureOf is the part of a statement that always runs, of those that a save is written as.
func sureOf(s ast.Stmt) ast.Node {
	switch s := s.(type) {
	case *ast.ExprStmt, *ast.AssignStmt:
		return s
	case *ast.IfStmt:
		if s.Init != nil {
			return s.Init
		}
		return s.Cond
	}
	return nil
}

// saver looks for a call that writes the state: it, or bytes made of it.
type saver struct {
	p     *program
	typ   *types.Named
	state place
	key   place // of the step; zero where it is not known
	seen  []ast.Node
}

// in says whether code saves the state: Unknown for a method of the program whose code is not at hand
// and whose name says so.
func (s *saver) in(n ast.Node, depth int) graphmodel.Tri {
	if n == nil || depth > maxFollow || slices.Contains(s.seen, n) {
		return graphmodel.No
	}
	s.seen = append(s.seen, n)
	best := graphmodel.No
	encodes, writes := false, false
	ast.Inspect(n, func(n ast.Node) bool {
		call, ok := n.(*ast.CallExpr)
		if !ok || best == graphmodel.Yes {
			return best != graphmodel.Yes
		}
		fn := s.p.callee(call)
		if fn == nil {
			return true
		}
		row, answer := s.p.Base.Func(refs.Func(fn))
		whole, part := s.gets(call)
		switch {
		case answer == knowledge.HasEffect && keeps(row):
			writes = true
			if whole || part {
				best = graphmodel.Yes
			}
		case fn.Pkg() != nil && strings.HasPrefix(fn.Pkg().Path(), "encoding/"):
			encodes = encodes || whole
		default:
			best = best.Or(s.call(call, fn, depth))
		}
		return true
	})
	if encodes && writes {
		best = graphmodel.Yes
	}
	return best
}

// gets reports whether a call is given the whole state, or the part of it that is the step. What was
// made of the state, such as its bytes, counts as the state.
func (s *saver) gets(call *ast.CallExpr) (whole, part bool) {
	look := func(e ast.Expr) {
		ast.Inspect(e, func(n ast.Node) bool {
			x, ok := n.(ast.Expr)
			if !ok {
				return true
			}
			pl := s.p.place(x)
			if pl.root == nil {
				return true
			}
			whole = whole || pl.is(s.state) || s.made(pl)
			part = part || s.key.root != nil && pl.is(s.key)
			return false
		})
	}
	for _, a := range call.Args {
		look(a)
	}
	if sel, ok := ast.Unparen(call.Fun).(*ast.SelectorExpr); ok && s.p.place(sel.X).is(s.state) {
		whole = true // a method of the state
	}
	return whole, part
}

// made reports whether a local variable holds what a call made of the state.
func (s *saver) made(pl place) bool {
	if pl.path != "" || pl.root.IsField() {
		return false
	}
	return slices.ContainsFunc(s.p.writes[pl.root], func(w write) bool {
		call, ok := ast.Unparen(w.value).(*ast.CallExpr)
		return ok && w.result <= 0 && slices.ContainsFunc(call.Args, func(a ast.Expr) bool { return s.p.place(a).is(s.state) })
	})
}

// call follows a call that is given the state.
func (s *saver) call(call *ast.CallExpr, fn *types.Func, depth int) graphmodel.Tri {
	if fd := s.p.decls[fn]; fd != nil {
		of := s.inside(call, fd)
		if of.root == nil {
			return graphmodel.No
		}
		inner := &saver{p: s.p, typ: s.typ, state: of, seen: s.seen}
		if s.state.holds(s.key) {
			inner.key = place{root: of.root, path: of.path + s.key.path[len(s.state.path):], last: s.key.last}
		}
		return inner.in(fd.Body, depth+1)
	}
	if fn.Pkg() == nil || s.p.Base.IsCovered(fn.Pkg().Path()) || !begins(fn.Name(), savers) || !returnsError(fn) {
		return graphmodel.No
	}
	for _, a := range call.Args { // the state itself, not something made of it
		if n, _ := structOf(s.p.Info.TypeOf(a)); n != nil && n.Obj() == s.typ.Obj() {
			return graphmodel.Unknown
		}
	}
	return graphmodel.No
}

// inside is the state as the called function sees it: a parameter, or a part of one.
func (s *saver) inside(call *ast.CallExpr, fd *ast.FuncDecl) place {
	for i, a := range call.Args {
		pl := s.p.place(a)
		if pl.root != nil && s.made(pl) {
			return placeIn(s.p.nth(fd.Type.Params, i), pl, pl)
		}
		if pl.holds(s.state) {
			return placeIn(s.p.nth(fd.Type.Params, i), pl, s.state)
		}
	}
	if sel, ok := ast.Unparen(call.Fun).(*ast.SelectorExpr); ok && fd.Recv != nil {
		if pl := s.p.place(sel.X); pl.holds(s.state) {
			return placeIn(s.p.nth(fd.Recv, 0), pl, s.state)
		}
	}
	return place{}
}

// placeIn is the part of v that within is of whole.
func placeIn(v *types.Var, whole, within place) place {
	if v == nil {
		return place{}
	}
	pl := place{root: v, path: within.path[len(whole.path):], last: within.last}
	if pl.path == "" {
		pl.last = v
	}
	return pl
}

var (
	savers  = []string{"save", "put", "store", "persist", "checkpoint", "write", "update", "upsert", "set"}
	loaders = []string{"load", "get", "read", "fetch", "find", "restore", "resume", "open", "lookup"}
)

// begins reports whether a name begins with one of some verbs.
func begins(name string, verbs []string) bool {
	name = strings.ToLower(name)
	return slices.ContainsFunc(verbs, func(v string) bool { return strings.HasPrefix(name, v) })
}

func returnsError(fn *types.Func) bool {
	r := fn.Signature().Results()
	return r.Len() > 0 && types.Identical(r.At(r.Len()-1).Type(), types.Universe.Lookup("error").Type())
}

// keeps reports whether a row writes where a later run of the program can read.
func keeps(r knowledge.Row) bool {
	return slices.ContainsFunc(r.Effects, func(e knowledge.Effect) bool {
		return (e.Kind == knowledge.Database || e.Kind == knowledge.File) && e.Access != knowledge.Reads
	})
}

// gives reports whether a row reads what an earlier run can have written.
func gives(r knowledge.Row) bool {
	return slices.ContainsFunc(r.Effects, func(e knowledge.Effect) bool {
		return (e.Kind == knowledge.Database || e.Kind == knowledge.File) && e.Access != knowledge.Writes
	})
}

// loaded says whether the state comes from where it was saved, in the function of the loop or in
// those of the package that call it.
func (l *loop) loaded(in *ast.FuncDecl, of place, depth int) graphmodel.Tri {
	if depth > 2 {
		return graphmodel.No
	}
	best := l.p.fills(in.Body, of, 0)
	for _, w := range l.p.writes[of.last] {
		if best == graphmodel.Yes {
			return best
		}
		if of.path == "" && !isWithin(w.at, in) {
			continue
		}
		if call, ok := ast.Unparen(w.value).(*ast.CallExpr); ok && w.key == nil && w.result <= 0 {
			best = best.Or(l.gives(call))
		}
	}
	i := l.p.paramIndex(of.root, in)
	if best == graphmodel.Yes || i < 0 {
		return best
	}
	fn, _ := l.p.Info.Defs[in.Name].(*types.Func)
	for _, caller := range l.p.callers(fn) {
		if a := l.p.place(caller.call.Args[i]); a.root != nil {
			best = best.Or(l.loaded(caller.in, place{root: a.root, path: a.path + of.path, last: a.last}, depth+1))
		} else if call, ok := ast.Unparen(caller.call.Args[i]).(*ast.CallExpr); ok {
			best = best.Or(l.gives(call))
		}
	}
	return best
}

// callerOf is a call of a function and the function in which it stands.
type callerOf struct {
	in   *ast.FuncDecl
	call *ast.CallExpr
}

func (p *program) callers(fn *types.Func) []callerOf {
	var out []callerOf
	for _, call := range p.calls[fn] {
		if p.isTest(call.Pos()) || len(call.Args) < fn.Signature().Params().Len() {
			continue
		}
		for _, file := range p.Files {
			for _, d := range file.Decls {
				if fd, ok := d.(*ast.FuncDecl); ok && fd.Body != nil && isWithin(call.Pos(), fd) {
					out = append(out, callerOf{fd, call})
				}
			}
		}
	}
	return out
}

// gives says whether a call returns a state that was saved.
func (l *loop) gives(call *ast.CallExpr) graphmodel.Tri {
	fn := l.p.callee(call)
	if fn == nil {
		return graphmodel.No
	}
	if fd := l.p.decls[fn]; fd != nil {
		return graphmodel.TriOf(l.p.reads(fd.Body, 0, nil))
	}
	if fn.Pkg() == nil || l.p.Base.IsCovered(fn.Pkg().Path()) || !begins(fn.Name(), loaders) {
		return graphmodel.No
	}
	if r := fn.Signature().Results(); r.Len() > 0 {
		if n, _ := structOf(r.At(0).Type()); n != nil && n.Obj() == l.state.named.Obj() {
			return graphmodel.Unknown
		}
	}
	return graphmodel.No
}

// reads reports whether code reads a file or a database, itself or through functions of the package.
func (p *program) reads(n ast.Node, depth int, seen []ast.Node) bool {
	if depth > maxFollow || slices.Contains(seen, n) {
		return false
	}
	seen = append(seen, n)
	found := false
	ast.Inspect(n, func(n ast.Node) bool {
		if call, ok := n.(*ast.CallExpr); ok && !found {
			if fn := p.callee(call); fn != nil {
				row, answer := p.Base.Func(refs.Func(fn))
				fd := p.decls[fn]
				found = answer == knowledge.HasEffect && gives(row) || fd != nil && p.reads(fd.Body, depth+1, seen)
			}
		}
		return !found
	})
	return found
}

// fills says whether code decodes into the state, or hands its address to a function that does.
func (p *program) fills(n ast.Node, of place, depth int) graphmodel.Tri {
	found := graphmodel.No
	ast.Inspect(n, func(n ast.Node) bool {
		call, ok := n.(*ast.CallExpr)
		if !ok || found == graphmodel.Yes {
			return found != graphmodel.Yes
		}
		fn := p.callee(call)
		if fn == nil {
			return true
		}
		fd := p.decls[fn]
		for i, a := range call.Args {
			switch pl := p.place(a); {
			case fd != nil && pl.holds(of):
				found = found.Or(p.filledIn(fd, placeIn(p.nth(fd.Type.Params, i), pl, of), depth))
			case fd == nil && of.holds(pl):
				found = found.Or(p.filledBy(fn, pl.is(of)))
			}
		}
		if sel, ok := ast.Unparen(call.Fun).(*ast.SelectorExpr); ok && fd != nil && fd.Recv != nil {
			if pl := p.place(sel.X); pl.holds(of) {
				found = found.Or(p.filledIn(fd, placeIn(p.nth(fd.Recv, 0), pl, of), depth))
			}
		}
		return true
	})
	return found
}

// filledIn says whether a function of the package fills the state that it sees at a place.
func (p *program) filledIn(fd *ast.FuncDecl, of place, depth int) graphmodel.Tri {
	if of.root == nil || depth >= maxFollow {
		return graphmodel.No
	}
	return p.fills(fd.Body, of, depth+1)
}

// filledBy says whether a function of another package fills the state that it is given, whole or in
// part.
func (p *program) filledBy(fn *types.Func, whole bool) graphmodel.Tri {
	if fn.Pkg() == nil {
		return graphmodel.No
	}
	row, answer := p.Base.Func(refs.Func(fn))
	switch path := fn.Pkg().Path(); {
	case strings.HasPrefix(path, "encoding/"):
		return graphmodel.TriOf(whole && (fn.Name() == "Unmarshal" || fn.Name() == "Decode"))
	case fn.Name() == "Scan" && path != "fmt": // of a row of a table, column by column
		return graphmodel.Yes
	case answer == knowledge.HasEffect && gives(row):
		return graphmodel.TriOf(whole)
	}
	return graphmodel.No
}
