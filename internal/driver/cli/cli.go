package cli

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"slices"

	"github.com/skewlint/skewlint/analyzers/settings"
	"github.com/skewlint/skewlint/internal/driver"
	"github.com/skewlint/skewlint/rules/rule"
)

// Env is what the command works with.
type Env struct {
	Stdout, Stderr io.Writer
	Rules          []rule.Rule
	// Getenv reads environment variables; nil: none is set.
	Getenv func(string) string
}

// command is a subcommand.
type command struct {
	name  string
	flags []string // those that mean something to it
	run   func(ctx context.Context, e *Env, o *options, args []string) (status int, err error)
}

func commands() []command {
	loading := []string{"C", "tags", "build", "tests", "config"}
	checking := []string{"format", "o", "color", "short", "v", "generated", "ignored", "fail-on", "baseline", "new-from", "fix", "diff"}
	return []command{
		{"check", append(checking, loading...), check},
		{"graph", append([]string{"format", "color", "v"}, loading...), graph},
		{"baseline", append([]string{"baseline", "color", "v", "generated"}, loading...), writeBaseline},
		{"rules", []string{"color"}, listRules},
		{"explain", []string{"color"}, explain},
		{"cache", nil, cache},
		{"version", nil, version},
		{"help", nil, help},
	}
}

// Main runs the command and returns its exit status.
func Main(ctx context.Context, e *Env, args []string) int {
	status, err := run(ctx, e, args)
	if errors.Is(err, flag.ErrHelp) {
		_, err = help(ctx, e, nil, nil)
		status = driver.ExitClean
	}
	if err != nil {
		_, _ = fmt.Fprintf(e.Stderr, "skewlint: %v\n", err)
		return driver.ExitError
	}
	return status
}

func run(ctx context.Context, e *Env, args []string) (int, error) {
	o, words, err := parse(args)
	if err != nil {
		return 0, err
	}
	cmd := commands()[0]
	if len(words) > 0 {
		if i := slices.IndexFunc(commands(), func(c command) bool { return c.name == words[0] }); i >= 0 {
			cmd, words = commands()[i], words[1:]
		}
	}
	if err := o.allowed(cmd); err != nil {
		return 0, err
	}
	if o.config != "" {
		if err := settings.Analyzer.Flags.Set("config", o.config); err != nil {
			return 0, err
		}
	}
	return cmd.run(ctx, e, o, words)
}
