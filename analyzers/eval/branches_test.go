package eval_test

import (
	"go/constant"
	"slices"
	"testing"

	"github.com/skewlint/skewlint/analyzers/eval"
	"github.com/skewlint/skewlint/graphmodel"
)

// branches are functions whose parameter is not known: each can return the strings in its comment,
// and nothing else.
const branches = `package programs

func breaks(list []string) string { // tools end
	found := false
	for _, s := range list {
		if s == "call" {
			found = true
			break
		}
	}
	if found {
		return "tools"
	}
	return "end"
}

func allBreak(list []string) string { // a b
	out := "a"
	for _, s := range list {
		if s == "" {
			break
		} else {
			out = "b"
			break
		}
	}
	return out
}

func types(x any) string { // text number none
	switch v := x.(type) {
	case string:
		_ = len(v)
		return "text"
	case int, int8:
		return "number"
	}
	return "none"
}

func initialised(x any) string { // err text other
	out := "err"
	switch y := x; z := y.(type) {
	case string:
		out = "text"
		_ = z
	default:
		out = "other"
	case error:
	}
	return out
}

type box struct{ s string }

func make2(x any) *box {
	if x == nil {
		return &box{s: "nil"}
	}
	return &box{s: "some"}
}

func literals(x any) string { return make2(x).s } // nil some
`

// TestBranches shows that no side of a condition that is not known is lost.
func TestBranches(t *testing.T) {
	p := load(t, branches, "branches.go")
	for name, want := range map[string][]string{
		"breaks": {"end", "tools"}, "allBreak": {"a", "b"}, "types": {"none", "number", "text"},
		"initialised": {"err", "other", "text"}, "literals": {"nil", "some"},
	} {
		t.Run(name, func(t *testing.T) {
			m := &eval.Machine{Prog: p, Home: "programs"}
			var got []string
			for _, v := range eval.Alternatives(m.Run(p.Compiler.Func(graphmodel.FuncRef("programs."+name)), p)) {
				c, ok := v.(eval.Const)
				if !ok {
					t.Fatalf("not known: %#v", v)
				}
				got = append(got, constant.StringVal(c.V))
			}
			slices.Sort(got)
			if !slices.Equal(got, want) {
				t.Errorf("it can return %q, want %q", got, want)
			}
		})
	}
}
