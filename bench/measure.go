package main

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"time"
)

// The states in which tools are run.
const (
	cold      = "cold"               // packages are compiled, and the tool itself has kept nothing
	warm      = "warm"               // once more
	edited    = "edited"             // after one statement was put into a function
	oneWarm   = "one package"        // warm, and only the package that is edited is named
	oneEdited = "one package edited" // after another statement; all else is known
	empty     = "empty"              // as cold, and nothing is compiled
)

// states are all states in the order of the tables.
var states = []string{cold, warm, edited, oneWarm, oneEdited, empty}

// patience is for how long a tool may run over a module, in all, before it gets no more rounds.
const patience = 40 * time.Second

// session is the samples of one module, by state and tool.
type session map[string]map[string][]sample

func (s session) add(state, tool string, one sample) {
	if s[state] == nil {
		s[state] = map[string][]sample{}
	}
	s[state][tool] = append(s[state][tool], one)
}

// patient reports whether a tool gets another round.
func (s session) patient(tool string) bool {
	var took time.Duration
	for _, state := range s {
		for _, one := range state[tool] {
			took += one.wall
		}
	}
	return took <= patience
}

// measure runs all tools over a module in all states.
func (b *bench) measure(m *module) (session, error) {
	if err := b.do(m.dir, b.environment(tool{}, "", b.buildCache()), "go", "vet", "./..."); err != nil {
		fmt.Fprintln(os.Stderr, "bench: go vet:", err) // it has findings; compiled is what it needed
	}
	s := session{}
	for range b.runs {
		for _, t := range b.tools() {
			if !s.patient(t.name) {
				continue
			}
			if err := b.round(m, t, s); err != nil {
				return nil, fmt.Errorf("%s: %w", t.name, err)
			}
		}
	}
	if b.empty {
		if err := b.emptyRuns(m, s); err != nil {
			return nil, err
		}
	}
	return s, nil
}

// round runs one tool cold, warm and after an edit, which is undone: the next tool finds compiled what
// was compiled at first.
func (b *bench) round(m *module, t tool, s session) (err error) {
	own, err := os.MkdirTemp(b.scratch, "own")
	if err != nil {
		return err
	}
	defer func() { _ = os.RemoveAll(own) }()
	r := &runner{module: m, tool: t, env: b.environment(t, own, b.buildCache()), session: s}
	if err := r.run(cold, "./..."); err != nil {
		return err
	}
	if err := r.run(warm, "./..."); err != nil {
		return err
	}
	defer func() {
		if undone := m.edit.undo(); err == nil {
			err = undone
		}
	}()
	if err := r.afterEdit(edited, "./..."); err != nil {
		return err
	}
	if t.name != skewlintName {
		return nil
	}
	return r.onePackage()
}

// runner runs one tool over one module.
type runner struct {
	module  *module
	tool    tool
	env     []string
	session session
}

func (r *runner) run(state, pattern string) error {
	one, err := once(r.module.dir, r.env, r.tool.over(pattern), r.tool.found)
	if err != nil {
		return err
	}
	fmt.Fprintf(os.Stderr, "bench: %s, %s, %s: %.2f CPU s\n", r.module.name, r.tool.name, state, one.cpu.Seconds())
	if state == cold && r.tool.compile {
		return nil // it keeps what it finds in the build cache, so this run was no cold one
	}
	r.session.add(state, r.tool.name, one)
	return nil
}

func (r *runner) afterEdit(state, pattern string) error {
	if err := r.module.edit.change(); err != nil {
		return err
	}
	return r.run(state, pattern)
}

// onePackage measures what the package costs that is edited, alone: everything else is known, and only
// the package is named. The first run is not counted: named alone, a package may be another one to
// report on.
func (r *runner) onePackage() error {
	if _, err := once(r.module.dir, r.env, r.tool.over(r.module.pkg), r.tool.found); err != nil {
		return err
	}
	if err := r.run(oneWarm, r.module.pkg); err != nil {
		return err
	}
	return r.afterEdit(oneEdited, r.module.pkg)
}

// emptyRuns runs what the goal of go vet is about, each with a build cache of its own, empty at first.
func (b *bench) emptyRuns(m *module, s session) error {
	for _, t := range b.tools() {
		if !slices.Contains([]string{listName, skewlintName, vetName}, t.name) {
			continue
		}
		if err := b.emptyRun(m, t, s); err != nil {
			return fmt.Errorf("%s: %w", t.name, err)
		}
	}
	return nil
}

func (b *bench) emptyRun(m *module, t tool, s session) error {
	dir, err := os.MkdirTemp(b.scratch, "empty")
	if err != nil {
		return err
	}
	defer func() { _ = os.RemoveAll(dir) }()
	r := &runner{module: m, tool: t, env: b.environment(t, filepath.Join(dir, "own"), filepath.Join(dir, "gocache")), session: s}
	return r.run(empty, "./...")
}
