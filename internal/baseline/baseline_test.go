package baseline

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

func finding(file, fingerprint, message string) report.Finding {
	return report.Finding{
		Finding:     rule.Finding{Rule: "r", Message: message, Pos: graphmodel.Position{File: file, Line: 1, Column: 1}},
		Fingerprint: fingerprint,
	}
}

func TestWriteAndRead(t *testing.T) {
	dir := t.TempDir()
	path := filepath.Join(dir, "ci", "known.json")
	if err := os.Mkdir(filepath.Dir(path), 0o777); err != nil {
		t.Fatal(err)
	}
	a, b, gone := filepath.Join(dir, "a.go"), filepath.Join(dir, "b.go"), filepath.Join(dir, "gone.go")
	for _, file := range []string{a, b} {
		if err := os.WriteFile(file, nil, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	all := []report.Finding{finding(gone, "3", "x"), finding(b, "2", "in <b> & more"), finding(a, "1", "x"), finding(a, "0", "x")}
	made, err := Of(path, all)
	if err != nil {
		t.Fatal(err)
	}
	if err := made.Write(); err != nil {
		t.Fatal(err)
	}
	want := `{"version": 1, "findings": [
{"fingerprint":"0","rule":"r","file":"../a.go","message":"x"},
{"fingerprint":"1","rule":"r","file":"../a.go","message":"x"},
{"fingerprint":"2","rule":"r","file":"../b.go","message":"in <b> & more"},
{"fingerprint":"3","rule":"r","file":"../gone.go","message":"x"}
]}
`
	if got, err := os.ReadFile(path); err != nil || string(got) != want {
		t.Errorf("the file holds\n%s%v, want\n%s", got, err, want)
	}
	read, err := Read(path)
	if err != nil {
		t.Fatal(err)
	}
	left := slices.DeleteFunc([]report.Finding{finding(a, "1", "other words"), finding(a, "9", "x")}, read.Knows)
	if len(left) != 1 || left[0].Fingerprint != "9" {
		t.Errorf("left are %+v, want the one that is new", left)
	}
	if n := read.Stale([]string{a}); n != 2 {
		t.Errorf("%d entries are stale, want 2: one of a.go, which was looked at, and that of gone.go", n)
	}
}

func TestReadRefuses(t *testing.T) {
	for text, want := range map[string]string{
		"{\n\"version\": 1,\n \"findings\": nil}":               ":3: not a baseline",
		`{"version": 2, "findings": []}`:                        "version 2 of the baseline; this skewlint knows version 1",
		`{"version": 1, "finding": []}`:                         `unknown field "finding"`,
		`{"version": 1, "findings": [{"rule": "r"}]}`:           "no fingerprint",
		`{"version": 1, "findings": [{"fingerprint": "12"} ] }`: "no file",
	} {
		path := filepath.Join(t.TempDir(), "b.json")
		if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		if _, err := Read(path); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: error %v, want one that has %q", text, err, want)
		}
	}
	if _, err := Read("missing.json"); err == nil || !strings.Contains(err.Error(), "skewlint baseline -baseline=missing.json") {
		t.Errorf("a file that is not there: %v", err)
	}
}
