package fix

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/skewlint/skewlint/graphmodel"
	"github.com/skewlint/skewlint/internal/report"
	"github.com/skewlint/skewlint/rules/rule"
)

const text = "package a\n\nvar   x = one(1)\nvar y = two(\"ü\")\n"

// change replaces the first occurrence of a text in a file.
func change(t *testing.T, file, from, to string) rule.Edit {
	t.Helper()
	data, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	i := strings.Index(string(data), from)
	if i < 0 {
		t.Fatalf("%s has no %q", file, from)
	}
	at := func(offset int) graphmodel.Position {
		before := string(data[:offset])
		return graphmodel.Position{File: file, Line: 1 + strings.Count(before, "\n"), Column: offset - strings.LastIndexByte(before, '\n')}
	}
	return rule.Edit{Pos: at(i), End: at(i + len(from)), New: to}
}

func finding(edits ...rule.Edit) report.Finding {
	return report.Finding{Finding: rule.Finding{Fixes: []rule.Fix{{Edits: edits}, {Message: "never the second"}}}}
}

func TestMake(t *testing.T) {
	file := write(t, "a.go", text)
	insert := change(t, file, `"ü"`, `"ü"`)
	insert.Pos, insert.New = insert.End, ", 2"
	other := insert
	other.New = ", 3"
	plan, err := Make([]report.Finding{
		finding(change(t, file, "one(1)", "three(1, 2)")),
		finding(change(t, file, "two", "four"), change(t, file, "(1)", "()")), // overlaps with the first
		{},
		finding(insert),
		finding(insert, change(t, file, "y", "z")), // shares an edit
		finding(other), // another text at one place
	})
	if err != nil {
		t.Fatal(err)
	}
	if want := []bool{true, false, false, true, true, false}; !slices.Equal(plan.Fixed, want) || plan.Left != 2 {
		t.Errorf("fixed %v and left %d, want %v and 2", plan.Fixed, plan.Left, want)
	}
	if err := plan.Write(); err != nil {
		t.Fatal(err)
	}
	got, err := os.ReadFile(file)
	if want := "package a\n\nvar x = three(1, 2)\nvar z = two(\"ü\", 2)\n"; err != nil || string(got) != want {
		t.Errorf("the file holds\n%s%v, want\n%s", got, err, want)
	}
}

// A file with the line ends of Windows keeps them, and its diff has the changed line only.
func TestLineEnds(t *testing.T) {
	windows := strings.ReplaceAll(text, "\n", "\r\n")
	file := write(t, "a.go", windows+"\r\nvar   z = `a\r\nb`\r\n")
	plan, err := Make([]report.Finding{finding(change(t, file, `two("ü")`, "four()\n// More.\n"))})
	if err != nil {
		t.Fatal(err)
	}
	want := "package a\r\n\r\nvar x = one(1)\r\nvar y = four()\r\n\r\n// More.\r\n\r\nvar z = `a\r\nb`\r\n"
	if got := string(plan.Files[0].New); got != want {
		t.Errorf("got  %q\nwant %q", got, want)
	}
	if got := likeBefore([]byte("a\r\nb\nc\n"), []byte("d\n")); string(got) != "d\n" {
		t.Errorf("one line of three ends as on Windows: %q", got)
	}
}

func TestDiff(t *testing.T) {
	b := write(t, "b.go", "package b\n\nvar x = 1\n")
	a := filepath.Join(filepath.Dir(b), "a.go")
	if err := os.WriteFile(a, []byte("package a\n\nvar x = 1\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	plan, err := Make([]report.Finding{finding(change(t, b, "1", "2")), finding(change(t, a, "1", "2"))})
	if err != nil {
		t.Fatal(err)
	}
	want := `diff a/a.go b/a.go
--- a/a.go
+++ b/a.go
@@ -1,3 +1,3 @@
 package a
 
-var x = 1
+var x = 2
diff a/b.go b/b.go
--- a/b.go
+++ b/b.go
@@ -1,3 +1,3 @@
 package b
 
-var x = 1
+var x = 2
`
	if got := string(plan.Diff(filepath.Dir(b))); got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
}

// A fix that breaks one of its files is not applied to the other, and the rest is.
func TestBroken(t *testing.T) {
	a, b := write(t, "a.go", "package a\n\nvar x, y = 1, 3\n"), write(t, "b.go", "package b\n\nvar x = 1\n")
	plan, err := Make([]report.Finding{
		finding(change(t, a, "1", "2"), change(t, b, "1", "(")),
		finding(change(t, a, "3", "4")),
	})
	if err != nil {
		t.Fatal(err)
	}
	if !slices.Equal(plan.Fixed, []bool{false, true}) || len(plan.Files) != 1 || !strings.Contains(string(plan.Files[0].New), "1, 4") {
		t.Errorf("plan %+v, want the second fix alone", plan)
	}
	if len(plan.Broken) != 1 || !strings.Contains(plan.Broken[0].Error(), "b.go: not fixed") {
		t.Errorf("broken: %v", plan.Broken)
	}
}

func TestFileChanged(t *testing.T) {
	file := write(t, "a.go", text)
	e := change(t, file, "two", "four")
	if err := os.WriteFile(file, []byte("package a\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	if _, err := Make([]report.Finding{finding(e)}); err == nil || !strings.Contains(err.Error(), "a.go:4:9: the file has changed") {
		t.Errorf("error %v", err)
	}
	e.Pos.File = file + "missing"
	if _, err := Make([]report.Finding{finding(e)}); err == nil {
		t.Error("a file that is not there: no error")
	}
}

func write(t *testing.T, name, text string) string {
	t.Helper()
	file := filepath.Join(t.TempDir(), name)
	if err := os.WriteFile(file, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	return file
}
