package rule

import (
	"fmt"

	"github.com/skewlint/skewlint/analyzers/effects"
	"github.com/skewlint/skewlint/analyzers/ignores"
	"github.com/skewlint/skewlint/analyzers/settings"
)

// BadIgnore is the name of the rule that speaks of comments that silence findings. Whether one is
// still of use only the rule that it names can know, so each rule reports that itself, under this
// name.
const BadIgnore = "badignore"

// BadIgnoreSeverity is the severity of that rule.
const BadIgnoreSeverity = Warning

// Unused is what is said of a comment that names a rule which reports nothing where it stands.
func Unused(name string) string {
	return fmt.Sprintf("this comment silences nothing: %s reports nothing here", name)
}

// unused are the comments that name the rule and silence nothing. It is called behind the rule's
// last finding.
func unused(comments *ignores.Set, name string, set *settings.Settings) []Finding {
	var out []Finding
	for _, g := range comments.Unused(name) {
		out = append(out, Finding{
			Rule:     BadIgnore,
			Severity: Severity(set.Severity(BadIgnore, string(BadIgnoreSeverity))),
			Pos:      g.Pos,
			Message:  Unused(name),
			Witness: []effects.Step{
				{Pos: g.Pos, Text: "the comment names " + name},
				{Pos: g.Pos, Text: "no finding of " + name + " stands where it covers"},
			},
		})
	}
	return out
}
