package report

import (
	"encoding/json"
	"fmt"
	"io"
	"path/filepath"

	"github.com/skewlint/skewlint/analyzers/effects"
	"github.com/skewlint/skewlint/graphmodel"
	"github.com/skewlint/skewlint/rules/rule"
)

// Version is the version of the JSON form.
const Version = 1

// Document is the JSON form of a report.
type Document struct {
	Version  int          `json:"version"`
	Findings []Finding    `json:"findings"`
	Coverage JSONCoverage `json:"coverage"`
	Errors   []JSONError  `json:"errors"`
}

// Finding is the JSON form of a finding. File names are relative to the working directory where
// they lie below it, with slashes.
type Finding struct {
	Rule     string              `json:"rule"`
	Severity rule.Severity       `json:"severity"` // error, warning, info
	Grade    string              `json:"grade"`    // proved, witness, likely
	Pos      graphmodel.Position `json:"pos"`      // where to look, and what to change
	End      graphmodel.Position `json:"end,omitzero"`
	Message  string              `json:"message"`
	Witness  []Step              `json:"witness"`         // from cause to harm
	Graph    string              `json:"graph,omitempty"` // the graph that the finding is about
	Path     []string            `json:"path,omitempty"`  // nodes on the way, when it rests on one
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
		Findings: []Finding{},
		Coverage: JSONCoverage{Packages: r.Coverage.Packages, Graphs: r.Coverage.Graphs, Nodes: r.Coverage.Nodes, Unresolved: []JSONGap{}},
		Errors:   []JSONError{},
	}
	for _, f := range r.Findings {
		doc.Findings = append(doc.Findings, j.finding(f))
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

func (j *JSON) finding(f rule.Finding) Finding {
	out := Finding{
		Rule: f.Rule, Severity: f.Severity, Grade: gradeName(f.Grade), Message: f.Message,
		Pos: j.pos(f.Pos), End: j.pos(f.End), Witness: []Step{}, Graph: f.Graph, Path: f.Path,
	}
	for _, s := range f.Witness {
		out.Witness = append(out.Witness, Step{Pos: j.pos(s.Pos), Func: s.Func, Text: s.Text})
	}
	return out
}

func (j *JSON) pos(pos graphmodel.Position) graphmodel.Position {
	pos = relative(j.Dir, pos)
	pos.File = filepath.ToSlash(pos.File)
	return pos
}

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
