package cli

import (
	"context"
	"io"
	"os"

	"github.com/skewlint/skewlint/internal/driver"
	"github.com/skewlint/skewlint/internal/driver/golist"
	"github.com/skewlint/skewlint/internal/report"
)

// check is the command without a name: look for mistakes in packages.
func check(ctx context.Context, e *Env, o *options, args []string) (int, error) {
	if err := oneOf("format", o.format, "text", "json"); err != nil {
		return 0, err
	}
	res, err := analyse(ctx, e, o, args)
	if err != nil {
		return 0, err
	}
	return driver.ExitStatus(&res.Report), e.print(o, &res.Report)
}

// analyse runs the driver over the packages named, or all below the working directory.
func analyse(ctx context.Context, e *Env, o *options, patterns []string) (*driver.Result, error) {
	if len(patterns) == 0 {
		patterns = []string{"./..."}
	}
	d := &driver.Driver{Rules: e.Rules, Config: o.config}
	return d.Run(ctx, golist.Query{Tags: o.tags, Tests: o.tests, Patterns: patterns})
}

func (e *Env) print(o *options, r *report.Report) error {
	wd, err := os.Getwd()
	if err != nil {
		return err
	}
	if o.format == "json" {
		return (&report.JSON{Out: e.Stdout, Dir: wd}).Print(r)
	}
	return e.text(o, wd).Print(r)
}

func (e *Env) text(o *options, dir string) *report.Text {
	return &report.Text{
		Out: e.Stdout, Err: e.Stderr,
		ColorOut: e.colored(o, e.Stdout), ColorErr: e.colored(o, e.Stderr),
		Dir: dir, Short: o.short, Verbose: o.verbose,
	}
}

// colored decides whether w gets colours: the flag wins, then NO_COLOR (https://no-color.org),
// then whether w is a terminal that can.
func (e *Env) colored(o *options, w io.Writer) bool {
	switch {
	case o.color != "auto":
		return o.color == "always"
	case e.getenv("NO_COLOR") != "" || e.getenv("TERM") == "dumb":
		return false
	}
	return report.IsTerminal(w)
}

func (e *Env) getenv(name string) string {
	if e.Getenv == nil {
		return ""
	}
	return e.Getenv(name)
}
