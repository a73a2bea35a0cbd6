// Package inmemory is a stub of trpc-agent-go's package for unit tests.
package inmemory

type Saver struct{}

func NewSaver() *Saver        { return nil }
func (s *Saver) Close() error { return nil }
