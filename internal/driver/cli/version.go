package cli

import (
	"context"
	"fmt"
	"runtime/debug"
)

// version prints what this binary was built from.
func version(_ context.Context, e *Env, _ *options, _ []string) (int, error) {
	info, ok := debug.ReadBuildInfo()
	if !ok {
		_, err := fmt.Fprintln(e.Stdout, "skewlint (version unknown)")
		return 0, err
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
	_, err := fmt.Fprintf(e.Stdout, "skewlint %s, built with %s\n", v, info.GoVersion)
	return 0, err
}
