package cli

import (
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/skewlint/skewlint/analyzers/knowledge/strict"
	"github.com/skewlint/skewlint/internal/driver"
	"github.com/skewlint/skewlint/rules/rule"
)

// formatSARIF is the form that -ignored speaks of.
const formatSARIF = "sarif"

// options are the values of all flags.
type options struct {
	format  string
	color   string
	short   bool
	verbose bool
	tags    string
	tests   bool
	config  string
	dir     string // of -C, with its full name; empty: the working directory

	files     []output // of -o
	builds    []build  // of -build
	generated bool
	ignored   bool
	failOn    string
	baseline  string
	newFrom   string
	fix, diff bool

	set *flag.FlagSet
}

// parse reads flags wherever they stand, and returns the words between them. Behind "--" there
// are only words.
func parse(args []string) (*options, []string, error) {
	o := &options{set: flag.NewFlagSet("skewlint", flag.ContinueOnError)}
	fs := o.set
	fs.SetOutput(io.Discard)
	fs.Usage = func() {}
	fs.StringVar(&o.format, "format", "text", "")
	fs.StringVar(&o.color, "color", "auto", "")
	fs.BoolVar(&o.short, "short", false, "")
	fs.BoolVar(&o.verbose, "v", false, "")
	fs.StringVar(&o.tags, "tags", "", "")
	fs.BoolVar(&o.tests, "tests", true, "")
	fs.StringVar(&o.config, "config", "", "")
	fs.Func("C", "", o.setDir)
	fs.Func("o", "", o.addFile)
	fs.Func("build", "", o.addBuild)
	fs.BoolVar(&o.generated, "generated", false, "")
	fs.BoolVar(&o.ignored, "ignored", false, "")
	fs.StringVar(&o.failOn, "fail-on", string(rule.Info), "")
	fs.StringVar(&o.baseline, "baseline", "", "")
	fs.StringVar(&o.newFrom, "new-from", "", "")
	fs.BoolVar(&o.fix, "fix", false, "")
	fs.BoolVar(&o.diff, "diff", false, "")
	var words []string
	for len(args) > 0 {
		if err := fs.Parse(args); err != nil {
			return nil, nil, flagError(fs, err)
		}
		rest := fs.Args()
		if n := len(args) - len(rest); n > 0 && args[n-1] == "--" {
			return o, append(words, rest...), o.check()
		}
		if len(rest) > 0 {
			words, rest = append(words, rest[0]), rest[1:]
		}
		args = rest
	}
	return o, words, o.check()
}

// setDir reads -C.
func (o *options) setDir(value string) error {
	dir, err := filepath.Abs(value)
	if err != nil {
		return err
	}
	info, err := os.Stat(dir)
	if err != nil || !info.IsDir() {
		return errors.New("there is no such folder")
	}
	o.dir = dir
	return nil
}

// flagError turns an error of package flag into one that helps.
func flagError(fs *flag.FlagSet, err error) error {
	name, unknown := strings.CutPrefix(err.Error(), "flag provided but not defined: -")
	if !unknown {
		return err
	}
	var known []string
	fs.VisitAll(func(f *flag.Flag) { known = append(known, f.Name) })
	if near, ok := strict.Nearest(name, known); ok {
		return fmt.Errorf("unknown flag -%s, did you mean -%s? (skewlint -h lists all)", name, near)
	}
	return fmt.Errorf("unknown flag -%s (skewlint -h lists all)", name)
}

func (o *options) check() error {
	if err := oneOf("color", o.color, "auto", "always", "never"); err != nil {
		return err
	}
	if err := oneOf("fail-on", o.failOn, string(rule.Error), string(rule.Warning), string(rule.Info), string(driver.Never)); err != nil {
		return err
	}
	switch {
	case len(o.builds) > 0 && o.given("tags"):
		return errors.New("-tags and -build: write the tags into each -build, as in -build 'GOOS=linux tags=a,b'")
	case o.fix && o.diff:
		return errors.New("-fix and -diff: the one writes fixes, the other only shows them; choose one")
	case o.diff && o.given("format"):
		return errors.New("-diff and -format: a diff is printed in place of the findings; -o FORMAT=FILE writes those")
	case o.ignored && o.format != formatSARIF && !slices.ContainsFunc(o.files, func(f output) bool { return f.format == formatSARIF }):
		return errors.New("-ignored says what SARIF holds: give -o sarif=FILE or -format sarif (JSON always has what comments silence)")
	case o.newFrom == "" && o.given("new-from"):
		return errors.New("-new-from wants a revision")
	}
	return nil
}

// given reports whether a flag is on the command line.
func (o *options) given(name string) bool {
	found := false
	o.set.Visit(func(f *flag.Flag) { found = found || f.Name == name })
	return found
}

// oneOf is the error of a flag that has a value it cannot have.
func oneOf(name, value string, allowed ...string) error {
	if slices.Contains(allowed, value) {
		return nil
	}
	return fmt.Errorf("-%s=%s%s", name, value, strict.DidYouMean(value, allowed))
}

// allowed reports a flag that was given and means nothing to the command.
func (o *options) allowed(cmd command) error {
	var err error
	o.set.Visit(func(f *flag.Flag) {
		if err == nil && !slices.Contains(cmd.flags, f.Name) {
			err = fmt.Errorf("flag -%s means nothing to skewlint %s", f.Name, cmd.name)
		}
	})
	return err
}
