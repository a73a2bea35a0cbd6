package main

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/skewlint/skewlint/runtime/examples/internal/model"
	"github.com/skewlint/skewlint/runtime/examples/research/internal/analyst"
	"github.com/skewlint/skewlint/runtime/mcpgate"
	"github.com/skewlint/skewlint/runtime/stategraph"
)

// assistant holds what the nodes work with. None of it is in the state.
type assistant struct {
	gate  *mcpgate.Gateway
	model model.Model
	now   func() time.Time
	watch func(place string)
}

// repeats is how many failed calls one activation of a node may repeat, whatever it calls. Nothing around the nodes
// repeats them, so that it is the only number there is.
const repeats = 2

// patience is how long one activation of a node may take.
const patience = 20 * time.Second

// limited gives a node its budget and its deadline; both hold for everything that is called with the context.
func limited(ctx context.Context) (context.Context, context.CancelFunc) {
	return context.WithTimeout(mcpgate.Retries(ctx, repeats), patience)
}

// watched tells the watcher when a node begins and when its work is done and not yet recorded. That is where a crash hurts
// most, and where the demo and the tests kill the process.
func (a *assistant) watched(name string, node stategraph.NodeFunc) stategraph.NodeFunc {
	return func(ctx context.Context, s stategraph.State) (stategraph.Update, error) {
		a.watch("before " + name)
		update, err := node(ctx, s)
		a.watch("after " + name)
		return update, err
	}
}

// normalise makes the question one line. A thread has one question: its rounds and its evidence are never begun anew.
func (a *assistant) normalise(_ context.Context, s stategraph.State) (stategraph.Update, error) {
	if round.Get(s) > 0 {
		return nil, errors.New("this thread has had its question; start another thread for the next")
	}
	line := strings.Join(strings.Fields(question.Get(s)), " ")
	if line == "" {
		return nil, errors.New("there is no question")
	}
	to := slices.Clone(recipients.Get(s))
	slices.Sort(to)
	return stategraph.Update{topic.Set(line), recipients.Set(slices.Compact(to))}, nil
}

func (a *assistant) plan(ctx context.Context, s stategraph.State) (stategraph.Update, error) {
	lines, err := a.ask(ctx, analyst.Plan, "Question: "+topic.Get(s))
	if err != nil {
		return nil, err
	}
	return stategraph.Update{queries.Set(few(lines)), round.Set(1)}, nil
}

// refine goes on with what the review misses. The round is one more than the state says and never what the process
// remembers.
func (a *assistant) refine(_ context.Context, s stategraph.State) (stategraph.Update, error) {
	return stategraph.Update{queries.Set(few(review.Get(s).Missing)), round.Set(round.Get(s) + 1)}, nil
}

// few cuts what a model planned to what one round may have.
func few(lines []string) []string {
	return lines[:min(len(lines), mostQueries)]
}

// review decides alone what is made of the searches: no search writes it.
func (a *assistant) review(ctx context.Context, s stategraph.State) (stategraph.Update, error) {
	lines, err := a.ask(ctx, analyst.Review, a.material(s))
	if err != nil {
		return nil, err
	}
	if slices.Contains(lines, analyst.Enough) {
		return stategraph.Update{review.Set(verdict{Enough: true})}, nil
	}
	return stategraph.Update{review.Set(verdict{Missing: few(lines)})}, nil
}

func (a *assistant) write(ctx context.Context, s stategraph.State) (stategraph.Update, error) {
	lines, err := a.ask(ctx, analyst.Write, a.material(s))
	if err != nil {
		return nil, err
	}
	return stategraph.Update{report.Set(compose(s, strings.Join(lines, "\n")))}, nil
}

// material is what the model reads: the program's own lines, and quotations.
func (a *assistant) material(s stategraph.State) string {
	var b strings.Builder
	fmt.Fprintf(&b, "Question: %s\nRound %d of %d\n", topic.Get(s), round.Get(s), mostRounds)
	for _, e := range evidence.Get(s) {
		b.WriteString(e.quote() + "\n")
	}
	return b.String()
}

// ask asks the model and returns the lines of its answer. The instruction is a constant of this program; whatever was
// found goes into the user's message.
func (a *assistant) ask(ctx context.Context, instruction, material string) ([]string, error) {
	ctx, cancel := limited(ctx)
	defer cancel()
	said, err := a.model.Complete(ctx, []model.Message{
		{Role: model.System, Content: instruction},
		{Role: model.User, Content: material},
	}, nil)
	if err != nil {
		return nil, err
	}
	var lines []string
	for line := range strings.Lines(said.Content) {
		if line = strings.TrimSpace(line); line != "" {
			lines = append(lines, line)
		}
	}
	if lines == nil {
		return nil, errors.New("the model said nothing")
	}
	return lines, nil
}

// approve waits for a person and does nothing else, because it runs from its first line again.
func (a *assistant) approve(ctx context.Context, s stategraph.State) (stategraph.Update, error) {
	shown := letterOf(s).summary()
	said, err := stategraph.Interrupt[decision](ctx, "approve "+shown.Digest, shown)
	if err != nil {
		return nil, err
	}
	return stategraph.Update{approval.Set(said)}, nil
}

// revise makes the next revision of the person's edit. What was said of the last one does not hold for it.
func (a *assistant) revise(_ context.Context, s stategraph.State) (stategraph.Update, error) {
	next := report.Get(s)
	next.Revision++
	next.Body = approval.Get(s).Edit
	return stategraph.Update{report.Set(next)}, nil
}

// send sends the letter that was approved, under an action id that a repetition carries too.
func (a *assistant) send(ctx context.Context, s stategraph.State) (stategraph.Update, error) {
	ctx, cancel := limited(ctx)
	defer cancel()
	l := letterOf(s)
	if said := approval.Get(s); !said.OK || said.Digest != l.digest() {
		return nil, errors.New("what is to be sent is not what was approved")
	}
	action := actionID(threadID.Get(s), l)
	res, err := a.gate.Call(ctx, "mail__send_report", map[string]any{
		"recipients": l.Recipients, "subject": l.Subject, "body": l.Body,
	}, mcpgate.Key(action))
	if err != nil {
		return nil, err
	}
	got := receipt{Action: action}
	if err := res.Decode(&got); err != nil {
		return nil, err
	}
	return stategraph.Update{sent.Set(got)}, nil
}
