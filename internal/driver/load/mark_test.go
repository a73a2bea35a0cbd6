package load

import (
	"maps"
	"slices"
	"strings"
	"testing"

	"github.com/skewlint/skewlint/internal/driver/golist"
)

// knowledge calls packages below agent/ agents, and those and std/ covered.
type testKnowledge struct{}

func (testKnowledge) IsAgent(path string) bool { return strings.HasPrefix(path, "agent/") }
func (testKnowledge) IsCovered(path string) bool {
	return strings.HasPrefix(path, "agent/") || strings.HasPrefix(path, "std/")
}
func (testKnowledge) AgentPrefixes() []string { return []string{"agent"} }

func TestMark(t *testing.T) {
	main := &golist.Module{Path: "app", Main: true}
	third := &golist.Module{Path: "third", Version: "v1.0.0"}
	pkg := func(id string, m *golist.Module, imports ...string) *golist.Package {
		return &golist.Package{ID: id, Name: "p", GoFiles: []string{"p.go"}, Imports: imports, Module: m}
	}
	dep := func(p *golist.Package) *golist.Package { p.DepOnly = true; return p }
	forTest := func(of string, p *golist.Package) *golist.Package { p.ForTest = of; return p }
	std := pkg("std/io", nil)
	std.Standard = true
	testMain := &golist.Package{ID: "app/agent.test", Name: "main", GoFiles: []string{"/cache/main.go"}, Imports: []string{"app/agent [app/agent.test]"}, Module: main}

	list := []*golist.Package{
		dep(std),
		dep(pkg("agent/graph", third, "std/io")),
		dep(pkg("third/adapter", third, "agent/graph")),
		pkg("app/mail", main, "std/io"),               // no agent, but called by one that has
		pkg("app/alone", main, "std/io"),              // neither
		pkg("app/agent", main, "agent/graph"),         // superseded by its test variant, still imported
		pkg("app/far", main, "app/agent", "app/mail"), // reaches an agent through app/agent
		pkg("app/through", main, "third/adapter"),     // reaches one through a third party
		forTest("app/agent", pkg("app/agent [app/agent.test]", main, "agent/graph", "std/io")),
		testMain,
	}
	m := mark(list, testKnowledge{})
	var roots []string
	for _, p := range m.roots {
		roots = append(roots, p.ID)
	}
	if want := []string{"app/far", "app/through", "app/agent [app/agent.test]"}; !slices.Equal(roots, want) {
		t.Errorf("roots %q, want %q", roots, want)
	}
	analysed := slices.Sorted(maps.Keys(m.analysed))
	if want := []string{"app/agent", "app/agent [app/agent.test]", "app/far", "app/mail", "app/through"}; !slices.Equal(analysed, want) {
		t.Errorf("analysed %q, want %q", analysed, want)
	}
}

func TestSplitPos(t *testing.T) {
	for pos, want := range map[string]Error{
		"":              {},
		"/a/b.go":       {File: "/a/b.go"},
		"/a/b.go:3":     {File: "/a/b.go", Line: 3},
		"/a/b.go:3:4":   {File: "/a/b.go", Line: 3, Column: 4},
		"/a:b/c.go:3:4": {File: "/a:b/c.go", Line: 3, Column: 4},
	} {
		var got Error
		got.File, got.Line, got.Column = splitPos(pos, "")
		if got != want {
			t.Errorf("%q: got %+v, want %+v", pos, got, want)
		}
	}
}
