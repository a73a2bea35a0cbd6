package unboundedfanout

import (
	"fmt"
	"slices"
	"strconv"

	"github.com/skewlint/skewlint/analyzers/effects"
	"github.com/skewlint/skewlint/analyzers/knowledge"
	"github.com/skewlint/skewlint/graphmodel"
	"github.com/skewlint/skewlint/rules/rule"
)

// smallWidth is the largest constant number of tasks that needs no limit: as many as a reader
// takes for a fixed list of branches.
const smallWidth = 16

// fixedLimit is the limit that the fix writes: it bears most servers' patience, and is there to be
// changed.
const fixedLimit = 8

// limit is the fix where the framework has an option for it and the call can take one. A group of
// goroutines gets none: goroutines of one group may wait for each other, tasks of a fan-out do not.
func limit(p *rule.Pass, d graphmodel.Dialect, e graphmodel.Edge) []rule.Fix {
	if d.LimitOption == "" {
		return nil
	}
	edit, ok := p.AppendOption(e.Pos, d.LimitOption, strconv.Itoa(fixedLimit))
	if !ok {
		return nil
	}
	return []rule.Fix{{Message: fmt.Sprintf("let at most %d tasks of the fan-out run at once", fixedLimit), Edits: []rule.Edit{edit}}}
}

// open reports whether nothing in the graph or the framework limits the edge.
func open(d graphmodel.Dialect, e graphmodel.Edge) bool {
	return e.Kind == graphmodel.FanOut && e.Limited == graphmodel.No && d.DefaultFanOutLimit == 0
}

// tooWide decides by what is known of the splitter; ok is false when there is nothing to say.
func tooWide(e graphmodel.Edge, w effects.Width) (message string, ok bool) {
	switch {
	case w.Bound == effects.BoundData && w.Source != "":
		return fmt.Sprintf("fan-out from %q to %q has no limit, so %s decides how many run at once",
			e.From, e.To, w.Source), true
	case w.Bound == effects.BoundConst && w.N > smallWidth:
		return fmt.Sprintf("fan-out from %q to %q has no limit, so all %d tasks run at once",
			e.From, e.To, w.N), true
	}
	return "", false
}

func widthText(w effects.Width) string {
	if w.Bound == effects.BoundConst {
		return fmt.Sprintf("the splitter makes %d tasks", w.N)
	}
	return "the splitter makes one task per item of " + w.Source
}

// outward are the kinds of effects that somebody else pays for: a peer, a quota, a descriptor.
var outward = map[knowledge.Kind]string{
	knowledge.Network:  "network calls",
	knowledge.File:     "file operations",
	knowledge.Process:  "processes",
	knowledge.Database: "database calls",
	knowledge.Mail:     "mails",
	knowledge.Queue:    "messages",
	knowledge.Tool:     "tool calls",
	knowledge.Model:    "model calls",
	knowledge.Agent:    "runs of an agent or graph",
}

// reachesOut gives the first use of an outward kind.
func reachesOut(uses []effects.Use) (effects.Use, bool) {
	var run effects.Use
	for _, u := range uses {
		switch _, ok := outward[u.Effect.Kind]; {
		case u.Effect.Kind == knowledge.Agent && len(run.Trace) == 0:
			run = u
		case ok && u.Effect.Kind != knowledge.Agent:
			return u, true
		}
	}
	run.Grade = effects.Likely // its nodes may only compute
	return run, len(run.Trace) > 0
}

// callsTool gives the first call of a tool.
func callsTool(uses []effects.Use) (effects.Use, bool) {
	i := slices.IndexFunc(uses, func(u effects.Use) bool { return u.Effect.Kind == knowledge.Tool })
	if i < 0 {
		return effects.Use{}, false
	}
	return uses[i], true
}

func spawnMessage(who string, s effects.Spawn, u effects.Use) string {
	return fmt.Sprintf("%s starts %s without limit, so %s decides how many run at once",
		who, outward[u.Effect.Kind], s.Source)
}
