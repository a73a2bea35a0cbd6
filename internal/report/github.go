package report

import (
	"fmt"
	"io"
	"strings"

	"github.com/skewlint/skewlint/graphmodel"
	"github.com/skewlint/skewlint/internal/source"
	"github.com/skewlint/skewlint/rules/rule"
)

// GitHub prints the workflow commands by which a step of GitHub Actions annotates lines of a
// change, and the coverage line as plain text of the log. GitHub shows ten annotations of each
// level for a step; all of them are in its log.
type GitHub struct {
	Out  io.Writer
	Root string

	files source.Files
}

// Print prints one command for each finding and each error.
func (g *GitHub) Print(r *Report) error {
	out := &printer{w: g.Out}
	for _, f := range r.Findings {
		out.line(g.command(level(f.Severity, "notice"), f.Rule, f.Pos, f.End, strings.Join(told(g.Root, f), "\n")))
	}
	for _, e := range r.Errors {
		out.line(g.command("error", "skewlint", e.Pos, graphmodel.Position{}, e.Message))
	}
	out.line(r.Coverage.String())
	for _, line := range r.Hidden.lines(len(r.Ignored)) {
		out.line(line)
	}
	return out.err
}

// level is the name of a severity where the mildest has the given name.
func level(s rule.Severity, mildest string) string {
	if s == rule.Info {
		return mildest
	}
	return string(s)
}

// command is "::error file=a.go,line=1,col=2,title=rawhandle::message". Columns mean something
// only within one line.
func (g *GitHub) command(name, title string, pos, end graphmodel.Position, message string) string {
	var properties []string
	add := func(key, value string) { properties = append(properties, key+"="+escapeProperty(value)) }
	if pos.IsValid() {
		add("file", slashed(g.Root, pos).File)
		add("line", fmt.Sprint(pos.Line))
		oneLine := !end.IsValid() || end.Line == pos.Line
		if oneLine {
			add("col", fmt.Sprint(g.files.UTF16Column(pos)))
		}
		if end.IsValid() {
			add("endLine", fmt.Sprint(end.Line))
		}
		if end.IsValid() && oneLine {
			add("endColumn", fmt.Sprint(g.files.UTF16Column(end)))
		}
	}
	add("title", title)
	return "::" + name + " " + strings.Join(properties, ",") + "::" + escapeData(message)
}

// escapeData and escapeProperty are those of actions/toolkit, packages/core/src/command.ts.
func escapeData(s string) string {
	return strings.NewReplacer("%", "%25", "\r", "%0D", "\n", "%0A").Replace(s)
}

func escapeProperty(s string) string {
	return strings.NewReplacer("%", "%25", "\r", "%0D", "\n", "%0A", ":", "%3A", ",", "%2C").Replace(s)
}
