// Package genai is a stub of google.golang.org/genai: the types that signatures of ADK name.
package genai

type Content struct {
	Parts []*Part
	Role  string
}

type Part struct {
	Text             string
	FunctionCall     *FunctionCall
	FunctionResponse *FunctionResponse
}

type FunctionCall struct {
	ID   string
	Args map[string]any
	Name string
}

type FunctionResponse struct {
	ID       string
	Name     string
	Response map[string]any
}

type Schema struct{}
