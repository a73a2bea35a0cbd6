package table_test

import (
	"strings"
	"testing"
	"testing/fstest"

	"github.com/skewlint/skewlint/analyzers/knowledge/table"
)

const head = `modules = ["example.com/shop/v2@v2.1.0"]
[[package]]
path = "example.com/shop/v2"
default = "unknown"
clean = ["New"]
`

func TestProblems(t *testing.T) {
	for name, test := range map[string]struct{ text, want string }{
		"no modules":     {"agent = []\n", "1:1: file without modules"},
		"bad module":     {`modules = ["x"]`, `1:12: module "x" must be "path@version"`},
		"bad default":    {"unchecked = \"x\"\n[[package]]\npath = \"a\"\ndefault = \"claen\"\n", `4:1: unknown default "claen", did you mean "clean"`},
		"clean, no why":  {"unchecked = \"x\"\n[[package]]\npath = \"a\"\ndefault = \"clean\"\n", "2:1: a package that is clean by default needs a reason"},
		"no reason":      {head + "[[func]]\nfunc = \"Pay\"\nrole = \"resumed\"\n", "6:1: row without a reason"},
		"no name":        {head + "[[func]]\nwhy = \"x\"\nsource = \"x\"\n", "6:1: a row has either func"},
		"nothing said":   {head + "[[func]]\nfunc = \"Pay\"\nwhy = \"x\"\nsource = \"x\"\n", "6:1: a row without effects and role says nothing"},
		"twice":          {head + "[[func]]\nfuncs = [\"Pay\", \"Pay\"]\nrole = \"resumed\"\nwhy = \"x\"\nsource = \"x\"\n", "6:1: second row for example.com/shop/v2.Pay: keep one"},
		"clean and row":  {head + "[[func]]\nfunc = \"New\"\nrole = \"resumed\"\nwhy = \"x\"\nsource = \"x\"\n", "2:1: second row for example.com/shop/v2.New: keep one"},
		"other package":  {head + "[[func]]\nfunc = \"Pay\"\npackage = \"b\"\nrole = \"resumed\"\nwhy = \"x\"\nsource = \"x\"\n", "8:1: package \"b\" is not one of this file's"},
		"missing places": {head + "[[func]]\nfunc = \"Pay\"\nrole = \"spawn\"\nwhy = \"x\"\nsource = \"x\"\n", `6:1: role "spawn" needs the place "fn"`},
		"keyed, no key":  {head + "[[func]]\nfunc = \"Pay\"\neffects = [{ kind = \"network\", repeat = \"keyed\" }]\nwhy = \"x\"\nsource = \"x\"\n", `6:1: repeat = "keyed" needs the place of the key`},
		"bad since":      {head + "[[func]]\nfunc = \"Pay\"\nrole = \"resumed\"\nsince = \"new\"\nwhy = \"x\"\nsource = \"x\"\n", `9:1: since "new" is no version`},
	} {
		t.Run(name, func(t *testing.T) {
			_, err := table.Parse("f.toml", []byte(test.text), map[string]string{})
			if err == nil || !strings.Contains(err.Error(), "f.toml:"+test.want) {
				t.Errorf("got:\n%v\nwant: %s", err, test.want)
			}
		})
	}
}

// TestOneFile keeps a package in one file.
func TestOneFile(t *testing.T) {
	_, err := table.ReadDir(fstest.MapFS{"a.toml": {Data: []byte(head)}, "b.toml": {Data: []byte(head)}, "c.txt": {}})
	if err == nil || !strings.Contains(err.Error(), `b.toml:3:1: package "example.com/shop/v2" has rows in a.toml already`) {
		t.Errorf("got %v", err)
	}
}

func TestRender(t *testing.T) {
	files, err := table.ReadDir(fstest.MapFS{"a.toml": {Data: []byte(`agent = ["example.com/agent/v3"]
` + head + `[[func]]
funcs = ["(Mailer).Send", "Pay"]
effects = [{ kind = "mail", access = "write", repeat = "unsafe" }]
why = "sends \"it\""
source = "manual"
`)}})
	if err != nil {
		t.Fatal(err)
	}
	src, err := table.Render(files)
	if err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{
		`agentPrefixes = []string{"example.com/agent"}`, `Path: "example.com/shop"`, `CleanFuncs: []string{"New"}`,
		`{Func: "Pay", Package: "example.com/shop", Effects: []Effect{{Kind: "mail", Access: "write", Repeat: "unsafe"}}, Why: "sends \"it\"", Source: "manual"}`,
	} {
		if !strings.Contains(strings.Join(strings.Fields(string(src)), " "), strings.Join(strings.Fields(want), " ")) {
			t.Errorf("no %s in:\n%s", want, src)
		}
	}
}
