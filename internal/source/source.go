// Package source reads lines of source files for those who print or compare them.
//
// It is for printers and fingerprints. Findings know files, lines and byte columns only; a
// browser counts columns in UTF-16 units, and a fingerprint wants the text of the line.
//
// The one idea to hold: each file is read once, and a file that cannot be read has no lines. Who
// asks must have an answer for that, since a position may come from a //line directive.
//
// Limits: what was read is kept until the Files are dropped. A file that changes while a run
// lasts may be told with columns of its new text.
package source

import (
	"os"
	"strings"
	"unicode/utf8"

	"github.com/skewlint/skewlint/graphmodel"
)

// Files are source files as they are on disk. Not for use by several goroutines.
type Files struct {
	lines map[string][]string
}

// bom is the mark with which some editors begin a file. It is no character of the first line.
const bom = "\ufeff"

// Line is the text of a line, without its end; ok is false if there is none.
func (f *Files) Line(file string, line int) (text string, ok bool) {
	if f.lines == nil {
		f.lines = map[string][]string{}
	}
	lines, known := f.lines[file]
	if !known {
		if data, err := os.ReadFile(file); err == nil {
			lines = strings.Split(string(data), "\n")
		}
		f.lines[file] = lines
	}
	if line < 1 || line > len(lines) {
		return "", false
	}
	return strings.TrimSuffix(lines[line-1], "\r"), true
}

// UTF16Column is the column of a position in UTF-16 units, from 1, as browsers, SARIF and editors
// count. Without the text of the line it is the byte column.
func (f *Files) UTF16Column(pos graphmodel.Position) int {
	text, ok := f.Line(pos.File, pos.Line)
	if !ok || pos.Column < 1 {
		return max(pos.Column, 1)
	}
	before := text[:min(pos.Column-1, len(text))]
	behind := pos.Column - 1 - len(before) // past the end of the line: the end of the file
	if pos.Line == 1 {
		before = strings.TrimPrefix(before, bom)
	}
	return 1 + utf16Len(before) + behind
}

// utf16Len counts UTF-16 units; a byte that is no UTF-8 counts as the one unit that stands for it.
func utf16Len(s string) int {
	n := 0
	for _, r := range s {
		n++
		if r > 0xffff && utf8.ValidRune(r) {
			n++ // a surrogate pair
		}
	}
	return n
}
