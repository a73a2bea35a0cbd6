package office_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/skewlint/skewlint/runtime/examples/internal/gorun"
)

func TestSkewed(t *testing.T) {
	t.Parallel()
	out := gorun.Program(t, "skewed", "office")
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
	if out := gorun.Program(t, "sound", "office"); out != string(want) {
		t.Errorf("got\n%s\nwant\n%s", out, want)
	}
}
