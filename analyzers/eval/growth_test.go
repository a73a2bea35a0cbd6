package eval_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/skewlint/skewlint/analyzers/eval"
	"github.com/skewlint/skewlint/graphmodel"
)

// TestGrowth runs code whose values would grow without bound: each takes as long as its source.
func TestGrowth(t *testing.T) {
	var branches strings.Builder
	for i := range 60 {
		fmt.Fprintf(&branches, "\tif x(%d) {\n\t\tlist = append(list, \"a\")\n\t} else {\n\t\tlist = append(list, \"b\", \"c\")\n\t}\n", i)
	}
	tests := map[string]struct {
		body string
		most int // elements or bytes
	}{
		"a list grows on both branches": {branches.String() + "\treturn list", 60 * 3},
		"a list is appended to itself":  {"\tlist = append(list, \"a\")\n\tfor range 60 {\n\t\tlist = append(list, list...)\n\t}\n\treturn list", 1 << 12},
		"a text is added to itself":     {"\ts := \"a\"\n\tfor range 60 {\n\t\ts += s\n\t}\n\treturn append(list, s)", 1},
		"a number is squared":           {"\tn := 3\n\tfor range 60 {\n\t\tn *= n\n\t}\n\tif n > 0 {\n\t\tlist = append(list, \"a\")\n\t}\n\treturn list", 1},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			p := load(t, "package programs\n\nfunc f(x func(int) bool) []string {\n\tvar list []string\n"+tt.body+"\n}\n", "growth.go")
			m := &eval.Machine{Prog: p, Home: "programs"}
			elems, _ := eval.Elements(m.Run(p.Compiler.Func(graphmodel.FuncRef("programs.f")), p))
			if len(elems) > tt.most || strings.Contains(name, "branches") && len(elems) < 2 {
				t.Errorf("%d elements, want at most %d", len(elems), tt.most)
			}
			for _, e := range elems {
				if s, ok := eval.String(e); ok && len(s) > 1<<16 {
					t.Errorf("a text of %d bytes", len(s))
				}
			}
		})
	}
}
