package ignores

import (
	"fmt"
	"go/parser"
	"go/token"
	"slices"
	"strings"
	"testing"

	"github.com/skewlint/skewlint/graphmodel"
)

const today = "2026-11-30"

func readSource(t *testing.T, src string) *Set {
	t.Helper()
	fset := token.NewFileSet()
	f, err := parser.ParseFile(fset, "app.go", src, parser.ParseComments|parser.SkipObjectResolution)
	if err != nil {
		t.Fatal(err)
	}
	set := &Set{used: map[use]bool{}}
	set.file(fset, f, today)
	return set
}

// Each source marks the lines that the comment must cover with "in".
func TestScope(t *testing.T) {
	tests := map[string]string{
		"at the end of a line": `package a
func f() {
	g(1)
	g(2) //skewlint:ignore r -- in
	g(3)
}`,
		"at the end of the first line of a call": `package a
func f() {
	g( //skewlint:ignore r -- in
		2, // in
	) // in
	g(3)
}`,
		"at the end of a later line": `package a
func f() {
	g(
		2, //skewlint:ignore r -- in
	)
}`,
		"above a statement": `package a
func f() {
	//skewlint:ignore r -- why
	for range 3 { // in
		g(1) // in
	} // in
	g(2)
}`,
		"above another comment": `package a
func f() {
	//skewlint:ignore r -- why
	// More words.
	g(1) // in
	g(2)
}`,
		"above a block comment and code": `package a
func f() {
	//skewlint:ignore r -- why
	/* One word. */ g( //in
		1, //in
	) //in
	g(2)
}`,
		"above a block comment of two lines and code": `package a
func f() {
	//skewlint:ignore r -- why
	/* One word,
	and one more. */ g(1) //in
	g(2)
}`,
		"above a block comment on lines of its own": `package a
func f() {
	//skewlint:ignore r -- why
	/* One word,
	and one more. */
	g(1) //in
	g(2)
}`,
		"above a function": `package a
// Doc.
//
//skewlint:ignore r -- why
func f() { // in
	g(1) // in
} // in
func h() {}`,
		"above an element of a table": `package a
var t = []int{
	1,
	//skewlint:ignore r -- why
	2, // in
	3,
}`,
		"above nothing": `package a
func f() {
	//skewlint:ignore r -- why

	g(1)
}`,
		"at a closing brace": `package a
func f() {
	if true {
		g(1)
	} //skewlint:ignore r -- in
	g(2)
}`,
		"above the package": `//skewlint:ignore r -- in

package a // in

func f() {} // in`,
		"in the group above the package": `// Package a is.
//skewlint:ignore r -- in
package a // in
func f() {} // in`,
	}
	for name, src := range tests {
		t.Run(name, func(t *testing.T) {
			set := readSource(t, src)
			lines := strings.Split(src, "\n")
			file := strings.HasPrefix(src, "//")
			for i, line := range lines {
				want := strings.Contains(line, "in") && strings.Contains(line, "//") && !strings.Contains(line, "nothing") && !strings.Contains(line, "-- why") ||
					file && strings.Contains(strings.Join(lines[:i+1], " "), "package")
				got := set.Silences("r", graphmodel.Position{File: "app.go", Line: i + 1, Column: 1}) != nil
				if got != want && (!file || i > 0) && line != "" {
					t.Errorf("line %d %q: covered %t, want %t", i+1, line, got, want)
				}
			}
		})
	}
}

// Editors of Windows end lines with \r\n, which is no part of a reason.
func TestLineEnds(t *testing.T) {
	set := readSource(t, strings.ReplaceAll("package a\n\n//skewlint:ignore r -- why\nfunc f() {\n\tg()\n}\n\nfunc h() {} //nolint:skewlint // so\n", "\n", "\r\n"))
	for line, want := range map[int]string{3: "", 4: "why", 5: "why", 6: "why", 7: "", 8: "so"} {
		got := ""
		if g := set.Silences("r", graphmodel.Position{File: "app.go", Line: line, Column: 1}); g != nil {
			got = g.Reason
		}
		if got != want {
			t.Errorf("line %d: reason %q, want %q", line, got, want)
		}
	}
	if len(set.Problems) > 0 {
		t.Errorf("problems: %+v", set.Problems)
	}
}

