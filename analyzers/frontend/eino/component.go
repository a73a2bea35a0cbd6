package eino

import (
	"github.com/skewlint/skewlint/analyzers/eval"
	"github.com/skewlint/skewlint/analyzers/frontend"
	"github.com/skewlint/skewlint/graphmodel"
)

const componentsPath = root + "/components"

// component is one kind of node. Eino has a method for each on Graph and Workflow (Add…Node), on
// Chain (Append…), and on Parallel and ChainBranch (Add…).
type component struct {
	graph, chain string
	// pkg, typ and run name the interface's method that the node runs.
	pkg, typ, run string
	kind          kind
	// gives is the type of the output, in short, see [schemaType].
	gives string
}

// kind says what the argument of a node is.
type kind int

const (
	implements  kind = iota // a value of the component's interface
	lambdaKind              // a *Lambda
	toolsKind               // a *ToolsNode
	graphKind               // an AnyGraph
	passthrough             // none: the node gives on what it gets
)

var components = []component{
	{graph: "ChatModelNode", chain: "ChatModel", pkg: "model", typ: "BaseModel", run: "Generate", gives: "*Message"},
	{graph: "AgenticModelNode", chain: "AgenticModel", pkg: "model", typ: "BaseModel", run: "Generate", gives: "*AgenticMessage"},
	{graph: "ChatTemplateNode", chain: "ChatTemplate", pkg: "prompt", typ: "ChatTemplate", run: "Format", gives: "[]*Message"},
	{graph: "AgenticChatTemplateNode", chain: "AgenticChatTemplate", pkg: "prompt", typ: "AgenticChatTemplate", run: "Format", gives: "[]*AgenticMessage"},
	{graph: "RetrieverNode", chain: "Retriever", pkg: "retriever", typ: "Retriever", run: "Retrieve", gives: "[]*Document"},
	{graph: "EmbeddingNode", chain: "Embedding", pkg: "embedding", typ: "Embedder", run: "EmbedStrings", gives: "[][]float64"},
	{graph: "IndexerNode", chain: "Indexer", pkg: "indexer", typ: "Indexer", run: "Store", gives: "[]string"},
	{graph: "LoaderNode", chain: "Loader", pkg: "document", typ: "Loader", run: "Load", gives: "[]*Document"},
	{graph: "DocumentTransformerNode", chain: "DocumentTransformer", pkg: "document", typ: "Transformer", run: "Transform", gives: "[]*Document"},
	{graph: "LambdaNode", chain: "Lambda", kind: lambdaKind},
	{graph: "ToolsNode", chain: "ToolsNode", typ: "ToolsNode", kind: toolsKind, gives: "[]*Message"},
	{graph: "AgenticToolsNode", chain: "AgenticToolsNode", typ: "AgenticToolsNode", kind: toolsKind, gives: "[]*AgenticMessage"},
	{graph: "GraphNode", chain: "Graph", kind: graphKind},
	{graph: "PassthroughNode", chain: "Passthrough", kind: passthrough},
}

// nodeValue is what a node runs: a function or a subgraph, or the reason why that is not known.
type nodeValue struct {
	fn     graphmodel.FuncValue
	sub    *graph
	tools  *toolList // of a node that calls tools
	reason string
	out    output
}

// options are the options behind the arguments of a method whose node stands at i.
func (k component) options(c *eval.Call) *options { return k.optionsFrom(c, 1) }

func (k component) optionsFrom(c *eval.Call, i int) *options {
	if k.kind != passthrough {
		i++
	}
	return collect(c.Rest(i))
}

