// Package agenttools shows tools that pause by themselves while a node runs them: such a tool runs
// again alone.
package agenttools

import (
	"context"
	"net/smtp"

	"github.com/cloudwego/eino/components/tool"
	"github.com/cloudwego/eino/components/tool/utils"
	"github.com/cloudwego/eino/compose"
	"github.com/cloudwego/eino/schema"
)

type refund struct{ Invoice string }

func mail(to string) error { return smtp.SendMail("localhost:25", nil, "a", []string{to}, nil) }

// The customer hears of the refund before anybody approved it, and once more for the approval.
func mailsFirst(ctx context.Context, in refund) (string, error) {
	if err := mail(in.Invoice); err != nil { // want `node "tools" sends mail \(net/smtp.SendMail\) before it pauses`
		return "", err
	}
	return "", tool.Interrupt(ctx, in)
}

// The tool asks first and mails when it is called again.
func asksFirst(ctx context.Context, in refund) (string, error) {
	if asked, _, _ := tool.GetInterruptState[any](ctx); !asked {
		return "", tool.Interrupt(ctx, in)
	}
	return "done", mail(in.Invoice)
}

// One tool mails and another pauses: each runs by itself, so nothing is done twice.
func onlyMails(ctx context.Context, in refund) (string, error)  { return "", mail(in.Invoice) }
func onlyPauses(ctx context.Context, in refund) (string, error) { return "", tool.Interrupt(ctx, in) }

func build(ctx context.Context, store compose.CheckPointStore) error {
	var list []tool.BaseTool
	for name, fn := range map[string]func(context.Context, refund) (string, error){
		"mails_first": mailsFirst, "asks_first": asksFirst, "only_mails": onlyMails, "only_pauses": onlyPauses,
	} {
		t, err := utils.InferTool(name, name, fn)
		if err != nil {
			return err
		}
		list = append(list, t)
	}
	node, err := compose.NewToolNode(ctx, &compose.ToolsNodeConfig{Tools: list})
	if err != nil {
		return err
	}
	g := compose.NewGraph[*schema.Message, []*schema.Message]()
	_ = g.AddToolsNode("tools", node)
	_ = g.AddEdge(compose.START, "tools")
	_ = g.AddEdge("tools", compose.END)
	_, err = g.Compile(ctx, compose.WithCheckPointStore(store))
	return err
}
