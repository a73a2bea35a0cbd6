package main

import (
	"bytes"
	"errors"
	"flag"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
)

// stableSection is the part of the page about runs that agree.
const stableSection = "stable"

// stable runs skewlint over each folder's module, with one processor and with two, and with what the
// first run kept, and compares what they print. It fails on a crash and on a byte that differs.
func stable(args []string) error {
	fs := flag.NewFlagSet("bench stable", flag.ContinueOnError)
	program := fs.String("tool", "", "skewlint program to run; none: it is built")
	page := fs.String("page", "", "page to write the table into, between its markers")
	if err := fs.Parse(args); err != nil {
		return err
	}
	tmp, err := os.MkdirTemp("", "skewlint-stable")
	if err != nil {
		return err
	}
	defer func() { _ = os.RemoveAll(tmp) }()
	if *program == "" {
		root, err := repository()
		if err != nil {
			return err
		}
		*program = filepath.Join(tmp, "skewlint")
		build := exec.Command("go", "build", "-o", *program, "./cmd/skewlint") //nolint:gosec // our own
		build.Dir, build.Stderr = root, os.Stderr
		if err := build.Run(); err != nil {
			return fmt.Errorf("build skewlint: %w", err)
		}
	}
	var out strings.Builder
	out.WriteString("| repository | packages analysed | graphs | findings | errors of loading | runs agree |\n|---|--:|--:|--:|--:|---|\n")
	bad := 0
	for _, dir := range fs.Args() {
		line, ok := compare(*program, dir, tmp)
		if !ok {
			bad++
		}
		fmt.Fprintln(os.Stderr, "bench:", line)
		out.WriteString(line + "\n")
	}
	fmt.Print(out.String())
	if *page != "" {
		if err := fill(*page, stableSection, out.String()); err != nil {
			return err
		}
	}
	if bad > 0 {
		return fmt.Errorf("%d of %d repositories: a crash, or runs that differ", bad, fs.NArg())
	}
	return nil
}

// compare is the row of one module.
func compare(program, dir, tmp string) (row string, ok bool) {
	kept, err := os.MkdirTemp(tmp, "kept")
	if err != nil {
		return err.Error(), false
	}
	name := filepath.Base(dir)
	var first []byte
	for _, env := range [][]string{
		{"GOMAXPROCS=1", "SKEWLINT_CACHE=off"},
		{"GOMAXPROCS=2", "SKEWLINT_CACHE=" + kept},
		{"GOMAXPROCS=2", "SKEWLINT_CACHE=" + kept}, // what the run before has kept
	} {
		got, err := answers(program, dir, env)
		if err != nil {
			return fmt.Sprintf("| %s | | | | | **%v** |", name, err), false
		}
		if first == nil {
			first = got
		}
		if !bytes.Equal(got, first) {
			return fmt.Sprintf("| %s | | | | | **no**, with %s |", name, env), false
		}
	}
	count := func(key string) int { return bytes.Count(first, []byte(key)) }
	return fmt.Sprintf("| %s | %s | %s | %d | %d | yes |", name, number(first, "\"packages\": "), number(first, "\"graphs\": "),
		count("\"fingerprint\": "), errorsIn(first)), true
}

// answers are the findings and the graphs as JSON.
func answers(program, dir string, env []string) ([]byte, error) {
	var all bytes.Buffer
	for _, words := range [][]string{{"-format", "json", "./..."}, {"graph", "-format", "json", "./..."}} {
		cmd := exec.Command(program, words...) //nolint:gosec // the program that is checked
		cmd.Dir, cmd.Stdout = dir, &all
		cmd.Env = slices.Concat(os.Environ(), []string{"GOWORK=off", "GOFLAGS=" + moduleFlag(dir)}, env)
		var stderr strings.Builder
		cmd.Stderr = &stderr
		err := cmd.Run()
		var exit *exec.ExitError
		switch {
		case strings.Contains(stderr.String(), "internal error"), strings.Contains(stderr.String(), "panic"), strings.Contains(stderr.String(), "goroutine "):
			return nil, errors.New("a crash: " + stderr.String())
		case err != nil && (!errors.As(err, &exit) || exit.ExitCode() < 0 || exit.ExitCode() > 2):
			return nil, err
		}
	}
	if all.Len() == 0 {
		return nil, errors.New("nothing was printed")
	}
	return all.Bytes(), nil
}

// moduleFlag lets a go.mod be read that is not up to date, but not past what is vendored.
func moduleFlag(dir string) string {
	if _, err := os.Stat(filepath.Join(dir, "vendor", "modules.txt")); err == nil {
		return "-mod=vendor"
	}
	return "-mod=mod"
}

// number is the first number behind a key.
func number(text []byte, key string) string {
	_, rest, _ := bytes.Cut(text, []byte(key))
	end := bytes.IndexFunc(rest, func(r rune) bool { return r < '0' || r > '9' })
	return string(rest[:max(end, 0)])
}

// errorsIn counts the errors of the first document: its last list.
func errorsIn(text []byte) int {
	_, rest, _ := bytes.Cut(text, []byte("\n  \"errors\": ["))
	list, _, _ := bytes.Cut(rest, []byte("\n  ]"))
	return bytes.Count(list, []byte("\"message\": "))
}
