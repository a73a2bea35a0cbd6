// Package adkinputs has nodes and tools of ADK that start goroutines, one for each item of what they
// are given.
package adkinputs

import (
	"fmt"
	"net/http"
	"strings"

	"google.golang.org/adk/v2/agent"
	"google.golang.org/adk/v2/agent/llmagent"
	"google.golang.org/adk/v2/agent/workflowagent"
	"google.golang.org/adk/v2/model"
	"google.golang.org/adk/v2/session"
	"google.golang.org/adk/v2/tool"
	"google.golang.org/adk/v2/tool/functiontool"
	"google.golang.org/adk/v2/workflow"
)

func look(q string) { http.Get("https://example.org/?q=" + q) }

func perWord(ctx agent.Context, input any, emit func(*session.Event) error) (any, error) {
	for _, w := range strings.Fields(fmt.Sprint(input)) {
		go look(w) // want `node "words" starts network calls without limit, so its input decides how many run at once`
	}
	return input, nil
}

func perName(ctx agent.Context, names []string) (string, error) {
	for _, n := range names {
		go look(n) // want `node "names" starts network calls without limit, so its input decides`
	}
	return "", nil
}

// The first three only.
func firstThree(ctx agent.Context, names []string) (string, error) {
	for _, n := range names[:min(len(names), 3)] {
		go look(n)
	}
	return "", nil
}

func flow() error {
	words := workflow.NewEmittingFunctionNode("words", perWord, workflow.NodeConfig{})
	names := workflow.NewFunctionNode("names", perName, workflow.NodeConfig{})
	three := workflow.NewFunctionNode("three", firstThree, workflow.NodeConfig{})
	_, err := workflowagent.New(workflowagent.Config{Name: "flow", Edges: workflow.Chain(workflow.Start, words, names, three)})
	return err
}

type pages struct{ URLs []string }

func fetch(ctx agent.Context, p pages) (string, error) {
	for _, u := range p.URLs {
		go http.Get(u) // want `node "fetch" starts network calls without limit, so its input decides`
	}
	return "", nil
}

func clerk(llm model.LLM) error {
	t, err := functiontool.New(functiontool.Config{Name: "fetch"}, fetch)
	if err != nil {
		return err
	}
	_, err = llmagent.New(llmagent.Config{Name: "clerk", Model: llm, Tools: []tool.Tool{t}})
	return err
}
