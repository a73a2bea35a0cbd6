package effects

import (
	"fmt"
	"go/ast"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/analysis/checker"
	"golang.org/x/tools/go/packages"

	"github.com/skewlint/skewlint/graphmodel"
)

// analyse runs the analyzer over sample packages: those of testdata/src here, with the stubs of
// the repository's testdata/src.
func analyse(t testing.TB, patterns ...string) *checker.Graph {
	t.Helper()
	here, err := filepath.Abs("testdata")
	if err != nil {
		t.Fatal(err)
	}
	stubs, err := filepath.Abs("../../testdata")
	if err != nil {
		t.Fatal(err)
	}
	cfg := &packages.Config{
		Mode: packages.LoadAllSyntax, Dir: here,
		Env: append(os.Environ(), "GOPATH="+here+string(os.PathListSeparator)+stubs, "GO111MODULE=off", "GOWORK=off", "GOPROXY=off"),
	}
	pkgs, err := packages.Load(cfg, patterns...)
	if err != nil {
		t.Fatal(err)
	}
	if packages.PrintErrors(pkgs) > 0 {
		t.Fatal("the sample programs do not compile")
	}
	g, err := checker.Analyze([]*analysis.Analyzer{Analyzer}, pkgs, &checker.Options{SanityCheck: true})
	if err != nil {
		t.Fatal(err)
	}
	for a := range g.All() {
		if a.Err != nil {
			t.Fatalf("%s: %v", a, a.Err)
		}
	}
	return g
}

// question is one kind of line in a sample's comments.
var questions = map[string]func(r *Result, f graphmodel.FuncValue) []string{
	"effects": func(r *Result, f graphmodel.FuncValue) []string { return render(r.Effects(f), showUse) },
	"pauses": func(r *Result, f graphmodel.FuncValue) []string {
		return render(r.Pauses(f), func(p Pause) string { return p.Key + grade(p.Grade) })
	},
	"before": func(r *Result, f graphmodel.FuncValue) []string { return render(r.BeforePause(f), showBefore) },
	"reads":  func(r *Result, f graphmodel.FuncValue) []string { return render(r.Reads(f), showField) },
	"writes": func(r *Result, f graphmodel.FuncValue) []string { return render(r.Writes(f), showField) },
	"stores": func(r *Result, f graphmodel.FuncValue) []string { return render(r.Stores(f), showStore) },
	"spends": func(r *Result, f graphmodel.FuncValue) []string { return render(r.Spends(f), showSpend) },
	"checks": func(r *Result, f graphmodel.FuncValue) []string {
		return render(r.Checks(f), func(c Check) string { return base(c.Field) + grade(c.Grade) })
	},
	"spawns": func(r *Result, f graphmodel.FuncValue) []string { return render(r.Spawns(f), showSpawn) },
	"width": func(r *Result, f graphmodel.FuncValue) []string {
		w := r.Width(f)
		return []string{strings.TrimSpace(showBound(w.Bound, w.N) + " " + w.Source)}
	},
	"lost": func(r *Result, f graphmodel.FuncValue) []string {
		return render(r.NotFollowed(f), func(n NotFollowed) string { return n.Reason })
	},
	"trace": func(r *Result, f graphmodel.FuncValue) []string {
		var out []string
		for _, u := range r.Effects(f) {
			var steps []string
			for _, s := range u.Trace {
				steps = append(steps, fmt.Sprintf("%d %s", s.Pos.Line, s.Text))
			}
			out = append(out, strings.Join(steps, " > "))
		}
		return out
	},
}

func render[T any](list []T, show func(T) string) []string {
	var out []string
	for _, x := range list {
		out = append(out, show(x))
	}
	return out
}

func grade(g Grade) string {
	return [...]string{"", " (witness)", " (likely)"}[g]
}

func base(s string) string {
	if s == "" {
		return "?"
	}
	return s[strings.LastIndexByte(s, '/')+1:]
}

func showUse(u Use) string {
	s := strings.TrimSpace(string(u.Effect.Kind) + " " + string(u.Effect.Access))
	if u.Tool != "" {
		s += " " + u.Tool
	}
	if u.Effect.Kind != "tool" {
		s += " " + shortRef(string(u.Row.Ref()))
	}
	if u.Keyed {
		s += " keyed"
	}
	return s + grade(u.Grade)
}

func showBefore(b BeforePause) string {
	g := max(b.Use.Grade, b.Pause.Grade)
	b.Use.Grade = Proved
	s := showUse(b.Use) + " < " + b.Pause.Key + grade(g)
	if b.FirstTimeOnly {
		s += " first time only"
	}
	return s
}

func showField(u FieldUse) string {
	s := base(u.Field)
	if u.Maybe {
		s += "?"
	}
	return s + grade(u.Grade)
}

func showStore(s Store) string {
	out := s.Tool + "." + s.Key + " -> " + base(s.Field)
	if s.Recorded {
		out += " recorded"
	}
	return out + grade(s.Grade)
}

