// The configuration beside this file says that a ticket is a handle, so that nobody needs to see
// where it goes.
package declared

import (
	"context"

	"github.com/skewlint/skewlint/runtime/mcpgate"
	"github.com/skewlint/skewlint/runtime/stategraph"
)

var Ticket = stategraph.NewField[string]("ticket")

func declaredHandle(server *mcpgate.Gate) *stategraph.Graph {
	g := stategraph.New("declared", Ticket)
	g.AddNode("open", func(ctx context.Context, s stategraph.State) (stategraph.Update, error) {
		res, err := server.Call(ctx, "open_ticket", nil)
		if err != nil {
			return nil, err
		}
		ids, err := res.Handles("ticket")
		if err != nil {
			return nil, err
		}
		return stategraph.Update{Ticket.Set(ids["ticket"])}, nil // want `node "open" stores a handle of tool "open_ticket" in field "ticket" without a record`
	})
	g.AddEdge(stategraph.Start, "open")
	return g
}
