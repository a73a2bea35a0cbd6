package text

import (
	"strings"
	"testing"
	"unicode/utf16"
	"unicode/utf8"

	"github.com/skewlint/skewlint/internal/lsp/protocol"
)

// sample has characters of one to four bytes, both ends of lines, and no end of the last line.
const sample = "ab\nβ\u00e9x\r\n\n𝛼y𝛼\n日本z"

func pos(line, character int) protocol.Position {
	return protocol.Position{Line: line, Character: character}
}

func span(l1, c1, l2, c2 int) protocol.Range {
	return protocol.Range{Start: pos(l1, c1), End: pos(l2, c2)}
}

func TestOffset(t *testing.T) {
	for _, test := range []struct {
		at     protocol.Position
		before string // what stands before it
		back   protocol.Position
	}{
		{pos(0, 0), "", pos(0, 0)},
		{pos(0, 2), "ab", pos(0, 2)},
		{pos(0, 9), "ab", pos(0, 2)}, // behind the end of the line
		{pos(1, 1), "ab\nβ", pos(1, 1)},
		{pos(1, 3), "ab\nβéx", pos(1, 3)},
		{pos(1, 4), "ab\nβéx", pos(1, 3)}, // "\r" belongs to the end
		{pos(2, 0), "ab\nβéx\r\n", pos(2, 0)},
		{pos(2, 1), "ab\nβéx\r\n", pos(2, 0)},
		{pos(3, 2), "ab\nβéx\r\n\n𝛼", pos(3, 2)},
		{pos(3, 1), "ab\nβéx\r\n\n𝛼", pos(3, 2)}, // inside a pair: behind it
		{pos(3, 5), "ab\nβéx\r\n\n𝛼y𝛼", pos(3, 5)},
		{pos(4, 3), sample, pos(4, 3)},
		{pos(5, 0), sample, pos(4, 3)}, // behind the end of the text
		{pos(-1, -1), "", pos(0, 0)},
		{pos(0, -1), "", pos(0, 0)},
	} {
		offset := Offset(sample, test.at)
		if offset != len(test.before) {
			t.Errorf("Offset(%v) = %d, want %d", test.at, offset, len(test.before))
		}
		if got := PositionAt(sample, offset); got != test.back {
			t.Errorf("PositionAt(%d) = %v, want %v", offset, got, test.back)
		}
	}
	if got := PositionAt(sample, len(sample)+5); got != pos(4, 3) {
		t.Errorf("behind the text: %v", got)
	}
}

func TestFromGo(t *testing.T) {
	for _, test := range []struct {
		line, column int
		want         protocol.Position
	}{
		{1, 1, pos(0, 0)}, {1, 3, pos(0, 2)}, {1, 9, pos(0, 2)},
		{2, 3, pos(1, 1)}, {2, 6, pos(1, 3)},
		{4, 5, pos(3, 2)}, {4, 6, pos(3, 3)}, {4, 10, pos(3, 5)},
		{5, 7, pos(4, 2)}, {0, 0, pos(0, 0)}, {9, 1, pos(4, 3)},
	} {
		if got := FromGo(sample, test.line, test.column); got != test.want {
			t.Errorf("FromGo(%d, %d) = %v, want %v", test.line, test.column, got, test.want)
		}
	}
}