func showSpend(s Spend) string {
	out := base(s.Field) + " -> " + s.Tool + "." + s.Arg
	switch s.Checked {
	case graphmodel.Yes:
		out += " checked"
	case graphmodel.No:
		out += " unchecked"
	}
	return out + grade(s.Grade)
}

func showBound(b Bound, n int) string {
	s := [...]string{"unknown", "const", "limited", "data"}[b]
	if n > 0 {
		s += fmt.Sprint(" ", n)
	}
	return s
}

func showSpawn(s Spawn) string {
	out := showBound(s.Bound, s.N) + ": " + s.What
	if s.Source != "" {
		out += ", width from " + s.Source
	}
	for _, u := range s.Uses {
		out += ", does " + showUse(u)
	}
	return out + grade(s.Grade)
}

// subject is a function of a sample with what its comment says of it.
type subject struct {
	name  string
	value graphmodel.FuncValue
	want  []string
}

// subjects reads the comments of declared functions, and of literals in variables
// (`// effects: …` on the lines before).
func subjects(p *packages.Package) []subject {
	var out []subject
	for _, file := range p.Syntax {
		lines := map[int]string{}
		for _, g := range file.Comments {
			for _, c := range g.List {
				lines[p.Fset.Position(c.Pos()).Line] = strings.TrimSpace(strings.TrimPrefix(c.Text, "//"))
			}
		}
		ast.Inspect(file, func(n ast.Node) bool {
			var s subject
			switch n := n.(type) {
			case *ast.FuncDecl:
				s.name, s.value.Ref = n.Name.Name, declared(p, n)
			case *ast.FuncLit:
				pos := p.Fset.Position(n.Type.Func)
				s.name = fmt.Sprintf("literal in line %d", pos.Line)
				s.value.Ref = graphmodel.FuncRef(fmt.Sprintf("%s.lit@%s:%d:%d", p.PkgPath, filepath.Base(pos.Filename), pos.Line, pos.Column))
			default:
				return true
			}
			for line := p.Fset.Position(n.Pos()).Line - 1; lines[line] != ""; line-- {
				s.want = append([]string{lines[line]}, s.want...)
			}
			s.value = shaped(p, s.value, s.want)
			out = append(out, s)
			return true
		})
	}
	return out
}

// shaped adds what a frontend would know: "state: map 1 0" says in which form the state comes, and
// which parameter and result it is; "in-place" and names of parts can follow. "runs before:" and
// "runs after:" name functions of the sample that are given a struct as second parameter.
func shaped(p *packages.Package, f graphmodel.FuncValue, lines []string) graphmodel.FuncValue {
	for _, line := range lines {
		kind, text, _ := strings.Cut(line, ":")
		words := strings.Fields(text)
		switch kind {
		case "state":
			f.State = shapeOfWords(words)
		case "runs before", "runs after":
			h := graphmodel.FuncValue{Ref: graphmodel.FuncRef(p.PkgPath + "." + words[0])}
			h.State = &graphmodel.StateShape{Kind: graphmodel.StateStruct, Param: 2, Result: -1, InPlace: true}
			if kind == "runs before" {
				f.Before = append(f.Before, h)
			} else {
				f.After = append(f.After, h)
			}
		}
	}
	return f
}

func shapeOfWords(words []string) *graphmodel.StateShape {
	s := &graphmodel.StateShape{}
	if words[0] != "any" {
		s.Kind = graphmodel.StateKind(words[0])
	}
	s.Param, _ = strconv.Atoi(words[1])
	s.Result, _ = strconv.Atoi(words[2])
	for _, w := range words[3:] {
		if w == "in-place" {
			s.InPlace = true
		} else {
			s.Parts = append(s.Parts, w)
		}
	}
	return s
}

func declared(p *packages.Package, n *ast.FuncDecl) graphmodel.FuncRef {
	if n.Recv == nil {
		return graphmodel.FuncRef(p.PkgPath + "." + n.Name.Name)
	}
	star, t := "", n.Recv.List[0].Type
	if s, ok := t.(*ast.StarExpr); ok {
		star, t = "*", s.X
	}
	if i, ok := t.(*ast.IndexExpr); ok {
		t = i.X
	}
	return graphmodel.FuncRef("(" + star + p.PkgPath + "." + t.(*ast.Ident).Name + ")." + n.Name.Name)
}

// TestSamples compares the answers about each function with the comment that stands before it:
// one line for each kind of question that matters there, answers separated by semicolons, "none"
// for no answer.
func TestSamples(t *testing.T) {
	g := analyse(t, "./src/...")
	for _, root := range g.Roots {
		t.Run(root.Package.PkgPath, func(t *testing.T) {
			r := root.Result.(*Result)
			for _, s := range subjects(root.Package) {
				for _, line := range s.want {
					kind, want, ok := strings.Cut(line, ":")
					ask := questions[kind]
					if !ok || ask == nil {
						continue
					}
					got := strings.Join(ask(r, s.value), "; ")
					if got == "" {
						got = "none"
					}
					if want = strings.TrimSpace(want); got != want {
						t.Errorf("%s:\n %s: %s\n want: %s", s.name, kind, got, want)
					}
				}
			}
		})
	}
}
