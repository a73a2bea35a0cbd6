package effects

import (
	"go/types"

	"github.com/skewlint/skewlint/analyzers/knowledge"
)

// isPeers reports whether a value holds servers that can be called, or connections to them. How many
// there are somebody has configured, so a loop over them is not as wide as data makes it.
func (b *builder) isPeers(t types.Type) bool {
	switch t := t.Underlying().(type) {
	case *types.Slice:
		return b.isPeer(t.Elem(), 0)
	case *types.Array:
		return b.isPeer(t.Elem(), 0)
	case *types.Map:
		return b.isPeer(t.Elem(), 0)
	case *types.Chan:
		return b.isPeer(t.Elem(), 0)
	}
	return false
}

// isPeer reports whether a type has a method that answers as a server does, or a field of such a
// type, at most maxPeer levels down.
func (b *builder) isPeer(t types.Type, level int) bool {
	if p, ok := types.Unalias(t).(*types.Pointer); ok {
		t = p.Elem()
	}
	if level > maxPeer {
		return false
	}
	named, ok := types.Unalias(t).(*types.Named)
	if !ok {
		return b.hasPeer(t, level)
	}
	is, known := b.peers[named]
	if !known || level > 0 {
		is = b.answers(named) || b.hasPeer(named, level)
	}
	if level == 0 {
		b.peers[named] = is // further down the search ends earlier
	}
	return is
}

const maxPeer = 2

func (b *builder) hasPeer(t types.Type, level int) bool {
	st, ok := t.Underlying().(*types.Struct)
	if !ok {
		return false
	}
	for f := range st.Fields() {
		if b.isPeer(f.Type(), level+1) {
			return true
		}
	}
	return false
}

// answers reports whether a method of the type returns what a server's handler does.
func (b *builder) answers(named *types.Named) bool {
	response := func(m *types.Func) bool {
		res := m.Signature().Results()
		return res.Len() > 0 && b.isMarked(res.At(0).Type(), knowledge.Response)
	}
	if it, ok := named.Underlying().(*types.Interface); ok {
		for m := range it.Methods() {
			if response(m) {
				return true
			}
		}
		return false
	}
	for m := range named.Methods() {
		if response(m) {
			return true
		}
	}
	return false
}
