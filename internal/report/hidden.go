package report

import "strings"

// lines say what was found and is not shown, for people; none if nothing was hidden.
func (h Hidden) lines(ignored int) []string {
	var out, parts []string
	for _, p := range []struct {
		n     int
		where string
	}{
		{ignored, "silenced by comments"},
		{h.Generated, "in generated files"},
		{h.Baseline, "known to the baseline"},
		{h.Unchanged, "in code that did not change"},
	} {
		if p.n > 0 {
			parts = append(parts, count(p.n, "finding")+" "+p.where)
		}
	}
	if len(parts) > 0 {
		out = append(out, "hidden: "+strings.Join(parts, ", "))
	}
	if h.Fixed > 0 {
		out = append(out, "fixed: "+count(h.Fixed, "finding"))
	}
	switch {
	case h.Stale == 1:
		out = append(out, "1 entry of the baseline matches nothing any more; skewlint baseline writes it anew")
	case h.Stale > 1:
		out = append(out, count(h.Stale, "entrie")+" of the baseline match nothing any more; skewlint baseline writes it anew")
	}
	return out
}
