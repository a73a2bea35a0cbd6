package main

import (
	"cmp"
	"fmt"
	"maps"
	"net/url"
	"regexp"
	"slices"
	"strings"
	"time"

	"github.com/skewlint/skewlint/runtime/mcpgate/untrusted"
	"github.com/skewlint/skewlint/runtime/stategraph"
)

// source is one piece of evidence. What somebody else wrote is [untrusted.Text]; the id and the address are checked.
type source struct {
	ID        string         `json:"id"` // the same wherever it was found
	Server    string         `json:"server"`
	Title     untrusted.Text `json:"title"`
	URI       string         `json:"uri"`
	Excerpt   untrusted.Text `json:"excerpt"`
	Retrieved time.Time      `json:"retrieved"`
}

// gap is something that a server did not give.
type gap struct {
	Server string `json:"server"`
	Why    string `json:"why"`
}

// hit is what the servers call a source.
type hit struct {
	ID, Title, URI, Excerpt string
}

var idForm = regexp.MustCompile(`^[a-z]+:[A-Za-z0-9./_-]{1,80}$`)

// sourceOf takes a hit of a server. An id or an address goes into prompts and reports without quotation, so that neither
// may hold prose or lead to what a reader should not open.
func sourceOf(server string, h hit, at time.Time) (source, error) {
	if !idForm.MatchString(h.ID) {
		return source{}, fmt.Errorf("a hit has an id of %d bytes that is none", len(h.ID))
	}
	u, err := url.Parse(h.URI)
	if err != nil || (u.Scheme != "https" && u.Scheme != "docs") || u.User != nil || u.String() != h.URI {
		return source{}, fmt.Errorf("%s has an address that nobody should open", h.ID)
	}
	return source{
		ID: h.ID, Server: server, URI: h.URI, Retrieved: at,
		Title: untrusted.From(server, h.Title), Excerpt: untrusted.From(server, h.Excerpt),
	}, nil
}

// quote is the source for a model and for a reader: what somebody else wrote is fenced in.
func (s source) quote() string {
	said := untrusted.From(s.Server, s.Title.Unsafe()+"\n"+s.Excerpt.Unsafe())
	return fmt.Sprintf("[%s] %s\n%s", s.ID, s.URI, said.Quote())
}

// fuller orders sources of one id: what says more comes first, and nothing is equal but what is the same.
func fuller(a, b source) int {
	return cmp.Or(
		cmp.Compare(b.Excerpt.Len(), a.Excerpt.Len()),
		cmp.Compare(a.Server, b.Server),
		strings.Compare(a.Excerpt.Unsafe(), b.Excerpt.Unsafe()),
		strings.Compare(a.Title.Unsafe(), b.Title.Unsafe()),
		strings.Compare(a.URI, b.URI),
		a.Retrieved.Compare(b.Retrieved),
	)
}

// union makes a reducer of sets. The value is sorted by key and has one element for each, the first by order; order must
// call nothing equal that is not the same. So the result hangs neither on who finished first nor on how often an update is
// applied.
func union[E any](key func(E) string, order func(a, b E) int) stategraph.Reducer[[]E] {
	return func(old, update []E) []E {
		best := map[string]E{}
		for _, e := range slices.Concat(old, update) {
			if first, ok := best[key(e)]; !ok || order(e, first) < 0 {
				best[key(e)] = e
			}
		}
		var all []E
		for _, k := range slices.Sorted(maps.Keys(best)) {
			all = append(all, best[k])
		}
		return all
	}
}

func sourceID(s source) string { return s.ID }

func gapKey(g gap) string { return g.Server + ": " + g.Why }

func sameGap(gap, gap) int { return 0 } // all of a gap is its key
