package eval_test

import (
	"fmt"
	"maps"
	"slices"
	"strings"
)

// The functions below are run twice: by Go, and by the evaluator from this file's source. Both
// must give the same string. Each shows one thing that builder code does.

var programs = map[string]func() string{
	"constants": constants, "tables": tables, "structs": structs, "pointers": pointers,
	"methods": methods, "promoted": promoted, "interfaces": interfaces, "closures": closures,
	"loopClosures": loopClosures, "options": options, "variadic": variadic, "mapsInOrder": mapsInOrder,
	"switches": switches, "namedResults": namedResults, "globals": globals, "generics": generics,
	"counting": counting, "slicing": slicing, "recursion": recursion, "shadowing": shadowing,
	"multiValue": multiValue, "methodValues": methodValues, "breaks": breaks, "sprintf": sprintf,
	"funcTables": funcTables, "iterators": iterators, "valueSemantics": valueSemantics,
	"arrays": arrays, "commaOK": commaOK, "earlyReturn": earlyReturn,
	"newValue": newValue,
}

const prefix = "node_"

func constants() string {
	const local = prefix + "a"
	n := 3*4 + 10/3 - 7%4
	if n > 10 && local != "" || false {
		return local + "!"
	}
	return "small"
}

type row struct {
	name string
	next []string
}

func tables() string {
	out := ""
	for i, r := range []row{{"a", []string{"b", "c"}}, {name: "b"}, {next: []string{"z"}}} {
		out += fmt.Sprintf("%d%s", i, r.name) + strings.Join(r.next, "+") + ";"
	}
	return out
}

type pair struct{ x, y string }

func structs() string {
	p := pair{"1", "2"}
	q := p
	q.x = "changed"
	var zero pair
	return p.x + p.y + q.x + q.y + zero.x
}

func pointers() string {
	p := &pair{x: "1"}
	q := p
	q.x = "changed"
	s := "a"
	r := &s
	*r += "b"
	pp := &p.y
	*pp = "via"
	return p.x + p.y + s
}

func (p *pair) set(x string) *pair { p.x = x; return p }
func (p pair) join() string        { return p.x + p.y }

func methods() string {
	p := pair{y: "y"}
	p.set("x").set("z")
	return p.join() + (&p).join()
}

type outer struct {
	*pair
	inner
}

type inner struct{ label string }

func (i inner) tag() string { return "<" + i.label + ">" }

func promoted() string {
	o := outer{pair: &pair{"a", "b"}, inner: inner{"in"}}
	o.set("q")
	return o.x + o.join() + o.tag() + o.label
}

type tagger interface{ tag() string }

type other struct{ inner }

func (o *other) tag() string { return "other" + o.inner.tag() }

func interfaces() string {
	out := ""
	for _, t := range []tagger{inner{"1"}, &other{inner{"2"}}, outer{inner: inner{"3"}}} {
		out += t.tag()
		f := t.tag
		out += f()
	}
	return out
}

func closures() string {
	total := ""
	add := func(s string) func() string {
		total += s
		return func() string { total += s; return total }
	}
	f := add("a")
	g := add("b")
	return f() + "|" + g() + "|" + total
}

func loopClosures() string {
	var fs []func() string
	for i := 0; i < 3; i++ {
		fs = append(fs, func() string { return fmt.Sprint(i) })
	}
	for _, s := range []string{"x", "y"} {
		fs = append(fs, func() string { return s })
	}
	out := ""
	for _, f := range fs {
		out += f()
	}
	return out
}

type config struct {
	name  string
	limit int
}

type option func(*config)

func withName(n string) option { return func(c *config) { c.name = n } }
func withLimit(n int) option   { return func(c *config) { c.limit = n } }

func configure(opts ...option) config {
	c := config{name: "default"}
	for _, o := range opts {
		o(&c)
	}
	return c
}

func options() string {
	a, b := configure(), configure(withName("n"), withLimit(4))
	list := []option{withLimit(9)}
	c := configure(list...)
	return fmt.Sprintf("%s%d %s%d %s%d", a.name, a.limit, b.name, b.limit, c.name, c.limit)
}

func joined(sep string, parts ...string) string { return strings.Join(parts, sep) }

func variadic() string {
	return joined("-") + joined("-", "a") + joined("+", "a", "b") + joined("/", []string{"x", "y"}...)
}

func mapsInOrder() string {
	m := map[string]string{"b": "2", "a": "1"}
	m["c"] = "3"
	delete(map[string]string{}, "x")
	out := ""
	for _, k := range slices.Sorted(maps.Keys(m)) {
		out += k + m[k]
	}
	return out + fmt.Sprint(len(m)) + m["none"]
}

