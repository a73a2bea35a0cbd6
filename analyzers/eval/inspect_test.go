package eval_test

import (
	"testing"

	"github.com/skewlint/skewlint/analyzers/eval"
	"github.com/skewlint/skewlint/graphmodel"
)

const inspected = `package programs

import (
	"encoding/json"
	"fmt"
	"reflect"
)

func results(f any) string   { return "" }
func typeOf(t reflect.Type) string { return "" }

type cfg struct{ n int }

func callback() string {
	calls := "a"
	got := results(func(x int) (string, error) {
		calls += "b"
		if x > 1 {
			return "big", nil
		}
		return "small", nil
	})
	return got + calls
}

func types() string {
	return typeOf(reflect.TypeOf("")) + typeOf(reflect.TypeOf((*cfg)(nil)).Elem()) + typeOf(reflect.TypeFor[[]int]())
}

func overwritten() string {
	n := 1
	fmt.Sscan("3", &n)
	if n == 1 {
		return "one"
	}
	return "other"
}

func filled() string {
	var c cfg
	json.Unmarshal(nil, &c)
	if c.n == 0 {
		return "zero"
	}
	return "other"
}
`

// TestInspect covers what handlers ask of values beside building: what a callback returns, what a
// reflect.Type stands for; and that a variable is not known once its address went elsewhere.
func TestInspect(t *testing.T) {
	p := load(t, inspected, "inspected.go")
	m := &eval.Machine{Prog: p, Home: "programs", Handlers: map[graphmodel.FuncRef]eval.Handler{
		"programs.results": func(c *eval.Call) eval.Value {
			out := c.Results(c.Arg(0), eval.Unknown{Reason: "at run time"})
			text := ""
			for _, v := range eval.Alternatives(out.(eval.Tuple)[0]) {
				s, _ := eval.String(v)
				text += s + ","
			}
			return eval.Str(text)
		},
		"programs.typeOf": func(c *eval.Call) eval.Value {
			rt, _ := eval.Data(c.Arg(0)).(eval.ReflectType)
			return eval.Str(rt.Desc.Name + ",")
		},
	}}
	for name, want := range map[graphmodel.FuncRef]string{
		"callback": "big,small,a", "types": "string,programs.cfg,[]int,",
		"overwritten": "one|other", "filled": "zero|other",
	} {
		got := ""
		for i, v := range eval.Alternatives(m.Run(p.Compiler.Func("programs."+name), p)) {
			s, ok := eval.String(v)
			if !ok {
				s = "?"
			}
			if i > 0 {
				got += "|"
			}
			got += s
		}
		if got != want {
			t.Errorf("%s gives %q, want %q", name, got, want)
		}
	}
}
