// Command app is an agent graph of Eino whose nodes call the tools of an MCP server.
package main

import (
	"context"
	"log"
	"os"

	"example.com/app/flow"
	"example.com/app/server"
	"example.com/app/tools"
)

func main() {
	ctx := context.Background()
	if len(os.Args) > 1 && os.Args[1] == "serve" {
		log.Fatal(server.Run(ctx))
	}
	client, err := tools.Connect(ctx, "app", "serve")
	if err != nil {
		log.Fatal(err)
	}
	answer, err := flow.Run(ctx, client, "two tickets")
	if err != nil {
		log.Fatal(err)
	}
	log.Print(answer)
}
