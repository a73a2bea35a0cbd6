package main

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"sync"

	"github.com/skewlint/skewlint/runtime/examples/internal/model"
	"github.com/skewlint/skewlint/runtime/examples/office/internal/books"
	"github.com/skewlint/skewlint/runtime/mcpgate/ask"
	"github.com/skewlint/skewlint/runtime/mcpgate/graphpause"
	"github.com/skewlint/skewlint/runtime/stategraph"
)

// demo is what the scenes share. It tells into memory, and run prints.
type demo struct {
	program *program
	books   *books.Books
	told    strings.Builder
}

func (d *demo) tell(format string, args ...any) { fmt.Fprintf(&d.told, format+"\n", args...) }

func (d *demo) scenes(ctx context.Context) error {
	d.tell("office, sound: nothing happens before a person has said so")
	for _, scene := range []func(context.Context) error{d.tools, d.maria, d.race, d.scheduler, d.journal} {
		if err := scene(ctx); err != nil {
			return err
		}
	}
	return nil
}

// person answers what a paused run asks.
type person struct {
	may    ask.Action     // for calls that the program holds back
	refund ask.Action     // for the form of a refund
	form   map[string]any // what is filled in when it is accepted
}

// answer makes the answers to one pause.
func (p person) answer(pause stategraph.Pause) (ask.Question, ask.Answers, error) {
	q, err := graphpause.Question(pause)
	if err != nil {
		return q, ask.Answers{}, err
	}
	said := map[string]ask.Response{}
	for key, r := range q.Requests {
		switch {
		case r.Mode == ask.Approval:
			said[key] = ask.Response{Action: p.may}
		case p.refund == ask.Accept:
			said[key] = ask.Response{Action: ask.Accept, Content: p.form}
		default:
			said[key] = ask.Response{Action: p.refund}
		}
	}
	answers, err := q.Answer(said)
	return q, answers, err
}

// start begins a turn of a thread.
func (p *program) start(ctx context.Context, graph, thread, text string) (stategraph.Result, error) {
	return p.engine.Start(ctx, graph, thread, stategraph.Update{request.Set(text)})
}

// finish answers the pauses of a run until there are none; seen is told of each question with its answers.
func (p *program) finish(ctx context.Context, res stategraph.Result, who person, seen func(ask.Question, ask.Answers)) (stategraph.Result, error) {
	for len(res.Pauses) > 0 {
		q, answers, err := who.answer(res.Pauses[0])
		if err != nil {
			return res, err
		}
		seen(q, answers)
		if res, err = p.engine.Resume(ctx, res.Thread, res.Pauses[0].ID, answers); err != nil {
			return res, err
		}
	}
	return res, nil
}

// turn plays one message of a user to its end and tells of it.
func (d *demo) turn(ctx context.Context, graph, thread, text string, who person) error {
	d.tell("\n%s hears %q", graph, text)
	res, err := d.program.start(ctx, graph, thread, text)
	if err != nil {
		return err
	}
	res, err = d.program.finish(ctx, res, who, d.question)
	if err != nil {
		return err
	}
	d.calls(said.Get(res.State))
	d.tell("  says     %s", last(res))
	return nil
}

// question tells what a person was asked, and what the answer was.
func (d *demo) question(q ask.Question, a ask.Answers) {
	for key, r := range q.Requests {
		d.tell("  paused   %s %s waits for a person (%s)", q.Name, q.Arguments, r.Mode)
		if r.Mode != ask.Approval {
			d.tell("  asked    %s", r.Message.Unsafe())
		}
		said := a.Responses[key]
		if amount, ok := said.Content["amount"]; ok {
			d.tell("  answer   %s, %v EUR, %q", said.Action, amount, said.Content["reason"])
			continue
		}
		d.tell("  answer   %s", said.Action)
	}
}

// calls tells which tools were called since the user spoke.
func (d *demo) calls(all []model.Message) {
	start := 0
	for i, m := range all {
		if m.Role == model.User {
			start = i
		}
	}
	for _, m := range all[start:] {
		for _, c := range m.Calls {
			d.tell("  called   %s %s", c.Name, c.Arguments)
		}
	}
}

