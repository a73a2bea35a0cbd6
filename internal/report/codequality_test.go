package report

import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/santhosh-tekuri/jsonschema/v6"

	"github.com/skewlint/skewlint/graphmodel"
	"github.com/skewlint/skewlint/rules/rule"
)

// qualitySchema is the table of GitLab's page on the format: five properties, all required, a severity
// of five, a relative path without "./" before it.
const qualitySchema = `{
	"type": "array",
	"items": {
		"type": "object",
		"required": ["description", "check_name", "fingerprint", "severity", "location"],
		"additionalProperties": false,
		"properties": {
			"description": {"type": "string", "minLength": 1},
			"check_name": {"type": "string", "minLength": 1},
			"fingerprint": {"type": "string", "minLength": 1},
			"severity": {"enum": ["info", "minor", "major", "critical", "blocker"]},
			"location": {
				"type": "object",
				"required": ["path", "lines"],
				"additionalProperties": false,
				"properties": {
					"path": {"type": "string", "pattern": "^[^./\\\\]"},
					"lines": {
						"type": "object",
						"required": ["begin"],
						"additionalProperties": false,
						"properties": {"begin": {"type": "integer", "minimum": 1}}
					}
				}
			}
		}
	}
}`

func TestCodeQualityIsValid(t *testing.T) {
	doc, err := jsonschema.UnmarshalJSON(strings.NewReader(qualitySchema))
	if err != nil {
		t.Fatal(err)
	}
	schema := compile(t, doc)
	for name, r := range map[string]*Report{"full": sample(), "empty": {}} {
		if err := schema.Validate(printed(t, "codequality", r)); err != nil {
			t.Errorf("%s: %v", name, err)
		}
	}
	nowhere := &Report{Findings: []Finding{{Finding: rule.Finding{Rule: "r", Message: "m"}, Fingerprint: "1"}}}
	if schema.Validate(printed(t, "codequality", nowhere)) == nil {
		t.Error("the schema allows everything")
	}
}

// GitLab keeps the first of several entries with one fingerprint, and drops the others.
func TestCodeQualityFingerprintsAreUnique(t *testing.T) {
	at := func(line int) graphmodel.Position { return graphmodel.Position{File: "/w/a.go", Line: line, Column: 1} }
	r := &Report{
		Findings: []Finding{{Finding: rule.Finding{Rule: "r", Message: "m", Pos: at(1)}}, {Finding: rule.Finding{Rule: "r", Message: "m", Pos: at(2)}}},
		Errors:   []Error{{Pos: at(3), Message: "a"}, {Pos: at(3), Message: "b"}, {Message: "without a place"}},
	}
	r.Sort()
	var issues []qualityIssue
	if err := json.Unmarshal([]byte(raw(t, "codequality", r, "/w")), &issues); err != nil {
		t.Fatal(err)
	}
	seen := map[string]bool{}
	for _, i := range issues {
		seen[i.Fingerprint] = true
	}
	if len(issues) != 4 || len(seen) != 4 || seen[""] {
		t.Errorf("%d entries with %d fingerprints, want four of each: %+v", len(issues), len(seen), issues)
	}
}