// node reads the i-th argument.
func (k component) node(c *eval.Call, i int) nodeValue {
	if k.kind == passthrough {
		return nodeValue{fn: own(c, method(compose, "Chain", "AppendPassthrough")), out: output{through: true}}
	}
	v := c.Arg(i)
	switch k.kind {
	case lambdaKind:
		if l, ok := eval.Data(v).(*lambda); ok {
			return nodeValue{fn: l.fn, reason: l.reason, out: output{typ: l.out}}
		}
	case toolsKind:
		fn := graphmodel.FuncValue{Ref: method(compose, k.typ, "Invoke"), Pos: c.Pos}
		if t, ok := eval.Data(v).(*toolsNode); ok {
			fn.Tools = t.tools.fns
			return nodeValue{fn: fn, tools: t.tools, out: output{typ: schemaType(k.gives)}}
		}
	case graphKind:
		if g, ok := graphOf(v); ok {
			return nodeValue{sub: g, out: output{typ: g.out}}
		}
	default:
		return nodeValue{fn: k.implementation(c, v), out: output{typ: schemaType(k.gives)}}
	}
	return nodeValue{reason: reasonOf(v)}
}

// own is the function of a node whose work is the framework's: the function that adds it, which by
// its row has no effect.
func own(c *eval.Call, adds graphmodel.FuncRef) graphmodel.FuncValue {
	return graphmodel.FuncValue{Ref: adds, Pos: c.Pos}
}

// implementation is the method that runs: that of the program's own type, where it is known, else
// that of the interface, for which a row says what it does.
func (k component) implementation(c *eval.Call, v eval.Value) graphmodel.FuncValue {
	return methodOf(c, v, k.run, ifaceMethod(componentsPath+"/"+k.pkg, k.typ, k.run))
}

func methodOf(c *eval.Call, v eval.Value, name string, otherwise graphmodel.FuncRef) graphmodel.FuncValue {
	if m, ok := c.Method(v, name); ok {
		fn, _ := frontend.FuncValue(m)
		return fn
	}
	return graphmodel.FuncValue{Ref: otherwise, Pos: c.Pos}
}

// lambda is the value of a *compose.Lambda.
type lambda struct {
	fn     graphmodel.FuncValue
	out    graphmodel.TypeDesc // what it gives out, by Invoke or chunk by chunk
	reason string
}

func lambdaHandlers() map[graphmodel.FuncRef]eval.Handler {
	t := make(map[graphmodel.FuncRef]eval.Handler)
	one := func(c *eval.Call) eval.Value { return newLambda(c.Arg(0), typeArg(c, 1)) }
	for _, name := range []string{"InvokableLambda", "StreamableLambda", "CollectableLambda", "TransformableLambda"} {
		t[function(compose, name)] = one
		t[function(compose, name+"WithOption")] = one
	}
	t[function(compose, "AnyLambda")] = anyLambda
	builtin := func(c *eval.Call, out graphmodel.TypeDesc) eval.Value {
		return &eval.Object{Data: &lambda{fn: graphmodel.FuncValue{Ref: c.Ref, Pos: c.Pos}, out: out}}
	}
	t[function(compose, "ToList")] = func(c *eval.Call) eval.Value { return builtin(c, listType(typeArg(c, 0))) }
	t[function(compose, "MessageParser")] = func(c *eval.Call) eval.Value { return builtin(c, typeArg(c, 0)) }
	return t
}

func newLambda(v eval.Value, out graphmodel.TypeDesc) eval.Value {
	l := &lambda{out: out}
	var ok bool
	if l.fn, ok = frontend.FuncValue(v); !ok {
		l.reason = reasonOf(v)
	}
	return &eval.Object{Data: l}
}

// anyLambda takes up to four forms of one function; which of them runs depends on how the graph is
// called. The first stands for all, the others are bound to it.
func anyLambda(c *eval.Call) eval.Value {
	l := &lambda{reason: "it has no function", out: typeArg(c, 1)}
	for i, form := range []string{"invoke", "stream", "collect", "transform"} {
		v := c.Arg(i)
		if !isSet(v) {
			continue
		}
		fn, ok := frontend.FuncValue(v)
		switch {
		case !ok:
			l.reason = reasonOf(v)
		case l.fn.Ref == "":
			l.fn = fn
		default:
			l.fn.Bound = append(l.fn.Bound, graphmodel.Binding{Name: form + "-form", Func: fn})
		}
	}
	return eval.Tuple{&eval.Object{Data: l}, eval.Nil{}}
}
