// Command bench measures skewlint beside other tools, and checks that its answers are stable.
//
//	go run ./bench [flags]                        measure, and write docs/performance.md
//	go run ./bench stable [-tool FILE] DIR…       run over any modules, and compare
//
// It fetches and builds the tools into a scratch folder, copies the modules there, and runs every
// tool over each of them in turn, in one session: with nothing kept (cold), again (warm), and after
// one edit, which is undone. Caches are those of the scratch folder and nobody else's. What is printed
// are medians of CPU seconds (user and system, of the whole process tree), wall seconds and the peak
// memory of the largest process, as ratios; they go between the markers of docs/performance.md.
//
// The one idea to hold: CPU seconds are the figures to compare. Whatever else the machine does falls
// on all tools alike, since they take turns, but wall seconds still depend on it.
//
// Limits: Unix only (getrusage). Tools and modules are fetched through the Go module proxy.
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

const usage = `usage: go run ./bench [flags]
       go run ./bench stable [-tool FILE] [-page FILE] DIR…

Measures skewlint beside go vet, staticcheck, golangci-lint and workflowcheck, and writes the tables of
docs/performance.md. Without flags it measures all that the page has, in some twenty to thirty minutes on two
idle processors, half of it to compile, and needs 8 GB of disk; the tools are built in the first run.
"stable" compares runs of skewlint over the modules of folders, byte by byte.

flags:
`

type options struct {
	modules []string
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

// parseFlags reads the command line. What is wrong with it is found here, and not after an hour.
func parseFlags(args []string) (*options, error) {
	o := &options{}
	fs := flag.NewFlagSet("bench", flag.ContinueOnError)
	fs.Usage = func() {
		_, _ = fmt.Fprint(fs.Output(), usage)
		fs.PrintDefaults()
	}
	names := fs.String("module", strings.Join(moduleNames(), ","), "`names` of modules, separated by commas; none: only graphs alone")
	fs.IntVar(&o.runs, "runs", 5, "runs of each tool in each state; a tool that has taken longer than "+patience.String()+" over a module gets no more")
	fs.BoolVar(&o.empty, "empty", true, "also run with an empty build cache, once; half of the time goes there")
	fs.StringVar(&o.scratch, "scratch", filepath.Join(os.TempDir(), "skewlint-bench"), "`folder` for tools, modules and caches; tools that are there are used again")
	fs.StringVar(&o.page, "page", filepath.Join("docs", "performance.md"), "`file` to write the tables into; its name counts from the root of the repository")
	if err := fs.Parse(args); err != nil {
		return nil, err
	}
	if *names != "" {
		o.modules = strings.Split(*names, ",")
	}
	for _, name := range o.modules {
		if _, err := findModule(name); err != nil {
			return nil, err
		}
	}
	switch {
	case fs.NArg() > 0:
		return nil, fmt.Errorf("what is %q? There is -h", fs.Arg(0))
	case o.runs < 1:
		return nil, errors.New("-runs wants at least 1")
	}
	scratch, err := filepath.Abs(o.scratch)
	o.scratch = scratch
	return o, err
}

func measureAll(args []string) error {
	o, err := parseFlags(args)
	if err != nil {
		return err
	}
	root, err := repository()
	if err != nil {
		return err
	}
	page := o.page
	if !filepath.IsAbs(page) {
		page = filepath.Join(root, page)
	}
	if err := checkPage(page, append(o.modules, rulesSection)); err != nil {
		return err
	}
	b := &bench{root: root, scratch: o.scratch, runs: o.runs, empty: o.empty}
	if len(o.modules) > 0 {
		if err := b.prepare(); err != nil {
			return err
		}
	}
	for _, name := range o.modules {
		text, err := b.measureNamed(name)
		if err != nil {
			return fmt.Errorf("%s: %w", name, err)
		}
		fmt.Println(text)
		if err := fill(page, name, text); err != nil {
			return err
		}
	}
	text, err := b.graphRules()
	if err != nil {
		return err
	}
	fmt.Println(text)
	return fill(page, rulesSection, text)
}

// measureNamed is the text of one module.
func (b *bench) measureNamed(name string) (string, error) {
	m, err := b.module(name)
	if err != nil {
		return "", err
	}
	s, err := b.measure(m)
	if err != nil {
		return "", err
	}
	n, err := b.countPackages(m)
	if err != nil {
		return "", err
	}
	return s.text(m.title, n), nil
}

func repository() (string, error) {
	out, err := exec.Command("go", "list", "-m", "-f", "{{.Dir}}", "github.com/skewlint/skewlint").Output()
	if err != nil {
		return "", fmt.Errorf("find the module (run this inside the repository): %w", err)
	}
	return strings.TrimSpace(string(out)), nil
}
