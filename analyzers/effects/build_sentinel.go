package effects

import (
	"go/token"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/skewlint/skewlint/analyzers/knowledge"
	"github.com/skewlint/skewlint/graphmodel"
)

// Some frameworks have an error that parks the run when a node returns it. A row names the variable,
// and reading it where it is returned is an event, like a call. Where it is compared it is none.

// sentinelEvent is the event of reading a variable of an agent package of which a row speaks.
func (fb *funcBuilder) sentinelEvent(in *ssa.UnOp, v *ssa.Global) (event, bool) {
	if !dull(in.Type()) || v.Pkg == nil || !fb.isAgent(v.Pkg.Pkg) {
		return event{}, false
	}
	ref := graphmodel.FuncRef(v.Pkg.Pkg.Path() + "." + v.Name())
	row, _ := fb.base.Func(ref)
	if row.Role != knowledge.RolePause || row.Unless != "" && v.Pkg.Pkg.Scope().Lookup(row.Unless) != nil {
		return event{}, false
	}
	if !isReturned(in, map[ssa.Value]bool{}) {
		return event{}, false
	}
	return event{Callee: fb.str(string(ref)), Field: true, Pos: fb.place(in.Pos())}, true
}

// isReturned reports whether a function returns the error, or one that wraps it.
func isReturned(v ssa.Value, seen map[ssa.Value]bool) bool {
	if seen[v] || v.Referrers() == nil {
		return false
	}
	seen[v] = true
	for _, use := range *v.Referrers() {
		switch use := use.(type) {
		case *ssa.Return:
			return true
		case *ssa.Phi, *ssa.ChangeInterface, *ssa.MakeInterface, *ssa.Slice:
			if isReturned(use.(ssa.Value), seen) {
				return true
			}
		case *ssa.Store:
			if use.Val == v && isLoaded(use.Addr, seen) {
				return true
			}
		case *ssa.Call:
			if wraps(use) && isReturned(use, seen) {
				return true
			}
		}
	}
	return false
}

// isLoaded reports whether what stands in a variable, or in the list of arguments of which it is one,
// is returned.
func isLoaded(addr ssa.Value, seen map[ssa.Value]bool) bool {
	if e, ok := addr.(*ssa.IndexAddr); ok {
		return isReturned(e.X, seen)
	}
	a, ok := addr.(*ssa.Alloc)
	if !ok {
		return false
	}
	for _, use := range *a.Referrers() {
		if load, ok := use.(*ssa.UnOp); ok && load.Op == token.MUL && isReturned(load, seen) {
			return true
		}
	}
	return false
}

// wraps reports whether what a call returns is an error that its argument can be found in.
func wraps(call *ssa.Call) bool {
	f := call.Call.StaticCallee()
	if f == nil || f.Object() == nil || f.Object().Pkg() == nil || f.Signature.Recv() != nil {
		return false
	}
	switch f.Object().Pkg().Path() + "." + f.Name() {
	case "errors.Join":
		return true
	case "fmt.Errorf":
		format, ok := constString(call.Call.Args[0])
		return ok && strings.Contains(format, "%w")
	}
	return f.Object().Pkg().Path() == "github.com/pkg/errors"
}
