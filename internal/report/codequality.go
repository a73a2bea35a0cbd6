package report

import (
	"encoding/json"
	"io"

	"github.com/skewlint/skewlint/internal/fingerprint"
	"github.com/skewlint/skewlint/internal/source"
	"github.com/skewlint/skewlint/rules/rule"
)

// CodeQuality prints GitLab's Code Quality report, the part of Code Climate's format that GitLab
// reads, see https://docs.gitlab.com/ci/testing/code_quality/#code-quality-report-format.
//
// GitLab compares reports of two branches by fingerprint, and drops an entry whose fingerprint it has
// seen. The fingerprints are those of the findings, which are unique in a run and stay when lines move.
//
// An error is an entry with the severity blocker, so that a run that could not look at everything
// does not look clean. The format knows no entry without a place: errors that have none are told by the
// exit status alone.
type CodeQuality struct {
	Out  io.Writer
	Root string
}

type qualityIssue struct {
	Description string          `json:"description"`
	Check       string          `json:"check_name"`
	Fingerprint string          `json:"fingerprint"`
	Severity    string          `json:"severity"`
	Location    qualityLocation `json:"location"`
}

type qualityLocation struct {
	Path  string       `json:"path"`
	Lines qualityLines `json:"lines"`
}

type qualityLines struct {
	Begin int `json:"begin"`
}

// Print prints the report, a list that may be empty.
func (q *CodeQuality) Print(r *Report) error {
	issues := []qualityIssue{}
	for _, f := range r.Findings {
		at := slashed(q.Root, f.Pos)
		issues = append(issues, qualityIssue{
			Description: f.Message + builds(f), Check: f.Rule, Fingerprint: f.Fingerprint, Severity: qualitySeverity(f.Severity),
			Location: qualityLocation{Path: at.File, Lines: qualityLines{Begin: at.Line}},
		})
	}
	enc := json.NewEncoder(q.Out)
	enc.SetEscapeHTML(false)
	enc.SetIndent("", "  ")
	return enc.Encode(append(issues, q.errors(r.Errors)...))
}

func (q *CodeQuality) errors(all []Error) []qualityIssue {
	var issues []qualityIssue
	var subjects []fingerprint.Subject
	for _, e := range all {
		if !e.Pos.IsValid() {
			continue
		}
		at := slashed(q.Root, e.Pos)
		issues = append(issues, qualityIssue{
			Description: e.Message, Check: "skewlint", Severity: "blocker",
			Location: qualityLocation{Path: at.File, Lines: qualityLines{Begin: at.Line}},
		})
		subjects = append(subjects, fingerprint.Subject{Rule: "skewlint", Package: e.Package, Pos: e.Pos})
	}
	for i, mark := range fingerprint.Of(new(source.Files), subjects) {
		issues[i].Fingerprint = mark
	}
	return issues
}

// qualitySeverity is one of info, minor, major, critical and blocker.
func qualitySeverity(s rule.Severity) string {
	switch s {
	case rule.Error:
		return "major"
	case rule.Warning:
		return "minor"
	}
	return "info"
}
