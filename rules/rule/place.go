package rule

import (
	"go/token"
	"sync"

	"github.com/skewlint/skewlint/graphmodel"
)

// place turns positions of the model into positions of a file set.
//
// Summaries cross packages as file, line and column, while a driver takes a token.Pos. Files of
// the pass are at hand. A file of another package may be in the file set with its real lines (a
// driver that loads source), with one byte a line (export data), or not at all (a vet tool whose
// dependency had no position there). So a candidate is taken only if it leads back to the same
// line and column; else a file of that name with enough lines is added, as gcexportdata does.
type place struct {
	fset *token.FileSet
	own  map[string]*token.File
}

// The lines of an added file all have this width, and their number grows in steps.
const (
	addedWidth = 1 << 10
	addedLines = 1 << 12
)

// adding keeps two passes that share a file set from adding one file twice.
var adding sync.Mutex

// isOwn reports whether the position lies in a file of the pass.
func (l *place) isOwn(p graphmodel.Position) bool {
	return p.IsValid() && l.own[p.File] != nil
}

// at is the token.Pos of p, NoPos if p names no place.
func (l *place) at(p graphmodel.Position) token.Pos {
	if !p.IsValid() {
		return token.NoPos
	}
	if f := l.own[p.File]; f != nil {
		if pos, ok := exact(f, p); ok {
			return pos
		}
		return clamp(f, p)
	}
	adding.Lock()
	defer adding.Unlock()
	found := token.NoPos
	l.fset.Iterate(func(f *token.File) bool {
		if f.Name() != p.File {
			return true
		}
		pos, ok := exact(f, p)
		if ok {
			found = pos
		}
		return !ok
	})
	if found.IsValid() {
		return found
	}
	return clamp(addFile(l.fset, p), p)
}

// exact is the position in f that f itself calls p.
func exact(f *token.File, p graphmodel.Position) (token.Pos, bool) {
	if p.Line > f.LineCount() {
		return token.NoPos, false
	}
	pos := clamp(f, p)
	got := f.PositionFor(pos, false)
	return pos, got.Line == p.Line && got.Column == max(p.Column, 1)
}

// clamp is the position in f nearest to p.
func clamp(f *token.File, p graphmodel.Position) token.Pos {
	line := min(p.Line, f.LineCount())
	pos := f.LineStart(line) + token.Pos(max(p.Column, 1)-1)
	return min(pos, token.Pos(f.Base()+f.Size()))
}

// addFile registers a file that has p's line.
func addFile(fset *token.FileSet, p graphmodel.Position) *token.File {
	lines := (p.Line/addedLines + 1) * addedLines
	starts := make([]int, lines)
	for i := range starts {
		starts[i] = i * addedWidth
	}
	f := fset.AddFile(p.File, -1, lines*addedWidth)
	f.SetLines(starts)
	return f
}
