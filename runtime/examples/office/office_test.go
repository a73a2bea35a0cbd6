package office_test

import (
	"context"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

// goRun runs a program as a user would and returns what it printed. Exit status 0 and an empty standard error are part
// of what it checks, and so is that nothing stays in the temporary folder.
func goRun(t *testing.T, name string) string {
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
	if left, err := filepath.Glob(filepath.Join(tmp, "office-*")); err != nil || len(left) > 0 {
		t.Errorf("left behind: %v, %v", left, err)
	}
	return out.String()
}

func TestSkewed(t *testing.T) {
	t.Parallel()
	out := goRun(t, "skewed")
	for _, want := range []string{"slot 4 belongs to nobody", "with 3 credit notes", "slot 6 was given away 2 times"} {
		if !strings.Contains(out, want) {
			t.Errorf("no %q in\n%s", want, out)
		}
	}
}

func TestSound(t *testing.T) {
	t.Parallel()
	want, err := os.ReadFile(filepath.Join("sound", "testdata", "story.txt"))
	if err != nil {
		t.Fatal(err)
	}
	if out := goRun(t, "sound"); out != string(want) {
		t.Errorf("got\n%s\nwant\n%s", out, want)
	}
}
