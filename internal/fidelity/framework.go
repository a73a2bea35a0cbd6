package main

import (
	"embed"
	"fmt"
	"regexp"
	"slices"
	"strings"
)

// hooks are the texts that are added to a framework's package in the overlay; PACKAGE stands for
// the package's name.
//
//go:embed hooks
var hooks embed.FS

// framework is how one framework is made to export what it compiles.
type framework struct {
	Name     string // as in Dialect.Framework and -frameworks
	Title    string
	Checkout string // folder below -checkouts
	Module   string // its module path
	Package  string // the folder, relative to Module, of the package that gets the hook
	Hook     string // file below hooks
	Inserts  []insert
	// Roots are the folders of the checkout with example programs.
	Roots []string
	// Imports are packages that compile graphs, Calls the names of their functions that start one.
	// A program is left out unless one of its packages imports and mentions both.
	Imports []string
	Calls   *regexp.Regexp
	// Args are command lines of programs that do nothing without one, by folder.
	Args map[string][]string
	// Overwriting are functions that the framework calls reducers and that keep one of two writes.
	Overwriting []string
	// Commands: a node may return where to go, so that an edge that the framework exports as
	// always taken is one alternative, and others exist that it does not export.
	Commands bool
	// ImplicitEnd: a node without successors ends the run, and no edge says so.
	ImplicitEnd bool
	// Export says in a clause what the truth is taken from.
	Export string
}

// insert changes one place of one file, which must be there exactly once. It must not change the
// number of lines: positions are compared.
type insert struct{ File, Find, Replace string }

var frameworks = []framework{
	{
		Name: "eino", Title: "Eino", Checkout: "eino-examples",
		Module: "github.com/cloudwego/eino", Package: "compose", Hook: "eino.go.txt",
		Inserts: []insert{
			{"graph.go", "type graph struct {", "type graph struct { skewlintMade []skewlintFrame;"},
			{"graph.go", "\treturn &graph{", "\treturn &graph{ skewlintMade: skewlintCallers(),"},
			{
				"graph.go", "\tg.onCompileFinish(ctx, opt, key2SubGraphs)",
				"\tskewlintCompiled(g, opt); g.onCompileFinish(ctx, opt, key2SubGraphs)",
			},
		},
		Roots:   []string{"."},
		Imports: []string{"compose", "flow/agent/react", "flow/agent/multiagent/host"},
		Calls:   regexp.MustCompile(`\.(New(Graph|Chain|Workflow|MultiAgent)\b|NewAgent\()`),
		Export:  "the GraphInfo that compile callbacks get, and the type of the local state",
	},
	{
		Name: "trpc-agent-go", Title: "trpc-agent-go", Checkout: "trpc-agent-go",
		Module: "trpc.group/trpc-go/trpc-agent-go", Package: "graph", Hook: "trpcagent.go.txt",
		Inserts: []insert{
			{"graph.go", "type Graph struct {", "type Graph struct { skewlintMade []skewlintFrame;"},
			{"graph.go", "\treturn &Graph{", "\treturn &Graph{ skewlintMade: skewlintCallers(),"},
			{"state_graph.go", "\treturn sg.graph, nil", "\tskewlintCompiled(sg.graph); return sg.graph, nil"},
		},
		Roots:       []string{"examples"},
		Imports:     []string{"graph"},
		Calls:       regexp.MustCompile(`\.NewStateGraph\(`),
		Overwriting: []string{"graph.DefaultReducer", "graph.CoverReducer"},
		Commands:    true,
		Export:      "the tables that StateGraph.Compile returns and DOT draws, with the schema",
	},
	{
		Name: "langgraphgo", Title: "langgraphgo", Checkout: "langgraphgo",
		Module: "github.com/smallnest/langgraphgo", Package: "graph", Hook: "langgraphgo.go.txt",
		Inserts: []insert{
			{"graph.go", "type MessageGraph struct {", "type MessageGraph struct { skewlintMade []skewlintFrame;"},
			{"graph.go", "\treturn &MessageGraph{", "\treturn &MessageGraph{ skewlintMade: skewlintCallers(),"},
			langGraphCompile("graph.go", "MessageGraph", "Compile", "Runnable"),
			langGraphCompile("listeners.go", "ListenableMessageGraph", "CompileListenable", "ListenableRunnable"),
			{"state_graph.go", "type StateGraph struct {", "type StateGraph struct { skewlintMade []skewlintFrame;"},
			{"state_graph.go", "\treturn &StateGraph{", "\treturn &StateGraph{ skewlintMade: skewlintCallers(),"},
			langGraphCompile("state_graph.go", "StateGraph", "Compile", "StateRunnable"),
		},
		Roots:   []string{"examples", "showcases"},
		Imports: []string{"graph", "prebuilt"},
		Calls:   regexp.MustCompile(`\.(New\w*Graph|Create\w+|New\w+)\b`),
		Args: map[string][]string{
			"showcases/BettaFish":             {"query"},
			"showcases/deerflow":              {"query"},
			"showcases/health_insights_agent": {"-cmd", "sample"},
			"showcases/trading_agents/cli":    {"-cmd", "quick", "-symbol", "GOOGL"},
		},
		Overwriting: []string{"graph.OverwriteReducer"},
		Commands:    true, ImplicitEnd: true,
		Export: "the tables of the compiled graph that its exporter draws, with the map schema",
	},
	{
		Name: "adk", Title: "ADK Go", Checkout: "adk-go",
		Module: "google.golang.org/adk/v2", Package: "workflow", Hook: "adk.go.txt",
		Inserts: []insert{
			{"workflow.go", "\treturn &Workflow{", "\tskewlintCompiled(name, edges); return &Workflow{"},
		},
		Roots:       []string{"examples"},
		Imports:     []string{"workflow", "agent/workflowagent"},
		Calls:       regexp.MustCompile(`\b(workflow|workflowagent)\.New\w*\(`),
		ImplicitEnd: true,
		Export:      "the edge list of workflow.New",
	},
}

func langGraphCompile(file, typ, method, result string) insert {
	head := fmt.Sprintf("func (g *%s) %s() (*%s, error) {", typ, method, result)
	return insert{file, head, head +
		" skewlintCompiled(g.skewlintMade, g.nodes, g.edges, g.conditionalEdges, g.entryPoint, g.Schema);"}
}

// selected are the frameworks of a comma-separated list; all when it is empty.
func selected(names string) ([]framework, error) {
	if names == "" {
		return frameworks, nil
	}
	var out []framework
	for name := range strings.SplitSeq(names, ",") {
		i := slices.IndexFunc(frameworks, func(f framework) bool { return f.Name == name })
		if i < 0 {
			return nil, fmt.Errorf("no framework %q", name)
		}
		out = append(out, frameworks[i])
	}
	return out, nil
}

// reduces reports whether the function that the framework exports merges two writes.
func (f *framework) reduces(fn string) bool {
	return fn != "" && !slices.ContainsFunc(f.Overwriting, func(o string) bool {
		return fn == f.Module+"/"+o
	})
}
