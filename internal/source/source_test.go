package source

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/skewlint/skewlint/graphmodel"
)

func TestUTF16Column(t *testing.T) {
	file := filepath.Join(t.TempDir(), "a.go")
	text := "\ufeffpackage a\r\nvar s = \"grün 🚀\" + x\nvar b = \"\xff\xff\" + y\n"
	if err := os.WriteFile(file, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	var f Files
	for _, test := range []struct {
		line, column, want int
	}{
		{1, 4, 1},   // the package clause, behind the mark of three bytes
		{2, 9, 9},   // the quote
		{2, 13, 13}, // ü
		{2, 15, 14}, // n: ü is two bytes and one unit
		{2, 17, 16}, // the rocket
		{2, 21, 18}, // the quote behind it: four bytes, two units
		{2, 25, 22}, // behind the end
		{2, 27, 24},
		{3, 16, 16}, // bytes that are no text count each
		{9, 5, 5},   // no such line
		{2, 0, 1},   // no column
	} {
		pos := graphmodel.Position{File: file, Line: test.line, Column: test.column}
		if got := f.UTF16Column(pos); got != test.want {
			t.Errorf("%d:%d: column %d, want %d", test.line, test.column, got, test.want)
		}
	}
	if line, ok := f.Line(file, 1); !ok || line != "\ufeffpackage a" {
		t.Errorf("first line %q, %t", line, ok)
	}
	if _, ok := f.Line(file+"missing", 1); ok {
		t.Error("a file that is not there has a line")
	}
}
