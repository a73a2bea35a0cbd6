package strict_test

import (
	"strings"
	"testing"

	"github.com/skewlint/skewlint/analyzers/knowledge/strict"
)

type inner struct {
	Name string `toml:"name"`
	Deep []leaf `toml:"deep"`
}

type leaf struct {
	On bool `toml:"on"`
}

type outer struct {
	Count  int              `toml:"count"`
	List   []string         `toml:"list"`
	Rows   []inner          `toml:"row"`
	Tables map[string]inner `toml:"table"`

	inner
}

// TestPlaces reads a file with every way to write a key, and every leaf wrong.
func TestPlaces(t *testing.T) {
	text := `count = "x" # comment with [brackets] and "quotes"
name = '''
multi = "line"
'''
list = [
  1, "two", # three
  [3],
]
[table."quo.ted"]
name = 4
[[row]]
name = "\"a]\""
deep = [{ on = 1 }, { on = true, off = 2 }]
[[row]]
deep = [
  { on = "}" },
]
[[row.deep]]
`
	text = strings.Replace(text, "[[row.deep]]\n", "[[row]]\nname.x = 5\n", 1)
	doc := strict.Decode([]byte(text), "f", &outer{})
	want := `f:1:1: "count" must be a whole number, not "x"
f:6:3: "list" must be a string, not 1
f:7:3: "list" must be a string, not a list
f:10:1: "name" must be a string, not 4
f:13:11: "on" must be true or false, not 1
f:13:34: unknown key "off", known: on
f:16:5: "on" must be true or false, not "}"
f:19:1: "name" must be a string, not a table`
	if err := doc.Err(); err == nil || err.Error() != want {
		t.Errorf("got:\n%v\nwant:\n%s", err, want)
	}
}

func TestDecode(t *testing.T) {
	var v outer
	doc := strict.Decode([]byte("count = 2\nname = 'n'\nlist = ['a']\n[table.t]\nname = 'm'\n[[row]]\n[[row.deep]]\non = true\n"), "f", &v)
	if err := doc.Err(); err != nil {
		t.Fatal(err)
	}
	if v.Count != 2 || v.Name != "n" || v.List[0] != "a" || v.Tables["t"].Name != "m" || !v.Rows[0].Deep[0].On {
		t.Errorf("got %+v", v)
	}
	doc.Problem("row[0].deep[0].on", "here")
	doc.Problem("row[0].deep[0].none", "above")
	doc.Problem("nowhere", "top")
	want := "f:1:1: top\nf:7:1: above\nf:8:1: here"
	if got := doc.Err().Error(); got != want {
		t.Errorf("got:\n%s\nwant:\n%s", got, want)
	}
}

func TestNearest(t *testing.T) {
	known := []string{"effects", "error_flag", "handle", "why"}
	for name, want := range map[string]string{
		"efects": "effects", "effcets": "effects", "Handle": "handle", "errorflag": "error_flag",
		"x": "", "colour": "", "": "", "wyh": "why",
	} {
		got, ok := strict.Nearest(name, known)
		if ok != (want != "") || ok && got != want {
			t.Errorf("%q: got %q %v, want %q", name, got, ok, want)
		}
	}
	if got := strict.DidYouMean("x", nil); got != "" {
		t.Errorf("got %q", got)
	}
}