func TestParse(t *testing.T) {
	tests := []struct{ text, want string }{
		{"//skewlint:ignore a -- why not", `[a] "why not"`},
		{"//skewlint:ignore a,b owner=me until=2026-11-30 -- why -- and how", `[a b] "why -- and how" me 2026-11-30`},
		{"//skewlint:ignore\ta -- why", "there is no comment skewlint:ignore\ta"},
		{"//skewlint:ignore a, -- why", "no rule is named"},
		{"//skewlint:ignore a owner= -- why", `"owner=" is not known`},
		{"//skewlint:ignore a until=2026-11-29 -- why", "expired on 2026-11-29"},
		{"//skewlint:ignore a --why", "no reason is given"},
		{"//skewlint:ignore a b -- why", "out of place"},
		{"//skewlint:ignore a -- why // more", `[a] "why"`},
		{"//skewlint:", "there is no comment skewlint:;"},
		{"//  skewlint:ignore a -- why", "a space before"},
		{"// see skewlint:ignore", ""},
		{"//nolint", `nolint ""`},
		{"//nolint:skewlint // why", `nolint "why"`},
		{"// nolint:gosec, skewlint", `nolint ""`},
		{"//nolint:all", `nolint ""`},
		{"//nolint:gosec // skewlint", ""},
		{"//nolint:skewlinter", ""},
		{"//nolintlint", ""},
	}
	for _, tt := range tests {
		g, problems := parse(tt.text, today)
		got := strings.Join(problems, "; ")
		switch {
		case g != nil && g.Nolint:
			got += fmt.Sprintf("nolint %q", g.Reason)
		case g != nil:
			got += strings.TrimSpace(fmt.Sprintf("%v %q %s %s", g.Rules, g.Reason, g.Owner, g.Until))
		}
		if tt.want == "" && got != "" || !strings.Contains(got, tt.want) {
			t.Errorf("%s\n got %s\nwant %s", tt.text, got, tt.want)
		}
	}
}

func TestUnused(t *testing.T) {
	set := readSource(t, `package a
//skewlint:ignore a,b -- why
func f() {}

//nolint:skewlint
func g() {}
`)
	at := graphmodel.Position{File: "app.go", Line: 3, Column: 1}
	if g := set.Silences("a", at); g == nil || g.Reason != "why" {
		t.Errorf("Silences = %+v, want the comment above", g)
	}
	if g := set.Silences("c", at); g != nil {
		t.Errorf("a rule that the comment does not name is silenced: %+v", g)
	}
	var unused []string
	for _, rule := range []string{"a", "b", "c"} {
		if len(set.Unused(rule)) > 0 {
			unused = append(unused, rule)
		}
	}
	if !slices.Equal(unused, []string{"b"}) {
		t.Errorf("unused for %v, want b only", unused)
	}
}

func TestUntil(t *testing.T) {
	for source, want := range map[string]string{
		"package a\n": "",
		"package a\n//skewlint:ignore a -- why\n": "",
		"package a\n//skewlint:ignore a until=2999-02-01 -- why\n\n//skewlint:ignore a until=2999-01-01 -- why\n": "2999-01-01",
		"package a\n//skewlint:ignore a until=2020-01-01 -- why\n":                                                "",
	} {
		if got := readSource(t, source).Until(); got != want {
			t.Errorf("%q: until %q, want %q", source, got, want)
		}
	}
}

// Comments are read from whatever people write.
func FuzzParse(f *testing.F) {
	f.Add("//skewlint:ignore a,b owner=me until=2026-11-30 -- why")
	f.Add("//nolint:skewlint // why")
	f.Add("//skewlint:ignore -- -- --")
	f.Fuzz(func(t *testing.T, text string) {
		g, problems := parse(text, today)
		if g != nil && len(problems) > 0 {
			t.Errorf("%q silences findings and is a problem: %q", text, problems)
		}
		if g != nil && !g.Nolint && (len(g.Rules) == 0 || g.Reason == "" || slices.Contains(g.Rules, "")) {
			t.Errorf("%q gives %+v, without rule or reason", text, g)
		}
	})
}
