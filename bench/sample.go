package main

import (
	"errors"
	"fmt"
	"os/exec"
	"slices"
	"strings"
	"time"
)

// sample is one run of a command.
type sample struct {
	cpu, wall time.Duration
	peak      int64 // bytes, of the largest process
}

// once runs a command and asks the system what it and its children used. found is the exit status
// that means findings; any other is an error: a run that gave up early is not a fast one.
func once(dir string, env, args []string, found int) (sample, error) {
	cmd := exec.Command(args[0], args[1:]...) //nolint:gosec // commands of this program
	cmd.Dir, cmd.Env = dir, env
	var stderr strings.Builder
	cmd.Stderr = &stderr
	start := time.Now()
	err := cmd.Run()
	wall := time.Since(start)
	var exit *exec.ExitError
	if err != nil && (!errors.As(err, &exit) || exit.ExitCode() != found || strings.Contains(stderr.String(), "panic:")) {
		return sample{}, fmt.Errorf("%q: %w\n%s", args, err, strings.TrimSpace(stderr.String()))
	}
	peak, ok := peakMemory(cmd.ProcessState)
	if !ok {
		return sample{}, errors.New("this system does not tell how much memory a program took")
	}
	return sample{
		cpu:  cmd.ProcessState.UserTime() + cmd.ProcessState.SystemTime(),
		wall: wall,
		peak: peak,
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