// last is what the agent said last.
func last(res stategraph.Result) string {
	all := said.Get(res.State)
	if len(all) == 0 {
		return ""
	}
	return all[len(all)-1].Content
}

// tools shows what each agent is told of.
func (d *demo) tools(ctx context.Context) error {
	for _, who := range []struct {
		name string
		*agent
	}{{"clerk", d.program.clerk}, {"scheduler", d.program.scheduler}} {
		found, err := who.tools(ctx)
		if err != nil {
			return err
		}
		var names []string
		for _, t := range found {
			names = append(names, strings.TrimPrefix(t.Name, "office__"))
		}
		d.tell("  the %-9s is told of %s", who.name, strings.Join(names, ", "))
	}
	return nil
}

// maria plays the conversation of the clerk, and looks into the books behind each thing that was said.
func (d *demo) maria(ctx context.Context) error {
	yes := person{may: ask.Accept, refund: ask.Accept, form: map[string]any{"amount": 80, "reason": "the appointment was cancelled"}}
	no := person{may: ask.Decline, refund: ask.Decline}
	for _, t := range []struct {
		text string
		who  person
	}{{whoIsMaria, yes}, {bookTuesday, yes}, {refundHers, no}, {refundHers, yes}} {
		if err := d.turn(ctx, "clerk", "maria", t.text, t.who); err != nil {
			return err
		}
		if t.text == refundHers {
			inv, err := d.books.Invoice(ctx, 2)
			if err != nil {
				return err
			}
			d.tell("  books    invoice %d: %s, %d cents back, reason %q", inv.ID, inv.Status, inv.Refunded, inv.Reason)
		}
	}
	return nil
}

// race lets two runs wait for the same slot, and says yes to both at one time.
func (d *demo) race(ctx context.Context) error {
	d.tell("\nscheduler hears for Ben and for Chen that they want the next appointment on Monday")
	results, err := d.program.race(ctx, mondayBen, mondayChen)
	if err != nil {
		return err
	}
	booked := 0
	for _, res := range results {
		if strings.HasPrefix(last(res), "Booked") {
			booked++
		}
	}
	slot, err := d.books.Slot(ctx, 2)
	if err != nil {
		return err
	}
	d.tell("  both were offered slot %d, both were approved at one time, and %d was booked", slot.ID, booked)
	d.tell("  books    slot %d has an owner: %t", slot.ID, slot.CustomerID != 0)
	return nil
}

// race starts a run for each text, and when all of them are paused answers all of them at once.
func (p *program) race(ctx context.Context, texts ...string) ([]stategraph.Result, error) {
	results, errs := make([]stategraph.Result, len(texts)), make([]error, len(texts))
	for i, text := range texts {
		if results[i], errs[i] = p.start(ctx, "scheduler", fmt.Sprintf("race-%d", i+1), text); errs[i] != nil {
			return nil, errs[i]
		}
	}
	var wg sync.WaitGroup
	for i := range texts {
		wg.Go(func() {
			results[i], errs[i] = p.finish(ctx, results[i], person{may: ask.Accept}, func(ask.Question, ask.Answers) {})
		})
	}
	wg.Wait()
	return results, errors.Join(errs...)
}

// scheduler asks the wrong agent.
func (d *demo) scheduler(ctx context.Context) error {
	return d.turn(ctx, "scheduler", "wrong-agent", refundMaria, person{})
}

// journal shows every change that took place. Who won the race is left out: it is not decided.
func (d *demo) journal(ctx context.Context) error {
	changes, err := d.books.Journal(ctx)
	if err != nil {
		return err
	}
	d.tell("\nthe journal of the books, written by the database")
	for _, c := range changes {
		if strings.HasPrefix(c, "slot 2 ") {
			c = "slot 2 to one of two"
		}
		d.tell("  %s", c)
	}
	return nil
}
