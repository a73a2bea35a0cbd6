package decls

// lexeme is a bracket or line break as itself, or one of the constants; 0 is anything else.
type lexeme int

const (
	eof    lexeme = -1
	kwFunc lexeme = 256 + iota
	kwType        // interface or struct
	word          // another name, or a number
)

// scanner reads the few tokens that blankBodies cares about.
type scanner struct {
	src    []byte
	pos    int
	bodies [][2]int
}

func (s *scanner) next() lexeme {
	for s.pos < len(s.src) {
		c := s.src[s.pos]
		s.pos++
		switch c {
		case ' ', '\t', '\r':
			continue
		case '(', ')', '[', ']', '{', '}', '\n':
			return lexeme(c)
		case '"', '\'':
			s.quoted(c)
			return 0
		case '`':
			s.until("`")
			return 0
		case '/':
			if tok, skipped := s.comment(); !skipped {
				return 0
			} else if tok != 0 {
				return tok
			}
			continue
		}
		if isLetter(c) {
			return s.word()
		}
		return 0
	}
	return eof
}

// comment passes over a comment, if the slash that was read begins one.
func (s *scanner) comment() (tok lexeme, skipped bool) {
	if s.pos == len(s.src) {
		return 0, false
	}
	switch s.src[s.pos] {
	case '/':
		s.until("\n")
		return '\n', true
	case '*':
		s.pos++
		s.until("*/")
		return 0, true
	}
	return 0, false
}

func (s *scanner) quoted(quote byte) {
	for s.pos < len(s.src) {
		c := s.src[s.pos]
		s.pos++
		switch c {
		case '\\':
			s.pos++
		case quote, '\n':
			return
		}
	}
}

func (s *scanner) until(end string) {
	for ; s.pos < len(s.src); s.pos++ {
		if s.src[s.pos] == end[0] && hasPrefixAt(s.src, s.pos, end) {
			s.pos += len(end)
			return
		}
	}
}

func (s *scanner) word() lexeme {
	start := s.pos - 1
	for s.pos < len(s.src) && (isLetter(s.src[s.pos]) || '0' <= s.src[s.pos] && s.src[s.pos] <= '9') {
		s.pos++
	}
	switch string(s.src[start:s.pos]) {
	case "func":
		return kwFunc
	case "interface", "struct":
		return kwType
	}
	return word
}

func isLetter(c byte) bool {
	return 'a' <= c && c <= 'z' || 'A' <= c && c <= 'Z' || c == '_' || c >= 0x80
}

func hasPrefixAt(src []byte, pos int, prefix string) bool {
	return len(src)-pos >= len(prefix) && string(src[pos:pos+len(prefix)]) == prefix
}
