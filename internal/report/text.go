package report

import (
	"fmt"
	"io"
	"strings"

	"github.com/skewlint/skewlint/analyzers/effects"
	"github.com/skewlint/skewlint/graphmodel"
	"github.com/skewlint/skewlint/rules/rule"
)

// Text prints for people.
type Text struct {
	Out, Err io.Writer
	// ColorOut and ColorErr: the writer understands colours.
	ColorOut, ColorErr bool
	Dir                string // what paths are relative to
	Short              bool   // findings without their witness
	Verbose            bool   // the gaps one by one, and the details of errors
}

// indent is what a witness stands behind.
const indent = "    "

// Print prints findings, then errors, then the coverage line.
func (t *Text) Print(r *Report) error {
	out := &printer{w: t.Out, Paint: NewPaint(t.ColorOut)}
	for i, f := range r.Findings {
		if i > 0 && !t.Short {
			out.line("")
		}
		t.finding(out, f)
	}
	errs := &printer{w: t.Err, Paint: NewPaint(t.ColorErr)}
	if len(r.Findings) > 0 && !t.Short && t.together() {
		errs.line("")
	}
	for _, e := range r.Errors {
		t.error(errs, e)
	}
	if t.Verbose {
		t.gaps(errs, r.Coverage.Gaps)
	}
	if r.Coverage.Packages > 0 || len(r.Errors) == 0 { // else nothing can be said
		errs.line(errs.Dim(r.Coverage.String()))
	}
	for _, line := range r.Hidden.lines(len(r.Ignored)) {
		errs.line(errs.Dim(line))
	}
	if out.err != nil {
		return out.err
	}
	return errs.err
}

// together reports whether both outputs are seen together: then a blank line parts them.
func (t *Text) together() bool { return t.ColorOut && t.ColorErr }

func (t *Text) finding(p *printer, f Finding) {
	name := p.Severity(f.Severity)("(" + f.Rule + ")")
	parts := []string{p.Bold(t.pos(f.Pos) + ":"), " ", f.Message, " ", name}
	if only := builds(f); only != "" {
		parts = append(parts, p.Dim(only))
	}
	p.line(parts...)
	if t.Short {
		return
	}
	t.witness(p, f.Witness)
	if len(f.Path) > 1 { // one node is in the message
		p.line(indent, p.Dim(pathTitle(f.Graph)), strings.Join(rule.PathNames(f.Path), p.Dim(" → ")))
	}
	if f.Grade == effects.Likely {
		p.line(indent, p.Dim(likely))
	}
	if len(f.Fixes) > 0 {
		p.line(indent, p.Dim("-fix would "), f.Fixes[0].Message)
	}
}

// witness prints one step a line, the texts in one column.
func (t *Text) witness(p *printer, steps []effects.Step) {
	places := make([]string, len(steps))
	width := 0
	for i, s := range steps {
		if s.Pos.IsValid() {
			places[i] = t.pos(s.Pos)
		}
		width = max(width, len(places[i]))
	}
	for i, s := range steps {
		p.line(indent, p.Dim(fmt.Sprintf("%-*s", width, places[i])), "  ", s.Text)
	}
}

// likely is what people are told of a finding of the lowest grade.
const likely = "likely, not proved: a step above is a guess"

// builds names the build configurations of a finding that not all have.
func builds(f Finding) string {
	if len(f.Builds) == 0 {
		return ""
	}
	return " [" + strings.Join(f.Builds, ", ") + "]"
}

func pathTitle(graph string) string {
	if graph == "" {
		return "path: "
	}
	return "path in " + graph + ": "
}

func (t *Text) error(p *printer, e Error) {
	where := "skewlint:"
	if e.Pos.IsValid() {
		where = t.pos(e.Pos) + ":"
	} else if e.Pos.File != "" {
		where = relative(t.Dir, e.Pos).File + ":"
	}
	p.line(p.Bold(where), " ", p.Red("error:"), " ", strings.ReplaceAll(e.Message, "\n", "\n"+indent))
	if t.Verbose && e.Detail != "" {
		p.line(p.Dim(strings.TrimRight(e.Detail, "\n")))
	}
}

func (t *Text) gaps(p *printer, gaps []Gap) {
	for _, g := range gaps {
		what := string(g.Kind) + " unresolved: "
		if g.Graph != "" {
			what = string(g.Kind) + " of " + g.Graph + " unresolved: "
		}
		p.line(p.Bold(t.pos(g.Pos)+":"), " ", p.Dim(what), g.Reason)
	}
}

func (t *Text) pos(pos graphmodel.Position) string { return relative(t.Dir, pos).String() }

// printer writes lines and keeps the first error.
type printer struct {
	w   io.Writer
	err error
	Paint
}

func (p *printer) line(parts ...string) {
	if p.err == nil {
		_, p.err = io.WriteString(p.w, strings.Join(parts, "")+"\n")
	}
}
