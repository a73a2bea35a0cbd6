package knowledge

import (
	"slices"
	"strings"
	"unicode"
)

// Tool says whether a call of the named tool reads or writes and whether it may be repeated: by
// declaration first, then by the verb in its name; AccessUnknown when neither says. The name may
// carry the server that it belongs to: "shop__add_item", "shop.add_item".
func (b *Base) Tool(name string) (Access, Repeat) { return b.ToolOn("", name) }

// ToolOn is Tool for a server that is known.
func (b *Base) ToolOn(server, name string) (Access, Repeat) {
	prefix, bare := splitTool(name)
	if server == "" {
		server = prefix
	}
	access, repeat := toolByName(bare)
	row, ok := b.declared(server, name, bare)
	if !ok {
		return access, repeat
	}
	switch {
	case row.Access == Reads:
		return Reads, RepeatSafe
	case row.Repeat != RepeatUnknown:
		return row.Access, row.Repeat
	case row.Access == access:
		return access, repeat // the declaration leaves open what the verb says
	default:
		return row.Access, RepeatUnknown
	}
}

// declared finds the user's row of a tool. Rows of other servers do not count; when the server is
// not known and rows of several disagree, nothing is known.
func (b *Base) declared(server, name, bare string) (ToolRow, bool) {
	if b == nil || b.extra == nil {
		return ToolRow{}, false
	}
	var found []ToolRow
	for _, t := range b.extra.Tools {
		if t.Tool != name && t.Tool != bare {
			continue
		}
		if t.Server != "" && t.Server == server {
			return t, true
		}
		if t.Server == "" || server == "" {
			found = append(found, t)
		}
	}
	if len(found) == 0 {
		return ToolRow{}, false
	}
	for _, t := range found[1:] {
		if t.Access != found[0].Access || t.Repeat != found[0].Repeat {
			return ToolRow{}, true
		}
	}
	return found[0], true
}

// splitTool cuts the server's name off, as hosts and adapters put it in front. A single "_" or
// "-" joins words and says nothing.
func splitTool(name string) (server, tool string) {
	cut, width := -1, 0
	for _, sep := range []string{"__", ".", "/", ":"} {
		if i := strings.LastIndex(name, sep); i > 0 && i+len(sep) < len(name) && i > cut {
			cut, width = i, len(sep)
		}
	}
	if cut < 0 {
		return "", name
	}
	server = name[:cut]
	for _, sep := range []string{"__", ".", "/", ":"} {
		if i := strings.LastIndex(server, sep); i >= 0 {
			server = server[i+len(sep):]
		}
	}
	return server, name[cut+width:]
}

// toolByName decides by verbs: the first word if it is one, else the other words if they agree.
// A word that is a noun as often ("issue_read", "check_run_create") gives way to one that is not.
func toolByName(name string) (Access, Repeat) {
	words := toolWords(name)
	if len(words) == 0 {
		return AccessUnknown, RepeatUnknown
	}
	first, known := verbs[words[0]]
	if first.runs && asks(words[1:]) {
		return AccessUnknown, RepeatUnknown // "run_query": what the query does
	}
	joined := slices.Contains(words, "or") || slices.Contains(words, "and")
	if known && !first.noun && !joined {
		return first.access, first.repeat
	}
	strong, weak := verbsOf(words)
	switch last := verbs[words[len(words)-1]]; {
	case len(strong) > 0:
		return agree(strong, joined)
	case last.noun && last.access == Reads:
		return last.access, last.repeat // "order_status"
	case known:
		return first.access, first.repeat
	default:
		return agree(weak, false)
	}
}

// verbsOf finds the words that are verbs, those that are nouns as often apart.
func verbsOf(words []string) (strong, weak []verb) {
	for _, w := range words {
		switch v, ok := verbs[w]; {
		case !ok:
		case v.noun:
			weak = append(weak, v)
		default:
			strong = append(strong, v)
		}
	}
	return strong, weak
}

// agree gives what all verbs say. Of joined ones ("get_or_create") the one that writes counts.
func agree(vs []verb, joined bool) (Access, Repeat) {
	if len(vs) == 0 {
		return AccessUnknown, RepeatUnknown
	}
	out := vs[0]
	for _, v := range vs[1:] {
		switch {
		case v.access == out.access && v.repeat == out.repeat:
		case joined && v.access == Writes && out.access == Reads:
			out = v
		case joined && v.access == Reads && out.access == Writes:
		case v.access == out.access:
			out.repeat = RepeatUnknown
		default:
			return AccessUnknown, RepeatUnknown
		}
	}
	if joined && out.access == Writes {
		out.repeat = RepeatUnknown // "create_or_update", "get_or_create": the second call finds it there
	}
	return out.access, out.repeat
}

// asks reports whether the words name something that is asked.
func asks(words []string) bool {
	return slices.ContainsFunc(words, func(w string) bool {
		switch w {
		case "query", "queries", "sql", "search", "select", "report", "check", "test", "tests":
			return true
		}
		return false
	})
}

// toolWords splits snake_case, kebab-case and camelCase into words in lower case: "getHTTPStatus"
// gives get, http, status.
func toolWords(name string) []string {
	var words []string
	var word []rune
	flush := func() {
		if len(word) > 0 {
			words = append(words, strings.ToLower(string(word)))
			word = word[:0]
		}
	}
	rs := []rune(name)
	for i, r := range rs {
		if !unicode.IsLetter(r) && !unicode.IsDigit(r) {
			flush()
			continue
		}
		startsWord := unicode.IsUpper(r) && i > 0 &&
			(!unicode.IsUpper(rs[i-1]) || i+1 < len(rs) && unicode.IsLower(rs[i+1]))
		if startsWord {
			flush()
		}
		word = append(word, r)
	}
	flush()
	return words
}
