package show_test

import (
	"errors"
	"io"
	"slices"
	"strings"
	"testing"

	"github.com/skewlint/skewlint/runtime/examples/research/internal/show"
)

func TestRan(t *testing.T) {
	got := show.Ran([]string{"plan", "search_papers", "search_web", "review", "search#0", "search#1", "send"})
	if want := "plan > search x2 > review > search x2 > send"; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
	if got := show.Ran(nil); got != "" {
		t.Errorf("nothing ran: %q", got)
	}
}

func TestQuotes(t *testing.T) {
	if got, want := show.Quotes("one\n  two words \nthree words", "words"), []string{"two words", "three words"}; !slices.Equal(got, want) {
		t.Errorf("got %q, want %q", got, want)
	}
}

func TestLines(t *testing.T) {
	var b strings.Builder
	p := show.NewPage(&b)
	p.Title("%d scene", 1)
	p.Line("mails", "%d", 2)
	if want := "\n1 scene\n  mails      2\n"; b.String() != want || p.Err() != nil {
		t.Errorf("got %q, want %q, %v", b.String(), want, p.Err())
	}
}

func TestPageKeepsFirstError(t *testing.T) {
	r, w := io.Pipe()
	_ = r.CloseWithError(io.ErrClosedPipe)
	p := show.NewPage(w)
	p.Printf("lost")
	p.Printf("not tried")
	if !errors.Is(p.Err(), io.ErrClosedPipe) {
		t.Errorf("got %v", p.Err())
	}
}
