package driver

import (
	"context"
	"fmt"

	"golang.org/x/tools/go/packages"

	"github.com/skewlint/skewlint/internal/driver/load"
)

// state is what has to be done for a package.
type state int

const (
	known   state = iota // done, or the cache has it
	dirty                // to analyse
	waiting              // to analyse, and something that it imports is in doubt
	doubt                // perhaps known: what it imports is to be analysed, and may come out as before
)

// learn makes all packages known. What changed is analysed first. If the facts come out as before,
// packages behind it are found in the cache after all; those that are not are analysed then, in a
// second wave. A run without anything in the cache has one wave.
func (s *session) learn(ctx context.Context, progress func(what string)) ([]load.Error, error) {
	var errs []load.Error
	for last := range 2 {
		full := s.wave(last == 1)
		if len(full) == 0 {
			return errs, nil
		}
		progress(fmt.Sprintf("reading packages: %d of %d, and what they need", len(full), len(s.plan.Listed)))
		more, err := s.plan.Visit(ctx, full, func(p *packages.Package, root bool) { s.visit(ctx, p, root) })
		if err != nil {
			return nil, err // nobody waits for the answer any more
		}
		errs = append(errs, more...)
	}
	return errs, nil
}

// wave is the IDs of the packages to analyse now. In the last wave that is whatever is not known,
// and with it what has errors: those who import it are to be told the same errors.
func (s *session) wave(last bool) map[string]bool {
	full := map[string]bool{}
	states := make(map[*unit]state, len(s.order))
	for _, u := range s.order {
		st := s.stateOf(u, states)
		states[u] = st
		if st == dirty || last && st != known {
			full[u.listed.ID] = true
		}
	}
	if last && len(full) > 0 {
		for i := len(s.order) - 1; i >= 0; i-- {
			u := s.order[i]
			if !full[u.listed.ID] {
				continue
			}
			for _, dep := range u.deps {
				if dep.bad {
					full[dep.listed.ID] = true
				}
			}
		}
	}
	return full
}

func (s *session) stateOf(u *unit, states map[*unit]state) state {
	if u.done {
		return known
	}
	worst := known
	for _, dep := range u.deps {
		worst = max(worst, states[dep])
	}
	switch {
	case s.store == nil:
		return dirty
	case worst == known && s.lookUp(u):
		return known
	case worst == known:
		return dirty
	case s.store.seen(u):
		return doubt
	case worst == dirty:
		return dirty
	}
	return waiting
}
