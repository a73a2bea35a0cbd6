package main

import (
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"time"
)

// sample is one run of a command.
type sample struct {
	cpu, wall time.Duration
	peak      int64 // bytes, of the largest process
}

// The states in which tools are run.
const (
	cold   = "cold"   // packages are compiled, and the tool itself has kept nothing
	warm   = "warm"   // once more
	edited = "edited" // after one statement was put into a function
	empty  = "empty"  // as cold, and nothing is compiled
)

// slow is how long a run may take before it is measured once only.
const slow = time.Minute

// session is the samples of one module, by state and tool.
type session map[string]map[string][]sample

// measure runs all tools over a module in all states.
func (b *bench) measure(m *module) (string, error) {
	build := filepath.Join(b.scratch, "gocache")
	if err := b.do(m.dir, b.environment(tool{}, "", build), "go", "vet", "./..."); err != nil {
		fmt.Fprintln(os.Stderr, "bench: go vet:", err) // it has findings; compiled is what it needed
	}
	s := session{cold: {}, warm: {}, edited: {}, empty: {}}
	for round := range b.runs {
		for _, t := range b.tools() {
			if round > 0 && slowest(s, t.name) > slow {
				continue
			}
			if err := b.round(m, t, s, build); err != nil {
				return "", fmt.Errorf("%s: %w", t.name, err)
			}
		}
	}
	for _, t := range b.tools()[:3] { // what go vet's goal is about
		if !b.empty {
			break
		}
		if err := b.emptyRun(m, t, s); err != nil {
			return "", fmt.Errorf("%s: %w", t.name, err)
		}
	}
	return b.text(m, s)
}

func slowest(s session, name string) time.Duration {
	var worst time.Duration
	for _, state := range s {
		for _, one := range state[name] {
			worst = max(worst, one.wall)
		}
	}
	return worst
}

// round runs one tool cold, warm and after an edit.
func (b *bench) round(m *module, t tool, s session, build string) error {
	own, err := os.MkdirTemp(b.scratch, "own")
	if err != nil {
		return err
	}
	defer func() { _ = os.RemoveAll(own) }()
	env := b.environment(t, own, build)
	for _, state := range []string{cold, warm, edited} {
		if state == edited {
			if err := m.change(); err != nil {
				return err
			}
		}
		one, err := once(m.dir, env, t.args)
		if err != nil {
			return err
		}
		fmt.Fprintf(os.Stderr, "bench: %s %s %s: %.2f CPU s\n", m.name, t.name, state, one.cpu.Seconds())
		if state == cold && t.compile {
			continue // it keeps what it finds in the build cache, so this run was no cold one
		}
		s[state][t.name] = append(s[state][t.name], one)
	}
	return nil
}

// emptyRun gives one run a build cache of its own, empty at first.
func (b *bench) emptyRun(m *module, t tool, s session) error {
	dir, err := os.MkdirTemp(b.scratch, "empty")
	if err != nil {
		return err
	}
	defer func() { _ = os.RemoveAll(dir) }()
	one, err := once(m.dir, b.environment(t, filepath.Join(dir, "own"), filepath.Join(dir, "gocache")), t.args)
	if err != nil {
		return err
	}
	fmt.Fprintf(os.Stderr, "bench: %s %s %s: %.2f CPU s\n", m.name, t.name, empty, one.cpu.Seconds())
	s[empty][t.name] = append(s[empty][t.name], one)
	return nil
}

// once runs a command and asks the system what it and its children used. That a linter found
// something is no error.
func once(dir string, env, args []string) (sample, error) {
	cmd := exec.Command(args[0], args[1:]...) //nolint:gosec // commands of this program
	cmd.Dir, cmd.Env = dir, env
	var stderr strings.Builder
	cmd.Stderr = &stderr
	start := time.Now()
	err := cmd.Run()
	wall := time.Since(start)
	var exit *exec.ExitError
	if err != nil && (!errors.As(err, &exit) || strings.Contains(stderr.String(), "panic:")) {
		return sample{}, fmt.Errorf("%w: %s", err, stderr.String())
	}
	usage, ok := cmd.ProcessState.SysUsage().(*syscall.Rusage)
	if !ok {
		return sample{}, errors.New("no resource usage on this system")
	}
	return sample{
		cpu:  cmd.ProcessState.UserTime() + cmd.ProcessState.SystemTime(),
		wall: wall,
		peak: usage.Maxrss << 10,
	}, nil
}

func median[T int64 | time.Duration](runs []sample, field func(sample) T) T {
	values := make([]T, 0, len(runs))
	for _, r := range runs {
		values = append(values, field(r))
	}
	slices.Sort(values)
	return values[len(values)/2]
}
