// Package show formats what the research examples print: runs of a graph and aligned lines. It knows nothing of the
// programs, and it does not cut long values.
package show

import (
	"fmt"
	"io"
	"slices"
	"strings"
)

// Ran joins the nodes that ran: those of one name become one entry with their number, and the searches of one step too.
func Ran(nodes []string) string {
	var parts []string
	var counts []int
	for _, n := range nodes {
		name, _, _ := strings.Cut(n, "#")
		name, _, _ = strings.Cut(name, "_")
		if last := len(parts) - 1; last >= 0 && parts[last] == name {
			counts[last]++
			continue
		}
		parts, counts = append(parts, name), append(counts, 1)
	}
	for i, n := range counts {
		if n > 1 {
			parts[i] = fmt.Sprintf("%s x%d", parts[i], n)
		}
	}
	return strings.Join(parts, " > ")
}

// Quotes returns the lines of a text that hold a word, trimmed.
func Quotes(text, word string) []string {
	lines := slices.DeleteFunc(strings.Split(text, "\n"), func(l string) bool { return !strings.Contains(l, word) })
	for i := range lines {
		lines[i] = strings.TrimSpace(lines[i])
	}
	return lines
}

// Page prints lines and keeps the first error, so that a scene need not look after each of them. It is not safe for
// concurrent use.
type Page struct {
	w   io.Writer
	err error
}

// NewPage makes a page that prints to w.
func NewPage(w io.Writer) *Page { return &Page{w: w} }

// Err returns the first error of printing.
func (p *Page) Err() error { return p.err }

// Printf prints as [fmt.Fprintf] does, and nothing once an error came.
func (p *Page) Printf(format string, args ...any) {
	if p.err == nil {
		_, p.err = fmt.Fprintf(p.w, format, args...)
	}
}

// Title prints a headline.
func (p *Page) Title(format string, args ...any) { p.Printf("\n"+format+"\n", args...) }

// Line prints a label and what it stands for.
func (p *Page) Line(label, format string, args ...any) {
	p.Printf("  %-10s "+format+"\n", append([]any{label}, args...)...)
}
