// Package realtest runs skewlint on programs that are built against real libraries.
//
// It is for everyone who changes a frontend or a row: the scenarios beside the rules see stubs of
// Eino and of the MCP SDKs, and a stub agrees with whoever wrote it. The programs stand in
// modules of their own under testdata/real, so that what they require stays out of this module.
// They say what they expect in "// want" comments, as scenarios do.
//
// The one idea to hold: what is compared is what a user sees who runs the command there. The own
// driver loads the module with the go command, and everything that it reports has to be wanted.
//
// Limits: the modules come from the module cache or the proxy, so -short leaves these tests out.
package realtest

import (
	"bufio"
	"context"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/skewlint/skewlint/internal/driver"
	"github.com/skewlint/skewlint/internal/driver/golist"
	"github.com/skewlint/skewlint/internal/report"
	"github.com/skewlint/skewlint/rules"
)

// TestAgents compares the findings in testdata/real/agents with the comments there.
func TestAgents(t *testing.T) {
	dir, res := run(t, "agents")
	// Silence about a program whose graph was not seen would say nothing.
	want := map[string]string{
		"example.com/agents/clean":   "graphs: 1, nodes: 5",
		"example.com/agents/fanin":   "graphs: 3, nodes: 6",
		"example.com/agents/flagged": "graphs: 1, nodes: 6",
	}
	if got := graphs(res); !maps.Equal(got, want) {
		t.Errorf("graphs are %v, want %v", got, want)
	}
	for _, g := range res.Coverage.Gaps {
		t.Errorf("%s: not resolved: %s", g.Pos, g.Reason)
	}
	compare(t, wants(t, dir), res.Findings)
}

// TestOldEino compares what is found with a version in which a variable is the pause.
func TestOldEino(t *testing.T) {
	dir, res := run(t, "eino04")
	if got := graphs(res)["example.com/eino04/nodes"]; got != "graphs: 1, nodes: 6" {
		t.Errorf("graphs are %q, want one with six nodes", got)
	}
	compare(t, wants(t, dir), res.Findings)
}

// run runs all rules over the module testdata/real/<name>, as the command does.
func run(t *testing.T, name string) (dir string, res *driver.Result) {
	t.Helper()
	if testing.Short() {
		t.Skip("-short: needs the modules that testdata/real/" + name + "/go.mod names, which may have to be downloaded")
	}
	dir, err := filepath.Abs(filepath.Join("..", "..", "testdata", "real", name))
	if err != nil {
		t.Fatal(err)
	}
	d := driver.Driver{Rules: rules.All()}
	res, err = d.Run(context.Background(), golist.Query{
		Dir:      dir,
		Env:      append(os.Environ(), "GOWORK=off"), // the workspace here does not list the module
		Tests:    true,
		Patterns: []string{"./..."},
	})
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range res.Errors {
		t.Errorf("%s: %s: %s", e.Package, e.Pos, e.Message)
	}
	return dir, res
}

// graphs says how much of the graphs of each package was found.
func graphs(res *driver.Result) map[string]string {
	out := map[string]string{}
	for _, p := range res.Packages {
		nodes := 0
		for _, g := range p.Graphs {
			nodes += len(g.Nodes)
		}
		if len(p.Graphs) > 0 {
			out[p.Path] = fmt.Sprintf("graphs: %d, nodes: %d", len(p.Graphs), nodes)
		}
	}
	return out
}

// line is a line of a file, "name:number".
type line string

func lineAt(file string, number int) line { return line(file + ":" + strconv.Itoa(number)) }

// wants are the expectations in the Go files under a folder: regular expressions in Go quotes
// behind "// want". A finding is matched as the command prints it: its message and its rule.
func wants(t *testing.T, dir string) map[line][]*regexp.Regexp {
	t.Helper()
	out := map[line][]*regexp.Regexp{}
	err := filepath.WalkDir(dir, func(name string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() || filepath.Ext(name) != ".go" {
			return err
		}
		text, err := os.ReadFile(name)
		if err != nil {
			return err
		}
		lines := bufio.NewScanner(strings.NewReader(string(text)))
		for number := 1; lines.Scan(); number++ {
			_, comment, ok := strings.Cut(lines.Text(), "// want ")
			if !ok {
				continue
			}
			at := lineAt(name, number)
			if out[at], err = expressions(comment); err != nil {
				return fmt.Errorf("%s: %w", at, err)
			}
		}
		return lines.Err()
	})
	if err != nil {
		t.Fatal(err)
	}
	if len(out) == 0 {
		t.Fatalf("%s holds no expectation", dir)
	}
	return out
}

// expressions are the quoted regular expressions of one comment.
func expressions(comment string) ([]*regexp.Regexp, error) {
	var out []*regexp.Regexp
	for rest := strings.TrimSpace(comment); rest != ""; {
		quoted, err := strconv.QuotedPrefix(rest)
		if err != nil {
			return nil, fmt.Errorf("%q does not begin with a quoted expression", rest)
		}
		text, err := strconv.Unquote(quoted)
		if err != nil {
			return nil, err
		}
		re, err := regexp.Compile(text)
		if err != nil {
			return nil, err
		}
		out = append(out, re)
		rest = strings.TrimSpace(rest[len(quoted):])
	}
	return out, nil
}

// compare fails for each finding that nobody wants and for each expectation that nothing meets.
func compare(t *testing.T, want map[line][]*regexp.Regexp, found []report.Finding) {
	t.Helper()
	for _, f := range found {
		at := lineAt(f.Pos.File, f.Pos.Line)
		text := f.Message + " (" + f.Rule + ")"
		i := slices.IndexFunc(want[at], func(re *regexp.Regexp) bool { return re.MatchString(text) })
		if i < 0 {
			t.Errorf("%s: not wanted: %s", at, text)
			continue
		}
		want[at] = slices.Delete(want[at], i, i+1)
	}
	for _, at := range slices.Sorted(maps.Keys(want)) {
		for _, re := range want[at] {
			t.Errorf("%s: no finding matches %q", at, re)
		}
	}
}
