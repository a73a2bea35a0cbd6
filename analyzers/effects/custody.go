package effects

import (
	"go/types"
	"strings"

	"github.com/skewlint/skewlint/analyzers/knowledge"
	"github.com/skewlint/skewlint/analyzers/refs"
	"github.com/skewlint/skewlint/graphmodel"
)

// IsCustodyRecord reports whether a type keeps a handle together with where it came from: a type
// that the base calls a custody record, or a struct with parts of the same meaning, the handle
// itself and at least three of server, tool, principal and time of minting.
func IsCustodyRecord(base *knowledge.Base, t graphmodel.TypeDesc) bool {
	name := strings.TrimLeft(t.Name, "*[]")
	if i := strings.IndexByte(name, '['); i > 0 {
		name = name[:i]
	}
	if row, ok := base.Type(name); ok && row.Is == knowledge.CustodyRecord {
		return true
	}
	names := make([]string, len(t.Parts))
	for i, p := range t.Parts {
		names[i] = p.Name
	}
	return hasRecordParts(names)
}

var recordParts = [][]string{
	{"server", "endpoint", "host", "mcp"},
	{"tool", "mintedby", "source"},
	{"principal", "user", "owner", "subject", "tenant", "actor", "account"},
	{"minted", "created", "issued", "acquired", "obtained", "since", "time", "at"},
}

var handleParts = []string{"value", "handle", "id", "token", "cursor", "ref", "session"}

func hasRecordParts(names []string) bool {
	meanings, handle := 0, false
	used := make([]bool, len(names))
	for _, words := range recordParts {
		for i, n := range names {
			if !used[i] && meansOne(n, words) {
				meanings, used[i] = meanings+1, true
				break
			}
		}
	}
	for i, n := range names {
		handle = handle || !used[i] && meansOne(n, handleParts)
	}
	return handle && meanings >= 3
}

// meansOne reports whether one of the words is the name, or begins or ends it: ServerName,
// MintedAt, BasketID.
func meansOne(name string, words []string) bool {
	name = strings.ToLower(strings.ReplaceAll(name, "_", ""))
	for _, w := range words {
		if name == w || strings.HasPrefix(name, w) && w != "at" || strings.HasSuffix(name, w) {
			return true
		}
	}
	return false
}

// isRecordType is IsCustodyRecord for a type of the code at hand.
func isRecordType(base *knowledge.Base, t types.Type) bool {
	t = types.Unalias(t)
	if p, ok := t.Underlying().(*types.Pointer); ok {
		t = p.Elem()
	}
	st, ok := t.Underlying().(*types.Struct)
	if !ok {
		return false
	}
	if row, ok := base.Type(refs.Type(t)); ok && row.Is == knowledge.CustodyRecord {
		return true
	}
	names := make([]string, st.NumFields())
	for i := range names {
		names[i] = st.Field(i).Name()
	}
	return hasRecordParts(names)
}
