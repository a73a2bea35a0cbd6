package report

import (
	"encoding/json"
	"fmt"
	"io"

	"github.com/skewlint/skewlint/analyzers/effects"
	"github.com/skewlint/skewlint/graphmodel"
	"github.com/skewlint/skewlint/rules/rule"
)

// Version is the version of the JSON form.
const Version = 1

// Document is the JSON form of a report. docs/output.md and docs/output.schema.json describe it to
// those who read it; a test holds them to what is written here.
type Document struct {
	Version  int           `json:"version"`
	Findings []JSONFinding `json:"findings"`
	Ignored  []JSONFinding `json:"ignored"` // those that a comment silences
	Hidden   JSONHidden    `json:"hidden"`
	Coverage JSONCoverage  `json:"coverage"`
	Errors   []JSONError   `json:"errors"`
}

// JSONFinding is the JSON form of a finding. File names are relative to the working directory where
// they lie below it, with slashes.
type JSONFinding struct {
	Rule        string              `json:"rule"`
	URL         string              `json:"url,omitempty"` // the page of the rule
	Severity    rule.Severity       `json:"severity"`      // error, warning, info
	Grade       string              `json:"grade"`         // proved, witness, likely
	Pos         graphmodel.Position `json:"pos"`           // where to look, and what to change
	End         graphmodel.Position `json:"end,omitzero"`
	Message     string              `json:"message"`
	Witness     []Step              `json:"witness"`           // from cause to harm
	Graph       string              `json:"graph,omitempty"`   // the graph that the finding is about
	Path        []string            `json:"path,omitempty"`    // nodes on the way, when it rests on one
	Package     string              `json:"package,omitempty"` // import path
	Fingerprint string              `json:"fingerprint"`       // the same in another run, see package fingerprint
	Builds      []string            `json:"builds,omitempty"`  // those that have it, if not all
	Fixes       []JSONFix           `json:"fixes,omitempty"`   // the best first
	Comment     *JSONComment        `json:"comment,omitempty"` // that silences it
}

// JSONComment is a comment that silences a finding.
type JSONComment struct {
	Pos    graphmodel.Position `json:"pos"`
	Reason string              `json:"reason,omitempty"` // always there unless Nolint
	Owner  string              `json:"owner,omitempty"`
	Until  string              `json:"until,omitempty"`  // YYYY-MM-DD
	Nolint bool                `json:"nolint,omitempty"` // in the form of golangci-lint
}

// JSONFix is a change that removes the cause of a finding.
type JSONFix struct {
	Message string     `json:"message"`
	Edits   []JSONEdit `json:"edits"`
}

// JSONEdit replaces the text from Pos up to End, which is not part of it.
type JSONEdit struct {
	Pos graphmodel.Position `json:"pos"`
	End graphmodel.Position `json:"end"`
	New string              `json:"new"`
}

// JSONHidden counts findings that are not listed, by reason.
type JSONHidden struct {
	Generated int `json:"generated"`
	Baseline  int `json:"baseline"`
	Unchanged int `json:"unchanged"`
	Fixed     int `json:"fixed"` // by this run
	Stale     int `json:"stale"` // entries of the baseline that match nothing
}

// Step is one step of a witness.
type Step struct {
	Pos  graphmodel.Position `json:"pos,omitzero"`
	Func graphmodel.FuncRef  `json:"func,omitempty"`
	Text string              `json:"text"`
}

// JSONCoverage is the JSON form of the coverage.
type JSONCoverage struct {
	Packages   int       `json:"packages"` // analysed, of those asked for
	Graphs     int       `json:"graphs"`
	Nodes      int       `json:"nodes"`
	Unresolved []JSONGap `json:"unresolved"`
}

// JSONGap is something that was seen and could not be resolved.
type JSONGap struct {
	Graph string `json:"graph,omitempty"`
	graphmodel.Gap
}

// JSONError is something that kept a package from being analysed.
type JSONError struct {
	Package string              `json:"package,omitempty"`
	Pos     graphmodel.Position `json:"pos,omitzero"`
	Message string              `json:"message"`
}

// JSON prints for programs: one [Document].
type JSON struct {
	Out io.Writer
	Dir string
}

// Print prints the report. Lists are never null.
func (j *JSON) Print(r *Report) error {
	doc := Document{
		Version:  Version,
		Findings: []JSONFinding{},
		Ignored:  []JSONFinding{},
		Hidden:   JSONHidden(r.Hidden),
		Coverage: JSONCoverage{Packages: r.Coverage.Packages, Graphs: r.Coverage.Graphs, Nodes: r.Coverage.Nodes, Unresolved: []JSONGap{}},
		Errors:   []JSONError{},
	}
	for _, f := range r.Findings {
		doc.Findings = append(doc.Findings, j.finding(r, f))
	}
	for _, f := range r.Ignored {
		doc.Ignored = append(doc.Ignored, j.finding(r, f))
	}
	for _, g := range r.Coverage.Gaps {
		g.Pos = j.pos(g.Pos)
		doc.Coverage.Unresolved = append(doc.Coverage.Unresolved, JSONGap{Graph: g.Graph, Gap: g.Gap})
	}
	for _, e := range r.Errors {
		doc.Errors = append(doc.Errors, JSONError{Package: e.Package, Pos: j.pos(e.Pos), Message: e.Message})
	}
	enc := json.NewEncoder(j.Out)
	enc.SetEscapeHTML(false)
	enc.SetIndent("", "  ")
	return enc.Encode(doc)
}

func (j *JSON) finding(r *Report, f Finding) JSONFinding {
	out := JSONFinding{
		Rule: f.Rule, URL: r.url(f.Rule), Severity: f.Severity, Grade: gradeName(f.Grade), Message: f.Message,
		Pos: j.pos(f.Pos), End: j.pos(f.End), Witness: []Step{}, Graph: f.Graph, Path: f.Path,
		Package: f.Package, Fingerprint: f.Fingerprint, Builds: f.Builds,
	}
	for _, s := range f.Witness {
		out.Witness = append(out.Witness, Step{Pos: j.pos(s.Pos), Func: s.Func, Text: s.Text})
	}
	if g := f.Ignored; g != nil {
		out.Comment = &JSONComment{Pos: j.pos(g.Pos), Reason: g.Reason, Owner: g.Owner, Until: g.Until, Nolint: g.Nolint}
	}
	for _, fix := range f.Fixes {
		edits := []JSONEdit{}
		for _, e := range fix.Edits {
			edits = append(edits, JSONEdit{Pos: j.pos(e.Pos), End: j.pos(e.End), New: e.New})
		}
		out.Fixes = append(out.Fixes, JSONFix{Message: fix.Message, Edits: edits})
	}
	return out
}

func (j *JSON) pos(pos graphmodel.Position) graphmodel.Position { return slashed(j.Dir, pos) }

func gradeName(g effects.Grade) string {
	switch g {
	case effects.Proved:
		return "proved"
	case effects.Witness:
		return "witness"
	case effects.Likely:
		return "likely"
	}
	return fmt.Sprintf("Grade(%d)", int(g))
}
