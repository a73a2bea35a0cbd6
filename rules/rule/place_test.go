package rule

import (
	"go/token"
	"sync"
	"testing"

	"github.com/skewlint/skewlint/graphmodel"
)

const text = "package a\n\nvar x = 1\n"

// newPlace has one own file and two of other packages: one with real lines, one as export data
// gives it, with one byte a line.
func newPlace() *place {
	fset := token.NewFileSet()
	own := fset.AddFile("/a/a.go", -1, len(text))
	own.SetLinesForContent([]byte(text))
	other := fset.AddFile("/b/b.go", -1, len(text))
	other.SetLinesForContent([]byte(text))
	thin := fset.AddFile("/c/c.go", -1, 3)
	thin.SetLines([]int{0, 1, 2})
	return &place{fset: fset, own: map[string]*token.File{"/a/a.go": own}}
}

func TestPlaceIsExact(t *testing.T) {
	tests := []graphmodel.Position{
		{File: "/a/a.go", Line: 3, Column: 5},
		{File: "/b/b.go", Line: 3, Column: 5},
		{File: "/c/c.go", Line: 3, Column: 5},     // not in one byte a line
		{File: "/d/d.go", Line: 9000, Column: 80}, // a file that nobody has loaded
	}
	for _, want := range tests {
		l := newPlace()
		got := l.fset.Position(l.at(want))
		if got.Filename != want.File || got.Line != want.Line || got.Column != want.Column {
			t.Errorf("%v became %v", want, got)
		}
	}
}

func TestPlaceOfNothing(t *testing.T) {
	l := newPlace()
	if pos := l.at(graphmodel.Position{}); pos.IsValid() {
		t.Errorf("no place became %v", l.fset.Position(pos))
	}
	// A position past the end of an own file stays in that file: sources changed, or a //line
	// directive lied.
	if got := l.fset.Position(l.at(graphmodel.Position{File: "/a/a.go", Line: 99, Column: 99})); got.Filename != "/a/a.go" {
		t.Errorf("position past the end became %v", got)
	}
}

// Passes of several packages share a file set.
func TestPlaceAddsAFileOnce(t *testing.T) {
	l := newPlace()
	var all sync.WaitGroup
	for line := 1; line <= 50; line++ {
		all.Go(func() { l.at(graphmodel.Position{File: "/d/d.go", Line: line, Column: 2}) })
	}
	all.Wait()
	n := 0
	l.fset.Iterate(func(f *token.File) bool {
		if f.Name() == "/d/d.go" {
			n++
		}
		return true
	})
	if n != 1 {
		t.Errorf("file was added %d times", n)
	}
}
