package main

import (
	"fmt"
	"os"
	"os/exec"
	"strconv"
	"strings"
	"time"
)

// graphs writes what the rules cost on graphs alone, as the benchmark beside them says.
func (b *bench) graphs(page string) error {
	cmd := exec.Command("go", "test", "./rules", "-run", "^$", "-bench", "GraphRules", "-benchtime", "5x")
	cmd.Dir, cmd.Stderr = b.root, os.Stderr
	out, err := cmd.Output()
	if err != nil {
		return fmt.Errorf("benchmark of the rules: %w: %s", err, out)
	}
	var text strings.Builder
	fmt.Fprintf(&text, "%s, load %s.\n\n| nodes | time for all rules | µs per node | findings |\n|--:|--:|--:|--:|\n", machine(), load())
	for line := range strings.Lines(string(out)) {
		// BenchmarkGraphRules/nodes=5000-2  5  41859373 ns/op  3750 findings
		words := strings.Fields(line)
		if len(words) < 6 || !strings.HasPrefix(words[0], "BenchmarkGraphRules/nodes=") {
			continue
		}
		size, _, _ := strings.Cut(strings.TrimPrefix(words[0], "BenchmarkGraphRules/nodes="), "-")
		nodes, err := strconv.Atoi(size)
		ns, err2 := strconv.ParseFloat(words[2], 64)
		if err != nil || err2 != nil {
			return fmt.Errorf("cannot read %q", line)
		}
		took := time.Duration(ns).Round(100 * time.Microsecond)
		fmt.Fprintf(&text, "| %d | %v | %.1f | %s |\n", nodes, took, ns/1000/float64(nodes), words[4])
	}
	fmt.Println(text.String())
	return fill(page, "graphrules", text.String())
}
