package main

import (
	"fmt"
	"os"
	"os/exec"
	"runtime"
	"strings"
	"time"
)

// figures are the medians of a tool in a state; ok is false if it was not run there.
func (s session) figures(state, name string) (f sample, runs int, ok bool) {
	all := s[state][name]
	if len(all) == 0 {
		return sample{}, 0, false
	}
	return sample{
		cpu:  median(all, func(r sample) time.Duration { return r.cpu }),
		wall: median(all, func(r sample) time.Duration { return r.wall }),
		peak: median(all, func(r sample) int64 { return r.peak }),
	}, len(all), true
}

// text is the tables of a module and what becomes of the goals.
func (b *bench) text(m *module, s session) (string, error) {
	var out strings.Builder
	listed, err := exec.Command("sh", "-c", "cd \"$1\" && GOWORK=off GOFLAGS=-mod=mod go list -deps -test ./... | wc -l", "sh", m.dir).Output()
	if err != nil {
		return "", err
	}
	fmt.Fprintf(&out, "%s: %s packages with what they import and their tests. %s, load %s at its end.\n\n",
		strings.ToUpper(m.title[:1])+m.title[1:], strings.TrimSpace(string(listed)), machine(), load())
	fmt.Fprintf(&out, "| state | tool | runs | CPU s | wall s | peak MB | CPU: times go list | CPU: times skewlint |\n|---|---|--:|--:|--:|--:|--:|--:|\n")
	for _, state := range []string{cold, warm, edited, empty} {
		for _, t := range b.tools() {
			f, runs, ok := s.figures(state, t.name)
			if !ok {
				continue
			}
			fmt.Fprintf(&out, "| %s | %s | %d | %.2f | %.2f | %d | %s | %s |\n", state, t.name, runs, f.cpu.Seconds(), f.wall.Seconds(), f.peak>>20,
				s.ratio(f, state, listName), s.ratio(f, state, skewlintName))
		}
	}
	out.WriteString("\n" + s.goals())
	return out.String(), nil
}

func (s session) ratio(f sample, state, to string) string {
	base, _, ok := s.figures(state, to)
	if !ok {
		return "–"
	}
	return fmt.Sprintf("%.2f", float64(f.cpu)/float64(base.cpu))
}

// goals says for each goal what came out.
func (s session) goals() string {
	var out strings.Builder
	out.WriteString("| goal | limit | measured | met |\n|---|--:|--:|---|\n")
	row := func(what string, limit, measured float64, ok bool) {
		switch {
		case !ok:
			fmt.Fprintf(&out, "| %s | %.2f | – | not measured |\n", what, limit)
		default:
			fmt.Fprintf(&out, "| %s | %.2f | %.2f | %s |\n", what, limit, measured, map[bool]string{true: "yes", false: "**no**"}[measured <= limit])
		}
	}
	cpu := func(state, name string) (float64, bool) {
		f, _, ok := s.figures(state, name)
		return f.cpu.Seconds(), ok
	}
	per := func(what string, limit float64, state, state2, to string) {
		a, ok := cpu(state, skewlintName)
		b, ok2 := cpu(state2, to)
		row(what, limit, a/max(b, 1e-9), ok && ok2)
	}
	per("warm, CPU against `"+listName+"`", 1.2, warm, warm, listName)
	per("cold, CPU against "+staticName, 0.2, cold, cold, staticName)
	per("cold with an empty build cache, CPU against `go vet`", 0.05, empty, empty, vetName)
	per("after one edit, CPU against warm (the limit allows for the edited package besides)", 1.5, edited, warm, skewlintName)
	peak := int64(0)
	for _, state := range []string{cold, warm, edited, empty} {
		f, _, _ := s.figures(state, skewlintName)
		peak = max(peak, f.peak)
	}
	row("peak memory of any run, MB", 300, float64(peak>>20), peak > 0)
	return out.String()
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
