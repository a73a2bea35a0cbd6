// Package static has graphs that the framework is told to pause: no node runs twice for it.
package static

import (
	"context"
	"net/smtp"

	"github.com/cloudwego/eino/compose"
)

func mail(ctx context.Context, in string) (string, error) {
	return in, smtp.SendMail("localhost:25", nil, "a", []string{in}, nil)
}

// The pause comes before or after the node that mails, and never inside.
func mailsBetweenPauses(ctx context.Context, store compose.CheckPointStore) error {
	g := compose.NewGraph[string, string]()
	_ = g.AddLambdaNode("mail", compose.InvokableLambda(mail))
	_ = g.AddLambdaNode("again", compose.InvokableLambda(mail))
	_ = g.AddEdge(compose.START, "mail")
	_ = g.AddEdge("mail", "again")
	_ = g.AddEdge("again", compose.END)
	_, err := g.Compile(ctx, compose.WithCheckPointStore(store),
		compose.WithInterruptBeforeNodes([]string{"mail"}), compose.WithInterruptAfterNodes([]string{"mail"}))
	return err
}
