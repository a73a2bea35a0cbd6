package report

import (
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/skewlint/skewlint/analyzers/effects"
	"github.com/skewlint/skewlint/rules/rule"
)

// Printer prints a report in one form.
type Printer interface {
	Print(r *Report) error
}

// Options are what printers need to know beside the report. Each takes what it has a use for.
type Options struct {
	Dir     string // the working directory: text and JSON tell files relative to it
	Root    string // the root of the repository: what other programs show tells files relative to it
	Version string // of skewlint
	Ignored bool   // SARIF tells what comments silence, too

	Short, Verbose     bool
	ColorOut, ColorErr bool
}

// forms makes the printers. Out is the standard output or a file, err the standard error.
var forms = []struct {
	name string
	make func(out, err io.Writer, o Options) Printer
}{
	{"text", func(out, err io.Writer, o Options) Printer {
		return &Text{
			Out: out, Err: err, ColorOut: o.ColorOut, ColorErr: o.ColorErr,
			Dir: o.Dir, Short: o.Short, Verbose: o.Verbose,
		}
	}},
	{"json", func(out, _ io.Writer, o Options) Printer { return &JSON{Out: out, Dir: o.Dir} }},
	{"sarif", func(out, _ io.Writer, o Options) Printer {
		return &SARIF{Out: out, Root: o.Root, Version: o.Version, Ignored: o.Ignored}
	}},
	{"github", func(out, _ io.Writer, o Options) Printer { return &GitHub{Out: out, Root: o.Root} }},
	{"junit", func(out, _ io.Writer, o Options) Printer { return &JUnit{Out: out, Root: o.Root} }},
	{"codequality", func(out, _ io.Writer, o Options) Printer { return &CodeQuality{Out: out, Root: o.Root} }},
}

// Formats are the names of all forms.
func Formats() []string {
	names := make([]string, 0, len(forms))
	for _, f := range forms {
		names = append(names, f.name)
	}
	return names
}

// New makes the printer of a form.
func New(format string, out, err io.Writer, o Options) (Printer, error) {
	for _, f := range forms {
		if f.name == format {
			return f.make(out, err, o), nil
		}
	}
	return nil, fmt.Errorf("no format %q; there are %s", format, strings.Join(slices.Sorted(slices.Values(Formats())), ", "))
}

// told is a finding as plain lines, for forms that have one text for everything: the message, the
// builds, the steps of the witness with their places, the path.
func told(root string, f Finding) []string {
	lines := []string{f.Message + builds(f)}
	for _, s := range f.Witness {
		line := s.Text
		if s.Pos.IsValid() {
			line = slashed(root, s.Pos).String() + ": " + line
		}
		lines = append(lines, line)
	}
	if len(f.Path) > 1 {
		lines = append(lines, pathTitle(f.Graph)+strings.Join(rule.PathNames(f.Path), " → "))
	}
	if f.Grade == effects.Likely {
		lines = append(lines, likely)
	}
	return lines
}
