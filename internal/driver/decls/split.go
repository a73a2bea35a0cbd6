package decls

import "bytes"

// A funcText is a function that can be read by itself: a declaration at top level with nothing behind
// it on its last line.
type funcText struct {
	name, recv   string // recv: the name of the receiver's type; empty: it is no method
	src          []byte // a file of its own, with an empty body
	line, column int    // of the keyword func
}

// funcHead stands before each function to make a file of it.
const funcHead = "package p;"

// cut is text that is left out: a comment, the contents of a body, or a function.
type cut struct {
	from, to int
	fn       *funcPlace
}

// funcPlace is where a function stands.
type funcPlace struct {
	name, recv string
	body       int // behind the opening brace; 0: there is none
}

// splitter takes files apart. It may be used for one file after the other.
type splitter struct {
	src       []byte
	at        int // what is before it has been dealt with
	line      int
	lineStart int
	cuts      []cut
	rest      []byte
	funcs     []funcText
	texts     []byte // of the functions
}

// split takes the functions out of a file. What is left in rest, up to the next call, is a file
// without them and without comments, in which everything else stands at its line and column.
// Comments in front of the package clause, which may be build constraints, are left alone.
//
// It is false for a file whose text says that it stands elsewhere (//line): that goes by comments,
// and has to be read as a whole.
func (s *splitter) split(src []byte) bool {
	if bytes.Contains(src, []byte("//line ")) || bytes.Contains(src, []byte("/*line ")) {
		return false
	}
	*s = splitter{src: src, line: 1, cuts: s.cuts[:0], rest: s.rest[:0]}
	sc := &scanner{src: src, comments: true, cuts: s.cuts}
	sc.file()
	s.cuts = sc.cuts
	s.reserve()
	for _, c := range s.cuts {
		if c.fn != nil {
			s.function(c)
			continue
		}
		s.cut(c.from, c.to)
	}
	s.copy(len(src))
	return true
}

// reserve makes room for the functions, which are kept.
func (s *splitter) reserve() {
	size, n := 0, 0
	for _, c := range s.cuts {
		if c.fn != nil {
			n++
			size += len(funcHead) + c.fn.end(c) - c.from + 1
		}
	}
	s.funcs, s.texts = make([]funcText, 0, n), make([]byte, 0, size)
}

// end is behind what is read of a function.
func (f *funcPlace) end(c cut) int {
	if f.body > 0 {
		return f.body
	}
	return c.to
}

func (s *splitter) copy(to int) {
	s.rest = append(s.rest, s.src[s.at:to]...)
	s.advance(to)
}

func (s *splitter) advance(to int) {
	text := s.src[s.at:to]
	if n := bytes.Count(text, newline); n > 0 {
		s.line += n
		s.lineStart = s.at + bytes.LastIndexByte(text, '\n') + 1
	}
	s.at = to
}

var newline = []byte("\n")

// cut leaves text out, apart from its line breaks and, if something follows, the width of its last
// line.
func (s *splitter) cut(from, to int) {
	s.copy(from)
	line := s.line
	s.advance(to)
	for range s.line - line {
		s.rest = append(s.rest, '\n')
	}
	if to < len(s.src) && s.src[to] != '\n' {
		for range to - max(from, s.lineStart) {
			s.rest = append(s.rest, ' ')
		}
	}
}

func (s *splitter) function(c cut) {
	s.copy(c.from)
	f := funcText{name: c.fn.name, recv: c.fn.recv, line: s.line, column: c.from - s.lineStart + 1}
	start := len(s.texts)
	s.texts = append(append(s.texts, funcHead...), s.src[c.from:c.fn.end(c)]...)
	if c.fn.body > 0 {
		s.texts = append(s.texts, '}')
	}
	f.src = s.texts[start:]
	s.funcs = append(s.funcs, f)
	s.cut(c.from, c.to)
}
