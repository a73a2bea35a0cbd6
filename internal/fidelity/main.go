// Command fidelity measures how much of a graph skewlint finds.
//
//	go run ./internal/fidelity -checkouts DIR [-frameworks eino,adk] [-work DIR] [-reuse]
//
// DIR holds clones of the repositories that package data names (eino-examples, trpc-agent-go,
// langgraphgo, adk-go). For each framework it copies the clone, builds the example programs with
// a hook in the framework (go build -overlay), runs each of them for some seconds, and collects
// the graphs as the framework has compiled them. Then it lets skewlint read the same source and
// compares nodes, edges, conditional edges, fields and reducers. It writes docs/fidelity.md.
//
// The one idea to hold: the truth comes from the framework, not from us. What is not exported is
// neither right nor wrong, a program that compiles no graph in its time is counted apart, and a
// miss is a defect unless skewlint says itself that it does not know.
//
// Programs run without keys, without input and, where the system can (unshare), in a network of
// their own with nothing but loopback. They still are other people's programs: use a machine
// that can be thrown away.
//
// Limits: Unix only. The hooks fit the versions that docs/fidelity.md names; where the place for
// a hook is not found, the framework is reported as not measured. Builds take long when the build
// cache is cold; -reuse takes what the programs exported last time and only runs skewlint again.
package main

import (
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"time"
)

type options struct {
	checkouts, frameworks, work, out, tool string
	reuse                                  bool
	timeout                                time.Duration
	workers                                int
}

func main() {
	var o options
	flag.StringVar(&o.checkouts, "checkouts", "", "folder with clones of the frameworks' repositories")
	flag.StringVar(&o.frameworks, "frameworks", "", "comma-separated; default all")
	flag.StringVar(&o.work, "work", filepath.Join(os.TempDir(), "skewlint-fidelity"), "folder for copies and results")
	flag.StringVar(&o.out, "out", "docs/fidelity.md", "the page to write")
	flag.StringVar(&o.tool, "skewlint", "", "the command to measure; default: built from this repository")
	flag.BoolVar(&o.reuse, "reuse", false, "take what programs exported in the last run")
	flag.DurationVar(&o.timeout, "timeout", 8*time.Second, "time for each program")
	flag.IntVar(&o.workers, "workers", 2, "programs at once")
	flag.Parse()
	if err := run(&o); err != nil {
		fmt.Fprintln(os.Stderr, "fidelity:", err)
		os.Exit(1)
	}
}

func run(o *options) error {
	all, err := selected(o.frameworks)
	if err != nil {
		return err
	}
	if o.checkouts == "" {
		return errors.New("-checkouts is missing")
	}
	if o.work, err = filepath.Abs(o.work); err != nil {
		return err
	}
	if err := os.MkdirAll(o.work, 0o755); err != nil {
		return err
	}
	bin := o.tool
	if bin == "" {
		if bin, err = tool(o.work); err != nil {
			return err
		}
	}
	p := page{Date: time.Now().UTC().Format(time.DateOnly)}
	for i := range all {
		r := measure(o, &all[i], bin)
		p.Results = append(p.Results, r)
		fmt.Fprintln(os.Stderr, r.summary())
	}
	return os.WriteFile(o.out, []byte(p.render()), 0o644)
}

// result is all that is known of one framework.
type result struct {
	F     *framework
	Truth *exported
	Found *found
	Match *matched
	Sum   score
	Err   error // not measured
}

func measure(o *options, f *framework, bin string) *result {
	r := &result{F: f}
	work := filepath.Join(o.work, f.Name)
	copied := filepath.Join(work, "checkout")
	if r.Truth, r.Err = truths(o, f, work, copied); r.Err != nil {
		return r
	}
	if r.Found, r.Err = f.analyse(bin, copied); r.Err != nil {
		return r
	}
	r.Match = match(r.Found.Graphs, r.Truth.Truths)
	for i := range r.Match.Pairs {
		r.Sum.add(compare(f, &r.Match.Pairs[i], r.Found.Gaps))
	}
	return r
}

// truths runs the programs, or reads what they exported before.
func truths(o *options, f *framework, work, copied string) (*exported, error) {
	name := filepath.Join(work, "export.json")
	if o.reuse {
		data, err := os.ReadFile(name)
		if err != nil {
			return nil, err
		}
		out := &exported{}
		return out, json.Unmarshal(data, out)
	}
	if err := os.RemoveAll(work); err != nil {
		return nil, err
	}
	checkout := filepath.Join(o.checkouts, f.Checkout)
	if err := copyTree(copied, checkout); err != nil {
		return nil, err
	}
	b, err := newBox(filepath.Join(work, "home"), o.timeout)
	if err != nil {
		return nil, err
	}
	x := &exporter{
		f: f, checkout: copied, work: work, box: b, workers: o.workers,
		log: func(format string, args ...any) {
			fmt.Fprintf(os.Stderr, f.Name+": "+format+"\n", args...)
		},
		save: func(out *exported) {
			out.Commit = commit(checkout)
			if data, err := json.MarshalIndent(out, "", " "); err == nil {
				_ = os.WriteFile(name, data, 0o644)
			}
		},
	}
	return x.run()
}

// commit describes what is checked out.
func commit(dir string) string {
	out, err := exec.Command("git", "-C", dir, "log", "-1", "--format=%h, %cs").Output()
	if err != nil {
		return "not known"
	}
	return strings.TrimSpace(string(out))
}
