package effectbeforepause

import (
	"slices"

	"github.com/skewlint/skewlint/analyzers/effects"
	"github.com/skewlint/skewlint/graphmodel"
	"github.com/skewlint/skewlint/rules/rule"
)

// handlers are the findings in handlers of an MCP server, which need no graph: the protocol says that
// a call whose result asks for input is made again with the answers, so the handler is re-entered,
// whoever serves it and however it was registered.
func handlers(p *rule.Pass, told map[graphmodel.Position]bool) []rule.Finding {
	var out []rule.Finding
	for _, h := range p.Effects.Handlers() {
		for _, r := range decide(h.Before) {
			pos := p.AnchorBeside(r.Use.Trace, []effects.Trace{r.Pause.Trace}, h.Func.Pos)
			if told[pos] {
				continue
			}
			out = append(out, rule.Finding{
				Grade:   r.grade,
				Pos:     pos,
				Message: message(rule.FuncName("handler", h.Func.Ref), r.Use, "it asks for input, so the answer does it again"),
				Witness: again(slices.Clone(r.Use.Trace), r, "when the client answers, the handler runs again from its first line"),
			})
		}
	}
	return out
}
