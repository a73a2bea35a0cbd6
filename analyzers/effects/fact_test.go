package effects

import (
	"bytes"
	"encoding/gob"
	"runtime"
	"strings"
	"testing"

	"github.com/skewlint/skewlint/graphmodel"
)

func encode(t *testing.T, s *Summaries) []byte {
	t.Helper()
	var buf bytes.Buffer
	if err := gob.NewEncoder(&buf).Encode(s); err != nil {
		t.Fatal(err)
	}
	return buf.Bytes()
}

// maxFactPerFunction caps what a package's fact costs. Each importing package reads the facts of
// all packages below it, in vet from disk in a process of its own, so a fact that doubles is paid
// for in every build; whoever raises the number says why.
const maxFactPerFunction = 700

func TestFactCodec(t *testing.T) {
	for _, root := range analyse(t, "./src/...").Roots {
		r := root.Result.(*Result)
		s := r.engine.packages[root.Package.PkgPath]
		first := encode(t, s)
		for range 3 {
			if !bytes.Equal(first, encode(t, s)) {
				t.Fatalf("%s: two encodings of one fact differ", s.Path)
			}
		}
		var back Summaries
		if err := gob.NewDecoder(bytes.NewReader(first)).Decode(&back); err != nil {
			t.Fatal(err)
		}
		if !bytes.Equal(first, encode(t, &back)) {
			t.Errorf("%s: a fact that was read and written again differs", s.Path)
		}
		// The description of the types themselves takes about a kilobyte.
		if n := len(first) - 1500; n > maxFactPerFunction*len(s.Funcs) {
			t.Errorf("%s: %d bytes for %d functions, more than %d each", s.Path, n, len(s.Funcs), maxFactPerFunction)
		}
	}
}

// dump asks everything about every function.
func dump(t *testing.T, backwards bool) string {
	t.Helper()
	var out []string
	for _, root := range analyse(t, "./src/...").Roots {
		r := root.Result.(*Result)
		s := r.engine.packages[root.Package.PkgPath]
		lines := make([]string, len(s.Funcs))
		for n := range s.Funcs {
			i := n
			if backwards {
				i = len(s.Funcs) - 1 - n
			}
			ref := s.str(s.Funcs[i].Ref)
			for _, kind := range []string{"effects", "pauses", "before", "reads", "writes", "stores", "spends", "checks", "spawns", "width", "lost", "trace"} {
				answers := questions[kind](r, graphmodel.FuncValue{Ref: graphmodel.FuncRef(ref)})
				lines[i] += ref + " " + kind + ": " + strings.Join(answers, "; ") + "\n"
			}
		}
		out = append(out, string(encode(t, s)), strings.Join(lines, ""))
	}
	return strings.Join(out, "\n")
}

// TestDeterminism: facts and answers are the same whatever the number of processors, and do not
// depend on the order of the questions.
func TestDeterminism(t *testing.T) {
	before := runtime.GOMAXPROCS(1)
	one := dump(t, false)
	runtime.GOMAXPROCS(8)
	many := dump(t, true)
	runtime.GOMAXPROCS(before)
	if one != many {
		t.Error("two runs differ")
	}
}
