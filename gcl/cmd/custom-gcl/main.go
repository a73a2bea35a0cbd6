// Command custom-gcl is golangci-lint with skewlint in it.
//
// It takes golangci-lint's arguments and configuration; see docs/golangci-lint.md for the lines that
// switch the linter on.
package main

import (
	"fmt"
	"os"
	"runtime/debug"

	"github.com/golangci/golangci-lint/v2/pkg/commands"
	"github.com/golangci/golangci-lint/v2/pkg/exitcodes"

	_ "github.com/skewlint/skewlint/gcl" // the plugin
)

// version must be this: golangci-lint keeps results under the version it is given, and under the hash of
// the binary if it is "(devel)". With a number, a newer skewlint would show the results of the one
// before it.
const version = "(devel)"

func main() {
	if err := commands.Execute(build()); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(exitcodes.Failure)
	}
}

// build is what "custom-gcl version" tells: the versions of both programs stand in place of a commit.
func build() commands.BuildInfo {
	out := commands.BuildInfo{Version: version, Commit: "?", Date: "?"}
	info, ok := debug.ReadBuildInfo()
	if !ok {
		return out
	}
	out.GoVersion = info.GoVersion
	for _, m := range info.Deps {
		if m.Path == "github.com/golangci/golangci-lint/v2" {
			out.Commit = fmt.Sprintf("golangci-lint %s, skewlint %s", m.Version, info.Main.Version)
		}
	}
	return out
}
