// Package frameworks has the same mistake in frameworks that do not fail at it: the message says
// what happens there.
package frameworks

import (
	"context"

	langgraphgo "github.com/smallnest/langgraphgo/graph"
	"google.golang.org/adk/v2/agent"
	"google.golang.org/adk/v2/agent/llmagent"
	"google.golang.org/adk/v2/agent/workflowagents/parallelagent"
	trpc "trpc.group/trpc-go/trpc-agent-go/graph"
)

// The executor applies updates as nodes finish.
func trpcAgent() *trpc.Graph {
	sg := trpc.NewStateGraph(trpc.NewStateSchema().AddField("status", trpc.StateField{}))
	sg.AddNode("plan", nothing)
	sg.AddNode("web", func(ctx context.Context, s trpc.State) (any, error) {
		return trpc.State{"status": "web"}, nil
	})
	sg.AddNode("papers", func(ctx context.Context, s trpc.State) (any, error) {
		return trpc.State{"status": "papers"}, nil // want `nodes "web" and "papers" write field "status" in one step without a reducer, so the one that finishes last overwrites the other`
	})
	sg.SetEntryPoint("plan").AddEdge("plan", "web").AddEdge("plan", "papers")
	return sg.MustCompile()
}

func nothing(ctx context.Context, s trpc.State) (any, error) { return nil, nil }

// All nodes of a step get one map; those that make a new one lose all but one.
func sharedMap() (*langgraphgo.StateRunnable[map[string]any], error) {
	g := langgraphgo.NewStateGraph[map[string]any]()
	g.AddNode("plan", "", func(ctx context.Context, s map[string]any) (map[string]any, error) { return s, nil })
	g.AddNode("web", "", func(ctx context.Context, s map[string]any) (map[string]any, error) {
		s["status"] = "web"
		return s, nil
	})
	g.AddNode("papers", "", func(ctx context.Context, s map[string]any) (map[string]any, error) {
		return map[string]any{"status": "papers"}, nil // want `nodes "web" and "papers" write field "status" in one step without a reducer, so they race on the shared state, or one is lost`
	})
	g.SetEntryPoint("plan")
	g.AddEdge("plan", "web")
	g.AddEdge("plan", "papers")
	g.AddEdge("web", langgraphgo.END)
	g.AddEdge("papers", langgraphgo.END)
	return g.Compile()
}

// Trip is a state that is copied.
type Trip struct{ Status string }

func copied() (*langgraphgo.StateRunnable[Trip], error) {
	g := langgraphgo.NewStateGraph[Trip]()
	g.AddNode("plan", "", func(ctx context.Context, t Trip) (Trip, error) { return t, nil })
	g.AddNode("web", "", func(ctx context.Context, t Trip) (Trip, error) {
		t.Status = "web"
		return t, nil
	})
	g.AddNode("papers", "", func(ctx context.Context, t Trip) (Trip, error) {
		t.Status = "papers" // want `nodes "web" and "papers" write field "Status" in one step without a reducer, so one node's whole state replaces the other's`
		return t, nil
	})
	g.SetEntryPoint("plan")
	g.AddEdge("plan", "web")
	g.AddEdge("plan", "papers")
	g.AddEdge("web", langgraphgo.END)
	g.AddEdge("papers", langgraphgo.END)
	return g.Compile()
}

// Session state is one map for all agents.
func session() (agent.Agent, error) {
	web, err := llmagent.New(llmagent.Config{Name: "web", OutputKey: "notes"})
	if err != nil {
		return nil, err
	}
	papers, err := llmagent.New(llmagent.Config{Name: "papers", OutputKey: "notes"}) // want `nodes "web" and "papers" write field "notes" in one step without a reducer, so whichever writes the session last wins`
	if err != nil {
		return nil, err
	}
	return parallelagent.New(parallelagent.Config{AgentConfig: agent.Config{
		Name: "gather", SubAgents: []agent.Agent{web, papers},
	}})
}
