package cli

import (
	"context"
	"fmt"
	"runtime/debug"
)

// version prints what this binary was built from.
func version(_ context.Context, e *Env, _ *options, _ []string) (int, error) {
	number, compiler := built()
	if number == "" {
		_, err := fmt.Fprintln(e.Stdout, "skewlint (version unknown)")
		return 0, err
	}
	if commit != "" {
		number += ", commit " + commit
	}
	_, err := fmt.Fprintf(e.Stdout, "skewlint %s, built with %s\n", number, compiler)
	return 0, err
}

// released and commit are the version of a release and what it was made from, which its build sets by
// -ldflags -X; see .goreleaser.yaml.
var released, commit string

// built is the version of this binary and of the compiler, empty if they are not known.
func built() (number, compiler string) {
	info, ok := debug.ReadBuildInfo()
	if !ok {
		return "", ""
	}
	if released != "" {
		return released, info.GoVersion
	}
	v := info.Main.Version
	if v == "" {
		v = "(devel)"
	}
	for _, s := range info.Settings {
		if s.Key == "vcs.revision" && v == "(devel)" {
			v += " " + s.Value
		}
	}
	return v, info.GoVersion
}
