// want package:"builder code"

// Package not has loops that choose a function and run no graph.
package not

import (
	"context"
	"strings"

	"github.com/modelcontextprotocol/go-sdk/mcp"
)

var session *mcp.ClientSession

type conversation struct {
	Turns []string
	Kind  string
}

func call(ctx context.Context, c *conversation) error {
	_, err := session.CallTool(ctx, &mcp.CallToolParams{Name: "search"})
	return err
}

func say(ctx context.Context, c *conversation) error { return nil }

func read() string { return "" }

// A chat goes where its input says.
func chat(ctx context.Context, c *conversation) error {
	for {
		kind := read()
		switch kind {
		case "tool":
			if err := call(ctx, c); err != nil {
				return err
			}
		case "text":
			if err := say(ctx, c); err != nil {
				return err
			}
		case "end":
			return nil
		}
	}
}

// So does a table of commands.
func commands(ctx context.Context, c *conversation) error {
	table := map[string]func(context.Context, *conversation) error{"tool": call, "text": say}
	for {
		if h, ok := table[read()]; ok {
			if err := h(ctx, c); err != nil {
				return err
			}
		}
	}
}

// A loop over messages goes where the messages lead.
func messages(ctx context.Context, list []conversation) {
	for i := range list {
		switch list[i].Kind {
		case "tool":
			_ = call(ctx, &list[i])
		case "text":
			_ = say(ctx, &list[i])
		}
	}
}

// A pipeline begins anew each time.
func pipeline(ctx context.Context, c *conversation) error {
	steps := []func(context.Context, *conversation) error{call, say}
	for i := 0; i < len(steps); i++ {
		if err := steps[i](ctx, c); err != nil {
			return err
		}
	}
	return nil
}

// A lexer calls no tool.
type lexer struct {
	in    string
	state string
}

func word(l *lexer) string  { return "space" }
func space(l *lexer) string { return "word" }

func lex(l *lexer) {
	states := map[string]func(*lexer) string{"word": word, "space": space}
	for l.state = "word"; l.state != ""; {
		l.state = states[l.state](l)
	}
}

// A protocol's states call no tool either, in a package that has a client.
func protocol(l *lexer) {
	state := "idle"
	for {
		switch state {
		case "idle":
			state = space(l)
		case "busy":
			state = word(l)
		}
		if strings.HasPrefix(state, "x") {
			return
		}
	}
}

// Handlers that are given no state of their own.
func stateless(ctx context.Context) {
	step := "a"
	table := map[string]func(context.Context) string{
		"a": func(ctx context.Context) string { _ = call(ctx, nil); return "b" },
		"b": func(ctx context.Context) string { return "a" },
	}
	for step != "" {
		step = table[step](ctx)
	}
}

// A retry of one tool is no graph: there is one handler.
func retry(ctx context.Context, c *conversation) {
	for c.Kind != "done" {
		switch c.Kind {
		case "try":
			if call(ctx, c) == nil {
				c.Kind = "done"
			}
		}
	}
}

// What goes through all handlers is a struct of a library: nothing of it is a state.
func request(ctx context.Context, p *mcp.CallToolParams) {
	step := "first"
	table := map[string]func(context.Context, *mcp.CallToolParams) string{
		"first": func(ctx context.Context, p *mcp.CallToolParams) string {
			_, _ = session.CallTool(ctx, p)
			return "second"
		},
		"second": func(context.Context, *mcp.CallToolParams) string { return "" },
	}
	for step != "" {
		step = table[step](ctx, p)
	}
}

// The next step comes from elsewhere, not from the handlers.
func told(ctx context.Context, c *conversation, steps <-chan string) {
	table := map[string]func(context.Context, *conversation) error{"tool": call, "text": say}
	for c.Kind != "" {
		_ = table[c.Kind](ctx, c)
		c.Kind = <-steps
	}
}

// A function that returns what it gives itself looks nothing up.
func deeper(table map[string]func(context.Context, *conversation) string, kind string) func(context.Context, *conversation) string {
	h := deeper(table, kind)
	return h
}

func recursive(ctx context.Context, c *conversation) {
	for c.Kind != "" {
		h := deeper(nil, c.Kind)
		c.Kind = h(ctx, c)
	}
}
