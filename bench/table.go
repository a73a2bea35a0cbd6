package main

import (
	"fmt"
	"os"
	"os/exec"
	"runtime"
	"strings"
	"time"
)

// text is what the page says of a module: its table, and what becomes of the goals.
func (s session) text(title string, packages int) string {
	return fmt.Sprintf("%s: %d packages with what they import and their tests. %s, load %s at its end.\n\n%s\n%s",
		title, packages, machine(), load(), s.table(), s.goals())
}

// toolOrder is the order of tools in tables.
func toolOrder() []string {
	var names []string
	for _, t := range new(bench).tools() {
		names = append(names, t.name)
	}
	return names
}

func (s session) table() string {
	var out strings.Builder
	out.WriteString("| state | tool | runs | CPU s | wall s | peak MB | CPU: times go list | CPU: times skewlint |\n|---|---|--:|--:|--:|--:|--:|--:|\n")
	for _, state := range states {
		for _, name := range toolOrder() {
			f, runs, ok := s.figures(state, name)
			if !ok {
				continue
			}
			fmt.Fprintf(&out, "| %s | %s | %d | %.2f | %.2f | %d | %s | %s |\n", state, name, runs, f.cpu.Seconds(), f.wall.Seconds(), f.peak>>20,
				s.ratio(f, state, listName), s.ratio(f, state, skewlintName))
		}
	}
	return out.String()
}

func (s session) ratio(f sample, state, to string) string {
	base, _, ok := s.figures(state, to)
	if !ok || base.cpu == 0 {
		return "–"
	}
	return fmt.Sprintf("%.2f", float64(f.cpu)/float64(base.cpu))
}

// machine says where this was measured.
func machine() string {
	model := runtime.GOARCH
	if data, err := os.ReadFile("/proc/cpuinfo"); err == nil {
		if _, rest, ok := strings.Cut(string(data), "model name"); ok {
			line, _, _ := strings.Cut(rest, "\n")
			model = strings.Trim(line, "\t :")
		}
	}
	version, err := exec.Command("go", "env", "GOVERSION").Output()
	if err != nil {
		version = []byte(runtime.Version())
	}
	return fmt.Sprintf("%s, %s/%s, %d × %s", time.Now().UTC().Format(time.DateOnly), strings.TrimSpace(string(version)), runtime.GOOS, runtime.NumCPU(), model)
}

// load is how many processes wanted to run in the last minute, on average.
func load() string {
	data, err := os.ReadFile("/proc/loadavg")
	if err != nil {
		return "not known"
	}
	first, _, _ := strings.Cut(string(data), " ")
	return first
}
