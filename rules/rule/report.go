package rule

import (
	"cmp"
	"go/token"
	"slices"

	"golang.org/x/tools/go/analysis"
)

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
// that is called twice gives two equal graphs.
func tidy(findings []Finding) []Finding {
	slices.SortStableFunc(findings, func(a, b Finding) int {
		switch {
		case a.Pos.Before(b.Pos):
			return -1
		case b.Pos.Before(a.Pos):
			return 1
		}
		return cmp.Or(cmp.Compare(a.Message, b.Message), cmp.Compare(a.Grade, b.Grade), cmp.Compare(a.Graph, b.Graph))
	})
	return slices.CompactFunc(findings, func(a, b Finding) bool {
		return a.Pos == b.Pos && a.Message == b.Message
	})
}
