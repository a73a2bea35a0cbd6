// Package geminitool is a stub of google.golang.org/adk/v2/tool/geminitool.
package geminitool

type GoogleSearch struct{}

func (s GoogleSearch) Name() string        { return "" }
func (s GoogleSearch) Description() string { return "" }
func (s GoogleSearch) IsLongRunning() bool { return false }
