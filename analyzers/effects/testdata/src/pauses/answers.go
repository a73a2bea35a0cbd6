package pauses

import (
	"google.golang.org/adk/v2/agent"
	"google.golang.org/adk/v2/session"
	"google.golang.org/adk/v2/workflow"
)

// ADK says that a run is resumed by an answer that is there: by its second result, or by not being
// nil.

// before: mail write smtp.SendMail < c (witness) first time only
func secondResult(ctx agent.Context, in string, emit func(*session.Event) error) (any, error) {
	if _, answered := ctx.ResumedInput("c"); !answered {
		if err := notify("a"); err != nil {
			return nil, err
		}
	}
	return workflow.ResumeOrRequestInput(ctx, emit, session.RequestInput{InterruptID: "c"})
}

// before: mail write smtp.SendMail < sure? (witness) first time only
func notNil(ctx agent.Context, in string) (string, error) {
	c := ctx.ToolConfirmation()
	if c == nil {
		if err := notify("a"); err != nil {
			return "", err
		}
		return "", ctx.RequestConfirmation("sure?", nil)
	}
	return "", nil
}

// before: mail write smtp.SendMail < sure? (witness)
func wrongWayRound(ctx agent.Context, in string) (string, error) {
	if ctx.ToolConfirmation() != nil {
		if err := notify("a"); err != nil {
			return "", err
		}
	}
	return "", ctx.RequestConfirmation("sure?", nil)
}
