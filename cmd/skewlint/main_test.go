package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/testscript"
	"github.com/santhosh-tekuri/jsonschema/v6"
	"golang.org/x/tools/go/analysis/unitchecker"

	"github.com/skewlint/skewlint/internal/driver"
	"github.com/skewlint/skewlint/internal/driver/cli"
	"github.com/skewlint/skewlint/internal/driver/testrule"
	"github.com/skewlint/skewlint/rules/rule"
)

// TestMain makes two programs for the scripts: skewlint, and testlint, which is the same with a
// rule that reports every call of an agent function.
func TestMain(m *testing.M) {
	testscript.Main(m, map[string]func(){
		"skewlint": main,
		"testlint": func() { os.Exit(testlint(os.Args[1:])) },
	})
}

func testlint(args []string) int {
	rules := []rule.Rule{testrule.New()}
	switch {
	case slices.Equal(args, []string{"-V=full"}):
		return driver.PrintVersion(os.Stdout, os.Stderr)
	case calledByVet(args):
		unitchecker.Main(driver.Analyzers(rules)...)
	}
	return cli.Main(context.Background(), &cli.Env{Stdout: os.Stdout, Stderr: os.Stderr, Rules: rules, Getenv: os.Getenv}, args)
}

// TestScript runs the contract of the command line, one scenario a file.
func TestScript(t *testing.T) {
	testscript.Run(t, testscript.Params{
		Dir:                 "testdata/script",
		RequireExplicitExec: true,
		RequireUniqueNames:  true,
		UpdateScripts:       os.Getenv("UPDATE") != "",
		Setup:               setup,
		Condition:           condition,
		Cmds:                map[string]func(*testscript.TestScript, bool, []string){"status": status, "stubs": stubs, "sarif": sarif},
	})
}

// condition knows [race]. go vet starts the tool once for each package, hundreds of times, which the
// race detector makes slow and in which it has nothing to find: scripts with go vet run without it.
func condition(cond string) (bool, error) {
	if cond == "race" {
		return raceEnabled, nil
	}
	return false, fmt.Errorf("unknown condition %q", cond)
}

// setup lends the scripts the caches of the machine: they compile for go vet.
func setup(env *testscript.Env) error {
	out, err := exec.Command("go", "env", "GOCACHE", "GOMODCACHE").Output()
	if err != nil {
		return err
	}
	dirs := strings.Fields(string(out))
	env.Setenv("GOCACHE", dirs[0])
	env.Setenv("GOMODCACHE", dirs[1])
	env.Setenv("GOPROXY", "off")
	env.Setenv("GOTOOLCHAIN", "local")
	env.Setenv("GOFLAGS", "")
	repo, err := filepath.Abs(filepath.Join("..", ".."))
	env.Setenv("REPO", repo)
	return err
}

// status runs a program and compares its exit status: status 2 skewlint -x.
func status(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) < 2 {
		ts.Fatalf("usage: status N program [arguments]")
	}
	want, err := strconv.Atoi(args[0])
	ts.Check(err)
	got := 0
	if err := ts.Exec(args[1], args[2:]...); err != nil {
		var exit *exec.ExitError
		if !errors.As(err, &exit) {
			ts.Fatalf("%v", err)
		}
		got = exit.ExitCode()
	}
	if got != want {
		ts.Fatalf("exit status %d, want %d", got, want)
	}
}

// stubs writes a go.mod and, beside it, the module of an agent library with one function, so that
// scripts need no network: stubs [module path].
func stubs(ts *testscript.TestScript, neg bool, args []string) {
	module := "example.com/app"
	if len(args) > 0 {
		module = args[0]
	}
	for name, text := range map[string]string{
		"go.mod":                  "module " + module + "\n\ngo 1.26\n\nrequire github.com/tmc/langgraphgo v0.0.1\n\nreplace github.com/tmc/langgraphgo => ./agentlib\n",
		"agentlib/go.mod":         "module github.com/tmc/langgraphgo\n\ngo 1.26\n",
		"agentlib/graph/graph.go": "// Package graph stands for an agent library.\npackage graph\n\n// New makes a graph.\nfunc New() {}\n\n// OldNew is New by its former name.\nfunc OldNew() {}\n",
	} {
		path := ts.MkAbs(name)
		ts.Check(os.MkdirAll(path[:strings.LastIndexByte(path, '/')], 0o777))
		ts.Check(os.WriteFile(path, []byte(text), 0o666))
	}
}

// sarif checks a file against the schema of SARIF: sarif FILE.
func sarif(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) != 1 {
		ts.Fatalf("usage: sarif FILE")
	}
	c := jsonschema.NewCompiler()
	c.AssertFormat()
	schema, err := c.Compile(filepath.Join(ts.Getenv("REPO"), "internal", "report", "testdata", "sarif-schema-2.1.0.json"))
	ts.Check(err)
	doc, err := jsonschema.UnmarshalJSON(strings.NewReader(ts.ReadFile(args[0])))
	ts.Check(err)
	ts.Check(schema.Validate(doc))
}