func TestApply(t *testing.T) {
	r := func(l1, c1, l2, c2 int) *protocol.Range { x := span(l1, c1, l2, c2); return &x }
	for name, test := range map[string]struct {
		changes []protocol.ContentChange
		want    string
	}{
		"none":          {nil, sample},
		"whole":         {[]protocol.ContentChange{{Text: "new"}}, "new"},
		"insert":        {[]protocol.ContentChange{{Range: r(3, 2, 3, 2), Text: "x\n"}}, "ab\nβéx\r\n\n𝛼x\ny𝛼\n日本z"},
		"delete lines":  {[]protocol.ContentChange{{Range: r(0, 1, 3, 0)}}, "a𝛼y𝛼\n日本z"},
		"one by one":    {[]protocol.ContentChange{{Range: r(0, 0, 0, 2), Text: "1\n2"}, {Range: r(1, 0, 1, 1), Text: "3"}}, "1\n3\nβéx\r\n\n𝛼y𝛼\n日本z"},
		"at the end":    {[]protocol.ContentChange{{Range: r(4, 3, 4, 3), Text: "!"}}, sample + "!"},
		"outside":       {[]protocol.ContentChange{{Range: r(90, 0, 95, 0), Text: "!"}}, sample + "!"},
		"end first":     {[]protocol.ContentChange{{Range: r(4, 0, 0, 0), Text: "!"}}, "ab\nβéx\r\n\n𝛼y𝛼\n!日本z"},
		"whole, insert": {[]protocol.ContentChange{{Text: "ab"}, {Range: r(0, 1, 0, 1), Text: "-"}}, "a-b"},
	} {
		if got := Apply(sample, test.changes); got != test.want {
			t.Errorf("%s: %q, want %q", name, got, test.want)
		}
	}
}

func TestShift(t *testing.T) {
	change := func(l1, c1, l2, c2 int, s string) protocol.ContentChange {
		r := span(l1, c1, l2, c2)
		return protocol.ContentChange{Range: &r, Text: s}
	}
	for name, test := range map[string]struct {
		change protocol.ContentChange
		want   protocol.Range
		ok     bool
	}{
		"the whole text":     {protocol.ContentChange{Text: "x"}, span(5, 4, 5, 8), false},
		"behind":             {change(5, 9, 6, 0, "x"), span(5, 4, 5, 8), true},
		"at its end":         {change(5, 8, 5, 8, "xyz"), span(5, 4, 5, 8), true},
		"at its start":       {change(5, 4, 5, 4, "𝛼z"), span(5, 7, 5, 11), true},
		"before, same line":  {change(5, 0, 5, 2, ""), span(5, 2, 5, 6), true},
		"a line more":        {change(1, 0, 1, 0, "x\n"), span(6, 4, 6, 8), true},
		"two lines less":     {change(1, 3, 3, 1, ""), span(3, 4, 3, 8), true},
		"break in its line":  {change(5, 2, 5, 2, "\n\t"), span(6, 3, 6, 7), true},
		"joined to a line":   {change(4, 7, 5, 1, ""), span(4, 10, 4, 14), true},
		"inside":             {change(5, 5, 5, 6, ""), span(5, 4, 5, 8), false},
		"over its start":     {change(5, 3, 5, 5, "x"), span(5, 4, 5, 8), false},
		"over its end":       {change(5, 7, 5, 9, "x"), span(5, 4, 5, 8), false},
		"all of it and more": {change(4, 0, 6, 0, ""), span(5, 4, 5, 8), false},
	} {
		got, ok := Shift(span(5, 4, 5, 8), test.change)
		if ok != test.ok || ok && got != test.want {
			t.Errorf("%s: %v, %v; want %v, %v", name, got, ok, test.want, test.ok)
		}
	}
}

func TestWord(t *testing.T) {
	const text = "x := s.größe.Send(y)\n\tif !ok {"
	for at, want := range map[protocol.Position]string{
		pos(0, 5):  "s.größe.Send",
		pos(0, 17): "s.größe.Send", // the bracket of the call
		pos(0, 13): "Send",
		pos(0, 18): "y",
		pos(0, 2):  ":",
		pos(0, 20): "",
		pos(1, 4):  "!",
	} {
		r := Word(text, at)
		if got := text[Offset(text, r.Start):Offset(text, r.End)]; got != want {
			t.Errorf("Word at %v: %q, want %q", at, got, want)
		}
	}
	if r := Word("(x)", pos(0, 0)); r != span(0, 0, 0, 1) {
		t.Errorf("a bracket without a name: %v", r)
	}
}

