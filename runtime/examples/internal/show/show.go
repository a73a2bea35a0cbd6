// Package show formats what the example programs print: runs of a graph, amounts of money, quotations and aligned
// lines. It knows nothing of the programs, and it does not cut long values.
package show

import (
	"fmt"
	"io"
	"slices"
	"strings"
)

// Ran joins the nodes that ran; the tasks of a fan-out become one entry with their number.
func Ran(nodes []string) string {
	var parts []string
	var counts []int
	for _, n := range nodes {
		name, _, _ := strings.Cut(n, "#")
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

// WhetherRan says whether a node is among those that ran.
func WhetherRan(node string, ran []string) string {
	if slices.Contains(ran, node) {
		return node + " ran"
	}
	return node + " did not run"
}

// Quotes returns the lines of a text that hold a word, trimmed.
func Quotes(text, word string) []string {
	lines := slices.DeleteFunc(strings.Split(text, "\n"), func(l string) bool { return !strings.Contains(l, word) })
	for i := range lines {
		lines[i] = strings.TrimSpace(lines[i])
	}
	return lines
}

// Money formats an amount in cents.
func Money(cents int) string { return fmt.Sprintf("%d.%02d EUR", cents/100, cents%100) }

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
	p.Printf("  %-14s "+format+"\n", append([]any{label}, args...)...)
}
