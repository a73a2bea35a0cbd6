package driver

import (
	"testing"

	"github.com/skewlint/skewlint/internal/report"
	"github.com/skewlint/skewlint/rules/rule"
)

func TestExitStatus(t *testing.T) {
	finding, failure := []rule.Finding{{}}, []report.Error{{}}
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
