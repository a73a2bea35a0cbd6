package report

import (
	"encoding/json"
	"io"
	"net/url"
	"path/filepath"
	"slices"
	"strings"

	"github.com/skewlint/skewlint/graphmodel"
	"github.com/skewlint/skewlint/internal/fingerprint"
	"github.com/skewlint/skewlint/internal/source"
	"github.com/skewlint/skewlint/rules/rule"
)

// SARIF prints SARIF 2.1.0, which code scanning services read.
//
// Places below Root are relative to %SRCROOT%, which has no address: it is where the reader has the
// repository. Columns are UTF-16 units. The witness is a code flow, and is told in the message as
// well, since GitHub shows the one and not the other where it has no room.
type SARIF struct {
	Out     io.Writer
	Root    string
	Version string // of skewlint
	// Ignored: results that a comment silences are told as well, as suppressed. A reader that knows
	// no suppressions, as GitHub, takes them for open ones.
	Ignored bool

	files source.Files
}

const (
	srcRoot  = "%SRCROOT%"
	homepage = "https://github.com/skewlint/skewlint"
)

// Print prints one log with one run.
func (s *SARIF) Print(r *Report) error {
	run := sarifRun{
		Tool: sarifTool{Driver: sarifDriver{
			Name: "skewlint", InformationURI: homepage, Version: s.Version, Rules: []sarifRule{},
		}},
		Automation:  sarifAutomation{ID: "skewlint/"},
		Invocations: []sarifInvocation{s.invocation(r)},
		BaseIDs:     map[string]sarifDescription{srcRoot: {Description: sarifMessage{Text: "The root of the repository."}}},
		ColumnKind:  "utf16CodeUnits",
		Results:     []sarifResult{},
	}
	index := map[string]int{}
	for i, known := range r.Rules {
		index[known.Name] = i
		run.Tool.Driver.Rules = append(run.Tool.Driver.Rules, sarifRuleOf(known))
	}
	for _, f := range s.told(r) {
		run.Results = append(run.Results, s.result(f, index))
	}
	enc := json.NewEncoder(s.Out)
	enc.SetEscapeHTML(false)
	enc.SetIndent("", "  ")
	return enc.Encode(sarifLog{
		Schema: "https://json.schemastore.org/sarif-2.1.0.json", Version: "2.1.0", Runs: []sarifRun{run},
	})
}

// told are the findings that become results, in their order.
func (s *SARIF) told(r *Report) []Finding {
	if !s.Ignored {
		return r.Findings
	}
	all := slices.Concat(r.Findings, r.Ignored)
	slices.SortStableFunc(all, compareFindings)
	return all
}

func sarifRuleOf(r rule.Rule) sarifRule {
	out := sarifRule{
		ID:               r.Name,
		ShortDescription: sarifMessage{Text: "Reports " + r.Title + "."},
		FullDescription:  sarifMessage{Text: "Reports " + r.Title + "."},
		Help:             sarifMessage{Text: r.Doc, Markdown: strings.TrimSpace(r.Text.Markdown())},
		Default:          sarifConfig{Level: level(r.Severity, "note")},
		Properties: map[string]any{
			"tags":             []string{"correctness"},
			"problem.severity": level(r.Severity, "recommendation"),
			"precision":        "high",
			"since":            r.Since,
		},
	}
	if r.Analyzer != nil {
		out.HelpURI = r.Analyzer.URL
	}
	return out
}

// invocation says whether the run was complete.
func (s *SARIF) invocation(r *Report) sarifInvocation {
	inv := sarifInvocation{Successful: len(r.Errors) == 0, Notifications: []sarifNotification{}}
	for _, e := range r.Errors {
		n := sarifNotification{Level: "error", Message: sarifMessage{Text: e.Message}}
		if e.Pos.File != "" {
			n.Locations = []sarifLocation{s.location(e.Pos, graphmodel.Position{})}
		}
		inv.Notifications = append(inv.Notifications, n)
	}
	return inv
}

func (s *SARIF) result(f Finding, index map[string]int) sarifResult {
	out := sarifResult{
		RuleID:       f.Rule,
		Level:        level(f.Severity, "note"),
		Message:      sarifMessage{Text: strings.Join(told(s.Root, f), "\n")},
		Locations:    []sarifLocation{},
		Fingerprints: map[string]string{fingerprint.Name: f.Fingerprint},
		Properties:   properties(f),
	}
	if i, ok := index[f.Rule]; ok {
		out.RuleIndex = &i
	}
	if f.Pos.IsValid() {
		out.Locations = append(out.Locations, s.location(f.Pos, f.End))
		out.CodeFlows = s.codeFlows(f)
	}
	for _, fix := range f.Fixes {
		out.Fixes = append(out.Fixes, s.fix(fix))
	}
	if s.Ignored {
		out.Suppressions = suppressions(f)
	}
	return out
}

