package load

import (
	"context"
	"fmt"
	"go/types"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"golang.org/x/tools/go/packages"

	"github.com/skewlint/skewlint/internal/driver/golist"
)

// pretend takes the packages below any of its paths for agent packages.
type pretend []string

func (k pretend) IsAgent(path string) bool {
	return slices.ContainsFunc(k, func(p string) bool { return path == p || strings.HasPrefix(path, p+"/") })
}
func (k pretend) IsCovered(path string) bool { return k.IsAgent(path) }
func (k pretend) AgentPrefixes() []string    { return k }

// program uses much of the standard library in ways that need more than names: embedding, method
// values, generics, constants, dot and blank imports, unexported methods of interfaces.
const program = `package app

import (
	"cmp"
	"context"
	"database/sql"
	"encoding/json"
	"fmt"
	"go/ast"
	. "io"
	"log/slog"
	"maps"
	"net/http"
	"reflect"
	"slices"
	"sync/atomic"
	"syscall"
	"time"
	"unicode"
	"unsafe"

	_ "image/png"
)

type server struct {
	http.Server
	*slog.Logger
	n atomic.Pointer[sql.DB]
}

var _ ast.Expr = (*ast.CallExpr)(nil)

const size = unsafe.Sizeof(http.Request{})

var table [size]byte

func f(ctx context.Context, s *server, w Writer) (err error) {
	s.Server.Handler = http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		defer r.Body.Close()
		fmt.Fprint(w, r.URL.Query().Get("x"), r.TLS.PeerCertificates[0].NotAfter.Sub(time.Now()))
	})
	shut := s.Shutdown
	s.Info("x", slog.Duration("d", time.Second*2))
	rows, err := s.n.Load().QueryContext(ctx, "")
	for rows.Next() {
		var m map[string]json.RawMessage
		if err := rows.Scan(&m); err != nil {
			return fmt.Errorf("scan: %w", err)
		}
		keys := slices.SortedFunc(maps.Keys(m), cmp.Compare[string])
		_ = slices.IndexFunc(keys, func(k string) bool { return unicode.Is(unicode.Latin, rune(k[0])) })
	}
	_ = reflect.TypeFor[server]().Field(0).Tag.Get("x")
	_ = w.(interface{ Writer; ReaderFrom })
	_ = EOF == err
	_ = syscall.SIGTERM.Signal
	return shut(ctx)
}
`

// TestTypesAreThoseOfAFullLoad compares what analysed source sees of its dependencies with what
// it sees when every package is loaded in full.
func TestTypesAreThoseOfAFullLoad(t *testing.T) {
	dir := t.TempDir()
	write(t, dir, map[string]string{
		"go.mod":      "module example.com/app\n\ngo 1.26\n",
		"app.go":      program,
		"app_test.go": "package app\n\nimport \"testing\"\n\nfunc TestF(t *testing.T) { t.Run(\"x\", func(t *testing.T) { _ = f(t.Context(), nil, nil) }) }\n",
		"x_test.go":   "package app_test\n\nimport (\n\t\"testing\"\n\n\t_ \"example.com/app\"\n)\n\nfunc TestX(t *testing.T) { t.Parallel() }\n",
	})
	compareTypes(t, dir, pretend{"net/http", "testing"})
}

// TestTypesOfOurOwn does the same with our own code, which uses other modules.
func TestTypesOfOurOwn(t *testing.T) {
	compareTypes(t, filepath.Join("..", "..", "report"), pretend{"github.com/fatih/color"})
}

func compareTypes(t *testing.T, dir string, know Knowledge) {
	t.Helper()
	q := golist.Query{Dir: dir, Tests: true, Patterns: []string{"./..."}}
	prog, err := Load(context.Background(), q, know)
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range prog.Errors {
		t.Errorf("%+v", e)
	}
	if len(prog.Roots) == 0 || prog.Read >= prog.Listed {
		t.Fatalf("%d roots, read %d of %d packages", len(prog.Roots), prog.Read, prog.Listed)
	}
	all, err := packages.Load(&packages.Config{Mode: packages.LoadAllSyntax | packages.NeedModule, Dir: dir, Tests: true}, "./...")
	if err != nil {
		t.Fatal(err)
	}
	want := map[string][]string{}
	for _, p := range all {
		want[p.ID] = uses(p)
	}
	for _, p := range prog.Roots {
		if diff := cmp.Diff(want[p.ID], uses(p)); diff != "" {
			t.Errorf("%s (-full +ours):\n%s", p.ID, diff)
		}
	}
}

// uses describes every object that a package uses, with methods and fields of its type, and the
// type and value of every expression.
func uses(p *packages.Package) []string {
	var out []string
	seen := map[types.Type]bool{}
	for id, obj := range p.TypesInfo.Uses {
		out = append(out, fmt.Sprintf("%s %s", p.Fset.Position(id.Pos()), types.ObjectString(obj, nil)))
		if t := obj.Type(); !seen[t] {
			seen[t] = true
			out = append(out, t.String()+": "+members(t))
		}
	}
	for x, tv := range p.TypesInfo.Types {
		out = append(out, fmt.Sprintf("%s-%s %s %v", p.Fset.Position(x.Pos()), p.Fset.Position(x.End()), tv.Type, tv.Value))
	}
	slices.Sort(out)
	return slices.Compact(out)
}

