package driver

import (
	"slices"

	"github.com/skewlint/skewlint/internal/report"
	"github.com/skewlint/skewlint/rules/rule"
)

// Exit statuses.
const (
	ExitClean    = 0 // nothing found
	ExitFindings = 1 // something found
	ExitError    = 2 // usage, configuration or load errors, with findings or without
)

// Never is the severity that no finding reaches.
const Never rule.Severity = "none"

// severities are all severities, the mildest first.
var severities = []rule.Severity{rule.Info, rule.Warning, rule.Error, Never}

// ExitStatus is what a report means to the caller of the command, where every finding counts.
func ExitStatus(r *report.Report) int { return ExitStatusFrom(r, rule.Info) }

// ExitStatusFrom is the exit status where findings below the severity do not count.
func ExitStatusFrom(r *report.Report, least rule.Severity) int {
	switch {
	case len(r.Errors) > 0:
		return ExitError
	case slices.ContainsFunc(r.Findings, func(f report.Finding) bool {
		return slices.Index(severities, f.Severity) >= slices.Index(severities, least)
	}):
		return ExitFindings
	}
	return ExitClean
}
