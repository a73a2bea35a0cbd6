package rule

import (
	"cmp"
	"go/token"
	"slices"
	"strconv"
	"strings"

	"golang.org/x/tools/go/analysis"
)

// Report reports findings of other analyzers of the pass, for an analyzer that stands for several
// rules. It may have changed their messages.
func Report(pass *analysis.Pass, findings []Finding) {
	p := &Pass{pass: pass, place: placeOf(pass)}
	for _, f := range findings {
		p.report(f)
	}
}

// report hands a finding to the driver. It is the only call of analysis.Pass.Report in the rules.
func (p *Pass) report(f Finding) {
	pos := p.place.at(f.Pos)
	d := analysis.Diagnostic{Pos: pos, Category: f.Rule, Message: f.Message}
	if f.End.IsValid() {
		d.End = p.place.at(f.End)
	}
	for _, step := range f.Witness {
		at := pos // a step without a place is told at the finding
		if step.Pos.IsValid() {
			at = p.place.at(step.Pos)
		}
		d.Related = append(d.Related, analysis.RelatedInformation{Pos: at, Message: step.Text})
	}
	d.SuggestedFixes = p.suggested(f.Fixes)
	if d.Pos == token.NoPos {
		d.Pos = p.files()[0].Package
	}
	p.pass.Report(d)
}

// tidy sorts findings by place and drops those that say the same at the same place: a builder
// that is called twice gives two equal graphs, and tests build more of them, whose nodes may have
// other names. Of such findings the surest stands for all, and one in the program's own graph before
// one in a graph of a test.
func tidy(findings []Finding) []Finding {
	slices.SortStableFunc(findings, func(a, b Finding) int {
		switch {
		case a.Pos.Before(b.Pos):
			return -1
		case b.Pos.Before(a.Pos):
			return 1
		}
		return cmp.Or(
			cmp.Compare(says(a), says(b)), cmp.Compare(ends(a), ends(b)), cmp.Compare(a.Grade, b.Grade), cmp.Compare(inTest(a), inTest(b)),
			cmp.Compare(a.Message, b.Message), cmp.Compare(a.Graph, b.Graph),
		)
	})
	return slices.CompactFunc(findings, func(a, b Finding) bool {
		return a.Pos == b.Pos && (a.Message == b.Message || says(a) == says(b) && ends(a) == ends(b))
	})
}

// says is the message without the name of the node.
func says(f Finding) string {
	if f.Node == "" {
		return f.Message
	}
	return strings.Replace(f.Message, strconv.Quote(f.Node), "", 1)
}

// ends is where the witness ends. Findings about graphs of another package are told at the call that
// builds the graph, so that the place alone does not say that two are about one piece of code.
func ends(f Finding) string {
	if len(f.Witness) == 0 {
		return ""
	}
	return f.Witness[len(f.Witness)-1].Pos.String()
}

// inTest is 1 for a finding about a graph that a test builds.
func inTest(f Finding) int {
	if len(f.Witness) > 0 && strings.HasSuffix(f.Witness[0].Pos.File, "_test.go") {
		return 1
	}
	return 0
}
