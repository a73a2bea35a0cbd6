// Package supervisor is a stub.
package supervisor

import (
	"context"

	"github.com/cloudwego/eino/adk"
)

type Config struct {
	Supervisor adk.Agent
	SubAgents  []adk.Agent
}

func New(ctx context.Context, conf *Config) (adk.ResumableAgent, error) { panic("stub") }
