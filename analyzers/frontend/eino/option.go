package eino

import (
	"github.com/skewlint/skewlint/analyzers/eval"
	"github.com/skewlint/skewlint/analyzers/frontend"
	"github.com/skewlint/skewlint/graphmodel"
)

// options are the options of NewGraph, of one node, or of Compile; each value of an option type is
// one with a single field set.
type options struct {
	// NewGraph
	state *graphmodel.TypeDesc

	// A node
	key       eval.Value
	outputKey eval.Value
	pre, post []eval.Value
	compile   *options

	// Compile
	store, trigger, steps, graphName eval.Value
	before, after                    eval.Value

	// open is the reason why there may be more.
	open string
}

// option makes the handler of a function that returns an option.
func option(set func(o *options, c *eval.Call)) eval.Handler {
	return func(c *eval.Call) eval.Value {
		o := &options{}
		set(o, c)
		return &eval.Object{Data: o}
	}
}

// argument makes the handler of an option that keeps its first argument.
func argument(place func(o *options) *eval.Value) eval.Handler {
	return option(func(o *options, c *eval.Call) { *place(o) = c.Arg(0) })
}

func optionHandlers() map[graphmodel.FuncRef]eval.Handler {
	t := map[graphmodel.FuncRef]eval.Handler{
		function(compose, "WithGenLocalState"):        option(withState),
		function(compose, "WithNodeKey"):              argument(func(o *options) *eval.Value { return &o.key }),
		function(compose, "WithOutputKey"):            argument(func(o *options) *eval.Value { return &o.outputKey }),
		function(compose, "WithCheckPointStore"):      argument(func(o *options) *eval.Value { return &o.store }),
		function(compose, "WithNodeTriggerMode"):      argument(func(o *options) *eval.Value { return &o.trigger }),
		function(compose, "WithMaxRunSteps"):          argument(func(o *options) *eval.Value { return &o.steps }),
		function(compose, "WithGraphName"):            argument(func(o *options) *eval.Value { return &o.graphName }),
		function(compose, "WithInterruptBeforeNodes"): argument(func(o *options) *eval.Value { return &o.before }),
		function(compose, "WithInterruptAfterNodes"):  argument(func(o *options) *eval.Value { return &o.after }),
		function(compose, "WithGraphCompileOptions"): option(func(o *options, c *eval.Call) {
			o.compile = collect(c.Rest(0))
		}),
	}
	pre := option(func(o *options, c *eval.Call) { o.pre = []eval.Value{c.Arg(0)} })
	post := option(func(o *options, c *eval.Call) { o.post = []eval.Value{c.Arg(0)} })
	for _, stream := range []string{"", "Stream"} {
		t[function(compose, "With"+stream+"StatePreHandler")] = pre
		t[function(compose, "With"+stream+"StatePostHandler")] = post
	}
	for _, name := range []string{ // they say nothing about the graph
		"WithNodeName", "WithInputKey", "WithSerializer", "WithFanInMergeConfig", "WithEagerExecution",
		"WithEagerExecutionDisabled", "WithGraphCompileCallbacks",
	} {
		t[function(compose, name)] = option(func(*options, *eval.Call) {})
	}
	return t
}

func withState(o *options, c *eval.Call) {
	o.state = &graphmodel.TypeDesc{}
	if len(c.Types) > 0 {
		o.state = &c.Types[0]
	}
}

// collect joins option values; later ones replace earlier ones, handlers and all, as in Eino.
func collect(vals []eval.Value, open string) *options {
	all := &options{open: open}
	for _, v := range vals {
		for _, a := range eval.Alternatives(v) {
			switch o, ok := eval.Data(a).(*options); {
			case ok:
				all.merge(o)
			case isSet(a) && all.open == "":
				all.open = "an option is not known: " + reasonOf(a)
			}
		}
	}
	return all
}

func (o *options) merge(p *options) {
	for _, v := range []struct{ to, from *eval.Value }{
		{&o.key, &p.key}, {&o.outputKey, &p.outputKey}, {&o.store, &p.store}, {&o.trigger, &p.trigger},
		{&o.steps, &p.steps}, {&o.graphName, &p.graphName}, {&o.before, &p.before}, {&o.after, &p.after},
	} {
		if *v.from != nil {
			*v.to = *v.from
		}
	}
	if p.state != nil {
		o.state = p.state
	}
	if p.compile != nil {
		o.compile = p.compile
	}
	if p.pre != nil {
		o.pre = p.pre
	}
	if p.post != nil {
		o.post = p.post
	}
	if o.open == "" {
		o.open = p.open
	}
}

// hooks adds the state handlers of a node to its function: they run in the same activation, and
// the pre-handler runs again with it.
func (o *options) hooks(fn graphmodel.FuncValue) graphmodel.FuncValue {
	handlers := func(vals []eval.Value) (out []graphmodel.FuncValue) {
		for _, v := range vals {
			for _, a := range eval.Alternatives(v) {
				if h, ok := frontend.FuncValue(a); ok {
					h.State = &handlerShape
					out = append(out, h)
				} else if isSet(a) {
					o.open = "a state handler is not known: " + reasonOf(a)
				}
			}
		}
		return out
	}
	fn.Before = append(fn.Before, handlers(o.pre)...)
	fn.After = append(fn.After, handlers(o.post)...)
	return fn
}

// handlerShape: a handler gets a pointer to the state as its third parameter and changes it in
// place (compose/state.go).
var handlerShape = graphmodel.StateShape{Kind: graphmodel.StateStruct, Param: 2, Result: -1, InPlace: true}
