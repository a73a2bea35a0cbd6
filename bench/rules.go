package main

import (
	"fmt"
	"os"
	"os/exec"
	"strconv"
	"strings"
	"time"
)

// rulesSection is the part of the page about graphs alone.
const rulesSection = "graphrules"

// graphRules says what the rules cost on graphs alone, by the benchmark beside them.
func (b *bench) graphRules() (string, error) {
	cmd := exec.Command("go", "test", "./rules", "-run", "^$", "-bench", "GraphRules", "-benchtime", "2s")
	cmd.Dir, cmd.Stderr = b.root, os.Stderr
	out, err := cmd.Output()
	if err != nil {
		return "", fmt.Errorf("benchmark of the rules: %w: %s", err, out)
	}
	table, err := rulesTable(string(out))
	return fmt.Sprintf("%s, load %s.\n\n%s", machine(), load(), table), err
}

// rulesTable reads what go test prints.
func rulesTable(printed string) (string, error) {
	var out strings.Builder
	for line := range strings.Lines(printed) {
		if !strings.HasPrefix(line, "BenchmarkGraphRules/") {
			continue
		}
		row, err := rulesRow(line)
		if err != nil {
			return "", err
		}
		out.WriteString(row)
	}
	if out.Len() == 0 {
		return "", fmt.Errorf("the benchmark of the rules printed no result: %s", printed)
	}
	return "| nodes | time for all rules | µs per node | findings |\n|--:|--:|--:|--:|\n" + out.String(), nil
}

// rulesRow reads a line such as
//
//	BenchmarkGraphRules/nodes=5000-2  5  41859373 ns/op  9.000 findings
func rulesRow(line string) (string, error) {
	words := strings.Fields(line)
	if len(words) < 6 || words[3] != "ns/op" || words[5] != "findings" {
		return "", fmt.Errorf("cannot read %q", line)
	}
	size, _, _ := strings.Cut(strings.TrimPrefix(words[0], "BenchmarkGraphRules/nodes="), "-")
	nodes, err := strconv.Atoi(size)
	ns, err2 := strconv.ParseFloat(words[2], 64)
	findings, err3 := strconv.ParseFloat(words[4], 64)
	if err != nil || err2 != nil || err3 != nil || nodes <= 0 {
		return "", fmt.Errorf("cannot read %q", line)
	}
	took := time.Duration(ns).Round(100 * time.Microsecond)
	return fmt.Sprintf("| %d | %v | %.1f | %.0f |\n", nodes, took, ns/1000/float64(nodes), findings), nil
}
