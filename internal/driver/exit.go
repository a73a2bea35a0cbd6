package driver

import "github.com/skewlint/skewlint/internal/report"

// Exit statuses.
const (
	ExitClean    = 0 // nothing found
	ExitFindings = 1 // something found
	ExitError    = 2 // usage, configuration or load errors, with findings or without
)

// ExitStatus is what a report means to the caller of the command.
func ExitStatus(r *report.Report) int {
	switch {
	case len(r.Errors) > 0:
		return ExitError
	case len(r.Findings) > 0:
		return ExitFindings
	}
	return ExitClean
}
