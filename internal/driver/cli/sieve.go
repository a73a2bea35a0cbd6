package cli

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"github.com/skewlint/skewlint/analyzers/effects"
	"github.com/skewlint/skewlint/graphmodel"
	"github.com/skewlint/skewlint/internal/baseline"
	"github.com/skewlint/skewlint/internal/driver"
	"github.com/skewlint/skewlint/internal/gitdiff"
	"github.com/skewlint/skewlint/internal/report"
)

// defaultBaseline is where skewlint baseline writes if nothing else is said.
const defaultBaseline = "skewlint-baseline.json"

// sieve holds back findings that the command line does not want to see.
type sieve struct {
	generated bool
	known     *baseline.Baseline // nil: none is known
	changes   *gitdiff.Changes   // nil: all code counts
}

func (o *options) sieve(ctx context.Context, dir string) (*sieve, error) {
	s := &sieve{generated: o.generated}
	var err error
	if o.baseline != "" {
		if s.known, err = baseline.Read(o.baseline); err != nil {
			return nil, err
		}
	}
	if o.newFrom != "" {
		if s.changes, err = gitdiff.Since(ctx, dir, o.newFrom); err != nil {
			return nil, err
		}
	}
	return s, nil
}

// apply hides findings and counts them. The baseline is asked about all of them, or entries of
// findings that are hidden for another reason would look stale.
func (s *sieve) apply(res *driver.Result) {
	known := map[string]bool{}
	if s.known != nil {
		for _, f := range res.Findings {
			known[f.Fingerprint] = s.known.Knows(f)
		}
		if len(res.Errors) == 0 { // else not all was looked at
			res.Hidden.Stale = s.known.Stale(res.Files)
		}
	}
	if !s.generated {
		res.Hidden.Generated = res.Hide(func(f report.Finding) bool { return res.Generated[f.Pos.File] })
	}
	for i, f := range res.Findings {
		if res.Generated[f.Pos.File] {
			res.Findings[i].Fixes = nil // the generator would undo them
		}
	}
	res.Hidden.Baseline = res.Hide(func(f report.Finding) bool { return known[f.Fingerprint] })
	if s.changes != nil {
		res.Hidden.Unchanged = res.Hide(func(f report.Finding) bool { return !s.touched(f) })
	}
}

// touched reports whether the change can have caused the finding: it touched one of the places
// that the finding tells, see package gitdiff.
func (s *sieve) touched(f report.Finding) bool {
	at := func(pos graphmodel.Position) bool { return pos.IsValid() && s.changes.Touch(pos.File, pos.Line) }
	for line := f.Pos.Line; line <= f.End.Line; line++ {
		if s.changes.Touch(f.Pos.File, line) {
			return true
		}
	}
	return at(f.Pos) || slices.ContainsFunc(f.Witness, func(step effects.Step) bool { return at(step.Pos) })
}

// writeBaseline writes all findings into a baseline.
func writeBaseline(ctx context.Context, e *Env, o *options, args []string) (int, error) {
	path := o.baseline
	if path == "" {
		path = defaultBaseline
	}
	opts, err := o.printing()
	if err != nil {
		return 0, err
	}
	res, err := analyse(ctx, e, o, args)
	if err != nil {
		return 0, err
	}
	(&sieve{generated: o.generated}).apply(res)
	if len(res.Errors) > 0 {
		res.Findings = nil
		if err := e.text(o, opts).Print(&res.Report); err != nil {
			return 0, err
		}
		return 0, errors.New("no baseline was written, since not everything could be looked at")
	}
	b, err := baseline.Of(path, res.Findings)
	if err != nil {
		return 0, err
	}
	if err := b.Write(); err != nil {
		return 0, err
	}
	_, err = fmt.Fprintf(e.Stderr, "%s: %d known; check with skewlint -baseline=%s\n", path, len(res.Findings), path)
	return driver.ExitClean, err
}
