package rule

import (
	"fmt"
	"go/ast"
	"go/token"
	"go/types"
	"path"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/ast/astutil"

	"github.com/skewlint/skewlint/graphmodel"
)

// Fix is a change of source that removes the cause of a finding. It is offered only where it
// compiles and does nothing else that a reader would have to think about: people run -fix over a
// whole module.
type Fix struct {
	Message string // what it does, as an order: "limit the fan-out to 8 at a time"
	Edits   []Edit // in files of the finding's package; they do not overlap
}

// Edit replaces the text from Pos up to End, which is not part of it. An End equal to Pos inserts.
type Edit struct {
	Pos, End graphmodel.Position
	New      string
}

// suggested are the fixes as drivers take them. A fix that reaches outside of the package is left
// out whole: no driver could apply it.
func (p *Pass) suggested(fixes []Fix) []analysis.SuggestedFix {
	var out []analysis.SuggestedFix
	for _, fix := range fixes {
		edits := make([]analysis.TextEdit, 0, len(fix.Edits))
		for _, e := range fix.Edits {
			if p.place.isOwn(e.Pos) && p.place.isOwn(e.End) {
				edits = append(edits, analysis.TextEdit{Pos: p.place.at(e.Pos), End: p.place.at(e.End), NewText: []byte(e.New)})
			}
		}
		if len(edits) == len(fix.Edits) && len(edits) > 0 {
			out = append(out, analysis.SuggestedFix{Message: fix.Message, TextEdits: edits})
		}
	}
	return out
}

// AppendOption is the edit that appends option(arg) to the arguments of a call. The position is
// that of the called name, as builder calls have it in a graph. ok is false where the result might
// not compile: the call takes no options of the option's package, passes a slice of them, or the
// package has no name there.
func (p *Pass) AppendOption(call graphmodel.Position, option graphmodel.FuncRef, arg string) (e Edit, ok bool) {
	pkg, name := path.Split(string(option))
	dir, pkgName, ok := cutLast(name)
	if !ok || !p.place.isOwn(call) {
		return Edit{}, false
	}
	imported := pkg + dir
	pos := p.place.at(call)
	site := p.callAt(pos)
	if site == nil || !p.takesOptions(site, imported) {
		return Edit{}, false
	}
	local, ok := p.localName(imported, pos)
	if !ok {
		return Edit{}, false
	}
	end := p.place.fset.PositionFor(site.Args[len(site.Args)-1].End(), false)
	at := graphmodel.Position{File: end.Filename, Line: end.Line, Column: end.Column}
	return Edit{Pos: at, End: at, New: fmt.Sprintf(", %s.%s(%s)", local, pkgName, arg)}, true
}

// cutLast cuts "stategraph.Limit" at its last dot.
func cutLast(s string) (before, after string, ok bool) {
	for i := len(s) - 1; i >= 0; i-- {
		if s[i] == '.' {
			return s[:i], s[i+1:], true
		}
	}
	return s, "", false
}

// callAt is the call whose function's name stands at pos.
func (p *Pass) callAt(pos token.Pos) *ast.CallExpr {
	for _, f := range p.files() {
		if pos < f.FileStart || f.FileEnd < pos {
			continue
		}
		enclosing, _ := astutil.PathEnclosingInterval(f, pos, pos)
		for _, n := range enclosing {
			if call, ok := n.(*ast.CallExpr); ok && nameOf(call.Fun) == pos {
				return call
			}
		}
	}
	return nil
}

func nameOf(fun ast.Expr) token.Pos {
	switch fun := ast.Unparen(fun).(type) {
	case *ast.SelectorExpr:
		return fun.Sel.Pos()
	case *ast.Ident:
		return fun.Pos()
	}
	return token.NoPos
}

// takesOptions reports whether one more argument of an option type of the package is allowed.
func (p *Pass) takesOptions(call *ast.CallExpr, pkg string) bool {
	sig, ok := p.pass.TypesInfo.TypeOf(call.Fun).(*types.Signature)
	if !ok || !sig.Variadic() || call.Ellipsis.IsValid() || len(call.Args) == 0 || len(call.Args) < sig.Params().Len()-1 {
		return false
	}
	last := sig.Params().At(sig.Params().Len() - 1).Type()
	list, ok := last.(*types.Slice)
	if !ok {
		return false
	}
	option, ok := list.Elem().(*types.Named)
	return ok && option.Obj().Pkg() != nil && option.Obj().Pkg().Path() == pkg
}

// localName is what the package is called at pos, if its name is not hidden there.
func (p *Pass) localName(pkg string, pos token.Pos) (string, bool) {
	for _, f := range p.files() {
		if pos < f.FileStart || f.FileEnd < pos {
			continue
		}
		for _, spec := range f.Imports {
			name := p.pass.TypesInfo.PkgNameOf(spec)
			if name == nil || name.Imported().Path() != pkg || name.Name() == "." || name.Name() == "_" {
				continue
			}
			scope := p.pass.TypesInfo.Scopes[f].Innermost(pos)
			if scope == nil {
				return "", false
			}
			_, seen := scope.LookupParent(name.Name(), pos)
			return name.Name(), seen == name
		}
	}
	return "", false
}
