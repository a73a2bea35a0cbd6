package driver

import (
	"testing"

	"github.com/skewlint/skewlint/internal/report"
	"github.com/skewlint/skewlint/rules/rule"
)

func TestExitStatus(t *testing.T) {
	finding, failure := []report.Finding{{Finding: rule.Finding{Severity: rule.Info}}}, []report.Error{{}}
	for _, test := range []struct {
		report report.Report
		want   int
	}{
		{report.Report{}, ExitClean},
		{report.Report{Findings: finding}, ExitFindings},
		{report.Report{Errors: failure}, ExitError},
		{report.Report{Findings: finding, Errors: failure}, ExitError},
	} {
		if got := ExitStatus(&test.report); got != test.want {
			t.Errorf("%+v: %d, want %d", test.report, got, test.want)
		}
	}
}

func TestExitStatusFrom(t *testing.T) {
	all := []rule.Severity{rule.Info, rule.Warning, rule.Error, Never}
	for i, has := range all[:3] {
		r := &report.Report{Findings: []report.Finding{{Finding: rule.Finding{Severity: has}}}}
		for j, least := range all {
			want := ExitClean
			if i >= j {
				want = ExitFindings
			}
			if got := ExitStatusFrom(r, least); got != want {
				t.Errorf("a finding of severity %s with -fail-on=%s: status %d, want %d", has, least, got, want)
			}
		}
		r.Errors = []report.Error{{}}
		if got := ExitStatusFrom(r, Never); got != ExitError {
			t.Errorf("with an error: status %d, want %d", got, ExitError)
		}
	}
}
