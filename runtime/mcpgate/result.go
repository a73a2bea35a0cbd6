package mcpgate

import (
	"encoding/json"
	"fmt"
	"maps"
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/skewlint/skewlint/runtime/custody"
	"github.com/skewlint/skewlint/runtime/mcpgate/untrusted"
)

// Result is the answer of a tool. There is none for a call that failed. It keeps its parts apart: data for the program
// in Structured, what a model is meant to read in Parts, and the handles that the tool minted in Records.
type Result struct {
	// Structured is the structured content as decoded JSON; nil when the tool has none. Its strings are the server's words:
	// give them to a model as [untrusted.Text] only.
	Structured any
	// Content is the content as the SDK has it. Do not parse it, and use Parts for a model.
	Content []mcp.Content
	// Records are the handles that the tool is declared to mint, by their keys. Only a [Gateway] fills them in.
	Records map[string]custody.Record

	server, tool string
	parts        []Part
}

// Decode puts the structured content into v, which is a pointer as for [json.Unmarshal]. A result without structured
// content is an error: the text beside it is made for a model.
func (r *Result) Decode(v any) error {
	if r.Structured == nil {
		return fmt.Errorf("mcpgate: %s: the result has no structured content to decode; the tool needs an output schema",
			where(r.server, r.tool))
	}
	raw, err := json.Marshal(r.Structured)
	if err == nil {
		err = json.Unmarshal(raw, v)
	}
	if err != nil {
		return fmt.Errorf("mcpgate: %s: the structured content does not fit into %T: %w", where(r.server, r.tool), v, err)
	}
	return nil
}

// Parts returns what a model is meant to read, in the server's order.
func (r *Result) Parts() []Part { return slices.Clone(r.parts) }

// Text returns the text parts of the content, each on its own line, as somebody else's words.
func (r *Result) Text() untrusted.Text {
	return untrusted.From(where(r.server, r.tool), text(r.Content))
}

// Handles takes a handle out of the structured content for each of the keys. A key with dots, such as "basket.id", leads
// into nested objects. A handle is a string that is not empty, or a whole number that JSON carries exactly. It fails with
// a [NoHandleError] when any key has none, or when no key was named; the map is then nil.
func (r *Result) Handles(keys ...string) (map[string]string, error) {
	top, _ := r.Structured.(map[string]any)
	found := make(map[string]string, len(keys))
	var missing []string
	for _, key := range keys {
		if h := handle(lookup(top, key)); h != "" {
			found[key] = h
		} else {
			missing = append(missing, key)
		}
	}
	if len(missing) > 0 || len(keys) == 0 {
		return nil, &NoHandleError{Server: r.server, Tool: r.tool, Missing: missing, Present: slices.Sorted(maps.Keys(top))}
	}
	return found, nil
}

// lookup finds key in obj; the key as it stands goes before the path that it may be.
func lookup(obj map[string]any, key string) any {
	if v, ok := obj[key]; ok {
		return v
	}
	head, rest, nested := strings.Cut(key, ".")
	if !nested {
		return nil
	}
	inner, _ := obj[head].(map[string]any)
	return lookup(inner, rest)
}

// exact is up to where every whole number survives being decoded as a float64.
const exact = 1 << 53

func handle(v any) string {
	switch v := v.(type) {
	case string:
		return v
	case float64:
		if v == math.Trunc(v) && math.Abs(v) < exact {
			return strconv.FormatFloat(v, 'f', -1, 64)
		}
	}
	return ""
}

// numberOf is the number that a handle was; text that is none stays text.
func numberOf(value string) any {
	if _, err := strconv.ParseInt(value, 10, 64); err != nil {
		return value
	}
	return json.Number(value)
}

// hasPath reports whether a key that [Result.Handles] takes can be found among the properties of a schema.
func hasPath[V any](props map[string]V, key string) bool {
	head, _, _ := strings.Cut(key, ".")
	_, literal := props[key]
	_, nested := props[head]
	return literal || nested
}
