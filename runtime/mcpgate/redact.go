package mcpgate

import (
	"encoding/json"
	"sort"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/modelcontextprotocol/go-sdk/mcp"
)

const (
	// shortest is the length from which an argument is replaced: shorter ones are no secrets and occur in any sentence.
	shortest = 4
	// longest is how much of a server's text goes into an error's, in bytes.
	longest = 400
)

// text joins the text parts of a result.
func text(content []mcp.Content) string {
	var parts []string
	for _, c := range content {
		if t, ok := c.(*mcp.TextContent); ok {
			parts = append(parts, t.Text)
		}
	}
	return strings.Join(parts, "\n")
}

// oneLine makes foreign text fit into one line of a log.
func oneLine(s string) string {
	s = strings.Join(strings.Fields(s), " ")
	if len(s) <= longest {
		return s
	}
	cut := longest
	for !utf8.RuneStart(s[cut]) {
		cut--
	}
	return s[:cut] + "…"
}

// redact replaces in s every argument value by the name of the argument. A server likes to quote what it refuses.
func redact(s string, args map[string]any) string {
	if s == "" || len(args) == 0 {
		return s
	}
	names := map[string]string{}
	for name, v := range args {
		collect(name, plain(v), names)
	}
	values := make([]string, 0, len(names))
	for v := range names {
		values = append(values, v)
	}
	// Longest first, so that a value inside another one leaves no rest of it behind.
	sort.Slice(values, func(i, j int) bool {
		if len(values[i]) != len(values[j]) {
			return len(values[i]) > len(values[j])
		}
		return values[i] < values[j]
	})
	pairs := make([]string, 0, 2*len(values))
	for _, v := range values {
		pairs = append(pairs, v, "<"+names[v]+">")
	}
	return strings.NewReplacer(pairs...).Replace(s)
}

// plain gives v as it goes over the wire.
func plain(v any) any {
	raw, err := json.Marshal(v)
	if err != nil {
		return nil
	}
	dec := json.NewDecoder(strings.NewReader(string(raw)))
	dec.UseNumber()
	var out any
	if dec.Decode(&out) != nil {
		return nil
	}
	return out
}

// collect notes under which name each string and number in v was passed, also in the form in which a quoting server
// prints it.
func collect(name string, v any, names map[string]string) {
	switch v := v.(type) {
	case string:
		note(name, v, names)
		quoted := strconv.Quote(v)
		note(name, quoted[1:len(quoted)-1], names)
	case json.Number:
		note(name, v.String(), names)
	case []any:
		for _, e := range v {
			collect(name, e, names)
		}
	case map[string]any:
		for k, e := range v {
			collect(name+"."+k, e, names)
		}
	}
}

// note prefers the smallest name for a value that was passed twice, so that texts are the same every time.
func note(name, value string, names map[string]string) {
	if len(value) < shortest {
		return
	}
	if old, ok := names[value]; !ok || name < old {
		names[value] = name
	}
}
