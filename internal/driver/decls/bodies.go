package decls

// blankBodies overwrites the contents of function bodies at top level with spaces, keeping line
// breaks, so that the parser passes over them at the speed of white space and positions stay
// right. Bodies of function literals in initialisers of variables are left alone.
//
// It reads tokens just well enough to tell code from text: strings, runes, comments, brackets.
// On source that is not Go it may blank the wrong thing; the parser would have failed anyway.
func blankBodies(src []byte) {
	s := scanner{src: src}
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
		}
		prev = tok
	}
}

// function passes over what follows the keyword func at top level and blanks the body.
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
			blank(s.src[start : s.pos-1])
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