// suppressions is empty and not nil for a finding that nothing silences: all results of a run have
// the property, or none (SARIF 2.1.0, 3.27.23).
func suppressions(f Finding) []sarifSuppression {
	g := f.Ignored
	if g == nil {
		return []sarifSuppression{}
	}
	properties := map[string]any{}
	if g.Owner != "" {
		properties["owner"] = g.Owner
	}
	if g.Until != "" {
		properties["until"] = g.Until
	}
	return []sarifSuppression{{Kind: "inSource", Status: "accepted", Justification: g.Reason, Properties: properties}}
}

func properties(f Finding) map[string]any {
	out := map[string]any{"grade": gradeName(f.Grade)}
	if f.Graph != "" {
		out["graph"] = f.Graph
	}
	if len(f.Path) > 0 {
		out["path"] = f.Path
	}
	if len(f.Builds) > 0 {
		out["builds"] = f.Builds
	}
	return out
}

// codeFlows are the witness. A step without a place is told at the finding, as readers drop it
// otherwise.
func (s *SARIF) codeFlows(f Finding) []sarifCodeFlow {
	var steps []sarifFlowLocation
	for _, step := range f.Witness {
		pos := step.Pos
		if !pos.IsValid() {
			pos = f.Pos
		}
		at := s.location(pos, graphmodel.Position{})
		at.Message = &sarifMessage{Text: step.Text}
		if step.Func != "" {
			at.Logical = []sarifLogical{{Name: string(step.Func), Kind: "function"}}
		}
		steps = append(steps, sarifFlowLocation{Location: at})
	}
	if len(steps) == 0 {
		return nil
	}
	return []sarifCodeFlow{{ThreadFlows: []sarifThreadFlow{{Locations: steps}}}}
}

// fix is a fix with its edits by file.
func (s *SARIF) fix(f rule.Fix) sarifFix {
	out := sarifFix{Description: sarifMessage{Text: f.Message}}
	for _, e := range f.Edits {
		artifact := s.artifact(e.Pos.File)
		i := slices.IndexFunc(out.Changes, func(c sarifChange) bool { return c.Artifact == artifact })
		if i < 0 {
			i = len(out.Changes)
			out.Changes = append(out.Changes, sarifChange{Artifact: artifact})
		}
		out.Changes[i].Replacements = append(out.Changes[i].Replacements, sarifReplacement{
			Deleted: *s.region(e.Pos, e.End), Inserted: sarifContent{Text: e.New},
		})
	}
	return out
}

func (s *SARIF) location(pos, end graphmodel.Position) sarifLocation {
	return sarifLocation{Physical: &sarifPhysical{Artifact: s.artifact(pos.File), Region: s.region(pos, end)}}
}

// region is nil where only the file is known.
func (s *SARIF) region(pos, end graphmodel.Position) *sarifRegion {
	if !pos.IsValid() {
		return nil
	}
	out := &sarifRegion{StartLine: pos.Line, StartColumn: s.files.UTF16Column(pos)}
	if end.IsValid() {
		out.EndLine, out.EndColumn = end.Line, s.files.UTF16Column(end)
	}
	return out
}

// artifact is a file as a URI: relative below the root, else with its full name.
func (s *SARIF) artifact(file string) sarifArtifact {
	rel := slashed(s.Root, graphmodel.Position{File: file}).File
	if !filepath.IsAbs(filepath.FromSlash(rel)) {
		return sarifArtifact{URI: (&url.URL{Path: rel}).String(), BaseID: srcRoot}
	}
	return sarifArtifact{URI: fileURI(rel)}
}

// fileURI is the URI of a full name with slashes: /a/b.go, C:/a/b.go, or //server/share/b.go.
func fileURI(slashed string) string {
	host := ""
	if rest, ok := strings.CutPrefix(slashed, "//"); ok {
		host, slashed, _ = strings.Cut(rest, "/")
	}
	if !strings.HasPrefix(slashed, "/") {
		slashed = "/" + slashed
	}
	return (&url.URL{Scheme: "file", Host: host, Path: slashed}).String()
}
