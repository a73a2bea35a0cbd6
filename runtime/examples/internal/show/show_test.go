package show_test

import (
	"errors"
	"io"
	"slices"
	"strings"
	"testing"

	"github.com/skewlint/skewlint/runtime/examples/internal/show"
)

func TestRan(t *testing.T) {
	got := show.Ran([]string{"gate", "search#0", "search#1", "search#2", "approve"})
	if want := "gate > search x3 > approve"; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
	if got := show.WhetherRan("gate", []string{"gate"}); got != "gate ran" {
		t.Errorf("got %q", got)
	}
	if got := show.WhetherRan("gate", []string{"approve"}); got != "gate did not run" {
		t.Errorf("got %q", got)
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
	p.Line("total", "%s", show.Money(24905))
	if want := "\n1 scene\n  total          249.05 EUR\n"; b.String() != want || p.Err() != nil {
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
