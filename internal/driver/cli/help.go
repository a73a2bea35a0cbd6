package cli

import (
	"context"
	_ "embed"
	"fmt"
)

//go:embed help.txt
var helpText string

func help(ctx context.Context, e *Env, o *options, args []string) (int, error) {
	if len(args) > 0 { // "help rawhandle", as other tools have it
		return explain(ctx, e, o, args)
	}
	_, err := fmt.Fprint(e.Stdout, helpText)
	return 0, err
}
