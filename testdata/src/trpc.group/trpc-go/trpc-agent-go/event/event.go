// Package event is a stub of trpc-agent-go's package for unit tests.
package event

type Event struct {
	ID, Author string
	Done       bool
	StateDelta map[string][]byte
}
