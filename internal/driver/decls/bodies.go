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
	prev := lexeme('\n')
	for {
		tok := s.next()
		switch tok {
		case eof:
			return s.bodies
		case '{', '(', '[':
			s.skipGroup()
		case kwFunc:
			if prev == '\n' { // a declaration, not the func of a type or a literal
				s.function()
				tok = '\n'
			}
		}
		prev = tok
	}
}

// function passes over what follows the keyword func at top level and notes the body.
func (s *scanner) function() {
	prev := lexeme(0)
	for {
		tok := s.next()
		switch tok {
		case eof:
			return
		case '(', '[':
			s.skipGroup()
		case '\n':
			if prev != 0 { // declared without body: in assembly
				return
			}
		case '{':
			start := s.pos
			s.skipGroup()
			if prev == kwType { // interface{…} or struct{…} as result
				break
			}
			end := min(max(s.pos-1, start), len(s.src)) // the file may end within the body
			s.bodies = append(s.bodies, [2]int{start, end})
			return
		}
		prev = tok
	}
}

// skipGroup passes over the rest of a bracketed group, whose opening bracket has been read.
func (s *scanner) skipGroup() {
	for depth := 1; depth > 0; {
		switch s.next() {
		case eof:
			return
		case '{', '(', '[':
			depth++
		case '}', ')', ']':
			depth--
		}
	}
}

func blank(b []byte) {
	for i, c := range b {
		if c != '\n' {
			b[i] = ' '
		}
	}
}
