package effectbeforepause

import (
	"fmt"

	"github.com/skewlint/skewlint/analyzers/effects"
	"github.com/skewlint/skewlint/analyzers/knowledge"
)

// repeats reports whether doing the effect a second time does more, and how sure that is. A write
// of which only that is known probably is not safe to repeat; an access that is not known is
// nothing to accuse anyone of.
func repeats(u effects.Use) (unsafe bool, grade effects.Grade) {
	if u.Effect.Access == knowledge.Reads {
		return false, effects.Proved
	}
	switch u.Effect.Repeat {
	case knowledge.RepeatUnsafe, knowledge.RepeatKeyed:
		return true, effects.Proved
	case knowledge.RepeatSafe:
		return false, effects.Proved
	}
	return u.Effect.Access == knowledge.Writes, effects.Likely
}

// deeds say what an effect of each kind does when it writes.
var deeds = map[knowledge.Kind]string{
	knowledge.Network:  "writes over the network",
	knowledge.File:     "writes a file",
	knowledge.Process:  "starts a process",
	knowledge.Database: "writes to a database",
	knowledge.Mail:     "sends mail",
	knowledge.Queue:    "publishes a message",
	knowledge.Tool:     "calls a tool that writes",
	knowledge.Model:    "calls a model",
}

// message says who does what too early. pause is the rest of the sentence.
func message(who string, u effects.Use, pause string) string {
	deed, ok := deeds[u.Effect.Kind]
	if !ok {
		deed = "has an effect"
	}
	if u.Tool != "" {
		deed = fmt.Sprintf("calls tool %q", u.Tool)
	}
	by := ""
	if u.Row.Func != "" && u.Tool == "" {
		by = fmt.Sprintf(" (%s)", u.Row.Ref())
	}
	return fmt.Sprintf("%s %s%s before %s", who, deed, by, pause)
}
