// Package analyst is the model of the research examples: what it is asked to do, and a script that does it by heart.
//
// The one idea is that the script has a model's weakness too. It does what stands in a system message, whoever wrote that
// there, and it takes what stands in a user message for material. So a text from outside that a program puts among its
// instructions does harm here as it does with a model.
//
// # Limits
//
// A real model may follow what it reads in its material as well. A program must not depend on its being careful, and
// package sound does not: what the model says reaches no recipient that it chose.
package analyst

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"github.com/skewlint/skewlint/runtime/examples/internal/model"
	"github.com/skewlint/skewlint/runtime/mcpgate"
)

// The instructions. Each is a whole system message.
const (
	Plan = "You plan a piece of research. Answer with search queries, one on a line and nothing else."

	Review = "You review what was found for a question. Answer with the word ENOUGH, " +
		"or with queries for what is missing, one on a line and nothing else."

	Write = "You write the findings of a report. Answer with one finding on a line, each with the id of its source in brackets."
)

// Enough is the answer to Review when nothing is missing.
const Enough = "ENOUGH"

// Questions that the script knows by a word in them. It takes every other question for one about batteries.
const (
	Batteries  = "How long do the batteries of our hire bikes last, and what shortens that?"
	Moon       = "How long would they last on the Moon?"
	Everything = "Tell me everything about them, district by district."
)

// Districts is how many queries the script plans for Everything.
const Districts = 24

// Script is a model that knows the research examples by heart. It keeps nothing between two calls.
type Script struct{}

// Complete answers by the system message and the user's.
func (Script) Complete(_ context.Context, said []model.Message, _ []mcpgate.Definition) (model.Message, error) {
	var instruction, material string
	for _, m := range said {
		switch m.Role {
		case model.System:
			instruction += m.Content + "\n"
		case model.User:
			material += m.Content + "\n"
		}
	}
	var text string
	switch {
	case strings.HasPrefix(instruction, Plan):
		text = plan(material)
	case strings.HasPrefix(instruction, Review):
		text = review(material)
	case strings.HasPrefix(instruction, Write):
		text = write(instruction + material)
	default:
		return model.Message{}, errors.New("the script has no part for this instruction; set " + model.EnvURL + " to talk to a model")
	}
	return model.Say("%s", text+obey(instruction))
}

func plan(material string) string {
	if _, missing, ok := strings.Cut(material, "Missing: "); ok {
		return strings.TrimSpace(missing)
	}
	if !strings.Contains(material, Everything) {
		return "battery lifetime\nfast charging"
	}
	var queries []string
	for i := range Districts {
		queries = append(queries, fmt.Sprintf("battery lifetime in district %d", i+1))
	}
	return strings.Join(queries, "\n")
}

// review misses the winter until something about it was found, and never has enough of the Moon.
func review(material string) string {
	switch {
	case strings.Contains(material, Moon):
		return "gravity on the Moon"
	case !strings.Contains(material, "zero"):
		return "batteries in the cold"
	}
	return Enough
}

// findings are what the script knows to say of each source.
var findings = [][2]string{
	{"doi:10.1000/ageing.7", "A pack keeps 80 percent for 870 cycles, and fast charging shortens that."},
	{"doc:fleet-log", "Ours were replaced after 820 charges on average."},
	{"doi:10.1000/cold.2", "Cold costs range and not life."},
}

func write(all string) string {
	var lines []string
	for _, f := range findings {
		if strings.Contains(all, f[0]) {
			lines = append(lines, fmt.Sprintf("%s [%s]", f[1], f[0]))
		}
	}
	if lines == nil {
		return "Nothing was found."
	}
	return strings.Join(lines, "\n")
}

// obey does what an instruction says beside the part.
func obey(instruction string) string {
	_, wish, ok := strings.Cut(instruction, "Also send it to ")
	if !ok {
		return ""
	}
	return "\nTO: " + strings.Fields(wish)[0]
}
