// Package adkstate keeps a handle in the session state of ADK Go, where events and tools put it.
package adkstate

import (
	"context"
	"iter"

	"github.com/modelcontextprotocol/go-sdk/mcp"
	"github.com/skewlint/skewlint/runtime/custody"
	"google.golang.org/adk/v2/agent"
	"google.golang.org/adk/v2/agent/llmagent"
	"google.golang.org/adk/v2/agent/workflowagent"
	"google.golang.org/adk/v2/agent/workflowagents/sequentialagent"
	"google.golang.org/adk/v2/model"
	"google.golang.org/adk/v2/runner"
	"google.golang.org/adk/v2/session"
	"google.golang.org/adk/v2/tool"
	"google.golang.org/adk/v2/tool/functiontool"
	"google.golang.org/adk/v2/workflow"
)

var client *mcp.ClientSession

func create(ctx context.Context) (string, error) {
	res, err := client.CallTool(ctx, &mcp.CallToolParams{Name: "create_basket"})
	if err != nil {
		return "", err
	}
	content, _ := res.StructuredContent.(map[string]any)
	id, _ := content["basket_id"].(string)
	return id, nil
}

func add(ctx context.Context, id any) error {
	_, err := client.CallTool(ctx, &mcp.CallToolParams{Name: "add_item", Arguments: map[string]any{"basket_id": id}})
	return err
}

func delta(m map[string]any) *session.Event {
	return &session.Event{Actions: session.EventActions{StateDelta: m}}
}

// A node emits an event with the bare handle.
func open(ctx agent.Context, in string, emit func(*session.Event) error) (string, error) {
	id, err := create(ctx)
	if err != nil {
		return "", err
	}
	return id, emit(&session.Event{Actions: session.EventActions{StateDelta: map[string]any{"basket_id": id}}}) // want `node "open" stores a handle of tool "create_basket" in field "basket_id" without a record`
}

func fill(ctx agent.Context, in string) (string, error) {
	id, err := ctx.State().Get("basket_id")
	if err != nil {
		return "", err
	}
	return in, add(ctx, id)
}

// A key of the user's sessions, all of them.
func openForUser(ctx agent.Context, in string) (*session.Event, error) {
	id, err := create(ctx)
	ev := session.NewEvent(ctx, ctx.InvocationID())
	ev.Actions.StateDelta["user:basket_id"] = id // want `node "user-open" stores a handle of tool "create_basket" in field "user:basket_id" without a record`
	return ev, err
}

func fillForUser(ctx agent.Context, in any) (string, error) {
	id, err := ctx.State().Get("user:basket_id")
	if err != nil {
		return "", err
	}
	return "", add(ctx, id)
}

// A record of where the handle came from.
func openRecorded(ctx agent.Context, in string, emit func(*session.Event) error) (string, error) {
	id, err := create(ctx)
	if err != nil {
		return "", err
	}
	return id, emit(delta(map[string]any{"basket": custody.Record{Value: id, Server: "shop", Tool: "create_basket"}}))
}

func fillRecorded(ctx agent.Context, in string) (string, error) {
	v, err := ctx.State().Get("basket")
	if err != nil {
		return "", err
	}
	rec, _ := v.(custody.Record)
	return in, add(ctx, rec.Value)
}

// A temporary key is dropped when the event is saved.
func openForNow(ctx agent.Context, in string, emit func(*session.Event) error) (string, error) {
	id, err := create(ctx)
	if err != nil {
		return "", err
	}
	return id, emit(delta(map[string]any{session.KeyPrefixTemp + "basket_id": id}))
}

func fillNow(ctx agent.Context, in string) (string, error) {
	id, err := ctx.State().Get("temp:basket_id")
	if err != nil {
		return "", err
	}
	return in, add(ctx, id)
}

// What a node of a workflow sets in the state is not on its event, so nobody saves it.
func openUnsaved(ctx agent.Context, in string) (string, error) {
	id, err := create(ctx)
	if err != nil {
		return "", err
	}
	return id, ctx.State().Set("unsaved_id", id)
}

func fillUnsaved(ctx agent.Context, in string) (string, error) {
	id, err := ctx.State().Get("unsaved_id")
	if err != nil {
		return "", err
	}
	return in, add(ctx, id)
}

func flows(svc session.Service) error {
	none := workflow.NodeConfig{}
	edges := workflow.Chain(workflow.Start,
		workflow.NewEmittingFunctionNode("open", open, none),
		workflow.NewFunctionNode("user-open", openForUser, none),
		workflow.NewEmittingFunctionNode("open-recorded", openRecorded, none),
		workflow.NewEmittingFunctionNode("open-for-now", openForNow, none),
		workflow.NewFunctionNode("open-unsaved", openUnsaved, none),
		workflow.NewFunctionNode("fill", fill, none),
		workflow.NewFunctionNode("user-fill", fillForUser, none),
		workflow.NewFunctionNode("fill-recorded", fillRecorded, none),
		workflow.NewFunctionNode("fill-now", fillNow, none),
		workflow.NewFunctionNode("fill-unsaved", fillUnsaved, none),
	)
	root, err := workflowagent.New(workflowagent.Config{Name: "flow", Edges: edges})
	if err != nil {
		return err
	}
	_, err = runner.New(runner.Config{AppName: "app", Agent: root, SessionService: svc})
	return err
}

