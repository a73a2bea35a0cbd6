// Command skewlint finds the mistakes that make a durable agent graph go wrong on resume.
//
// Run it without arguments in a module, or see "skewlint help". The same binary is a vet tool:
// go vet -vettool=$(which skewlint) ./...
package main

import (
	"context"
	"fmt"
	"os"
	"slices"
	"strings"

	"golang.org/x/tools/go/analysis/unitchecker"

	"github.com/skewlint/skewlint/internal/driver"
	"github.com/skewlint/skewlint/internal/driver/cli"
	"github.com/skewlint/skewlint/internal/driver/diskcache"
	"github.com/skewlint/skewlint/internal/lsp/proxy"
	"github.com/skewlint/skewlint/internal/lsp/server"
	"github.com/skewlint/skewlint/rules"
	"github.com/skewlint/skewlint/rules/rule"
)

func main() {
	os.Exit(run(os.Args[1:]))
}

func run(args []string) int {
	all := rules.All()
	switch {
	case len(args) > 0 && args[0] == "lsp":
		return lsp(args[1:], all)
	case len(args) > 0 && args[0] == "gopls":
		return proxy.Main(args[1:], os.Stdin, os.Stdout, os.Stderr)
	case slices.Equal(args, []string{"-V=full"}):
		return driver.PrintVersion(os.Stdout, os.Stderr)
	case calledByVet(args):
		unitchecker.Main(driver.Analyzers(all)...) // does not return
	}
	if os.Getenv("GOGC") == "" {
		tuneCollector()
	}
	return cli.Main(context.Background(), &cli.Env{Stdout: os.Stdout, Stderr: os.Stderr, Rules: all, Getenv: os.Getenv}, args)
}

// lsp is the command "skewlint lsp". Its cache is the one of the command.
func lsp(args []string, all []rule.Rule) int {
	o := server.Options{Rules: all}
	switch kept, err := diskcache.FromEnv(os.Getenv); {
	case err != nil:
		_, _ = fmt.Fprintf(os.Stderr, "skewlint lsp: %v\n", err)
		return driver.ExitError
	case kept != nil:
		o.Cache = kept
		go kept.Trim()
	}
	return server.Main(context.Background(), args, o, os.Stdin, os.Stdout, os.Stderr)
}

// calledByVet reports whether the arguments are those of the protocol between go vet and its tool.
func calledByVet(args []string) bool {
	return slices.Contains(args, "-flags") || len(args) > 0 && strings.HasSuffix(args[len(args)-1], ".cfg")
}
