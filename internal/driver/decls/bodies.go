package decls

import "bytes"

// blankBodies overwrites the contents of function bodies at top level with spaces, keeping line
// breaks, so that the parser passes over them at the speed of white space and positions stay
// right. Bodies of function literals in initialisers of variables are left alone.
//
// It reads tokens just well enough to tell code from text: strings, runes, comments, brackets.
// On source that is not Go it may blank the wrong thing; the parser would have failed anyway.
func blankBodies(src []byte) {
	for _, body := range bodies(src) {
		blank(src[body[0]:body[1]])
	}
}

// Outline is source without what is in function bodies, apart from the line breaks: what others can
// see of a package, in its places. src is left as it is.
func Outline(src []byte) []byte {
	out := make([]byte, 0, len(src))
	end := 0
	for _, body := range bodies(src) {
		out = append(out, src[end:body[0]]...)
		for range bytes.Count(src[body[0]:body[1]], []byte("\n")) {
			out = append(out, '\n')
		}
		end = body[1]
	}
	return append(out, src[end:]...)
}

// bodies are the places of the contents of function bodies at top level, from and to.
func bodies(src []byte) [][2]int {
	s := scanner{src: src}
	s.file()
	out := make([][2]int, 0, len(s.cuts))
	for _, c := range s.cuts {
		out = append(out, [2]int{c.from, c.to})
	}
	return out
}

// file notes what can be cut from a file.
func (s *scanner) file() {
	prev := lexeme('\n')
	for {
		tok := s.next()
		switch tok {
		case eof:
			return
		case '{', '(', '[':
			s.skipGroup()
		case kwFunc:
			if prev == '\n' { // a declaration, not the func of a type or a literal
				s.function()
				tok = '\n'
			}
		case word:
			s.started = true // with the package clause
		}
		prev = tok
	}
}

// function passes over what follows the keyword func at top level and notes the body or, if comments
// are noted, the function.
func (s *scanner) function() {
	start, noted, comments := s.pos-len("func"), len(s.cuts), s.comments
	s.comments = false
	fn, end := s.signature()
	s.comments = comments
	switch {
	case comments && fn.name != "" && s.endsLine(end):
		s.cuts = append(s.cuts[:noted], cut{start, end, &fn})
	case fn.body > 0:
		s.cuts = append(s.cuts, cut{fn.body, max(end-1, fn.body), nil}) // the file may end within the body
	}
}

// endsLine reports whether nothing but a comment follows on the line.
func (s *scanner) endsLine(pos int) bool {
	for ; pos < len(s.src); pos++ {
		switch s.src[pos] {
		case ' ', '\t', '\r':
			continue
		case '\n':
			return true
		}
		return hasPrefixAt(s.src, pos, "//")
	}
	return true
}

// signature reads a function up to its end, or as far as the file goes.
func (s *scanner) signature() (fn funcPlace, end int) {
	prev := lexeme(0)
	for {
		tok := s.next()
		switch tok {
		case eof:
			return fn, len(s.src)
		case '(', '[':
			if tok == '(' && fn.name == "" {
				fn.recv = s.receiver()
			} else {
				s.skipGroup()
			}
		case word:
			if fn.name == "" {
				fn.name = string(s.src[s.word0:s.pos])
			}
		case '\n':
			if prev != 0 { // declared without body: in assembly
				return fn, s.pos - 1
			}
		case '{':
			start := s.pos
			s.skipGroup()
			if prev == kwType { // interface{…} or struct{…} as result
				break
			}
			fn.body = start
			return fn, min(s.pos, len(s.src))
		}
		prev = tok
	}
}

// receiver reads the rest of a receiver and gives the name of its type: the last word in front of
// any type parameters.
func (s *scanner) receiver() (name string) {
	for depth := 1; depth > 0; {
		switch s.next() {
		case eof:
			return ""
		case '(':
			depth++
		case ')':
			depth--
		case '[':
			s.skipGroup()
		case word:
			name = string(s.src[s.word0:s.pos])
		}
	}
	return name
}

// skipGroup passes over the rest of a bracketed group, whose opening bracket has been read. It is most
// of what is read, so it does not look for words.
func (s *scanner) skipGroup() {
	for depth := 1; depth > 0 && s.pos < len(s.src); {
		c := s.src[s.pos]
		s.pos++
		switch {
		case !special[c]:
		case c == '{' || c == '(' || c == '[':
			depth++
		case c == '}' || c == ')' || c == ']':
			depth--
		case c == '/':
			s.comment()
		case c == '`':
			s.until("`")
		default:
			s.quoted(c)
		}
	}
}

// special are the bytes that skipGroup looks at.
var special = [256]bool{'{': true, '(': true, '[': true, '}': true, ')': true, ']': true, '/': true, '`': true, '"': true, '\'': true}

func blank(b []byte) {
	for i, c := range b {
		if c != '\n' {
			b[i] = ' '
		}
	}
}
