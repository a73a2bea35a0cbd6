// Package text maps between the places of editors and those of Go, and keeps documents up to date.
//
// It is for the session and the proxy. The one idea to hold: an editor counts lines from 0 and
// UTF-16 units, Go counts lines from 1 and bytes, and only the text itself can tell one from the
// other; so every mapping takes the text in which the place was found.
//
// Places outside a text are moved to the nearest one inside: an edit that comes late must not
// end a server.
//
// Limits: a line ends with "\n", before which a "\r" may stand, as Go sees it. A lone "\r" is no end
// of a line.
package text

import (
	"strings"
	"unicode/utf16"
	"unicode/utf8"

	"github.com/skewlint/skewlint/internal/lsp/protocol"
)

// Offset is the number of bytes before a position.
func Offset(text string, p protocol.Position) int {
	if p.Line < 0 {
		return 0
	}
	start := lineStart(text, p.Line)
	line := lineAt(text, start)
	units := 0
	for i, r := range line {
		if units >= p.Character {
			return start + i
		}
		units += unitsOf(r)
	}
	return start + len(line)
}

// PositionAt is the position behind a number of bytes.
func PositionAt(text string, offset int) protocol.Position {
	offset = max(0, min(offset, len(text)))
	before := text[:offset]
	line := strings.Count(before, "\n")
	start := strings.LastIndexByte(before, '\n') + 1
	column := min(offset, start+len(lineAt(text, start)))
	return protocol.Position{Line: line, Character: Units(text[start:column])}
}

// FromGo is the position of a line and column as go/token counts them.
func FromGo(text string, line, column int) protocol.Position {
	start := lineStart(text, max(line, 1)-1)
	end := start + len(lineAt(text, start))
	return PositionAt(text, min(start+max(column, 1)-1, end))
}

// Units is the length of s in UTF-16 units.
func Units(s string) int {
	n := 0
	for _, r := range s {
		n += unitsOf(r)
	}
	return n
}

// unitsOf is 1 also for what is no character: so a decoder replaces it.
func unitsOf(r rune) int { return max(utf16.RuneLen(r), 1) }

// lineStart is where a line begins, counted from 0; behind the last one: the end.
func lineStart(text string, line int) int {
	start := 0
	for range line {
		i := strings.IndexByte(text[start:], '\n')
		if i < 0 {
			return len(text)
		}
		start += i + 1
	}
	return start
}

// lineAt is the line that begins at start, without its end.
func lineAt(text string, start int) string {
	line, _, more := strings.Cut(text[start:], "\n")
	if more {
		line = strings.TrimSuffix(line, "\r")
	}
	return line
}

// Line is a line, counted from 0, without its end; empty if there is none.
func Line(text string, line int) string { return lineAt(text, lineStart(text, line)) }

// Apply gives the text after changes, made one after the other.
func Apply(text string, changes []protocol.ContentChange) string {
	for _, c := range changes {
		if c.Range == nil {
			text = c.Text
			continue
		}
		start := Offset(text, c.Range.Start)
		end := max(start, Offset(text, c.Range.End))
		text = text[:start] + c.Text + text[end:]
	}
	return text
}

// Shift says where a range of the text before a change stands after it. It is not ok if the
// change touches what lies in the range.
func Shift(r protocol.Range, c protocol.ContentChange) (shifted protocol.Range, ok bool) {
	switch {
	case c.Range == nil:
		return r, false
	case !c.Range.Start.Before(r.End):
		return r, true
	case r.Start.Before(c.Range.End):
		return r, false
	}
	return protocol.Range{Start: shift(r.Start, c), End: shift(r.End, c)}, true
}

// shift moves a position that stands behind the range of a change.
func shift(p protocol.Position, c protocol.ContentChange) protocol.Position {
	added := strings.Count(c.Text, "\n")
	tail := c.Text[strings.LastIndexByte(c.Text, '\n')+1:]
	if p.Line == c.Range.End.Line {
		p.Character += Units(tail) - c.Range.End.Character
		if added == 0 {
			p.Character += c.Range.Start.Character
		}
	}
	p.Line += added - (c.Range.End.Line - c.Range.Start.Line)
	return p
}

// Word is the range of the name at a position, with what is selected from it: "client.Send". At
// the bracket of a call it is the name before that, with what it is selected from. Where no name
// stands it is one character, or nothing at the end of a line.
func Word(text string, p protocol.Position) protocol.Range {
	start := Offset(text, p)
	if name := nameBefore(text, start); strings.HasPrefix(text[start:], "(") && name < start {
		return protocol.Range{Start: PositionAt(text, name), End: PositionAt(text, start)}
	}
	rest := lineAt(text, start)
	end := strings.IndexFunc(rest, func(r rune) bool { return !isName(r) })
	switch {
	case end < 0:
		end = len(rest)
	case end == 0:
		_, end = utf8.DecodeRuneInString(rest)
	}
	return protocol.Range{Start: PositionAt(text, start), End: PositionAt(text, start+end)}
}

// nameBefore is where the name begins that ends at an offset.
func nameBefore(text string, end int) int {
	start := strings.LastIndexFunc(text[:end], func(r rune) bool { return !isName(r) })
	if start < 0 {
		return 0
	}
	_, size := utf8.DecodeRuneInString(text[start:])
	return start + size
}

func isName(r rune) bool {
	return r == '_' || r == '.' || '0' <= r && r <= '9' || 'a' <= r && r <= 'z' || 'A' <= r && r <= 'Z' || r >= utf8.RuneSelf
}