func TestURI(t *testing.T) {
	for path, uri := range map[string]string{
		"/home/a b/x.go": "file:///home/a%20b/x.go",
		"/größe/#1%.go":  "file:///gr%C3%B6%C3%9Fe/%231%25.go",
	} {
		if got := URI(path); got != uri {
			t.Errorf("URI(%s) = %s, want %s", path, got, uri)
		}
		if got, ok := Path(uri); !ok || got != path {
			t.Errorf("Path(%s) = %s, want %s", uri, got, path)
		}
	}
	if got := URI("C:/x y.go"); got != "file:///C:/x%20y.go" {
		t.Errorf("a drive: %s", got)
	}
	if got, _ := Path("file:///c%3A/x.go"); strings.ReplaceAll(got, `\`, "/") != "C:/x.go" {
		t.Errorf("a drive as VS Code writes it: %s", got)
	}
	for _, uri := range []string{"", "untitled:Untitled-1", "https://x/y.go", "file://%zz", "file:"} {
		if got, ok := Path(uri); ok {
			t.Errorf("Path(%q) = %q", uri, got)
		}
	}
}

// FuzzApply edits a text at any place, and checks against a text held in UTF-16, that ranges of the
// rest move as their text does, and that every place of the result maps there and back.
func FuzzApply(f *testing.F) {
	f.Add(sample, 1, 1, 3, 2, "x\ny", 4, 0)
	f.Add("a\r\nb", 0, 1, 1, 0, "", 1, 0)
	f.Add("", 0, 0, 0, 0, "\n", 0, 0)
	f.Fuzz(func(t *testing.T, text string, l1, c1, l2, c2 int, insert string, line, column int) {
		if !utf8.ValidString(text) || !utf8.ValidString(insert) || len(text) > 1<<10 {
			t.Skip()
		}
		// Places as an editor has them: inside the text.
		start := PositionAt(text, Offset(text, pos(l1, c1)))
		end := PositionAt(text, max(Offset(text, start), Offset(text, pos(l2, c2))))
		r := protocol.Range{Start: start, End: end}
		change := protocol.ContentChange{Range: &r, Text: insert}
		got := Apply(text, []protocol.ContentChange{change})
		if want := naive(text, change); got != want {
			t.Fatalf("%q with %v replaced by %q: %q, want %q", text, r, insert, got, want)
		}
		there := Offset(got, pos(line, column))
		if back := Offset(got, PositionAt(got, there)); back != there {
			t.Fatalf("offset %d of %q comes back as %d", there, got, back)
		}
		checkShift(t, text, got, change, pos(line, column))
	})
}

// checkShift takes the character at a place and looks for it where Shift says.
func checkShift(t *testing.T, before, after string, change protocol.ContentChange, at protocol.Position) {
	t.Helper()
	from := Offset(before, at)
	_, size := utf8.DecodeRuneInString(before[from:])
	r := protocol.Range{Start: PositionAt(before, from), End: PositionAt(before, from+size)}
	if size == 0 || r.Start.Line != r.End.Line || strings.ContainsAny(change.Text, "\r") || strings.Contains(before, "\r") {
		return // the end of a line, which edits can make and unmake
	}
	moved, ok := Shift(r, change)
	if !ok {
		return
	}
	to := Offset(after, moved.Start)
	if !strings.HasPrefix(after[to:], before[from:from+size]) {
		t.Fatalf("%v of %q moved to %v of %q by %+v", r, before, moved, after, change)
	}
}

// naive applies a change by counting UTF-16 units from the start of the text.
func naive(text string, c protocol.ContentChange) string {
	units := utf16.Encode([]rune(text))
	index := func(p protocol.Position) int {
		i := 0
		for line := 0; line < p.Line; i++ {
			if units[i] == '\n' {
				line++
			}
		}
		return i + p.Character
	}
	out := append([]uint16{}, units[:index(c.Range.Start)]...)
	out = append(out, utf16.Encode([]rune(c.Text))...)
	out = append(out, units[index(c.Range.End):]...)
	return string(utf16.Decode(out))
}
