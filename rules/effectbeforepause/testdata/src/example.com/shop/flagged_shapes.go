// The same mistake in the shapes in which people write nodes: method value, wrapper round a node,
// interface with one implementation, chains of helpers into another package.

package shop

import (
	"context"
	"net/smtp"

	"example.com/shop/mailer"

	"github.com/skewlint/skewlint/runtime/stategraph"
)

type desk struct{ from string }

func (d *desk) confirm(ctx context.Context, s stategraph.State) (stategraph.Update, error) {
	if err := d.send(); err != nil { // want `node "method" sends mail`
		return nil, err
	}
	_, err := ask(ctx, "fine?")
	return nil, err
}

func (d *desk) send() error {
	return smtp.SendMail("localhost:25", nil, d.from, nil, nil)
}

func methodValue() *stategraph.Graph { return oneNode("method", (&desk{from: "a"}).confirm) }

// The effect is two calls away in a package that builds no graph: the finding stands at the call.
func chainIntoAnotherPackage() *stategraph.Graph {
	return oneNode("chain", func(ctx context.Context, s stategraph.State) (stategraph.Update, error) {
		if err := mailer.Confirm(Order.Get(s)); err != nil { // want `node "chain" sends mail \(net/smtp.SendMail\) before it pauses`
			return nil, err
		}
		_, err := ask(ctx, "fine?")
		return nil, err
	})
}

// announced wraps a node: it sends a mail and runs the node, which pauses.
func announced(next stategraph.NodeFunc) stategraph.NodeFunc {
	return func(ctx context.Context, s stategraph.State) (stategraph.Update, error) {
		if err := smtp.SendMail("localhost:25", nil, "a", nil, nil); err != nil { // want `node "wrapped" sends mail`
			return nil, err
		}
		return next(ctx, s)
	}
}

func wrapperRoundANode() *stategraph.Graph { return oneNode("wrapped", announced(pauses)) }

// The same wrapper round a node that does not pause is fine.
func wrapperRoundAnotherNode() *stategraph.Graph { return oneNode("announced", announced(answers)) }

func pauses(ctx context.Context, s stategraph.State) (stategraph.Update, error) {
	_, err := ask(ctx, "fine?")
	return nil, err
}

func answers(ctx context.Context, s stategraph.State) (stategraph.Update, error) { return nil, nil }

// The pause and the effect both hide in helpers of another package.
func pauseInAnotherPackage() *stategraph.Graph {
	return oneNode("both", func(ctx context.Context, s stategraph.State) (stategraph.Update, error) {
		return nil, mailer.SendAndAsk(ctx) // want `node "both" sends mail`
	})
}

// All of the node is in another package: the finding stands where the node is added.
func nodeOfAnotherPackage() *stategraph.Graph {
	g := stategraph.New("foreign", Order, Confirmed)
	g.AddNode("foreign", mailer.Node) // want `node "foreign" sends mail`
	g.AddEdge(stategraph.Start, "foreign")
	return g
}

// The sender is an interface, and the value behind it is made here.
func senderIsAnInterface() *stategraph.Graph {
	var sender mailer.Sender = mailer.Post{}
	return oneNode("sender", func(ctx context.Context, s stategraph.State) (stategraph.Update, error) {
		if err := sender.Send("x"); err != nil { // want `node "sender" sends mail`
			return nil, err
		}
		_, err := ask(ctx, "fine?")
		return nil, err
	})
}

// A table of nodes is walked by a loop.
func tableOfNodes() *stategraph.Graph {
	g := stategraph.New("table", Order, Confirmed)
	last := stategraph.Start
	for _, n := range []struct {
		name string
		fn   stategraph.NodeFunc
	}{{"answers", answers}, {"posts", posts}} {
		g.AddNode(n.name, n.fn)
		g.AddEdge(last, n.name)
		last = n.name
	}
	return g
}

func posts(ctx context.Context, s stategraph.State) (stategraph.Update, error) {
	for _, to := range []string{"a", "b"} {
		if err := smtp.SendMail("localhost:25", nil, "a", []string{to}, nil); err != nil { // want `node "posts" sends mail`
			return nil, err
		}
	}
	_, err := ask(ctx, "fine?")
	return nil, err
}

// The effect stands in a deferred call, which runs after the pause has been asked for: the run is
// parked, and the call happens all the same.
func effectInADeferredCall() *stategraph.Graph {
	return oneNode("deferred", func(ctx context.Context, s stategraph.State) (stategraph.Update, error) {
		defer smtp.SendMail("localhost:25", nil, "a", nil, nil) // want `node "deferred" sends mail`
		_, err := ask(ctx, "fine?")
		return nil, err
	})
}
