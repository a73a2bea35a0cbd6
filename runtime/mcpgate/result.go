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
)

// Result is the answer of a tool. There is none for a call that failed.
type Result struct {
	// Structured is the structured content as decoded JSON; nil when the tool has none.
	Structured any
	// Content is what a model is meant to read. Do not parse it.
	Content []mcp.Content

	server, tool string
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

// Text returns the text parts of the content, each on its own line.
func (r *Result) Text() string { return text(r.Content) }

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
