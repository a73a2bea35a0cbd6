// Command bench measures what skewlint costs beside "go list -deps" and "go vet".
//
//	go run ./internal/bench [-runs 7] [-cold 3] [-vetcold] [-only noagent|runtime]
//
// It builds skewlint, then runs the three commands in turn, so that whatever else the machine
// does falls on all of them alike: over a generated module that imports no agent library, and
// over the runtime module with its examples; with a warm build cache and with an empty one. It
// prints medians of CPU seconds (user and system, of the whole process tree), wall seconds and
// the peak memory of the largest process, and CPU and wall as ratios to "go list -deps" and to
// "go vet".
//
// The one idea to hold: CPU seconds are the figures to compare; wall seconds depend on who else
// is running. Limits: Unix only (getrusage); go vet with an empty cache compiles everything and
// takes minutes over the runtime module, so it runs only with -vetcold, and once.
package main

import (
	"flag"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
)

type options struct {
	runs, cold int
	vetCold    bool
	only       string
}

func main() {
	var o options
	flag.IntVar(&o.runs, "runs", 7, "runs with a warm build cache")
	flag.IntVar(&o.cold, "cold", 3, "runs with an empty build cache")
	flag.BoolVar(&o.vetCold, "vetcold", false, "run go vet with an empty build cache, too (once; minutes)")
	flag.StringVar(&o.only, "only", "", "only this module: noagent or runtime")
	flag.Parse()
	if err := run(o); err != nil {
		fmt.Fprintln(os.Stderr, "bench:", err)
		os.Exit(1)
	}
}

func run(o options) error {
	tmp, err := os.MkdirTemp("", "skewlint-bench")
	if err != nil {
		return err
	}
	defer func() { _ = os.RemoveAll(tmp) }()
	root, err := moduleRoot()
	if err != nil {
		return err
	}
	tool := filepath.Join(tmp, "skewlint")
	build := exec.Command("go", "build", "-o", tool, "./cmd/skewlint")
	build.Dir, build.Stderr = root, os.Stderr
	if err := build.Run(); err != nil {
		return fmt.Errorf("build skewlint: %w", err)
	}
	noAgent := filepath.Join(tmp, "noagent")
	if err := writeNoAgentModule(noAgent); err != nil {
		return err
	}
	modules := []module{
		{"noagent", "no agent library", noAgent},
		{"runtime", "runtime module", filepath.Join(root, "runtime")},
	}
	for _, m := range modules {
		if o.only == "" || o.only == m.key {
			if err := benchModule(o, m, tool, tmp); err != nil {
				return err
			}
		}
	}
	return nil
}

func moduleRoot() (string, error) {
	out, err := exec.Command("go", "list", "-m", "-f", "{{.Dir}}", "github.com/skewlint/skewlint").Output()
	if err != nil {
		return "", fmt.Errorf("find the module (run this inside the repository): %w", err)
	}
	return string(out[:len(out)-1]), nil
}
