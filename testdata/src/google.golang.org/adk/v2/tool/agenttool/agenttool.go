// Package agenttool is a stub of google.golang.org/adk/v2/tool/agenttool.
package agenttool

import (
	"google.golang.org/adk/v2/agent"
	"google.golang.org/adk/v2/tool"
)

type Config struct{ SkipSummarization bool }

func New(agent agent.Agent, cfg *Config) tool.Tool { return nil }
