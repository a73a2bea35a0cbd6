package langgraphgo

import (
	"go/constant"

	"github.com/skewlint/skewlint/analyzers/eval"
	"github.com/skewlint/skewlint/graphmodel"
)

// pipeline is the value of a *RAGPipeline, which has methods that build one of three graphs.
type pipeline struct {
	graph  *graph
	config eval.Value
}

// ragHandlers: prebuilt/rag.go in v0.5, rag/pipeline.go in v0.8.
func (r *reader) ragHandlers(t table, pkg string) {
	m := func(name string) graphmodel.FuncRef {
		return graphmodel.FuncRef("(*" + pkg + ".RAGPipeline)." + name)
	}
	t[graphmodel.FuncRef(pkg+".NewRAGPipeline")] = func(c *eval.Call) eval.Value {
		g := r.prebuiltGraph(c, pkg != prebuilt)
		return &eval.Object{Data: &pipeline{g, c.Arg(0)}}
	}
	for _, name := range []string{"DefaultRAGConfig", "DefaultPipelineConfig"} {
		t[graphmodel.FuncRef(pkg+"."+name)] = func(*eval.Call) eval.Value {
			return eval.Pointer{Cell: &eval.Cell{V: eval.NewStruct("", map[string]eval.Value{
				"IncludeCitations": eval.Const{V: constant.MakeBool(true)}, // all other options are off
			})}}
		}
	}
	for name, build := range map[string]func(*pipeline, *eval.Call){
		"BuildBasicRAG": (*pipeline).basic, "BuildAdvancedRAG": (*pipeline).advanced, "BuildConditionalRAG": (*pipeline).conditional,
	} {
		t[m(name)] = func(c *eval.Call) eval.Value {
			if p, ok := eval.Data(c.Recv).(*pipeline); ok {
				build(p, c)
			}
			return nothing()
		}
	}
	t[m("Compile")] = func(c *eval.Call) eval.Value {
		if p, ok := eval.Data(c.Recv).(*pipeline); ok {
			return compile(p.graph, c)
		}
		return unknown("a runnable that is not known")(c)
	}
	t[m("GetGraph")] = func(c *eval.Call) eval.Value {
		if p, ok := eval.Data(c.Recv).(*pipeline); ok {
			return &eval.Object{Data: p.graph}
		}
		return unknown("a graph that is not known")(c)
	}
}

func (p *pipeline) path(c *eval.Call, names ...string) {
	for i, name := range names {
		if name != end {
			p.graph.ownNode(c, name)
		}
		if i > 0 {
			p.graph.edge(c, eval.Str(names[i-1]), eval.Str(name))
		}
	}
}

func (p *pipeline) basic(c *eval.Call) {
	p.path(c, "retrieve", "generate", end)
	p.graph.entry(c, eval.Str("retrieve"))
}

func (p *pipeline) advanced(c *eval.Call) {
	names := []string{"retrieve"}
	if p.has(c, "UseReranking") && !isNil(eval.FieldOf(p.config, "Reranker")) {
		names = append(names, "rerank")
	}
	p.path(c, append(append(names, "generate"), p.tail(c)...)...)
	p.graph.entry(c, eval.Str("retrieve"))
}

func (p *pipeline) conditional(c *eval.Call) {
	p.path(c, "retrieve", "rerank")
	p.path(c, append([]string{"generate"}, p.tail(c)...)...)
	p.graph.entry(c, eval.Str("retrieve"))
	targets := []string{"generate"}
	if p.has(c, "UseFallback") {
		p.path(c, "fallback_search", "generate")
		targets = append(targets, "fallback_search")
	}
	p.graph.chooses(c, "rerank", targets...)
}

// tail is what follows the answer.
func (p *pipeline) tail(c *eval.Call) []string {
	if p.has(c, "IncludeCitations") {
		return []string{"format_citations", end}
	}
	return []string{end}
}

// has asks for an option; one that is not known becomes a gap.
func (p *pipeline) has(c *eval.Call, option string) bool {
	v := eval.FieldOf(p.config, option)
	b, ok := eval.Bool(v)
	if !ok {
		p.graph.Gap(graphmodel.GapNode, c.Pos, "", "a node depends on the option %s, which is not known", option)
		p.graph.Gap(graphmodel.GapEdge, c.Pos, "", "an edge depends on the option %s, which is not known", option)
	}
	return b
}
