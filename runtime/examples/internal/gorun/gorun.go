// Package gorun runs example programs as a user would, for their tests. It is about what they print and leave behind,
// and knows nothing of them.
package gorun

import (
	"context"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

// Program runs the program in a folder below the test's and returns what it printed. Exit status 0 and an empty
// standard error are part of what it checks, and so is that nothing whose name begins with prefix stays in the
// temporary folder. No model endpoint is given: a script stands for the model.
func Program(t *testing.T, name, prefix string) string {
	t.Helper()
	if testing.Short() {
		t.Skip("builds and runs a program")
	}
	ctx, cancel := context.WithTimeout(t.Context(), 5*time.Minute) // mostly for building it on a fresh machine
	defer cancel()
	tmp := t.TempDir()
	var out, problems strings.Builder
	cmd := exec.CommandContext(ctx, "go", "run", "./"+name)
	cmd.Env = append(cmd.Environ(), "TMPDIR="+tmp, "EXAMPLES_MODEL_URL=")
	cmd.Stdout, cmd.Stderr = &out, &problems
	if err := cmd.Run(); err != nil || strings.Contains(problems.String(), name+":") {
		t.Fatalf("%v\n%s%s", err, out.String(), problems.String())
	}
	if left, err := filepath.Glob(filepath.Join(tmp, prefix+"-*")); err != nil || len(left) > 0 {
		t.Errorf("left behind: %v, %v", left, err)
	}
	return out.String()
}

// WantLines checks that each line is printed, without regard to how it is spaced.
func WantLines(t *testing.T, out string, lines ...string) {
	t.Helper()
	squeezed := map[string]bool{}
	for line := range strings.Lines(out) {
		squeezed[strings.Join(strings.Fields(line), " ")] = true
	}
	for _, want := range lines {
		if !squeezed[want] {
			t.Errorf("no line %q in\n%s", want, out)
		}
	}
}
