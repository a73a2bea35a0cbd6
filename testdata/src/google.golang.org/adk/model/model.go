// Package model is a stub of google.golang.org/adk/model.
package model

import (
	"context"
	"iter"

	"google.golang.org/genai"
)

type LLM interface {
	Name() string
	GenerateContent(ctx context.Context, req *LLMRequest, stream bool) iter.Seq2[*LLMResponse, error]
}

type LLMRequest struct{ Contents []*genai.Content }

type LLMResponse struct {
	Content *genai.Content
	Partial bool
}
