// Command bench measures skewlint beside other tools, and checks that its answers are stable.
//
//	go run ./bench [-module app,runtime,golangci] [-runs 5] [-scratch DIR]   measure, and write docs/performance.md
//	go run ./bench stable [-tool FILE] DIR…                                  run over any modules, and compare
//
// It fetches and builds the tools into a scratch folder, copies the modules there, and runs every
// tool over each of them in turn, in one session: with nothing kept (cold), again (warm), and after
// one edit. Caches are those of the scratch folder and nobody else's. What is printed are medians of
// CPU seconds (user and system, of the whole process tree), wall seconds and the peak memory of the
// largest process, as ratios; they go between the markers of docs/performance.md.
//
// The one idea to hold: CPU seconds are the figures to compare. Whatever else the machine does falls
// on all tools alike, since they take turns, but wall seconds still depend on it.
//
// Limits: Unix only (getrusage). Tools and modules are fetched through the Go module proxy. With
// the module golangci it takes half an hour on two processors, most of it to compile.
package main

import (
	"errors"
	"flag"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
)

type options struct {
	modules string
	runs    int
	empty   bool
	scratch string
	page    string
}

func main() {
	args := os.Args[1:]
	run := measureAll
	if len(args) > 0 && args[0] == "stable" {
		args, run = args[1:], stable
	}
	if err := run(args); err != nil && !errors.Is(err, flag.ErrHelp) {
		fmt.Fprintln(os.Stderr, "bench:", err)
		os.Exit(1)
	}
}

func measureAll(args []string) error {
	var o options
	fs := flag.NewFlagSet("bench", flag.ContinueOnError)
	fs.StringVar(&o.modules, "module", "app,runtime,golangci", "which modules, separated by commas")
	fs.IntVar(&o.runs, "runs", 5, "runs of each tool in each state; with an empty build cache, and where a run takes over a minute, it is one")
	fs.BoolVar(&o.empty, "empty", true, "also run with an empty build cache")
	fs.StringVar(&o.scratch, "scratch", filepath.Join(os.TempDir(), "skewlint-bench"), "folder for tools, modules and caches; what is there is used again")
	fs.StringVar(&o.page, "page", "docs/performance.md", "page to write the tables into, from the root of the repository")
	if err := fs.Parse(args); err != nil {
		return err
	}
	root, err := repository()
	if err != nil {
		return err
	}
	b := &bench{root: root, scratch: o.scratch, runs: o.runs, empty: o.empty}
	if err := b.prepare(); err != nil {
		return err
	}
	for name := range strings.SplitSeq(o.modules, ",") {
		m, err := b.module(name)
		if err != nil {
			return err
		}
		text, err := b.measure(m)
		if err != nil {
			return fmt.Errorf("%s: %w", name, err)
		}
		fmt.Println(text)
		if err := fill(filepath.Join(root, o.page), name, text); err != nil {
			return err
		}
	}
	return b.graphs(filepath.Join(root, o.page))
}

func repository() (string, error) {
	out, err := exec.Command("go", "list", "-m", "-f", "{{.Dir}}", "github.com/skewlint/skewlint").Output()
	if err != nil {
		return "", fmt.Errorf("find the module (run this inside the repository): %w", err)
	}
	return strings.TrimSpace(string(out)), nil
}

// fill writes text between the markers of the page that have the name.
func fill(page, name, text string) error {
	data, err := os.ReadFile(page)
	if err != nil {
		return err
	}
	begin, end := "<!-- BEGIN "+name+": written by go run ./bench -->\n", "<!-- END "+name+" -->"
	before, rest, ok := strings.Cut(string(data), begin)
	_, after, ok2 := strings.Cut(rest, end)
	if !ok || !ok2 {
		return fmt.Errorf("%s has no markers for %s", page, name)
	}
	return os.WriteFile(page, []byte(before+begin+"\n"+strings.TrimSpace(text)+"\n\n"+end+after), 0o644) //nolint:gosec // a page of the repository
}
