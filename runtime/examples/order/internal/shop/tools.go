package shop

import (
	"context"
	"fmt"
	"time"

	"github.com/modelcontextprotocol/go-sdk/mcp"
)

type none struct{}

type minted struct {
	BasketID string `json:"basket_id" jsonschema:"the handle that all other basket tools take"`
}

type basketIn struct {
	BasketID string `json:"basket_id"`
}

type itemIn struct {
	BasketID string `json:"basket_id"`
	Item     string `json:"item" jsonschema:"name of an item in the catalogue"`
	ActionID string `json:"action_id,omitempty" jsonschema:"an item with the id of an earlier one is not added again"`
}

// contents is what a basket holds; total is in cents.
type contents struct {
	Items []string `json:"items"`
	Total int      `json:"total"`
}

type ordered struct {
	OrderID string   `json:"order_id"`
	Items   []string `json:"items"`
	Total   int      `json:"total"`
}

type searchIn struct {
	Query string `json:"query"`
}

type found struct {
	Item  string `json:"item"`
	Price int    `json:"price"`
}

type mailIn struct {
	To       string `json:"to"`
	Subject  string `json:"subject"`
	ActionID string `json:"action_id,omitempty" jsonschema:"a mail with the id of an earlier one is not sent again"`
}

type mailOut struct {
	Sent bool `json:"sent"`
}

func (s *Server) tools() *mcp.Server {
	m := mcp.NewServer(&mcp.Implementation{Name: "shop", Version: "1"}, nil)
	reads, no := &mcp.ToolAnnotations{ReadOnlyHint: true}, false
	adds := &mcp.ToolAnnotations{DestructiveHint: &no}
	mcp.AddTool(m, &mcp.Tool{Name: "create_basket", Annotations: adds, Description: "Creates an empty basket and returns " +
		"its basket_id. The shop keeps a basket for thirty minutes after its last change and then forgets it."}, s.createBasket)
	mcp.AddTool(m, &mcp.Tool{Name: "add_item", Annotations: adds, Description: "Puts an item into a basket."}, s.addItem)
	mcp.AddTool(m, &mcp.Tool{Name: "get_basket", Annotations: reads, Description: "Returns what is in a basket."}, s.getBasket)
	mcp.AddTool(m, &mcp.Tool{Name: "checkout", Description: "Orders what is in a basket. Called again it returns the same order."}, s.checkout)
	mcp.AddTool(m, &mcp.Tool{Name: "search_catalogue", Annotations: reads, Description: "Finds an item and its price in cents."}, s.search)
	mcp.AddTool(m, &mcp.Tool{Name: "send_mail", Annotations: adds, Description: "Sends a mail to a customer."}, s.sendMail)
	return m
}

func (s *Server) createBasket(_ context.Context, req *mcp.CallToolRequest, _ none) (*mcp.CallToolResult, minted, error) {
	owner, err := user(req)
	if err != nil {
		return nil, minted{}, err
	}
	return nil, minted{BasketID: s.mint(owner)}, nil
}

func (s *Server) addItem(_ context.Context, req *mcp.CallToolRequest, in itemIn) (*mcp.CallToolResult, contents, error) {
	var out contents
	owner, err := user(req)
	if err == nil {
		err = s.with(in.BasketID, owner, func(b *basket) error {
			err := b.add(in.ActionID, in.Item)
			out = contents{Items: append([]string{}, b.items...), Total: b.total}
			return err
		})
	}
	return nil, out, err
}

func (s *Server) getBasket(_ context.Context, req *mcp.CallToolRequest, in basketIn) (*mcp.CallToolResult, contents, error) {
	var out contents
	owner, err := user(req)
	if err == nil {
		err = s.with(in.BasketID, owner, func(b *basket) error {
			out = contents{Items: append([]string{}, b.items...), Total: b.total}
			if s.forgetful {
				s.forgetful = false
				clear(s.baskets)
			}
			return nil
		})
	}
	return nil, out, err
}

func (s *Server) checkout(_ context.Context, req *mcp.CallToolRequest, in basketIn) (*mcp.CallToolResult, ordered, error) {
	var out ordered
	owner, err := user(req)
	if err == nil {
		err = s.with(in.BasketID, owner, func(b *basket) error {
			out = b.checkout()
			return nil
		})
	}
	return nil, out, err
}

// search takes a moment, as searches do, so that it shows how many run at one time.
func (s *Server) search(ctx context.Context, _ *mcp.CallToolRequest, in searchIn) (*mcp.CallToolResult, found, error) {
	defer s.searchBegins()()
	select {
	case <-time.After(200 * time.Millisecond):
	case <-ctx.Done():
		return nil, found{}, ctx.Err()
	}
	price, ok := catalogue[in.Query]
	if !ok {
		return nil, found{}, fmt.Errorf("nothing in the catalogue for %q", in.Query)
	}
	return nil, found{Item: in.Query, Price: price}, nil
}

func (s *Server) sendMail(_ context.Context, _ *mcp.CallToolRequest, in mailIn) (*mcp.CallToolResult, mailOut, error) {
	return nil, mailOut{Sent: s.send(in.ActionID, Mail{To: in.To, Subject: in.Subject})}, nil
}
