package cli

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"github.com/skewlint/skewlint/analyzers/knowledge/strict"
	"github.com/skewlint/skewlint/internal/report"
	"github.com/skewlint/skewlint/rules/rule"
)

// listRules prints one line a rule: name, severity, title.
func listRules(_ context.Context, e *Env, o *options, args []string) (int, error) {
	if len(args) > 0 {
		return 0, fmt.Errorf("skewlint rules takes no arguments; for one rule: skewlint explain %s", args[0])
	}
	paint := report.NewPaint(e.colored(o, e.Stdout))
	width := 0
	for _, r := range e.Rules {
		width = max(width, len(r.Name))
	}
	for _, r := range e.Rules {
		_, err := fmt.Fprintf(e.Stdout, "%s  %s  %s\n", paint.Bold(pad(r.Name, width)), paint.Severity(r.Severity)(pad(string(r.Severity), 7)), r.Title)
		if err != nil {
			return 0, err
		}
	}
	return 0, nil
}

// explain prints the page of a rule.
func explain(_ context.Context, e *Env, o *options, args []string) (int, error) {
	if len(args) != 1 {
		return 0, errors.New("skewlint explain wants the name of one rule; skewlint rules lists them")
	}
	var names []string
	for _, r := range e.Rules {
		if r.Name == args[0] {
			return 0, e.printPage(o, r)
		}
		names = append(names, r.Name)
	}
	if near, ok := strict.Nearest(args[0], names); ok {
		return 0, fmt.Errorf("unknown rule %q, did you mean %q? skewlint rules lists all", args[0], near)
	}
	return 0, fmt.Errorf("unknown rule %q; skewlint rules lists all", args[0])
}

func (e *Env) printPage(o *options, r rule.Rule) error {
	paint := report.NewPaint(e.colored(o, e.Stdout))
	head := r.Name + ": " + r.Title
	_, err := fmt.Fprintf(e.Stdout, "%s\n%s\n\n%s\n", paint.Bold(head), paint.Dim(facts(r)), page(paint, r))
	return err
}

// facts is the line below the title.
func facts(r rule.Rule) string {
	out := "severity " + string(r.Severity)
	if r.Since != "" {
		out += ", since " + r.Since
	}
	if r.Analyzer != nil && r.Analyzer.URL != "" {
		out += ", " + r.Analyzer.URL
	}
	return out
}

// page is the text of a rule with its headings in bold.
func page(paint report.Paint, r rule.Rule) string {
	lines := strings.Split(strings.TrimRight(r.Doc, "\n"), "\n")
	for i, line := range lines {
		if heading := strings.TrimPrefix(line, "# "); r.Text.Section(heading) != nil {
			lines[i] = paint.Bold(heading)
		}
	}
	return strings.Join(lines, "\n")
}

func pad(s string, width int) string { return fmt.Sprintf("%-*s", width, s) }