type none struct{}

// What a tool sets goes on the event of the tool, with its actions.
func openTool(ctx agent.Context, _ none) (string, error) {
	id, err := create(ctx)
	if err != nil {
		return "", err
	}
	return "opened", ctx.State().Set("cart_id", id) // want `node "open" stores a handle of tool "create_basket" in field "cart_id" without a record`
}

func reopenTool(ctx agent.Context, _ none) (string, error) {
	id, err := create(ctx)
	ctx.Actions().StateDelta["cart_id"] = id // want `node "reopen" stores a handle of tool "create_basket" in field "cart_id" without a record`
	return "opened again", err
}

func fillTool(ctx agent.Context, _ none) (string, error) {
	id, err := ctx.State().Get("cart_id")
	if err != nil {
		return "", err
	}
	return "filled", add(ctx, id)
}

func tools(svc session.Service, llm model.LLM) error {
	var list []tool.Tool
	for name, fn := range map[string]functiontool.Func[none, string]{"open": openTool, "reopen": reopenTool, "fill": fillTool} {
		t, err := functiontool.New(functiontool.Config{Name: name}, fn)
		if err != nil {
			return err
		}
		list = append(list, t)
	}
	root, err := llmagent.New(llmagent.Config{Name: "clerk", Model: llm, Tools: list})
	if err != nil {
		return err
	}
	_, err = runner.New(runner.Config{AppName: "app", Agent: root, SessionService: svc})
	return err
}

// Agents of the program's own, one after the other.
type opener struct{}

func (opener) Run(ctx agent.InvocationContext) iter.Seq2[*session.Event, error] {
	return func(yield func(*session.Event, error) bool) {
		id, err := create(ctx)
		if err != nil {
			yield(nil, err)
			return
		}
		ev := session.NewEvent(ctx, ctx.InvocationID())
		ev.Actions.StateDelta = map[string]any{"order_id": id} // want `node "opener" stores a handle of tool "create_basket" in field "order_id" without a record`
		yield(ev, nil)
	}
}

type filler struct{}

func (filler) Run(ctx agent.InvocationContext) iter.Seq2[*session.Event, error] {
	return func(yield func(*session.Event, error) bool) {
		id, err := ctx.Session().State().Get("order_id")
		if err == nil {
			err = add(ctx, id)
		}
		yield(nil, err)
	}
}

func agents(svc session.Service) error {
	first, err := agent.New(agent.Config{Name: "opener", Run: opener{}.Run})
	if err != nil {
		return err
	}
	second, err := agent.New(agent.Config{Name: "filler", Run: filler{}.Run})
	if err != nil {
		return err
	}
	root, err := sequentialagent.New(sequentialagent.Config{AgentConfig: agent.Config{Name: "order", SubAgents: []agent.Agent{first, second}}})
	if err != nil {
		return err
	}
	_, err = runner.New(runner.Config{AppName: "app", Agent: root, SessionService: svc})
	return err
}

// One agent mints and another one, which runs behind it, spends.
func openShared(ctx agent.Context, _ none) (string, error) {
	id, err := create(ctx)
	if err != nil {
		return "", err
	}
	return "opened", ctx.State().Set("trolley_id", id) // want `node "buyer" stores a handle of tool "create_basket" in field "trolley_id" without a record`
}

func fillShared(ctx agent.Context, _ none) (string, error) {
	id, err := ctx.State().Get("trolley_id")
	if err != nil {
		return "", err
	}
	return "filled", add(ctx, id)
}

func handOver(svc session.Service, llm model.LLM) error {
	open, err := functiontool.New(functiontool.Config{Name: "open"}, openShared)
	if err != nil {
		return err
	}
	fill, err := functiontool.New(functiontool.Config{Name: "fill"}, fillShared)
	if err != nil {
		return err
	}
	buyer, err := llmagent.New(llmagent.Config{Name: "buyer", Model: llm, Tools: []tool.Tool{open}})
	if err != nil {
		return err
	}
	packer, err := llmagent.New(llmagent.Config{Name: "packer", Model: llm, Tools: []tool.Tool{fill}})
	if err != nil {
		return err
	}
	root, err := sequentialagent.New(sequentialagent.Config{AgentConfig: agent.Config{Name: "shift", SubAgents: []agent.Agent{buyer, packer}}})
	if err != nil {
		return err
	}
	_, err = runner.New(runner.Config{AppName: "app", Agent: root, SessionService: svc})
	return err
}
