// Package toolconfirmation is a stub of google.golang.org/adk/tool/toolconfirmation.
package toolconfirmation

type ToolConfirmation struct {
	Hint      string
	Confirmed bool
	Payload   any
}
