// want package:"builder code"

package commands

import (
	"context"

	"parts"

	"trpc.group/trpc-go/trpc-agent-go/graph"
)

func work(ctx context.Context, s graph.State) (any, error) { return nil, nil }

func base() *graph.StateGraph {
	return graph.NewStateGraph(nil).AddNode("send", work).AddNode("drop", work)
}

// decide assigns the destination to a variable first.
func decide(ctx context.Context, s graph.State) (any, error) {
	next := "send"
	if len(s) == 0 {
		next = graph.End
	}
	cmd := &graph.Command{Update: graph.State{"a": 1}}
	cmd.GoTo = next
	return cmd, nil
}

// Goto: a command is an alternative to the one edge that leads out of its node.
func Goto() *graph.Graph {
	g := base().AddNode("decide", decide).AddNode("approve", parts.Logged(parts.Approve))
	g.SetEntryPoint("decide").AddEdge("decide", "approve").AddEdge("drop", "send")
	return g.SetFinishPoint("send").MustCompile()
}

// Several edges out of a node that makes commands stay as they are.
func Several() *graph.Graph {
	g := base().AddNode("decide", decide)
	return g.SetEntryPoint("decide").AddEdge("decide", "send").AddEdge("decide", "drop").MustCompile()
}

// symbolic names an end of the node.
func symbolic(ctx context.Context, s graph.State) (any, error) {
	return &graph.Command{GoTo: "yes"}, nil
}

func Ends() *graph.Graph {
	g := base().AddNode("ask", symbolic, graph.WithEndsMap(map[string]string{"yes": "send", "no": "drop"}))
	return g.SetEntryPoint("ask").MustCompile()
}

// spread starts one worker an item.
func spread(ctx context.Context, s graph.State) (any, error) {
	items, _ := s["items"].([]string)
	cmds := make([]*graph.Command, 0, len(items))
	for _, it := range items {
		cmds = append(cmds, &graph.Command{Update: graph.State{"item": it}, GoTo: "worker"})
	}
	return cmds, nil
}

func FanOut() *graph.Graph {
	g := base().AddNode("spread", spread).AddNode("worker", work)
	return g.SetEntryPoint("spread").AddEdge("worker", "send").MustCompile()
}

// computed goes where state says.
func computed(ctx context.Context, s graph.State) (any, error) {
	to, _ := s["to"].(string)
	return &graph.Command{GoTo: to}, nil
}

// Computed destinations are a gap, unless the node declares them.
func Computed() *graph.Graph {
	g := base().AddNode("bare", computed)
	g.AddNode("declared", computed, graph.WithDestinations(map[string]string{"send": "", "drop": "or not"}))
	return g.SetEntryPoint("bare").MustCompile()
}

type jump struct{ to string }

func (j jump) run(ctx context.Context, s graph.State) (any, error) {
	return &graph.Command{GoTo: j.to}, nil
}

func to(name string) graph.NodeFunc {
	return func(ctx context.Context, s graph.State) (any, error) { return helper(name), nil }
}

func helper(name string) *graph.Command { return &graph.Command{GoTo: name} }

func lit(name string) graph.NodeFunc {
	return func(ctx context.Context, s graph.State) (any, error) { return &graph.Command{GoTo: name}, nil }
}

// Bound: the destination is in a receiver or a captured variable; through a parameter it is a gap.
func Bound() *graph.Graph {
	g := base().AddNode("method", jump{"send"}.run).AddNode("literal", lit("drop")).AddNode("helper", to("send"))
	return g.SetEntryPoint("method").MustCompile()
}

// resume answers a pause of another graph; that is no jump.
func resume(ctx context.Context, s graph.State) (any, error) {
	child := graph.State{graph.StateKeyCommand: &graph.Command{Resume: true}}
	return child, nil
}

func Resume() *graph.Graph {
	return base().AddNode("resume", resume).SetEntryPoint("resume").MustCompile()
}

// later assigns the destination of each task; one without starts the node again.
func later(ctx context.Context, s graph.State) (any, error) {
	var cmds []*graph.Command
	for i := range 3 {
		cmd := &graph.Command{Update: graph.State{"i": i}}
		cmd.GoTo = "send"
		cmds = append(cmds, cmd)
	}
	return cmds, nil
}

func again(ctx context.Context, s graph.State) (any, error) {
	return []*graph.Command{{Update: graph.State{"i": 1}}, {GoTo: "drop"}}, nil
}

func Tasks() *graph.Graph {
	g := base().AddNode("later", later).AddNode("again", again)
	return g.SetEntryPoint("later").AddEdge("send", "again").MustCompile()
}
