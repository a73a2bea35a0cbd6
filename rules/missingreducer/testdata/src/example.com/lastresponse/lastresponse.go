// Package lastresponse runs nodes of trpc-agent-go's own in parallel: each leaves its answer in
// last_response, which the schema of messages does not merge, and in node_responses, which it does.
package lastresponse

import (
	"context"

	"trpc.group/trpc-go/trpc-agent-go/graph"
	"trpc.group/trpc-go/trpc-agent-go/model"
)

// lastOnly takes the answer that came last, whichever that is.
func lastOnly(ctx context.Context, s graph.State) (any, error) {
	text, _ := graph.GetStateValue[string](s, graph.StateKeyLastResponse)
	return graph.State{"summary": text}, nil
}

// both takes the answers by the names of their nodes.
func both(ctx context.Context, s graph.State) (any, error) {
	all, _ := graph.GetStateValue[map[string]any](s, graph.StateKeyNodeResponses)
	return graph.State{"summary": all["pro"].(string) + all["con"].(string)}, nil
}

func fork(sg *graph.StateGraph, m model.Model) *graph.StateGraph {
	return sg.AddNode("split", split).
		AddLLMNode("pro", m, "for it", nil).
		AddLLMNode("con", m, "against it", nil).
		SetEntryPoint("split").
		AddEdge("split", "pro").AddEdge("split", "con").
		AddJoinEdge([]string{"pro", "con"}, "join").
		SetFinishPoint("join")
}

func split(ctx context.Context, s graph.State) (any, error) { return nil, nil }

func flagged(m model.Model) *graph.Graph {
	sg := graph.NewStateGraph(graph.MessagesStateSchema()).AddNode("join", lastOnly)
	sg.AddNode("split", split)
	sg.AddLLMNode("pro", m, "for it", nil)
	sg.AddLLMNode("con", m, "against it", nil) // want `nodes "pro" and "con" write field "last_response" in one step without a reducer, so the one that finishes last overwrites the other`
	sg.SetEntryPoint("split").SetFinishPoint("join")
	sg.AddEdge("split", "pro").AddEdge("split", "con")
	return sg.AddJoinEdge([]string{"pro", "con"}, "join").MustCompile()
}

// An agent that is given the last response reads it, too.
func agent(m model.Model) *graph.Graph {
	sg := graph.NewStateGraph(graph.MessagesStateSchema())
	sg.AddNode("split", split)
	sg.AddLLMNode("pro", m, "for it", nil)
	sg.AddAgentNode("con") // want `nodes "pro" and "con" write field "last_response"`
	sg.AddAgentNode("judge", graph.WithSubgraphInputFromLastResponse())
	sg.SetEntryPoint("split").SetFinishPoint("judge")
	sg.AddEdge("split", "pro").AddEdge("split", "con")
	return sg.AddJoinEdge([]string{"pro", "con"}, "judge").MustCompile()
}

// Without the schema of messages nothing merges what the nodes leave, and a model reads messages.
func ownSchema(m model.Model) *graph.Graph {
	sg := graph.NewStateGraph(graph.NewStateSchema())
	sg.AddNode("split", split)
	sg.AddLLMNode("pro", m, "for it", nil)
	sg.AddLLMNode("con", m, "against it", nil) // want `nodes "pro" and "con" write field "messages"`
	sg.AddLLMNode("sum", m, "sum it up", nil)
	sg.SetEntryPoint("split").SetFinishPoint("sum")
	sg.AddEdge("split", "pro").AddEdge("split", "con")
	return sg.AddJoinEdge([]string{"pro", "con"}, "sum").MustCompile()
}

// Nobody reads the field that is lost.
func byName(m model.Model) *graph.Graph {
	return fork(graph.NewStateGraph(graph.MessagesStateSchema()).AddNode("join", both), m).MustCompile()
}

// Who reads it comes behind another node that writes it.
func writtenAgain(m model.Model) *graph.Graph {
	sg := fork(graph.NewStateGraph(graph.MessagesStateSchema()).AddLLMNode("join", m, "sum it up", nil), m)
	return sg.AddNode("show", lastOnly).AddEdge("join", "show").SetFinishPoint("show").MustCompile()
}

// One after the other.
func inTurn(m model.Model) *graph.Graph {
	sg := graph.NewStateGraph(graph.MessagesStateSchema())
	sg.AddLLMNode("pro", m, "for it", nil).AddLLMNode("con", m, "against it", nil).AddNode("show", lastOnly)
	sg.SetEntryPoint("pro").AddEdge("pro", "con").AddEdge("con", "show").SetFinishPoint("show")
	return sg.MustCompile()
}

// What an agent's node writes is for its mapper to say.
func mapped(m model.Model) *graph.Graph {
	sg := graph.NewStateGraph(graph.MessagesStateSchema())
	sg.AddNode("split", split).AddLLMNode("pro", m, "for it", nil)
	sg.AddAgentNode("con", graph.WithSubgraphOutputMapper(func(graph.State, graph.SubgraphResult) graph.State {
		return graph.State{"con": "no"}
	}))
	sg.AddNode("join", lastOnly).SetEntryPoint("split").SetFinishPoint("join")
	sg.AddEdge("split", "pro").AddEdge("split", "con")
	return sg.AddJoinEdge([]string{"pro", "con"}, "join").MustCompile()
}
