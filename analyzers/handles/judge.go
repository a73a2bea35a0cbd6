package handles

import (
	"fmt"
	"regexp"
	"slices"
	"strings"

	"github.com/skewlint/skewlint/analyzers/effects"
	"github.com/skewlint/skewlint/analyzers/knowledge"
	"github.com/skewlint/skewlint/graphmodel"
)

// judge decides whether a field holds a handle. A custody record always does; else a declared key
// that is stored, or a store and a spend whose names agree.
func judge(base *knowledge.Base, f graphmodel.Field, u *uses) (Handle, bool) {
	h := Handle{Field: f}
	if IsRecord(base, f.Type) {
		h.Custody, h.Why = true, "its type is a custody record"
		h.Stores, h.Spends, h.Checks = u.stores, u.spends, u.checks
		return h, true
	}
	best, same := agreement{}, unlike(u)
	for _, s := range u.stores {
		a := same.judgeStore(base, s)
		if a.none() {
			continue
		}
		h.Stores = append(h.Stores, s)
		same.take(s)
		if best.none() || a.grade < best.grade {
			best = a
		}
	}
	if best.none() {
		return Handle{}, false
	}
	h.Grade, h.Why, h.Checks = best.grade, best.why, u.checks
	for _, p := range u.spends {
		if same.spendsHandle(base, p) {
			h.Spends = append(h.Spends, p)
		}
	}
	return h, true
}

// agreement says why a stored value is a handle. The zero value: it is none.
type agreement struct {
	grade effects.Grade
	why   string
}

func (a agreement) none() bool { return a.why == "" }

// kinds are the stores and spends of one field that differ in what is looked at here. A field has few
// of these, however many nodes store and spend it, so that not each store is compared with each spend.
type kinds struct {
	spends []NodeSpend
	stores []NodeStore // those of handles
	taken  map[storeKind]bool
	stored map[storeKind]agreement
	spent  map[spendKind]bool
}

type storeKind struct {
	tool, key, part string
	grade           effects.Grade
}

type spendKind struct {
	tool, arg, part string
	grade           effects.Grade
}

func kindOf(s NodeStore) storeKind { return storeKind{s.Tool, s.Key, s.Part, s.Grade} }

func unlike(u *uses) *kinds {
	k := &kinds{taken: map[storeKind]bool{}, stored: map[storeKind]agreement{}, spent: map[spendKind]bool{}}
	seen := map[spendKind]bool{}
	for _, p := range u.spends {
		if kind := (spendKind{p.Tool, p.Arg, p.Part, p.Grade}); !seen[kind] {
			seen[kind] = true
			k.spends = append(k.spends, p)
		}
	}
	return k
}

// take notes a store of a handle.
func (k *kinds) take(s NodeStore) {
	if kind := kindOf(s); !k.taken[kind] {
		k.taken[kind] = true
		k.stores = append(k.stores, s)
	}
}

func (k *kinds) judgeStore(base *knowledge.Base, s NodeStore) agreement {
	a, known := k.stored[kindOf(s)]
	if !known {
		a = judgeStore(base, s, k.spends)
		k.stored[kindOf(s)] = a
	}
	return a
}

func (k *kinds) spendsHandle(base *knowledge.Base, p NodeSpend) bool {
	kind := spendKind{p.Tool, p.Arg, p.Part, p.Grade}
	is, known := k.spent[kind]
	if !known {
		is = spendsHandle(base, k.stores, p)
		k.spent[kind] = is
	}
	return is
}

func judgeStore(base *knowledge.Base, s NodeStore, spends []NodeSpend) agreement {
	if base.IsHandleKey(s.Key) {
		return agreement{s.Grade, fmt.Sprintf("%s is declared to be a handle", s.Key)}
	}
	best := agreement{}
	for _, p := range spends {
		if !sameArea(s.Part, p.Part) {
			continue
		}
		a := agree(base, s, p)
		if !a.none() && (best.none() || a.grade < best.grade) {
			best = a
		}
	}
	return best
}

// agree compares the names of a store and of a spend. Flow is seen; names say that it is a handle
// that flows. Where only one of the two names does, that is a guess.
func agree(base *knowledge.Base, s NodeStore, p NodeSpend) agreement {
	grade := max(s.Grade, p.Grade)
	why := fmt.Sprintf("%s returns %s and %s takes it", orA(s.Tool), orIt(s.Key), orA(p.Tool))
	switch key, arg := plain(s.Key), plain(p.Arg); {
	case base.IsHandleKey(p.Arg):
		return agreement{grade, why + " as the handle " + p.Arg}
	case key != "" && arg != "" && (ends(key, arg) || ends(arg, key)):
		if isContent(key) && !looksLikeHandle(s.Key) && !looksLikeHandle(p.Arg) {
			return agreement{}
		}
		return agreement{grade, why}
	case looksLikeHandle(s.Key) || looksLikeHandle(p.Arg):
		return agreement{effects.Likely, why}
	}
	return agreement{}
}

// ends reports whether a name begins or ends with the other: id and basket_id.
func ends(name, with string) bool {
	return strings.HasSuffix(name, with) || strings.HasPrefix(name, with)
}

func orA(tool string) string {
	if tool == "" {
		return "a tool"
	}
	return tool
}

func orIt(key string) string {
	if key == "" {
		return "a value"
	}
	return key
}

// spendsHandle leaves out arguments that only mention the value, such as a subject line.
func spendsHandle(base *knowledge.Base, stores []NodeStore, p NodeSpend) bool {
	return slices.ContainsFunc(stores, func(s NodeStore) bool {
		if !sameArea(s.Part, p.Part) {
			return false
		}
		return p.Arg == "" || base.IsHandleKey(p.Arg) || looksLikeHandle(p.Arg) || !agree(base, s, p).none() && !isContent(plain(p.Arg))
	})
}

// sameArea: one part of a field is the other, or holds it.
func sameArea(a, b string) bool {
	return a == b || a == "" || b == "" || strings.HasPrefix(a, b+".") || strings.HasPrefix(b, a+".")
}

var handleName = regexp.MustCompile(`(?i)(_id|id|handle|cursor|token|session|ref)$`)

func looksLikeHandle(key string) bool {
	return key != "" && handleName.MatchString(key) && !notHandles[plain(key)]
}

// notHandles end like handles and are words.
var notHandles = map[string]bool{"paid": true, "valid": true, "invalid": true, "grid": true, "bid": true, "void": true, "said": true, "href": true}

// contentWords are keys of what people and models read. Equal names do not make them handles.
var contentWords = []string{
	"answer", "body", "comment", "content", "data", "description", "email", "input", "item", "items", "label", "message",
	"messages", "name", "note", "number", "output", "price", "prompt", "query", "question", "result", "results", "status",
	"subject", "summary", "text", "title", "to", "topic", "total", "type", "url", "value",
}

func isContent(key string) bool { return slices.Contains(contentWords, key) }

// plain spells a key without case and separators.
func plain(key string) string {
	return strings.Map(func(c rune) rune {
		if strings.ContainsRune("_- .", c) {
			return -1
		}
		return c
	}, strings.ToLower(key))
}
