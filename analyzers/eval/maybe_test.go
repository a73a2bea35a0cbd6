package eval_test

import (
	"slices"
	"testing"

	"github.com/skewlint/skewlint/analyzers/eval"
	"github.com/skewlint/skewlint/graphmodel"
)

// optional are functions over lists of which an element is there only under a condition.
const optional = `package programs

func whole(x bool) string { // a ab
	list := []string{"a"}
	if x {
		list = append(list, "b")
	}
	return glue(list)
}

func glue(list []string) string {
	out := ""
	for _, s := range list {
		out += s
	}
	return out
}

func longer(x bool) string { // ca cab
	list := []string{"a"}
	if x {
		list = append(list, "b")
	}
	return glue(append([]string{"c"}, list...))
}

func named(x bool) (string, any, any) { // a
	if x {
		return "", nil, nil
	}
	return "a", 1, nil
}

func failing(x bool) (string, error) { // a
	if x {
		return "", missing()
	}
	return "a", nil
}

func missing() error

func part(x bool) string { // "" b
	list := []string{"a"}
	if x {
		list = append(list, "b")
	}
	return glue(list[1:])
}
`

// TestOptionalElements shows that code which looks at such lists may or may not see the element.
func TestOptionalElements(t *testing.T) {
	p := load(t, optional, "optional.go")
	for name, want := range map[string][]string{
		"whole": {"a", "ab"}, "longer": {"ca", "cab"}, "part": {"", "b"},
		"named": {"a"}, "failing": {"a"},
	} {
		t.Run(name, func(t *testing.T) {
			m := &eval.Machine{Prog: p, Home: "programs"}
			v := m.Run(p.Compiler.Func(graphmodel.FuncRef("programs."+name)), p)
			if t, ok := v.(eval.Tuple); ok {
				v = t[0]
			}
			var got []string
			for _, a := range eval.Alternatives(v) {
				s, ok := eval.String(a)
				if !ok {
					t.Fatalf("not known: %#v", a)
				}
				got = append(got, s)
			}
			slices.Sort(got)
			if !slices.Equal(got, want) {
				t.Errorf("it can return %q, want %q", got, want)
			}
		})
	}
}
