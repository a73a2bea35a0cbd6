package order_test

import (
	"context"
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
	cmd.Env = append(cmd.Environ(), "TMPDIR="+tmp)
	cmd.Stdout, cmd.Stderr = &out, &problems
	if err := cmd.Run(); err != nil || strings.Contains(problems.String(), name+":") {
		t.Fatalf("%v\n%s%s", err, out.String(), problems.String())
	}
	if left, err := filepath.Glob(filepath.Join(tmp, "order-*")); err != nil || len(left) > 0 {
		t.Errorf("left behind: %v, %v", left, err)
	}
	return out.String()
}

func wantLines(t *testing.T, out string, lines ...string) {
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

func TestSkewed(t *testing.T) {
	t.Parallel()
	wantLines(t, goRun(t, "skewed"),
		"ran check_basket > search x7 > fill_basket > approve (paused)",
		"ran approve > checkout (check_basket did not run)",
		"error none",
		`Ann hears "Your basket is empty, there is nothing to order."`,
		`mails 2, "We received your order of 7 items" was sent twice`,
	)
}

func TestSound(t *testing.T) {
	t.Parallel()
	wantLines(t, goRun(t, "sound"),
		"live ok approve > add_item > checkout > confirm",
		`"map added. You ordered 4 items for 336.40 EUR."`,
		"forgotten by the shop gone approve > add_item > handle_gone",
		"forgotten after the check gone approve > add_item > handle_gone",
		"no handle absent approve > add_item > handle_gone",
		"Ann's, and Bob answers gone approve > add_item > handle_gone",
		"shop does not answer unknown approve > add_item > try_later",
		"first turn check_basket > plan > search x7 > fill_basket > approve (paused)",
		"resume approve > add_item > checkout > confirm (check_basket did not run)",
		`Ann hears "map added. You ordered 8 items for 448.80 EUR."`,
		"ran invoice > pack > ship",
	)
}
