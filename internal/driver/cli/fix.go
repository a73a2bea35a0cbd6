package cli

import (
	"fmt"
	"io"

	"github.com/skewlint/skewlint/internal/driver"
	"github.com/skewlint/skewlint/internal/fix"
	"github.com/skewlint/skewlint/internal/report"
)

// fix writes the fixes of findings and takes those findings out.
func (e *Env) fix(r *report.Report) error {
	plan, err := fix.Make(r.Findings)
	if err != nil {
		return err
	}
	if err := plan.Write(); err != nil {
		return err
	}
	var left []report.Finding
	for i, f := range r.Findings {
		if !plan.Fixed[i] {
			left = append(left, f)
		}
	}
	r.Hidden.Fixed = len(r.Findings) - len(left)
	r.Findings = left
	addBroken(r, plan)
	if plan.Left > 0 {
		_, err = fmt.Fprintf(e.Stderr, "skewlint: %d of the fixes overlap with others and have to wait: run -fix again\n", plan.Left)
	}
	return err
}

func addBroken(r *report.Report, plan *fix.Plan) {
	for _, err := range plan.Broken {
		r.Errors = append(r.Errors, report.Error{Message: err.Error()})
	}
}

// printDiff shows what -fix would write, in place of the findings. The status is 1 if that is
// anything.
func (e *Env) printDiff(o *options, opts report.Options, res *driver.Result) (int, error) {
	plan, err := fix.Make(res.Findings)
	if err != nil {
		return 0, err
	}
	addBroken(&res.Report, plan)
	if err := o.writeFiles(opts, &res.Report); err != nil {
		return 0, err
	}
	if _, err := e.Stdout.Write(plan.Diff(opts.Root)); err != nil {
		return 0, err
	}
	rest := e.text(o, opts)
	rest.Out = io.Discard // the findings
	if err := rest.Print(&res.Report); err != nil {
		return 0, err
	}
	switch {
	case len(res.Errors) > 0:
		return driver.ExitError, nil
	case len(plan.Files) > 0:
		return driver.ExitFindings, nil
	}
	return driver.ExitClean, nil
}
