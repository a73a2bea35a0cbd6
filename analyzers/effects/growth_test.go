package effects

import (
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/analysis/checker"
	"golang.org/x/tools/go/packages"

	"github.com/skewlint/skewlint/graphmodel"
)

// serviceProgram is a service as larger programs have one: a struct with steps functions methods that
// all are given it, put something into it and call the next two. What a call puts into the service is
// part of what each caller passes to its next call.
func serviceProgram(steps int) string {
	var b strings.Builder
	b.WriteString("package service\n\ntype Entry struct {\n\tName string\n\tRun func(*Entry)\n\tNext *Entry\n}\n\ntype Service struct {\n")
	const fields = 16
	for i := range fields {
		fmt.Fprintf(&b, "\tF%d *Entry\n\tDo%d func(*Service, string)\n", i, i)
	}
	b.WriteString("}\n\nfunc Start(do func(string), names []string) *Service {\n\ts := &Service{}\n")
	for i := range fields {
		fmt.Fprintf(&b, "\ts.Do%d = func(t *Service, name string) { do(name); t.F%d = &Entry{Name: names[%d]} }\n", i, i, i)
	}
	b.WriteString("\ts.Step0(do, names[0])\n\treturn s\n}\n\n")
	for i := range steps {
		fmt.Fprintf(&b, "func (s *Service) Step%d(do func(string), name string) *Entry {\n", i)
		fmt.Fprintf(&b, "\te := &Entry{Name: name, Next: s.F%d, Run: func(e *Entry) { do(e.Name); s.F%d = e }}\n", i%fields, (i+1)%fields)
		fmt.Fprintf(&b, "\ts.F%d = e\n\ts.Do%d(s, name)\n\te.Run(s.F%d)\n", (i+2)%fields, i%fields, (i+3)%fields)
		for k := i + 1; k <= min(i+2, steps-1); k++ {
			fmt.Fprintf(&b, "\te = s.Step%d(do, e.Name)\n", k)
		}
		b.WriteString("\treturn e\n}\n\n")
	}
	return b.String()
}

// summarise gives the summaries of a program of one package.
func summarise(t testing.TB, name, text string) *Result {
	t.Helper()
	dir := filepath.Join(t.TempDir(), "src", name)
	if err := os.MkdirAll(dir, 0o700); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(dir, name+".go"), []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	cfg := &packages.Config{Mode: packages.LoadAllSyntax, Dir: dir, Env: append(os.Environ(), "GOPATH="+filepath.Dir(filepath.Dir(dir)), "GO111MODULE=off", "GOWORK=off", "GOFLAGS=")}
	pkgs, err := packages.Load(cfg, ".")
	if err != nil || packages.PrintErrors(pkgs) > 0 {
		t.Fatal("the program does not compile", err)
	}
	g, err := checker.Analyze([]*analysis.Analyzer{Analyzer}, pkgs, nil)
	if err != nil {
		t.Fatal(err)
	}
	if err := g.Roots[0].Err; err != nil {
		t.Fatal(err)
	}
	return g.Roots[0].Result.(*Result)
}

// answer asks once, of an engine that knows nothing yet.
func answer(r *Result) *Result {
	fresh := newResult(r.engine.base, []*Summaries{r.own})
	fresh.own = r.own
	fresh.NotFollowed(graphmodel.FuncValue{Ref: "service.Start"})
	return fresh
}

// maxAllocations is how many objects an answer about the program of twenty steps may allocate. It takes
// 670,000. When each call made the values anew that it passes on, it took 3,800,000.
const maxAllocations = 1_200_000

// TestGrowth counts what is allocated for an answer, which no other load on the machine changes. In a
// program twice as long each of twice as many functions has lists that are up to twice as long, so it
// may cost four times as much, and a little for what grows in steps.
func TestGrowth(t *testing.T) {
	cost := func(steps int) uint64 {
		r := summarise(t, "service", serviceProgram(steps))
		var before, after runtime.MemStats
		runtime.ReadMemStats(&before)
		got := answer(r)
		runtime.ReadMemStats(&after)
		if len(got.engine.memo) < steps {
			t.Fatalf("%d functions were looked at, of %d", len(got.engine.memo), steps)
		}
		return after.Mallocs - before.Mallocs
	}
	const steps = 20
	short, long := cost(steps), cost(2*steps)
	if short > maxAllocations {
		t.Errorf("%d allocations for %d steps, more than %d", short, steps, maxAllocations)
	}
	if long > 9*short/2 {
		t.Errorf("%d allocations for %d steps, and %d for twice as many", short, steps, long)
	}
}

// TestPool: what is equal is one pointer, and what differs only in what the id leaves out is not.
func TestPool(t *testing.T) {
	p := newPool()
	param := atom{kind: paramAtom, index: 1}
	likely := param
	likely.grade = Likely
	v := p.single(param)
	part := p.part(v, "a")
	if v != p.single(param) || part != p.part(v, "a") {
		t.Error("two values of one content")
	}
	if w := p.single(likely); w == v || w.id != v.id {
		t.Error("a guess is the same value as what is proved")
	}
	both := p.union(v, part)
	if both != p.union(v, part, v) || both == p.union(v) {
		t.Error("a union depends on what is in it twice")
	}
	s := p.substitution(substitution{args: []*value{nothing, both}})
	if s != p.substitution(substitution{args: []*value{nothing, both}}) || s == p.substitution(substitution{args: []*value{nothing, v}}) {
		t.Error("substitutions are told apart by something other than what is put in")
	}
	p.forget()
	if again := p.single(param); again == v || again.id != v.id {
		t.Error("a pool that forgot gives another answer")
	}
}

// BenchmarkAnswer is the cost of an answer about a service with many methods.
func BenchmarkAnswer(b *testing.B) {
	for _, steps := range []int{10, 20, 40} {
		r := summarise(b, "service", serviceProgram(steps))
		b.Run(fmt.Sprintf("steps=%d", steps), func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				answer(r)
			}
		})
	}
}
