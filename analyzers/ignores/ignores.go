package ignores

import (
	"go/ast"
	"go/token"
	"reflect"
	"slices"
	"sync"
	"time"

	"golang.org/x/tools/go/analysis"

	"github.com/skewlint/skewlint/graphmodel"
)

// Ignore is one comment that silences findings.
type Ignore struct {
	Pos graphmodel.Position // of the comment
	// Rules are the rules that it names; none: all of them.
	Rules  []string
	Reason string
	Owner  string
	Until  string // YYYY-MM-DD, the last day on which it counts; empty: for good
	// Nolint: it is a comment of golangci-lint's form.
	Nolint bool

	first, last int // the lines that it covers; last is 0 for a comment that covers nothing
}

// names reports whether the comment speaks of the rule.
func (g *Ignore) names(rule string) bool {
	return len(g.Rules) == 0 || slices.Contains(g.Rules, rule)
}

func (g *Ignore) covers(p graphmodel.Position) bool {
	return g.Pos.File == p.File && g.first <= p.Line && p.Line <= g.last
}

// Problem is what is wrong with a comment, a clause without full stop.
type Problem struct {
	Pos  graphmodel.Position
	Text string
}

// Set is the comments of one package. It is safe for concurrent use: rules run at one time.
type Set struct {
	// Problems are in the order of the files.
	Problems []Problem

	ignores []Ignore

	mu   sync.Mutex
	used map[use]bool
}

type use struct {
	ignore int
	rule   string
}

// Get reads the comments on the first call: of a package that cannot matter nobody asks.
type Get func() *Set

// Analyzer yields a Get.
var Analyzer = &analysis.Analyzer{
	Name:       "skewlintignores",
	Doc:        "reads the comments that silence findings",
	ResultType: reflect.TypeFor[Get](),
	Run: func(pass *analysis.Pass) (any, error) {
		fset, files := pass.Fset, pass.Files
		return Get(sync.OnceValue(func() *Set {
			return read(fset, files, time.Now().UTC().Format(time.DateOnly))
		})), nil
	},
}

// read reads the comments of all files. today is a date as in Ignore.Until.
func read(fset *token.FileSet, files []*ast.File, today string) *Set {
	s := &Set{used: map[use]bool{}}
	for _, f := range files {
		s.file(fset, f, today)
	}
	return s
}

func (s *Set) file(fset *token.FileSet, f *ast.File, today string) {
	var scopes *scopes // made for the first comment that counts; most files have none
	for _, group := range f.Comments {
		for _, c := range group.List {
			ignore, problems := parse(c.Text, today)
			if ignore == nil && len(problems) == 0 {
				continue
			}
			pos := position(fset, c.Pos())
			for _, text := range problems {
				s.Problems = append(s.Problems, Problem{pos, text})
			}
			if ignore == nil {
				continue
			}
			if scopes == nil {
				scopes = newScopes(fset, f)
			}
			ignore.Pos = pos
			ignore.first, ignore.last = scopes.of(group, c)
			s.ignores = append(s.ignores, *ignore)
		}
	}
}

// position is a place as the rules name places: without //line directives.
func position(fset *token.FileSet, pos token.Pos) graphmodel.Position {
	p := fset.PositionFor(pos, false)
	return graphmodel.Position{File: p.Filename, Line: p.Line, Column: p.Column}
}

// Silences is the comment that covers a finding of the rule at p, nil if none does. All that do
// count as used.
func (s *Set) Silences(rule string, p graphmodel.Position) *Ignore {
	s.mu.Lock()
	defer s.mu.Unlock()
	var first *Ignore
	for i := range s.ignores {
		g := &s.ignores[i]
		if !g.names(rule) || !g.covers(p) {
			continue
		}
		s.used[use{i, rule}] = true
		if first == nil {
			first = g
		}
	}
	return first
}

// Unused are the comments that name the rule and have silenced none of its findings. It is to be
// asked after the rule's last finding. Comments of golangci-lint's form are left to that tool.
func (s *Set) Unused(rule string) []Ignore {
	s.mu.Lock()
	defer s.mu.Unlock()
	var out []Ignore
	for i, g := range s.ignores {
		if !g.Nolint && g.names(rule) && !s.used[use{i, rule}] {
			out = append(out, g)
		}
	}
	return out
}

// Until is the day on which the first of the comments expires that has a last day, empty if none
// has: what was made of the set holds until then. Those that have expired will not come back.
func (s *Set) Until() string {
	first := ""
	for _, g := range s.ignores {
		if g.Until != "" && (first == "" || g.Until < first) {
			first = g.Until
		}
	}
	return first
}

// Named are the rules that comments name, with the place of the first comment that does, in order.
func (s *Set) Named() []Problem {
	var out []Problem
	for _, g := range s.ignores {
		for _, rule := range g.Rules {
			if !slices.ContainsFunc(out, func(p Problem) bool { return p.Text == rule && p.Pos == g.Pos }) {
				out = append(out, Problem{g.Pos, rule})
			}
		}
	}
	return out
}
