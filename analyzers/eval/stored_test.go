package eval_test

import (
	"testing"

	"github.com/skewlint/skewlint/analyzers/eval"
	"github.com/skewlint/skewlint/graphmodel"
)

const storedProgram = `package programs

type service struct {
	name, twice, taken, lent, given string
	Open string
	cfg  config
}

type config struct{ title string }

func newService(given string) *service {
	s := &service{name: "a" + "b", twice: "x", lent: "l", given: given, Open: "o"}
	s.taken = "t"
	s.cfg = config{title: "deep"}
	return s
}

func (s *service) set(v string) { s.twice = v }

func (s *service) lend() *string { return &s.lent }

func (s *service) readName() string  { return s.name }
func (s *service) readTaken() string { return s.taken }
func (s *service) readDeep() string  { return s.cfg.title }
func (s *service) readTwice() string { return s.twice }
func (s *service) readLent() string  { return s.lent }
func (s *service) readGiven() string { return s.given }
func (s *service) readOpen() string  { return s.Open }
func (s *service) join() string      { return "id-" + s.given }
`

// TestStored reads fields of a receiver that is not known: those that one place stores are known, those
// that something else could have stored are not.
func TestStored(t *testing.T) {
	p := load(t, storedProgram, "stored.go")
	tests := []struct {
		method, want string // empty: not known
	}{
		{"readName", "ab"}, {"readTaken", "t"}, {"readDeep", "deep"},
		{"readTwice", ""}, {"readLent", ""}, {"readGiven", ""},
		{"readOpen", "o"}, // the type is not exported, so no other package stores it
	}
	m := &eval.Machine{Prog: p, Home: "programs", StoredBy: p.StoredBy}
	runs := map[graphmodel.FuncRef]int{}
	m.Root = func(ref graphmodel.FuncRef) {
		runs[ref]++
		m.Run(p.Compiler.Func(ref), p)
	}
	for _, tt := range tests {
		v := m.Run(p.Compiler.Func(graphmodel.FuncRef("(*programs.service)."+tt.method)), p)
		got, ok := eval.String(v)
		if got != tt.want || ok != (tt.want != "") {
			t.Errorf("%s gives %q (known: %v), want %q", tt.method, got, ok, tt.want)
		}
	}
	if n := runs["programs.newService"]; n != 1 || len(runs) != 1 {
		t.Errorf("ran %v, want the function that stores the fields once", runs)
	}
}

// TestReasonOfSum: a sum of which a part is not known gives the reason of that part.
func TestReasonOfSum(t *testing.T) {
	p := load(t, storedProgram, "stored.go")
	m := &eval.Machine{Prog: p, Home: "programs"}
	reason, pos := eval.Reason(m.Run(p.Compiler.Func("(*programs.service).join"), p))
	if want := "field given: it is the receiver of a method " + eval.NotCalled; reason != want || !pos.IsValid() {
		t.Errorf("reason %q at %s, want %q", reason, pos, want)
	}
}
