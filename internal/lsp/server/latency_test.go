//go:build unix

package server

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/skewlint/skewlint/internal/lsp/session"
	"github.com/skewlint/skewlint/rules"
)

// TestPauseToFinding measures, on a program with 380 packages in its closure, how long it takes from
// the last key to the new findings. The goal is a second. On a machine that does much else only the
// processor's time can tell, so that is what the test holds against it.
func TestPauseToFinding(t *testing.T) {
	if testing.Short() {
		t.Skip("-short: needs the modules that testdata/real/agents/go.mod names, which may have to be downloaded")
	}
	dir, err := filepath.Abs(filepath.Join("..", "..", "..", "testdata", "real", "agents"))
	if err != nil {
		t.Fatal(err)
	}
	file := filepath.Join(dir, "flagged", "flagged.go")
	data, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	const marker = "func draft("
	content := string(data)
	c := connectWith(t, Options{Rules: rules.All()})
	c.Initialize(object{}, object{"env": object{"GOWORK": "off"}}, dir)
	start := time.Now()
	c.Open(file, content)
	c.Published(file, "the findings of the first look", version(1, has))
	first := time.Since(start)
	var took []time.Duration
	used := cpu(t)
	const edits = 6
	for v := 2; v < 2+edits; v++ {
		start = time.Now()
		content = c.Edit(file, v, content, marker, "// One more line.\n"+marker)
		c.Published(file, "the findings, one line further down", version(v, has))
		took = append(took, time.Since(start))
	}
	slices.Sort(took)
	used = (cpu(t) - used) / edits
	t.Logf("first look %v; from the last key to the findings, with a pause of %v: median %v of %v; processor time %v",
		first, session.Delay, took[len(took)/2], took, used)
	if used > time.Second && !raceEnabled { // about 0.35 s when this was written
		t.Errorf("one look takes %v of processor time", used)
	}
	last := c.All(file)
	if want := strings.Count(string(data), "// want"); len(last[len(last)-1].Diagnostics) != want {
		t.Errorf("%d findings, want %d", len(last[len(last)-1].Diagnostics), want)
	}
}

// cpu is the processor time of this process and of those that it has started.
func cpu(t *testing.T) time.Duration {
	t.Helper()
	total := time.Duration(0)
	for _, who := range []int{syscall.RUSAGE_SELF, syscall.RUSAGE_CHILDREN} {
		var u syscall.Rusage
		if err := syscall.Getrusage(who, &u); err != nil {
			t.Fatal(err)
		}
		total += time.Duration(u.Utime.Nano() + u.Stime.Nano())
	}
	return total
}
