package decls

import "bytes"

// lexeme is a bracket or line break as itself, or one of the constants; 0 is anything else.
type lexeme int

const (
	eof    lexeme = -1
	kwFunc lexeme = 256 + iota
	kwType        // interface or struct
	word          // another name, or a number
)

// scanner reads the few tokens that blankBodies and split care about.
type scanner struct {
	src      []byte
	pos      int
	word0    int  // where the word that was read begins
	started  bool // the package clause has been read
	comments bool // note comments and whole functions, not only bodies
	cuts     []cut
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
	start := s.pos - 1
	switch s.src[s.pos] {
	case '/':
		if i := bytes.IndexByte(s.src[s.pos:], '\n'); i >= 0 {
			s.pos += i
		} else {
			s.pos = len(s.src)
		}
		s.noteComment(start)
		s.pos = min(s.pos+1, len(s.src))
		return '\n', true
	case '*':
		s.pos++
		s.until("*/")
		s.noteComment(start)
		return 0, true
	}
	return 0, false
}

func (s *scanner) noteComment(start int) {
	if s.comments && s.started {
		s.cuts = append(s.cuts, cut{start, s.pos, nil})
	}
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
	if i := bytes.Index(s.src[min(s.pos, len(s.src)):], []byte(end)); i >= 0 {
		s.pos += i + len(end)
	} else {
		s.pos = len(s.src)
	}
}

func (s *scanner) word() lexeme {
	start := s.pos - 1
	s.word0 = start
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
