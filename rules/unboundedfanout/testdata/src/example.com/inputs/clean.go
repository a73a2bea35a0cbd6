// The twins: lists that are short, cut or refused, and work that is limited or only computes.

package inputs

import (
	"context"
	"errors"
	"strings"

	"github.com/cloudwego/eino/components/model"
	"github.com/cloudwego/eino/compose"
	"github.com/cloudwego/eino/schema"
	"golang.org/x/sync/errgroup"
)

// A list of the type's own length.
func perSource(ctx context.Context, r *request) (string, error) {
	for _, s := range r.Sources {
		go look(s)
	}
	return "", nil
}

const most = 8

// A longer list is refused.
func refuses(ctx context.Context, r *request) (string, error) {
	if len(r.Topics) > most {
		return "", errors.New("too many topics")
	}
	for _, t := range r.Topics {
		go look(t)
	}
	return "", nil
}

// A longer answer is cut.
func cuts(m model.BaseChatModel) func(context.Context, string) ([]string, error) {
	return func(ctx context.Context, q string) ([]string, error) {
		list := questions(ctx, m, q)
		if len(list) > most {
			list = list[:most]
		}
		for _, one := range list {
			go look(one)
		}
		return nil, nil
	}
}

// At most eight at once.
func limits(ctx context.Context, queries []string) ([]string, error) {
	var group errgroup.Group
	group.SetLimit(most)
	for _, q := range queries {
		group.Go(func() error { look(q); return nil })
	}
	return queries, group.Wait()
}

// What is started only computes.
func computes(ctx context.Context, queries []string) ([]string, error) {
	out := make([]string, len(queries))
	for i, q := range queries {
		go func() { out[i] = strings.ToUpper(q) }()
	}
	return out, nil
}

// The node in front always makes three.
func three(ctx context.Context, q string) ([]string, error) {
	return []string{q, q + " news", q + " history"}, nil
}

func perOfThree(ctx context.Context, queries []string) ([]string, error) {
	for _, q := range queries {
		go look(q)
	}
	return queries, nil
}

// A helper makes a list of two, and one of at most eight.
func variants(q string) []string { return []string{q, q + " news"} }

func top(queries []string) []string { return queries[:min(len(queries), most)] }

func perVariant(ctx context.Context, queries []string) ([]string, error) {
	for _, q := range top(queries) {
		go look(q)
	}
	for _, v := range variants(queries[0]) {
		go look(v)
	}
	return queries, nil
}

// A model that says one thing is no list.
func asksOnce(m model.BaseChatModel) func(context.Context, string) (string, error) {
	return func(ctx context.Context, q string) (string, error) {
		for _, site := range []string{"a.example", "b.example"} {
			go func() { _, _ = m.Generate(ctx, []*schema.Message{schema.UserMessage(site + q)}) }()
		}
		return "", nil
	}
}

// The services are set up, and no data.
type searcher struct{ sites []string }

func (s *searcher) search(ctx context.Context, q string) (string, error) {
	for _, site := range s.sites {
		go look(site + q)
	}
	return "", nil
}

func clean(ctx context.Context, m model.BaseChatModel, s *searcher) error {
	parts := compose.NewGraph[*request, string]()
	_ = parts.AddLambdaNode("source", compose.InvokableLambda(perSource))
	_ = parts.AddLambdaNode("refuses", compose.InvokableLambda(refuses))
	_ = parts.AddEdge(compose.START, "source")
	_ = parts.AddEdge(compose.START, "refuses")
	_ = parts.AddEdge("refuses", compose.END)
	if _, err := parts.Compile(ctx); err != nil {
		return err
	}

	words := compose.NewChain[string, []string]()
	words.AppendLambda(compose.InvokableLambda(asksOnce(m)), compose.WithNodeKey("once"))
	words.AppendLambda(compose.InvokableLambda(s.search), compose.WithNodeKey("search"))
	words.AppendLambda(compose.InvokableLambda(cuts(m)), compose.WithNodeKey("cuts"))
	words.AppendLambda(compose.InvokableLambda(limits), compose.WithNodeKey("limits"))
	words.AppendLambda(compose.InvokableLambda(perVariant), compose.WithNodeKey("variants"))
	words.AppendLambda(compose.InvokableLambda(computes), compose.WithNodeKey("computes"))
	if _, err := words.Compile(ctx); err != nil {
		return err
	}

	fixed := compose.NewGraph[string, []string]()
	_ = fixed.AddLambdaNode("three", compose.InvokableLambda(three))
	_ = fixed.AddLambdaNode("of three", compose.InvokableLambda(perOfThree))
	_ = fixed.AddEdge(compose.START, "three")
	_ = fixed.AddEdge("three", "of three")
	_ = fixed.AddEdge("of three", compose.END)
	_, err := fixed.Compile(ctx)
	return err
}
