package driver

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"slices"

	"github.com/skewlint/skewlint/internal/driver/golist"
	"github.com/skewlint/skewlint/internal/driver/keys"
	"github.com/skewlint/skewlint/rules/rule"
)

// store is the cache together with what makes keys.
type store struct {
	cache   Cache
	unsaved Cache
	drafts  map[string]bool // IDs of the packages that depend on text which is not on disk
	keys    *keys.Maker
	today   string
}

// get also finds what was put away while the text was not on disk; once it is, the cache has it.
func (st *store) get(u *unit, key string) ([]byte, bool) {
	data, ok := st.cache.Get(key)
	if ok || st.unsaved == nil {
		return data, ok
	}
	data, ok = st.unsaved.Get(key)
	if ok && !st.drafts[u.listed.ID] {
		st.cache.Put(key, data)
	}
	return data, ok
}

func (st *store) put(u *unit, key string, data []byte) {
	if st.drafts[u.listed.ID] {
		st.unsaved.Put(key, data)
		return
	}
	st.cache.Put(key, data)
}

// drafts are the IDs of the packages that have a file whose text in the overlay is not that on disk,
// or that import one, directly or not.
func drafts(listed []*golist.Package, overlay map[string][]byte) map[string]bool {
	files, dirs := map[string]bool{}, map[string]bool{}
	for name, text := range overlay {
		if disk, err := os.ReadFile(name); err != nil || !bytes.Equal(disk, text) {
			files[name], dirs[filepath.Dir(name)] = true, true
		}
	}
	out := map[string]bool{}
	if len(files) == 0 {
		return out
	}
	for _, p := range listed { // dependencies first
		if slices.ContainsFunc(p.Imports, func(id string) bool { return out[id] }) ||
			dirs[p.Dir] && slices.ContainsFunc(p.Files(), func(name string) bool { return files[name] }) {
			out[p.ID] = true
		}
	}
	return out
}

// newStore is nil where results cannot be kept: their key would not say all that they depend on.
func (d *Driver) newStore(s *session, q golist.Query) *store {
	if d.Cache == nil || d.Know != nil || len(s.order) == 0 {
		return nil
	}
	if prime(s.kinds) != nil {
		return nil
	}
	program, err := keys.Program()
	if err != nil {
		return nil
	}
	base := []string{program, d.Config, "tags " + q.Tags}
	for _, name := range []string{"GOOS", "GOARCH", "CGO_ENABLED", "GOEXPERIMENT", "GOFLAGS"} {
		base = append(base, name+"="+q.Getenv(name))
	}
	for _, r := range ruleNames(d.Rules) {
		base = append(base, "rule "+r)
	}
	read := func(name string) ([]byte, error) {
		if text, ok := q.Overlay[name]; ok {
			return text, nil
		}
		return os.ReadFile(name)
	}
	st := &store{cache: d.Cache, keys: keys.New(s.plan.Listed, s.plan.Analysed, base, d.Config, read), today: s.today}
	if d.Unsaved != nil {
		st.unsaved, st.drafts = d.Unsaved, drafts(s.plan.Listed, q.Overlay)
	}
	return st
}

func ruleNames(rules []rule.Rule) []string {
	names := make([]string, 0, len(rules))
	for _, r := range rules {
		names = append(names, r.Name)
	}
	slices.Sort(names)
	return names
}

// lookUp looks for a package whose imports are all known.
func (s *session) lookUp(u *unit) bool {
	closure := u.closure()
	parts := make([]string, 0, 2*len(closure)+1)
	for _, dep := range closure {
		if dep.kept == nil {
			return false // it has errors, so u is to have some, too
		}
		parts = append(parts, dep.listed.ID, dep.kept.Sum, s.store.keys.Declared(dep.listed.ID))
	}
	own, ok := s.store.keys.Own(u.listed.ID)
	if !ok {
		return false
	}
	u.key = keys.Sum(append(parts, "package", own, fmt.Sprint(u.root))...)
	data, ok := s.store.get(u, u.key)
	if !ok {
		return false
	}
	e, err := decodeEntry(data)
	if err != nil || !e.holds(s.today) {
		return false
	}
	u.kept, u.done = e, true
	return true
}

// closure is what the package imports, directly or not, in the order of the list.
func (u *unit) closure() []*unit {
	seen := map[*unit]bool{}
	var visit func(u *unit)
	visit = func(u *unit) {
		for _, dep := range u.deps {
			if !seen[dep] {
				seen[dep] = true
				visit(dep)
			}
		}
	}
	visit(u)
	out := make([]*unit, 0, len(seen))
	for _, other := range u.session.order {
		if seen[other] {
			out = append(out, other)
		}
	}
	return out
}

// marker is the key under which it is noted that a package with this text was analysed before,
// whatever it imported.
func (st *store) marker(u *unit) (string, bool) {
	own, ok := st.keys.Own(u.listed.ID)
	return keys.Sum("seen", own, fmt.Sprint(u.root)), ok
}

func (st *store) seen(u *unit) bool {
	key, ok := st.marker(u)
	if !ok {
		return false
	}
	_, ok = st.get(u, key)
	return ok
}

// keep writes down what came of a package, if nothing went wrong in it or in what it imports. The
// facts are summed up in any case: packages behind it are looked up by that.
func (st *store) keep(u *unit, until string) {
	if u.bad || len(u.failed) > 0 || u.key == "" {
		return
	}
	e, data, err := encodeEntry(u.facts, u.fresh, st.today, until)
	if err != nil {
		return
	}
	u.kept = e
	st.put(u, u.key, data)
	if key, ok := st.marker(u); ok {
		st.put(u, key, nil)
	}
}
