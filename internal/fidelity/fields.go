package main

import (
	"strings"

	"github.com/skewlint/skewlint/graphmodel"
)

// compareFields compares state fields and their reducers. Fields that the framework does not
// export are not counted against skewlint: most frameworks accept keys that nobody declares.
func (c *comparer) compareFields() {
	want := make(map[string]string)
	for _, t := range c.p.Truths {
		for _, f := range t.Fields {
			want[f.Name] = f.Reducer
		}
	}
	names := make(map[string]bool)
	for n := range want {
		names[n] = true
	}
	for _, n := range sorted(names) {
		c.score.Fields.Truth++
		f := c.field(n)
		if f == nil {
			gap, _ := gapFor(c.p.Static.Gaps, []string{n}, graphmodel.GapField)
			c.fault("field", n, gap, false)
		} else {
			c.score.Fields.Found++
		}
		c.compareReducer(n, want[n], f)
	}
	for i := range c.p.Static.Fields {
		if !names[c.p.Static.Fields[i].Name] {
			c.score.Fields.Open++
		}
	}
}

func (c *comparer) field(name string) *graphmodel.Field {
	for i := range c.p.Static.Fields {
		if c.p.Static.Fields[i].Name == name {
			return &c.p.Static.Fields[i]
		}
	}
	return nil
}

func (c *comparer) compareReducer(name, reducer string, f *graphmodel.Field) {
	if !c.f.reduces(reducer) {
		if f != nil && f.HasReducer == graphmodel.Yes {
			c.score.Reducers.Wrong++
			c.fault("reducer", name+": found one where there is none", "", true)
		}
		return
	}
	c.score.Reducers.Truth++
	switch {
	case f == nil:
	case f.HasReducer == graphmodel.Yes && sameFunc(reducer, string(f.Reducer.Ref)):
		c.score.Reducers.Found++
	default:
		gap, _ := gapFor(c.p.Static.Gaps, []string{name}, graphmodel.GapField)
		c.fault("reducer", name+": "+reducer+", found "+string(f.Reducer.Ref), gap, false)
	}
}

// sameFunc compares the name of a function at run time with one in source. Package main and
// function literals have other names in source; of a literal it is enough that it is one.
func sameFunc(run, source string) bool {
	if source == "" {
		return true // there is one, and it is not known which
	}
	if strings.Contains(run, ".func") {
		return strings.Contains(source, "lit@")
	}
	last := func(s string) string {
		s = strings.TrimSuffix(s, "[...]")
		return s[strings.LastIndex(s, ".")+1:]
	}
	return last(run) == last(source)
}
