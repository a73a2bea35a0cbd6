package main

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/skewlint/skewlint/runtime/examples/internal/model"
	"github.com/skewlint/skewlint/runtime/examples/research/internal/analyst"
	"github.com/skewlint/skewlint/runtime/examples/research/internal/world"
	"github.com/skewlint/skewlint/runtime/stategraph"
)

// assistant holds what the nodes work with.
type assistant struct {
	desk  *desk
	model model.Model
	// mailed is called when a report is out.
	mailed func()
}

// ask asks the model.
func (a *assistant) ask(ctx context.Context, instruction, material string) (string, error) {
	said, err := a.model.Complete(ctx, []model.Message{
		{Role: model.System, Content: instruction},
		{Role: model.User, Content: material},
	}, nil)
	return said.Content, err
}

// plan begins the attempts and decides what to search for.
func (a *assistant) plan(ctx context.Context, s stategraph.State) (stategraph.Update, error) {
	material := "Question: " + question.Get(s)
	if m := missing.Get(s); m != "" {
		material += "\nMissing: " + m
	}
	planned, err := a.ask(ctx, analyst.Plan, material)
	if err != nil {
		return nil, err
	}
	return stategraph.Update{attempts.Set(0), queries.Set(strings.Split(planned, "\n"))}, nil
}

// search searches one server for one query, and again when that fails.
func (a *assistant) search(ctx context.Context, s stategraph.State) (stategraph.Update, error) {
	var found []source
	var err error
	for range tries {
		if found, err = a.desk.search(ctx, server.Get(s), query.Get(s)); err == nil {
			return stategraph.Update{evidence.Set(found)}, nil
		}
	}
	return nil, err
}

// known is what was found, for the model.
func known(s stategraph.State) string {
	var b strings.Builder
	b.WriteString("\nThis is what you know:\n")
	for _, e := range evidence.Get(s) {
		fmt.Fprintf(&b, "[%s] %s: %s\n", e.ID, e.Title, e.Excerpt)
	}
	return b.String()
}

func (a *assistant) review(ctx context.Context, s stategraph.State) (stategraph.Update, error) {
	said, err := a.ask(ctx, analyst.Review, question.Get(s)+known(s))
	if err != nil {
		return nil, err
	}
	if said == analyst.Enough {
		said = ""
	}
	return stategraph.Update{missing.Set(said), attempts.Set(attempts.Get(s) + 1)}, nil
}

// publish announces the report, has it approved and sends it.
func (a *assistant) publish(ctx context.Context, s stategraph.State) (stategraph.Update, error) {
	to := recipients.Get(s)
	if err := a.desk.send(ctx, to, "A report is waiting for you", question.Get(s)); err != nil {
		return nil, err
	}
	body, to, err := a.compose(ctx, s, to)
	if err != nil {
		return nil, err
	}
	ok, err := stategraph.Interrupt[bool](ctx, "publish", body)
	if err != nil {
		return nil, err
	}
	if !ok {
		return stategraph.Update{outcome.Set("declined")}, nil
	}
	if err := a.desk.send(ctx, to, "Research: "+question.Get(s), body); err != nil {
		return nil, err
	}
	a.mailed()
	return stategraph.Update{outcome.Set("sent")}, nil
}

// compose writes the report of what is known, with the news of the day. The model may name more readers.
func (a *assistant) compose(ctx context.Context, s stategraph.State, to []string) (string, []string, error) {
	findings, err := a.ask(ctx, analyst.Write+known(s), question.Get(s))
	if err != nil {
		return "", nil, err
	}
	news, err := a.desk.search(ctx, world.Web, "battery lifetime")
	if err != nil {
		return "", nil, err
	}
	to = slices.Clone(to)
	var body []string
	for line := range strings.SplitSeq(findings, "\n") {
		if reader, ok := strings.CutPrefix(line, "TO: "); ok {
			to = append(to, reader)
			continue
		}
		body = append(body, line)
	}
	for _, n := range news {
		body = append(body, "In the news: "+n.Excerpt)
	}
	return strings.Join(body, "\n"), to, nil
}

// librarian thinks that three sources are enough.
func (a *assistant) librarian(ctx context.Context, s stategraph.State) (stategraph.Update, error) {
	return a.judge(ctx, s, world.Papers, 3)
}

// engineer thinks that one source is enough.
func (a *assistant) engineer(ctx context.Context, s stategraph.State) (stategraph.Update, error) {
	return a.judge(ctx, s, world.Documents, 1)
}

func (a *assistant) judge(ctx context.Context, s stategraph.State, where string, want int) (stategraph.Update, error) {
	found, err := a.desk.search(ctx, where, question.Get(s))
	if err != nil {
		return nil, err
	}
	return stategraph.Update{enough.Set(len(found) >= want)}, nil
}

func (a *assistant) conclude(_ context.Context, s stategraph.State) (stategraph.Update, error) {
	return stategraph.Update{outcome.Set(fmt.Sprintf("enough: %t", enough.Get(s)))}, nil
}