func grade(n int) string {
	switch {
	case n > 10:
		return "high"
	case n > 5:
		return "mid"
	}
	switch n {
	case 1, 2:
		return "one or two"
	case 3:
		break
	default:
		return "low"
	}
	return "three"
}

func switches() string { return grade(20) + grade(7) + grade(2) + grade(3) + grade(4) }

func split(s string) (head, tail string) {
	head = s[:0] + "h"
	tail = "t" + s
	return
}

func namedResults() string {
	a, b := split("s")
	return a + b
}

var (
	first  = "first" + second
	second = "second"
	counts = map[string]int{"a": 1}
)

func globals() string {
	counts["b"] = 2
	return first + fmt.Sprint(counts["a"]+counts["b"])
}

type box[T any] struct{ v T }

func (b box[T]) get() T { return b.v }
func mapOver[A, B any](in []A, f func(A) B) []B {
	var out []B
	for _, a := range in {
		out = append(out, f(a))
	}
	return out
}

func generics() string {
	got := mapOver([]int{1, 2}, func(i int) string { return fmt.Sprint(i * 10) })
	return box[string]{"boxed"}.get() + strings.Join(got, ",")
}

func counting() string {
	out := ""
	for i := range 3 {
		out += fmt.Sprint(i)
	}
	for i, j := 0, 10; i < j; i, j = i+1, j-3 {
		out += fmt.Sprint(i, j)
	}
	n := 0
	for n < 4 {
		n++
	}
	return out + fmt.Sprint(n)
}

func slicing() string {
	s := []string{"a", "b", "c", "d"}
	s[1] = "B"
	t := append([]string{}, s[1:3]...)
	t = append(t, s[3:]...)
	return strings.Join(t, "") + fmt.Sprint(len(s[:2]))
}

func fact(n int) int {
	if n <= 1 {
		return 1
	}
	return n * fact(n-1)
}

func recursion() string { return fmt.Sprint(fact(3)) }

func shadowing() string {
	x := "outer"
	if x := "inner"; x != "" {
		_ = x + "!"
	}
	{
		x := x + "block"
		_ = x
	}
	return x
}

func two() (string, int) { return "two", 2 }

func both(s string, n int) string { return s + fmt.Sprint(n) }

func multiValue() string {
	s, n := two()
	t := s
	s, m := "again", n
	return both(two()) + t + s + fmt.Sprint(m)
}

func methodValues() string {
	p := &pair{y: "y"}
	set := p.set
	set("bound")
	expr := (*pair).set
	expr(p, p.x+"expr")
	return p.join()
}

func breaks() string {
	out := ""
	for i := 0; i < 10; i++ {
		if i == 2 {
			continue
		}
		if i == 5 {
			break
		}
		out += fmt.Sprint(i)
	}
	return out
}

func sprintf() string { return fmt.Sprintf("%s-%03d-%v-%q", "a", 7, true, "q") }

func funcTables() string {
	table := map[string]func(string) string{"up": strings.ToUpper, "wrap": func(s string) string { return "(" + s + ")" }}
	return table["up"]("x") + table["wrap"]("y")
}

func seq(items ...string) func(yield func(int, string) bool) {
	return func(yield func(int, string) bool) {
		for i, s := range items {
			if !yield(i, s) {
				return
			}
		}
	}
}

func iterators() string {
	out := ""
	for i, s := range seq("a", "b", "stop", "c") {
		if s == "stop" {
			break
		}
		out += fmt.Sprint(i) + s
	}
	return out
}

func change(p pair) pair { p.x = "changed"; return p }

func valueSemantics() string {
	p := pair{"x", "y"}
	list := []pair{p}
	p.x = "later"
	q := change(p)
	m := map[string]pair{"k": p}
	p.y = "last"
	return list[0].x + p.x + q.x + m["k"].y
}

func arrays() string {
	a := [3]string{"a", "b"}
	return a[0] + a[1] + fmt.Sprint(len(a[:2]))
}

func commaOK() string {
	m := map[string]string{"a": "1"}
	v, ok := m["a"]
	_, missing := m["z"]
	return v + fmt.Sprint(ok, missing)
}

func earlyReturn() string {
	for _, s := range []string{"a", "b", "c"} {
		if s == "b" {
			return "found " + s
		}
	}
	return "none"
}

func newValue() string {
	x := "a"
	p, q := new(x), new(len(x))
	x = "b"
	*p += "c"
	return x + *p + fmt.Sprint(*q)
}
