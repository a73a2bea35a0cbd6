package report

import (
	"bytes"
	"encoding/json"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/santhosh-tekuri/jsonschema/v6"

	"github.com/skewlint/skewlint/analyzers/effects"
	"github.com/skewlint/skewlint/graphmodel"
	"github.com/skewlint/skewlint/rules/rule"
)

// The schema is that of OASIS, as github.com/owenrumney/go-sarif/v3 carries it.
func TestSARIFIsValid(t *testing.T) {
	schema := compile(t, readJSON(t, filepath.Join("testdata", "sarif-schema-2.1.0.json")))
	for name, r := range map[string]*Report{"full": sample(), "empty": {}} {
		if err := schema.Validate(printed(t, "sarif", r)); err != nil {
			t.Errorf("%s: %v", name, err)
		}
	}
	broken, ok := printed(t, "sarif", sample()).(map[string]any)
	if !ok {
		t.Fatal("no object")
	}
	broken["runs"].([]any)[0].(map[string]any)["results"].([]any)[0].(map[string]any)["level"] = "fatal"
	if schema.Validate(broken) == nil {
		t.Error("the schema allows everything")
	}
}

// With Ignored every result says whether something suppresses it, and those that a comment silences
// stand among the others.
func TestSARIFIgnored(t *testing.T) {
	var out bytes.Buffer
	if err := (&SARIF{Out: &out, Root: "/w", Ignored: true}).Print(sample()); err != nil {
		t.Fatal(err)
	}
	doc, err := jsonschema.UnmarshalJSON(bytes.NewReader(out.Bytes()))
	if err != nil {
		t.Fatal(err)
	}
	if err := compile(t, readJSON(t, filepath.Join("testdata", "sarif-schema-2.1.0.json"))).Validate(doc); err != nil {
		t.Error(err)
	}
	var log sarifLog
	if err := json.Unmarshal(out.Bytes(), &log); err != nil {
		t.Fatal(err)
	}
	var lines []int
	var silenced []sarifSuppression
	for _, r := range log.Runs[0].Results {
		lines = append(lines, r.Locations[0].Physical.Region.StartLine)
		if r.Suppressions == nil {
			t.Errorf("line %d: nothing is said of suppressions", lines[len(lines)-1])
		}
		silenced = append(silenced, r.Suppressions...)
	}
	want := []sarifSuppression{{
		Kind: "inSource", Status: "accepted", Justification: "ten at most",
		Properties: map[string]any{"owner": "search", "until": "2999-12-31"},
	}}
	if !slices.Equal(lines, []int{7, 8, 48}) || !reflect.DeepEqual(silenced, want) {
		t.Errorf("results on lines %v, suppressions %+v, want %+v", lines, silenced, want)
	}
	if text := raw(t, "sarif", sample(), "/w"); strings.Contains(text, "suppressions") {
		t.Error("suppressions without Ignored: GitHub would show an alert")
	}
}

// What is written is described: the schema of the docs, without the leave to add fields.
func TestJSONIsAsDescribed(t *testing.T) {
	doc := readJSON(t, filepath.Join("..", "..", "docs", "output.schema.json"))
	compile(t, doc)
	strict(doc)
	schema := compile(t, doc)
	for name, r := range map[string]*Report{"full": sample(), "empty": {}} {
		if err := schema.Validate(printed(t, "json", r)); err != nil {
			t.Errorf("%s: %v", name, err)
		}
	}
	broken, ok := printed(t, "json", sample()).(map[string]any)
	if !ok {
		t.Fatal("no object")
	}
	broken["suppressed"] = 1
	if schema.Validate(broken) == nil {
		t.Error("a field that is not described is valid")
	}
}

// strict forbids fields that are not described.
func strict(v any) {
	switch v := v.(type) {
	case map[string]any:
		if _, ok := v["properties"].(map[string]any); ok {
			v["additionalProperties"] = false
		}
		for _, sub := range v {
			strict(sub)
		}
	case []any:
		for _, sub := range v {
			strict(sub)
		}
	}
}

