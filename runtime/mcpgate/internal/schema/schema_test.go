package schema_test

import (
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/skewlint/skewlint/runtime/mcpgate/internal/schema"
)

func compile(t *testing.T, text string) *schema.Schema {
	t.Helper()
	s, err := schema.Compile(json.RawMessage(text))
	if err != nil {
		t.Fatal(err)
	}
	return s
}

func TestValidate(t *testing.T) {
	s := compile(t, `{"type":"object","properties":{"n":{"$ref":"#/$defs/n"},"id":{"type":"string"}},"required":["n"],"$defs":{"n":{"type":"number"}}}`)
	if err := s.Validate(map[string]any{"n": 1.5}); err != nil {
		t.Error(err)
	}
	for _, bad := range []map[string]any{{"n": "x"}, {}} {
		if s.Validate(bad) == nil {
			t.Errorf("%v passed", bad)
		}
	}
	if p := s.Properties()["id"]; p.Type != "string" || p.Required {
		t.Errorf("got %+v", p)
	}
	if s, err := schema.Compile(nil); s != nil || err != nil || s.Validate(1) != nil || s.Raw() != nil {
		t.Error("no schema is a schema")
	}
}

// The validator itself does not survive these.
func TestSchemasThatAreNotFollowed(t *testing.T) {
	for _, text := range []string{
		`{"$ref":"#"}`,
		`{"type":"object","properties":{"a":{"$ref":"#/$defs/a"}},"$defs":{"a":{"allOf":[{"$ref":"#/$defs/b"}]},"b":{"$ref":"#/$defs/a"}}}`,
		`{"$ref":"https://evil.example/schema"}`,
		`{"$dynamicRef":"#x"}`,
		`{"$ref":"#/nowhere"}`,
		`{"$defs":{"x":true},"allOf":[{"$id":"https://a.example/b","$ref":"#/$defs/x","$defs":{"x":{"$ref":"#/$defs/x"}}}]}`,
		`{"$ref":"#/$defs/x/9","$defs":{"x":[1]}}`,
	} {
		s := compile(t, text)
		if ok, why := s.Checked(); ok || why == "" {
			t.Errorf("%s is checked (%s)", text, why)
		}
		if err := s.Validate(map[string]any{"a": 1.0}); err != nil {
			t.Error(err)
		}
	}
}

func TestSchemasThatAreTooLarge(t *testing.T) {
	var laughs strings.Builder
	laughs.WriteString(`{"$ref":"#/$defs/d0","$defs":{`)
	for i := range 40 {
		fmt.Fprintf(&laughs, `"d%d":{"allOf":[{"$ref":"#/$defs/d%d"},{"$ref":"#/$defs/d%d"}]},`, i, i+1, i+1)
	}
	laughs.WriteString(`"d40":{"type":"object"}}}`)
	for name, text := range map[string]string{
		"references to references": laughs.String(),
		"depth":                    strings.Repeat(`{"not":`, 100) + "true" + strings.Repeat("}", 100),
		"bytes":                    `{"description":"` + strings.Repeat("x", 300<<10) + `"}`,
	} {
		if _, err := schema.Compile(json.RawMessage(text)); !errors.Is(err, schema.ErrTooLarge) {
			t.Errorf("%s: %v", name, err)
		}
	}
	if _, err := schema.Compile("text"); err == nil {
		t.Error("a string is no schema")
	}
	if _, err := schema.Compile(map[string]any{"type": 7}); err == nil {
		t.Error("a type that is a number")
	}
}
