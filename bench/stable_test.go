package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// program is a script in the place of skewlint.
func program(t *testing.T, script string) string {
	t.Helper()
	name := filepath.Join(t.TempDir(), "skewlint")
	if err := os.WriteFile(name, []byte("#!/bin/sh\n"+script+"\n"), 0o700); err != nil { //nolint:gosec // to be run
		t.Fatal(err)
	}
	return name
}

func TestCompare(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "repository")
	if err := os.Mkdir(dir, 0o700); err != nil {
		t.Fatal(err)
	}
	const doc = `{
  "packages": 12,
  "graphs": 3,
  "findings": [{"fingerprint": "a"}, {"fingerprint": "b"}],
  "errors": [
    {"message": "one"}
  ]
}`
	for what, test := range map[string]struct {
		script, row string
		ok          bool
	}{
		"the same":        {"cat <<'E'\n" + doc + "\nE\nexit 1", "| repository | 12 | 3 | 4 | 1 | yes |", true},
		"by processors":   {"echo $GOMAXPROCS", "| **no**, with [GOMAXPROCS=2", false},
		"what was kept":   {`[ "$SKEWLINT_CACHE" = off ] && exec echo 1; cat "$SKEWLINT_CACHE/x" 2>/dev/null || echo 1; echo 2 >"$SKEWLINT_CACHE/x"`, "**no**", false},
		"a crash":         {"echo panic: at the disco >&2; exit 2", "**a crash: panic: at the disco", false},
		"nothing":         {"exit 0", "nothing was printed", false},
		"another failure": {"exit 5", "exit status 5", false},
	} {
		row, ok := compare(program(t, test.script), dir, t.TempDir())
		if ok != test.ok || !strings.Contains(row, test.row) {
			t.Errorf("%s: %v %s", what, ok, row)
		}
	}
}

func TestNumber(t *testing.T) {
	for text, want := range map[string]string{`"n": 42,`: "42", `"n": `: "", `"m": 1`: ""} {
		if got := number([]byte(text), `"n": `); got != want {
			t.Errorf("%s: %q", text, got)
		}
	}
}
