package report

import (
	"io"
	"os"

	"github.com/fatih/color"
	"github.com/mattn/go-isatty"

	"github.com/skewlint/skewlint/rules/rule"
)

// Paint is the few styles in use: bold places, dim detail, and one colour for the severity.
type Paint struct {
	Bold, Dim, Red, Yellow, Cyan func(string) string
}

// NewPaint makes styles that are visible only if on.
func NewPaint(on bool) Paint {
	style := func(attr color.Attribute) func(string) string {
		if !on {
			return func(s string) string { return s }
		}
		c := color.New(attr)
		c.EnableColor() // whatever the package thinks of standard output
		return func(s string) string { return c.Sprint(s) }
	}
	return Paint{
		Bold:   style(color.Bold),
		Dim:    style(color.Faint),
		Red:    style(color.FgRed),
		Yellow: style(color.FgYellow),
		Cyan:   style(color.FgCyan),
	}
}

// Severity is the colour of a severity.
func (p Paint) Severity(s rule.Severity) func(string) string {
	switch s {
	case rule.Error:
		return p.Red
	case rule.Warning:
		return p.Yellow
	case rule.Info:
	}
	return p.Cyan
}

// IsTerminal reports whether w is a terminal.
func IsTerminal(w io.Writer) bool {
	f, ok := w.(*os.File)
	return ok && (isatty.IsTerminal(f.Fd()) || isatty.IsCygwinTerminal(f.Fd()))
}