// Readers count columns in UTF-16 units, Go in bytes.
func TestColumnsOfOtherText(t *testing.T) {
	root := t.TempDir()
	file := filepath.Join(root, "a b%.go")
	if err := os.WriteFile(file, []byte("package a\n\nvar s = \"grün 🚀\" + spend(x)\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	pos := graphmodel.Position{File: file, Line: 3, Column: 25}
	end := graphmodel.Position{File: file, Line: 3, Column: 33}
	r := &Report{Findings: []Finding{{Finding: rule.Finding{
		Rule: "r", Severity: rule.Info, Message: "m", Pos: pos, End: end,
		Witness: []effects.Step{{Pos: pos, Text: "step"}},
		Fixes:   []rule.Fix{{Message: "fix", Edits: []rule.Edit{{Pos: end, End: end, New: "!"}}}},
	}}}}
	text := raw(t, "sarif", r, root)
	for want, n := range map[string]int{`"startColumn": 22`: 2, `"endColumn": 30`: 2, `"startColumn": 30`: 1, `"uri": "a%20b%25.go"`: 3, `"level": "note"`: 1} {
		if got := strings.Count(text, want); got != n {
			t.Errorf("SARIF has %s %d times, want %d:\n%s", want, got, n, text)
		}
	}
	if got, want := raw(t, "github", r, root), "::notice file=a b%25.go,line=3,col=22,endLine=3,endColumn=30,title=r::m%0Aa b%25.go:3:25: step\n"; !strings.HasPrefix(got, want) {
		t.Errorf("GitHub gets\n%s, want\n%s", got, want)
	}
}

// The forms of names that Windows has cannot be tested through its path functions elsewhere.
func TestFileURI(t *testing.T) {
	for name, want := range map[string]string{
		"/home/a b/c.go":       "file:///home/a%20b/c.go",
		"C:/Users/a b/c.go":    "file:///C:/Users/a%20b/c.go",
		"//server/share/c%.go": "file://server/share/c%25.go",
	} {
		if got := fileURI(name); got != want {
			t.Errorf("%s: got %s, want %s", name, got, want)
		}
	}
}

func TestGitHubEscapes(t *testing.T) {
	g := &GitHub{Root: "/w"}
	pos := graphmodel.Position{File: "/w/a,b:c%.go", Line: 3, Column: 4}
	end := graphmodel.Position{File: pos.File, Line: 5, Column: 2}
	got := g.command("error", "x", pos, end, "50%: a, b\r\n::error::c")
	if want := "::error file=a%2Cb%3Ac%25.go,line=3,endLine=5,title=x::50%25: a, b%0D%0A::error::c"; got != want {
		t.Errorf("got  %s\nwant %s", got, want)
	}
}

// Servers recognise a test by class and name, so no two may share them.
func TestJUnitNamesAreUnique(t *testing.T) {
	at := func(line int) Finding {
		return Finding{Finding: rule.Finding{Rule: "r", Message: "m\x00", Pos: graphmodel.Position{File: "/w/a.go", Line: line, Column: 1}}}
	}
	text := raw(t, "junit", &Report{Findings: []Finding{at(1), at(2)}}, "/w")
	for _, want := range []string{"name=\"a.go: m\ufffd\"", "name=\"a.go: m\ufffd (2)\""} {
		if strings.Count(text, want) != 1 {
			t.Errorf("%s is not there once:\n%s", want, text)
		}
	}
}

func raw(t *testing.T, format string, r *Report, root string) string {
	t.Helper()
	var out bytes.Buffer
	p, err := New(format, &out, &out, Options{Dir: root, Root: root, Version: "v0.1.0"})
	if err != nil {
		t.Fatal(err)
	}
	if err := p.Print(r); err != nil {
		t.Fatal(err)
	}
	return out.String()
}

func printed(t *testing.T, format string, r *Report) any {
	t.Helper()
	doc, err := jsonschema.UnmarshalJSON(strings.NewReader(raw(t, format, r, "/w")))
	if err != nil {
		t.Fatal(err)
	}
	return doc
}

func readJSON(t *testing.T, name string) any {
	t.Helper()
	data, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	var doc any
	if err := json.Unmarshal(data, &doc); err != nil {
		t.Fatalf("%s: %v", name, err)
	}
	return doc
}

func compile(t *testing.T, doc any) *jsonschema.Schema {
	t.Helper()
	c := jsonschema.NewCompiler()
	c.AssertFormat()
	if err := c.AddResource("schema.json", doc); err != nil {
		t.Fatal(err)
	}
	schema, err := c.Compile("schema.json")
	if err != nil {
		t.Fatal(err)
	}
	return schema
}
