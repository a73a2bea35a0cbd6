// Findings with comments that silence them, and comments that silence nothing.
package ignored

import (
	"context"
	"net/smtp"

	"github.com/skewlint/skewlint/runtime/stategraph"
)

var Confirmed = stategraph.NewField[bool]("confirmed")

func graph(node stategraph.NodeFunc) *stategraph.Graph {
	g := stategraph.New("g")
	g.AddField(Confirmed)
	g.AddNode("mail", node)
	g.AddEdge(stategraph.Start, "mail")
	g.AddEdge("mail", stategraph.End)
	return g
}

func ask(ctx context.Context) (stategraph.Update, error) {
	ok, err := stategraph.Interrupt[bool](ctx, "confirm", "sent?")
	return stategraph.Update{Confirmed.Set(ok)}, err
}

var plain = graph(func(ctx context.Context, s stategraph.State) (stategraph.Update, error) {
	_ = smtp.SendMail("localhost:25", nil, "a", []string{"b"}, nil) // want `sends mail .* before it pauses`
	return ask(ctx)
})

var onTheLine = graph(func(ctx context.Context, s stategraph.State) (stategraph.Update, error) {
	_ = smtp.SendMail("localhost:25", nil, "a", []string{"b"}, nil) //skewlint:ignore effectbeforepause -- the mail server drops repeats
	return ask(ctx)
})

var onTheStatement = graph(func(ctx context.Context, s stategraph.State) (stategraph.Update, error) {
	//skewlint:ignore effectbeforepause -- the mail server drops repeats
	if ctx.Err() == nil {
		_ = smtp.SendMail("localhost:25", nil, "a", []string{"b"}, nil)
	}
	return ask(ctx)
})

//skewlint:ignore effectbeforepause owner=mail until=2999-01-01 -- the mail server drops repeats
func onTheFunction(ctx context.Context, s stategraph.State) (stategraph.Update, error) {
	_ = smtp.SendMail("localhost:25", nil, "a", []string{"b"}, nil)
	return ask(ctx)
}

var _ = graph(onTheFunction)

var nolint = graph(func(ctx context.Context, s stategraph.State) (stategraph.Update, error) {
	_ = smtp.SendMail("localhost:25", nil, "a", []string{"b"}, nil) //nolint:skewlint // the mail server drops repeats
	return ask(ctx)
})

var expired = graph(func(ctx context.Context, s stategraph.State) (stategraph.Update, error) {
	//skewlint:ignore effectbeforepause until=2020-01-01 -- old // want `has expired on 2020-01-01`
	_ = smtp.SendMail("localhost:25", nil, "a", []string{"b"}, nil) // want `sends mail .* before it pauses`
	return ask(ctx)
})

var otherRule = graph(func(ctx context.Context, s stategraph.State) (stategraph.Update, error) {
	//skewlint:ignore rawhandle -- wrong rule // want `this comment silences nothing: rawhandle reports nothing here`
	_ = smtp.SendMail("localhost:25", nil, "a", []string{"b"}, nil) // want `sends mail .* before it pauses`
	return ask(ctx)
})

var half = graph(func(ctx context.Context, s stategraph.State) (stategraph.Update, error) {
	//skewlint:ignore effectbeforepause,entrygate -- half of it is of use // want `this comment silences nothing: entrygate reports nothing here`
	_ = smtp.SendMail("localhost:25", nil, "a", []string{"b"}, nil)
	return ask(ctx)
})

// The rule is switched off in this folder's configuration, so nobody can tell.
//
//skewlint:ignore missingreducer -- not now
func off() {}
