package cli

import (
	"context"
	"io"
	"os"

	"github.com/skewlint/skewlint/internal/driver"
	"github.com/skewlint/skewlint/internal/report"
	"github.com/skewlint/skewlint/rules/rule"
)

// check is the command without a name: look for mistakes in packages. What can be wrong with the
// command line is found before packages are read.
func check(ctx context.Context, e *Env, o *options, args []string) (int, error) {
	if err := oneOf("format", o.format, report.Formats()...); err != nil {
		return 0, err
	}
	opts, err := o.printing()
	if err != nil {
		return 0, err
	}
	sieve, err := o.sieve(ctx, opts.Root)
	if err != nil {
		return 0, err
	}
	res, err := analyse(ctx, e, o, args)
	if err != nil {
		return 0, err
	}
	sieve.apply(res)
	if o.diff {
		return e.printDiff(o, opts, res)
	}
	if o.fix {
		if err := e.fix(&res.Report); err != nil {
			return 0, err
		}
	}
	return driver.ExitStatusFrom(&res.Report, rule.Severity(o.failOn)), e.print(o, opts, &res.Report)
}

// text prints for people at the terminal.
func (e *Env) text(o *options, opts report.Options) *report.Text {
	return &report.Text{
		Out: e.Stdout, Err: e.Stderr,
		ColorOut: e.colored(o, e.Stdout), ColorErr: e.colored(o, e.Stderr),
		Dir: opts.Dir, Short: opts.Short, Verbose: opts.Verbose,
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

// printing is what printers need to know beside the report.
func (o *options) printing() (report.Options, error) {
	wd, err := os.Getwd()
	if err != nil {
		return report.Options{}, err
	}
	number, _ := built()
	root := wd
	if o.dir != "" {
		root = o.dir
	}
	return report.Options{
		Dir: wd, Root: repositoryRoot(root), Version: number,
		Ignored: o.ignored, Short: o.short, Verbose: o.verbose,
	}, nil
}
