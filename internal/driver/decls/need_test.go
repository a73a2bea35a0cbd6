package decls

import (
	"bytes"
	"go/ast"
	"go/format"
	"go/parser"
	"go/token"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

func TestNeed(t *testing.T) {
	tests := []struct {
		name, src string
		need      []string
		keep      string // names of declarations kept, functions last
		imports   string // path.Name needed of others
	}{
		{
			name: "bodies need nothing",
			src:  "import (\"os\"; \"io\")\nfunc F(w io.Writer) { os.Exit(1) }\nfunc G() os.FileMode { return 0 }",
			need: []string{"F"}, keep: "F", imports: "io.Writer",
		},
		{
			name: "types need their methods, unexported ones too, and what those mention",
			src:  "import \"time\"\ntype T struct{ u *u }\ntype u int\ntype other int\nfunc (T) M(time.Time) {}\nfunc (t *T) m() other { return 0 }\nfunc (other) O() {}\ntype unused int",
			need: []string{"T"}, keep: "T u other M m O", imports: "time.Time",
		},
		{
			name: "methods on an alias",
			src:  "type B struct{}\ntype A = B\nfunc (A) M() {}",
			need: []string{"B"}, keep: "B A M",
		},
		{
			name: "constants are kept together",
			src:  "import \"math\"\nconst (\n\tA = iota\n\tB\n\tC = math.MaxInt\n)\nconst D = 1",
			need: []string{"B"}, keep: "A B C", imports: "math.MaxInt",
		},
		{
			name: "initialisers of typed variables and elements of literals are left out",
			src:  "import (\"os\"; \"fmt\")\nvar A fmt.Stringer = os.Stdin\nvar B = map[string]int{os.Args[0]: 1}\nvar C = &T{f: os.Args}\ntype T struct{ f []string }\nvar D = [...]string{E}\nconst E = \"\"",
			need: []string{"A", "B", "C", "D"}, keep: "A B C T D E", imports: "fmt.Stringer",
		},
		{
			name: "initialisers of other variables count",
			src:  "import \"errors\"\nvar Err = errors.New(text())\nfunc text() string { return \"\" }",
			need: []string{"Err"}, keep: "Err text", imports: "errors.New",
		},
		{
			name: "all that is exported",
			src:  "import . \"fmt\"\nfunc F(Stringer) {}\nfunc g() {}\nvar V int",
			need: []string{All}, keep: "V F", imports: "fmt.*",
		},
		{
			name: "generic types",
			src:  "import \"cmp\"\ntype T[K cmp.Ordered] struct{ next *T[K] }\nfunc (t *T[K]) M() U[K] { panic(0) }\ntype U[K any] []K",
			need: []string{"T"}, keep: "T U M", imports: "cmp.Ordered",
		},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			p := parseOne(t, test.src)
			names := Names{}
			for _, n := range test.need {
				names[n] = true
			}
			if got := importList(p.Need(names)); got != test.imports {
				t.Errorf("needs %q of other packages, want %q", got, test.imports)
			}
			if got := keptNames(p); got != test.keep {
				t.Errorf("kept %q, want %q", got, test.keep)
			}
			if again := p.Need(names); len(again) > 0 {
				t.Errorf("the second time needs %v", again)
			}
		})
	}
}

// TestFiles checks that imports that nothing uses any more are gone.
func TestFiles(t *testing.T) {
	p := parseOne(t, "import (\"os\"; \"io\"; _ \"embed\"; x \"fmt\")\nfunc F(io.Writer) { os.Exit(1); x.Print() }\nvar V = 1")
	p.Need(Names{"F": true})
	var buf bytes.Buffer
	if err := format.Node(&buf, token.NewFileSet(), p.Files()[0]); err != nil {
		t.Fatal(err)
	}
	if got := buf.String(); !strings.Contains(got, `"io"`) || strings.Contains(got, "os") || strings.Contains(got, "embed") || strings.Contains(got, "V") {
		t.Errorf("got\n%s", got)
	}
}

func TestUses(t *testing.T) {
	src := "package p\nimport (\"os\"; . \"io\"; _ \"embed\"; f \"fmt\")\nfunc F(Writer) { os.Exit(len(os.Args)); f.Print() }"
	file, err := parser.ParseFile(token.NewFileSet(), "p.go", src, parser.SkipObjectResolution)
	if err != nil {
		t.Fatal(err)
	}
	if got, want := importList(Uses(file, PathName)), "fmt.Print io.* os.Args os.Exit"; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
}

func parseOne(t *testing.T, src string) *Package {
	t.Helper()
	name := filepath.Join(t.TempDir(), "p.go")
	if err := os.WriteFile(name, []byte("package p\n"+src+"\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	return Parse(token.NewFileSet(), []string{name}, PathName, func(name string, _ []byte) ([]byte, error) { return os.ReadFile(name) })
}

func importList(im Imports) string {
	var out []string
	for path, names := range im {
		for name := range maps.Keys(names) {
			out = append(out, path+"."+name)
		}
	}
	slices.Sort(out)
	return strings.Join(out, " ")
}

func keptNames(p *Package) string {
	var out []string
	for _, f := range p.Files() {
		for _, d := range f.Decls {
			switch d := d.(type) {
			case *ast.FuncDecl:
				out = append(out, d.Name.Name)
			case *ast.GenDecl:
				for _, s := range d.Specs {
					switch s := s.(type) {
					case *ast.TypeSpec:
						out = append(out, s.Name.Name)
					case *ast.ValueSpec:
						for _, id := range s.Names {
							out = append(out, id.Name)
						}
					}
				}
			}
		}
	}
	return strings.Join(out, " ")
}
