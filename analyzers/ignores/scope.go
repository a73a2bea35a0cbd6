package ignores

import (
	"go/ast"
	"go/token"
	"math"
)

// scopes says which lines of a file a comment covers. It costs one walk over the file.
type scopes struct {
	fset *token.FileSet
	file *ast.File
	// ends are, for each line on which something begins, the last line of what begins there.
	ends map[int]int
	// code are the lines on which something begins or ends.
	code map[int]bool
}

func newScopes(fset *token.FileSet, f *ast.File) *scopes {
	s := &scopes{fset: fset, file: f, ends: map[int]int{}, code: map[int]bool{}}
	ast.Inspect(f, func(n ast.Node) bool {
		switch n := n.(type) {
		case nil, *ast.Comment, *ast.CommentGroup:
			return false
		case *ast.File:
			return true
		case *ast.FuncDecl:
			// Its position is that of "func", also with a comment above.
			s.note(n.Type.Func, n.End())
		default:
			s.note(n.Pos(), n.End())
		}
		return true
	})
	return s
}

func (s *scopes) note(from, to token.Pos) {
	first, last := s.line(from), s.line(to)
	s.ends[first] = max(s.ends[first], last)
	s.code[first], s.code[last] = true, true
}

func (s *scopes) line(pos token.Pos) int { return s.fset.PositionFor(pos, false).Line }

// of is the lines that a comment of the group covers: from the first to the last.
func (s *scopes) of(group *ast.CommentGroup, c *ast.Comment) (first, last int) {
	if group.Pos() < s.file.Package {
		return 1, math.MaxInt
	}
	line := s.line(c.Pos())
	if s.code[line] {
		return line, max(line, s.ends[line])
	}
	next := s.line(group.End())
	if !s.code[next] { // else the group ends in a block comment with code behind it
		next++
	}
	return next, max(next, s.ends[next])
}
