// want package:"builder code"

package agents

import (
	"context"
	"iter"

	"google.golang.org/adk/v2/agent"
	"google.golang.org/adk/v2/agent/llmagent"
	"google.golang.org/adk/v2/agent/remoteagent"
	"google.golang.org/adk/v2/agent/workflowagents/loopagent"
	"google.golang.org/adk/v2/agent/workflowagents/parallelagent"
	"google.golang.org/adk/v2/agent/workflowagents/sequentialagent"
	"google.golang.org/adk/v2/runner"
	"google.golang.org/adk/v2/session"
	"google.golang.org/adk/v2/tool"
	"google.golang.org/adk/v2/tool/agenttool"
	"google.golang.org/adk/v2/tool/exitlooptool"
	"google.golang.org/adk/v2/tool/functiontool"
	"google.golang.org/adk/v2/tool/geminitool"
	"google.golang.org/adk/v2/tool/loadartifactstool"
	"google.golang.org/adk/v2/tool/mcptoolset"
)

type fetcher struct{ source string }

func (f fetcher) Run(ctx agent.InvocationContext) iter.Seq2[*session.Event, error] {
	return func(yield func(*session.Event, error) bool) { yield(nil, nil) }
}

func custom(name string) agent.Agent {
	a, err := agent.New(agent.Config{Name: name, Run: fetcher{name}.Run})
	if err != nil {
		panic(err)
	}
	return a
}

func model(name, key string) (agent.Agent, error) {
	return llmagent.New(llmagent.Config{Name: name, OutputKey: key, Instruction: "Sum up {text} for {user:lang?}, as {\"a\": 1}."})
}

// Pipeline: a loop and a parallel part in a sequence, with output keys.
func Pipeline(ctx context.Context) (*runner.Runner, error) {
	a, err := model("left", "notes")
	if err != nil {
		return nil, err
	}
	b, err := model("right", "notes")
	if err != nil {
		return nil, err
	}
	par, err := parallelagent.New(parallelagent.Config{AgentConfig: agent.Config{
		Name: "gather", SubAgents: []agent.Agent{a, b, custom("files")},
	}})
	if err != nil {
		return nil, err
	}
	loop, err := loopagent.New(loopagent.Config{
		MaxIterations: 5,
		AgentConfig:   agent.Config{Name: "refine", SubAgents: []agent.Agent{custom("critic"), custom("editor")}},
	})
	if err != nil {
		return nil, err
	}
	root, err := sequentialagent.New(sequentialagent.Config{AgentConfig: agent.Config{
		Name: "pipeline", SubAgents: []agent.Agent{par, loop},
	}})
	if err != nil {
		return nil, err
	}
	return runner.New(runner.Config{AppName: "app", Agent: root, SessionService: session.InMemoryService()})
}

type order struct{ SKU string }

func buy(ctx agent.Context, in order) (string, error) {
	if ctx.ToolConfirmation() == nil {
		return "", ctx.RequestConfirmation("really?", in)
	}
	return "bought", nil
}

func (f fetcher) find(ctx agent.Context, in order) (string, error) { return f.source, nil }

// Tools: an agent with tools of every kind.
func Tools() (agent.Loader, error) {
	var tools []tool.Tool
	for _, t := range []struct {
		name string
		fn   func(agent.Context, order) (string, error)
	}{{"buy", buy}, {"find", fetcher{"db"}.find}} {
		made, err := functiontool.New(functiontool.Config{Name: t.name}, t.fn)
		if err != nil {
			return nil, err
		}
		tools = append(tools, made)
	}
	helper, _ := model("helper", "")
	set, err := mcptoolset.New(mcptoolset.Config{Endpoint: "https://shop.example.com"})
	if err != nil {
		return nil, err
	}
	root, err := llmagent.New(llmagent.Config{
		Name: "shopper", Tools: append(tools, agenttool.New(helper, nil)), Toolsets: []tool.Toolset{set},
	})
	if err != nil {
		return nil, err
	}
	return agent.NewSingleLoader(root), nil
}

// Unknown: sub-agents from elsewhere, and no limit.
func Unknown(subs []agent.Agent, n uint) (agent.Agent, error) {
	return loopagent.New(loopagent.Config{
		AgentConfig:   agent.Config{Name: "open", SubAgents: append([]agent.Agent{custom("first")}, subs...)},
		MaxIterations: n,
	})
}

type echo struct{ prefix string }

func (e *echo) Name() string        { return e.prefix + "_echo" }
func (e *echo) Description() string { return "" }
func (e *echo) IsLongRunning() bool { return false }

func (e *echo) Run(ctx agent.Context, args any) (map[string]any, error) { return nil, nil }

// Builtin: the framework's own tools, one of a type of the program, and an agent elsewhere.
func Builtin() (agent.Agent, error) {
	exit, err := exitlooptool.New()
	if err != nil {
		return nil, err
	}
	far, err := remoteagent.NewA2A(remoteagent.A2AConfig{Name: "far"})
	if err != nil {
		return nil, err
	}
	near, err := llmagent.New(llmagent.Config{
		Name: "near", Tools: []tool.Tool{geminitool.GoogleSearch{}, exit, loadartifactstool.New(), &echo{"my"}},
	})
	if err != nil {
		return nil, err
	}
	return loopagent.New(loopagent.Config{AgentConfig: agent.Config{Name: "both", SubAgents: []agent.Agent{near, far}}})
}

// Optional: agents and tools that are there only sometimes.
func Optional(ctx context.Context, debug bool, names []string) (agent.Agent, error) {
	a, b := custom("a"), custom("b")
	subs := []agent.Agent{a}
	if debug {
		subs = append(subs, b)
	}
	buyTool, _ := functiontool.New(functiontool.Config{Name: "buy"}, buy)
	var tools []tool.Tool
	if debug {
		tools = append(tools, buyTool)
	}
	shop, _ := llmagent.New(llmagent.Config{Name: "shop", Tools: tools})
	subs = append(subs, shop)
	for _, name := range names {
		subs = append(subs, custom(name))
	}
	return sequentialagent.New(sequentialagent.Config{AgentConfig: agent.Config{Name: "optional", SubAgents: subs}})
}
