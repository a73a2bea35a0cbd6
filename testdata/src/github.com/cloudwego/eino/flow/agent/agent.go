// Package agent is a stub.
package agent

type AgentOption struct{}
