package main

import (
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"syscall"
	"time"
)

type module struct{ key, title, dir string }

// subject is a command that is measured.
type subject struct {
	name string
	args []string
	runs []sample
}

// sample is one run of a command.
type sample struct {
	cpu, wall time.Duration
	peak      int64 // bytes, of the largest process
}

func benchModule(o options, m module, tool, tmp string) error {
	subjects := func() []*subject {
		return []*subject{
			{name: "go list -deps", args: []string{"go", "list", "-deps", "./..."}},
			{name: "skewlint", args: []string{tool, "-short"}},
			{name: "go vet", args: []string{"go", "vet", "./..."}},
		}
	}
	warm := subjects()
	if err := measure(m.dir, nil, warm, 1); err != nil { // fills the build cache
		return err
	}
	for _, s := range warm {
		s.runs = nil
	}
	if err := measure(m.dir, nil, warm, o.runs); err != nil {
		return err
	}
	printTable(m.title+", warm build cache", warm)

	cold := subjects()
	if err := measureCold(m.dir, tmp, cold[:2], o.cold); err != nil {
		return err
	}
	if o.vetCold {
		if err := measureCold(m.dir, tmp, cold[2:], 1); err != nil {
			return err
		}
	}
	printTable(m.title+", empty build cache", cold)
	return nil
}

// measure runs the subjects in turn.
func measure(dir string, env []string, subjects []*subject, runs int) error {
	for range runs {
		for _, s := range subjects {
			one, err := once(dir, env, s.args)
			if err != nil {
				return fmt.Errorf("%s: %w", s.name, err)
			}
			s.runs = append(s.runs, one)
		}
	}
	return nil
}

// measureCold gives each run a build cache of its own, empty at first.
func measureCold(dir, tmp string, subjects []*subject, runs int) error {
	for range runs {
		for _, s := range subjects {
			cache, err := os.MkdirTemp(tmp, "gocache")
			if err != nil {
				return err
			}
			if err := measure(dir, append(os.Environ(), "GOCACHE="+cache), []*subject{s}, 1); err != nil {
				return err
			}
			if s.name == "skewlint" {
				if err := compiledNothing(cache); err != nil {
					return err
				}
			}
			if err := os.RemoveAll(cache); err != nil {
				return err
			}
		}
	}
	return nil
}

// once runs a command and asks the system what it and its children used.
func once(dir string, env, args []string) (sample, error) {
	cmd := exec.Command(args[0], args[1:]...)
	cmd.Dir, cmd.Env = dir, env
	start := time.Now()
	err := cmd.Run()
	wall := time.Since(start)
	if cmd.ProcessState == nil {
		return sample{}, err
	}
	usage, ok := cmd.ProcessState.SysUsage().(*syscall.Rusage)
	if !ok {
		return sample{}, fmt.Errorf("no resource usage on this system")
	}
	return sample{
		cpu:  cmd.ProcessState.UserTime() + cmd.ProcessState.SystemTime(),
		wall: wall,
		peak: usage.Maxrss << 10,
	}, nil
}

// compiledNothing checks the claim that skewlint compiles nothing: what the go command leaves in
// the build cache are indexes of package folders and generated test mains, no object files.
func compiledNothing(cache string) error {
	return filepath.WalkDir(cache, func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		f, err := os.Open(path)
		if err != nil {
			return err
		}
		defer func() { _ = f.Close() }()
		head := make([]byte, len("!<arch>"))
		if n, _ := f.Read(head); string(head[:n]) == "!<arch>" {
			return fmt.Errorf("skewlint compiled something: %s is an object file", path)
		}
		return nil
	})
}

func median[T int64 | time.Duration](runs []sample, field func(sample) T) T {
	values := make([]T, 0, len(runs))
	for _, r := range runs {
		values = append(values, field(r))
	}
	slices.Sort(values)
	return values[len(values)/2]
}
