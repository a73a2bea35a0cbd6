package strict

import (
	"fmt"
	"strings"
)

// locate finds where the keys of a TOML text stand. The text has passed the TOML parser, which
// keeps no places for values; so this scanner may trust the syntax and never reports an error:
// on anything it does not expect it moves on, and a place that is missing costs precision only.
func locate(text string) map[string]place {
	s := &scanner{text: text, line: 1, column: 1, places: map[string]place{}, tables: map[string]int{}}
	for !s.done() {
		s.statement()
	}
	return s.places
}

type scanner struct {
	text         string
	pos          int
	line, column int
	table        string // path of the table that the last header opened
	places       map[string]place
	tables       map[string]int // how many elements each array of tables has so far
}

func (s *scanner) done() bool { return s.pos >= len(s.text) }

func (s *scanner) peek() byte {
	if s.done() {
		return 0
	}
	return s.text[s.pos]
}

// next goes on by one byte.
func (s *scanner) next() {
	c := s.peek()
	s.pos++
	s.column++
	if c == '\n' {
		s.line, s.column = s.line+1, 1
	}
}

func (s *scanner) skip(n int) {
	for range n {
		s.next()
	}
}

// blank skips white space and comments; new lines too if lines is set.
func (s *scanner) blank(lines bool) {
	for !s.done() {
		switch c := s.peek(); {
		case c == ' ' || c == '\t' || c == '\r' || lines && c == '\n':
			s.next()
		case c == '#':
			for !s.done() && s.peek() != '\n' {
				s.next()
			}
		default:
			return
		}
	}
}

func (s *scanner) statement() {
	s.blank(true)
	switch {
	case s.done():
	case strings.HasPrefix(s.text[s.pos:], "[["):
		s.header(2)
	case s.peek() == '[':
		s.header(1)
	default:
		s.keyValue(s.table)
	}
}

// header reads [a.b] or [[a.b]].
func (s *scanner) header(brackets int) {
	at := place{s.line, s.column}
	s.skip(brackets)
	keys := s.key()
	path := ""
	for i, k := range keys {
		path = join(path, k)
		if n, isArray := s.tables[path]; isArray && i < len(keys)-1 {
			path = fmt.Sprintf("%s[%d]", path, n-1)
		}
	}
	if brackets == 2 {
		n := s.tables[path]
		s.tables[path] = n + 1
		s.note(path, at)
		path = fmt.Sprintf("%s[%d]", path, n)
	}
	s.note(path, at)
	s.table = path
	s.skip(brackets)
}

func (s *scanner) note(path string, at place) {
	if _, ok := s.places[path]; !ok {
		s.places[path] = at
	}
}

func (s *scanner) keyValue(table string) {
	at := place{s.line, s.column}
	before := s.pos
	path := table
	for _, k := range s.key() {
		path = join(path, k)
		s.note(path, at)
	}
	s.blank(false)
	if s.peek() == '=' {
		s.next()
	}
	s.blank(false)
	s.value(path)
	if s.pos == before {
		s.next() // not what was expected: never stand still
	}
}

// key reads a dotted key, quoted or not.
func (s *scanner) key() []string {
	var keys []string
	for {
		s.blank(false)
		if c := s.peek(); c == '"' || c == '\'' {
			quoted := s.quoted()
			keys = append(keys, strings.Trim(quoted, quoted[:1]))
		} else {
			start := s.pos
			for !s.done() && !strings.ContainsRune(" \t\r\n.=]#[{},", rune(s.peek())) {
				s.next()
			}
			keys = append(keys, s.text[start:s.pos])
		}
		s.blank(false)
		if s.peek() != '.' {
			return keys
		}
		s.next()
	}
}

func (s *scanner) value(path string) {
	switch c := s.peek(); c {
	case '"', '\'':
		s.quoted()
	case '[':
		s.list(path)
	case '{':
		s.inline(path)
	default:
		for !s.done() && !strings.ContainsRune(",]}\n#", rune(s.peek())) {
			s.next()
		}
	}
}

func (s *scanner) list(path string) {
	s.next()
	for i := 0; ; i++ {
		s.blank(true)
		if s.done() || s.peek() == ']' {
			s.next()
			return
		}
		elem := fmt.Sprintf("%s[%d]", path, i)
		s.note(elem, place{s.line, s.column})
		before := s.pos
		s.value(elem)
		s.blank(true)
		if s.peek() == ',' || s.pos == before {
			s.next()
		}
	}
}

func (s *scanner) inline(path string) {
	s.next()
	for {
		s.blank(true)
		if s.done() || s.peek() == '}' {
			s.next()
			return
		}
		s.keyValue(path)
		s.blank(true)
		if s.peek() == ',' {
			s.next()
		}
	}
}

// quoted reads a string of any of TOML's four forms and returns it with its quotes.
func (s *scanner) quoted() string {
	start := s.pos
	quote := s.text[s.pos : s.pos+1]
	if strings.HasPrefix(s.text[s.pos:], strings.Repeat(quote, 3)) {
		quote = strings.Repeat(quote, 3)
	}
	s.skip(len(quote))
	for !s.done() && !strings.HasPrefix(s.text[s.pos:], quote) {
		if s.peek() == '\\' && quote[0] == '"' {
			s.next()
		}
		s.next()
	}
	s.skip(len(quote))
	for len(quote) == 3 && s.peek() == quote[0] {
		s.next() // up to two quotes may stand before the closing three
	}
	s.pos = min(s.pos, len(s.text))
	return s.text[start:s.pos]
}
