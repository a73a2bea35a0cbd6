// Nodes of Eino that start goroutines, one for each item of what they are given or of what a model
// answered.
package inputs

import (
	"context"
	"encoding/json"
	"net/http"
	"slices"
	"strings"

	"github.com/cloudwego/eino/components/model"
	"github.com/cloudwego/eino/components/retriever"
	"github.com/cloudwego/eino/components/tool"
	"github.com/cloudwego/eino/components/tool/utils"
	"github.com/cloudwego/eino/compose"
	"github.com/cloudwego/eino/schema"
	"golang.org/x/sync/errgroup"
)

func look(q string) { http.Get("https://example.org/?q=" + q) }

// The run's own input.
func perQuery(ctx context.Context, queries []string) ([]string, error) {
	for _, q := range queries {
		go look(q) // want `node "query" starts network calls without limit, so its input decides how many run at once`
	}
	return queries, nil
}

type request struct {
	Topics  []string
	Sources [3]string
}

// A part of the input.
func perTopic(ctx context.Context, r *request) (string, error) {
	for _, t := range r.Topics {
		go look(t) // want `node "topics" starts network calls without limit, so its input decides`
	}
	return "", nil
}

// A retriever behind an interface, in a helper that takes words apart.
func perWord(r retriever.Retriever) func(context.Context, string) ([]*schema.Document, error) {
	return func(ctx context.Context, text string) ([]*schema.Document, error) {
		var group errgroup.Group
		for _, w := range strings.Fields(text) {
			group.Go(func() error { // want `node "words" starts database calls without limit, so its input decides`
				_, err := r.Retrieve(ctx, w)
				return err
			})
		}
		return nil, group.Wait()
	}
}

// What a model answered, as calls of tools.
func perCall(m model.BaseChatModel) func(context.Context, string) (string, error) {
	return func(ctx context.Context, q string) (string, error) {
		msg, err := m.Generate(ctx, []*schema.Message{schema.UserMessage(q)})
		if err != nil {
			return "", err
		}
		for _, c := range msg.ToolCalls {
			go look(c.ID) // want `node "calls" starts network calls without limit, so a model's answer decides`
		}
		return "", nil
	}
}

// What a model answered, as JSON.
func questions(ctx context.Context, m model.BaseChatModel, q string) []string {
	msg, err := m.Generate(ctx, []*schema.Message{schema.UserMessage(q)})
	if err != nil {
		return []string{q}
	}
	var plan struct{ Questions []string }
	if err := json.Unmarshal([]byte(msg.Content), &plan); err != nil {
		return []string{q}
	}
	return plan.Questions
}

func perQuestion(m model.BaseChatModel) func(context.Context, string) (string, error) {
	return func(ctx context.Context, q string) (string, error) {
		for _, one := range questions(ctx, m, q) {
			go look(one) // want `node "questions" starts network calls without limit, so a model's answer decides`
		}
		return "", nil
	}
}

// A node before it passes on a list of a length that it does not choose.
func cleaned(ctx context.Context, queries []string) ([]string, error) {
	var out []string
	for _, q := range queries {
		out = append(out, strings.TrimSpace(q))
	}
	return out, nil
}

func perCleaned(ctx context.Context, queries []string) ([]string, error) {
	for _, q := range queries {
		go look(q) // want `node "cleaned" starts network calls without limit, so its input decides`
	}
	return queries, nil
}

// A helper only sorts what it is given.
func sorted(queries []string) []string {
	list := slices.Clone(queries)
	slices.Sort(list)
	return list
}

func perSorted(ctx context.Context, queries []string) ([]string, error) {
	for _, q := range sorted(queries) {
		go look(q) // want `node "sorted" starts network calls without limit, so its input decides`
	}
	return queries, nil
}

type batch struct {
	URLs []string `json:"urls"`
}

// The arguments of a tool are what the model writes.
func fetchAll(ctx context.Context, b batch) (string, error) {
	for _, u := range b.URLs {
		go http.Get(u) // want `tool fetchAll starts network calls without limit, so what the model passes to it decides`
	}
	return "", nil
}

// A node behind a model is given what the model answered.
func perToolCall(ctx context.Context, msg *schema.Message) (*schema.Message, error) {
	for _, c := range msg.ToolCalls {
		go look(c.ID) // want `node "behind" starts network calls without limit, so its input decides`
	}
	return msg, nil
}

func behindModel(ctx context.Context, m model.BaseChatModel) error {
	g := compose.NewGraph[[]*schema.Message, *schema.Message]()
	_ = g.AddChatModelNode("model", m)
	_ = g.AddLambdaNode("behind", compose.InvokableLambda(perToolCall))
	_ = g.AddEdge(compose.START, "model")
	_ = g.AddEdge("model", "behind")
	_ = g.AddEdge("behind", compose.END)
	_, err := g.Compile(ctx)
	return err
}

func flagged(ctx context.Context, m model.BaseChatModel, r retriever.Retriever) error {
	one := compose.NewGraph[[]string, []string]()
	_ = one.AddLambdaNode("query", compose.InvokableLambda(perQuery))
	_ = one.AddLambdaNode("clean", compose.InvokableLambda(cleaned))
	_ = one.AddLambdaNode("cleaned", compose.InvokableLambda(perCleaned))
	_ = one.AddEdge(compose.START, "query")
	_ = one.AddEdge("query", "clean")
	_ = one.AddEdge("clean", "cleaned")
	_ = one.AddLambdaNode("sorted", compose.InvokableLambda(perSorted))
	_ = one.AddEdge("cleaned", "sorted")
	_ = one.AddEdge("sorted", compose.END)
	_, err := one.Compile(ctx)
	if err != nil {
		return err
	}

	topics := compose.NewGraph[*request, string]()
	_ = topics.AddLambdaNode("topics", compose.InvokableLambda(perTopic))
	_ = topics.AddLambdaNode("words", compose.InvokableLambda(perWord(r)))
	_ = topics.AddEdge(compose.START, "topics")
	_ = topics.AddEdge("topics", "words")
	_ = topics.AddEdge("words", compose.END)
	if _, err = topics.Compile(ctx); err != nil {
		return err
	}

	asks := compose.NewChain[string, string]()
	asks.AppendLambda(compose.InvokableLambda(perCall(m)), compose.WithNodeKey("calls"))
	asks.AppendLambda(compose.InvokableLambda(perQuestion(m)), compose.WithNodeKey("questions"))
	if _, err = asks.Compile(ctx); err != nil {
		return err
	}

	t, err := utils.InferTool("fetch", "fetches pages", fetchAll)
	if err != nil {
		return err
	}
	tools, err := compose.NewToolNode(ctx, &compose.ToolsNodeConfig{Tools: []tool.BaseTool{t}})
	if err != nil {
		return err
	}
	g := compose.NewGraph[*schema.Message, []*schema.Message]()
	_ = g.AddToolsNode("tools", tools)
	_ = g.AddEdge(compose.START, "tools")
	_ = g.AddEdge("tools", compose.END)
	_, err = g.Compile(ctx)
	return err
}
