// Command gen writes what is derived from the tree: the lists of rules and frontends, the tables of
// knowledge, the pages under docs/rules and the layer table in ARCHITECTURE.md.
//
//	go run ./internal/gen          writes
//	go run ./internal/gen -check   fails if something is stale, and names it
//
// The one idea to hold: a folder is the entry in the list. gen reads folders and syntax and never
// the compiled rules, so that it works in the very moment in which the lists are wrong.
package main

import (
	"flag"
	"fmt"
	"os"
)

// command is what a stale file's message tells to run.
const command = "go run ./internal/gen"

func main() {
	check := flag.Bool("check", false, "write nothing; fail if a file is stale")
	root := flag.String("root", ".", "the root of the repository")
	flag.Parse()
	stale, err := Generate(*root, !*check)
	if err != nil {
		fmt.Fprintln(os.Stderr, "gen:", err)
		os.Exit(2)
	}
	if *check && len(stale) > 0 {
		for _, name := range stale {
			fmt.Fprintf(os.Stderr, "gen: %s is stale: run %s\n", name, command)
		}
		os.Exit(1)
	}
}