func members(t types.Type) string {
	var out []string
	set := types.NewMethodSet(types.NewPointer(t))
	for i := range set.Len() {
		out = append(out, set.At(i).String())
	}
	if s, ok := t.Underlying().(*types.Struct); ok {
		out = append(out, s.String())
	}
	return strings.Join(out, "; ")
}

// TestErrors checks that a load with type errors has read everything, and
// that what it reports is what the compiler would.
func TestErrors(t *testing.T) {
	dir := t.TempDir()
	write(t, dir, map[string]string{
		"go.mod": "module example.com/app\n\ngo 1.26\n",
		"a.go":   "package app\n\nimport \"net/http\"\n\nfunc F() int { return http.Get }\n\nvar x = http.Nothing\n",
	})
	prog, err := Load(context.Background(), golist.Query{Dir: dir, Patterns: []string{"./..."}}, pretend{"net/http"})
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, e := range prog.Errors {
		got = append(got, fmt.Sprintf("%s:%d:%d: %s", filepath.Base(e.File), e.Line, e.Column, e.Message))
	}
	want := []string{
		"a.go:5:23: cannot use http.Get (value of type func(url string) (resp *http.Response, err error)) as int value in return statement",
		"a.go:7:14: undefined: http.Nothing",
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
	if !prog.Roots[0].IllTyped {
		t.Error("the package is not marked as ill-typed")
	}
}

// TestImportCycle checks that packages that import each other are an error and no deadlock.
func TestImportCycle(t *testing.T) {
	dir := t.TempDir()
	write(t, dir, map[string]string{
		"go.mod": "module example.com/app\n\ngo 1.26\n",
		"a/a.go": "package a\n\nimport (\n\t_ \"net/http\"\n\t_ \"example.com/app/b\"\n)\n",
		"b/b.go": "package b\n\nimport _ \"example.com/app/a\"\n",
	})
	prog, err := Load(context.Background(), golist.Query{Dir: dir, Patterns: []string{"./..."}}, pretend{"net/http"})
	if err != nil {
		t.Fatal(err)
	}
	if len(prog.Errors) == 0 || !strings.Contains(fmt.Sprint(prog.Errors), "import cycle") {
		t.Errorf("errors: %+v", prog.Errors)
	}
}

func write(t *testing.T, dir string, files map[string]string) {
	t.Helper()
	for name, text := range files {
		path := filepath.Join(dir, name)
		if err := os.MkdirAll(filepath.Dir(path), 0o777); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
}

// Programs larger than maxSyntax are parsed twice, which must not show: neither in the syntax, which has
// its comments, nor in what is wrong with a package.
func TestLargeProgram(t *testing.T) {
	dir := t.TempDir()
	filler := strings.Repeat("// "+strings.Repeat("filler ", 20)+"\n", maxSyntax/100)
	write(t, dir, map[string]string{
		"go.mod":         "module example.com/m\n\ngo 1.26\n",
		"agent/agent.go": "package agent\n\nfunc Ask() {}\n",
		"large/large.go": "package large\n\nimport \"example.com/m/agent\"\n\n" + filler + "\n// F asks.\nfunc F() { agent.Ask() }\n",
		"after/after.go": "package after\n\nimport (\n\t\"strings\"\n\n\t\"example.com/m/large\"\n)\n\n// G is fine.\nfunc G() string { large.F(); return strings.ToUpper(\"g\") }\n",
		"bad/bad.go":     "package bad\n\nimport \"example.com/m/large\"\n\n" + filler + "\nfunc H() { large.F( }\n",
	})
	q := golist.Query{Dir: dir, Patterns: []string{"./large", "./after", "./bad"}, Env: append(os.Environ(), "GOWORK=off", "GOFLAGS=")}
	prog, err := Load(context.Background(), q, pretend{"example.com/m/agent"})
	if err != nil {
		t.Fatal(err)
	}
	if len(prog.Errors) != 1 || filepath.Base(prog.Errors[0].File) != "bad.go" || prog.Errors[0].Line != 6+maxSyntax/100 {
		t.Errorf("errors: %v", prog.Errors)
	}
	for _, p := range prog.Roots {
		if p.Name == "bad" {
			continue
		}
		if p.IllTyped || len(p.Syntax) != 1 || len(p.Syntax[0].Comments) == 0 {
			t.Errorf("%s: ill typed %t, %d files", p.ID, p.IllTyped, len(p.Syntax))
		}
	}
	if len(prog.Roots) != 3 {
		t.Errorf("%d packages", len(prog.Roots))
	}
}
