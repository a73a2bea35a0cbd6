// Package retriever is a stub.
package retriever

import (
	"context"

	"github.com/cloudwego/eino/schema"
)

type Option struct{}

type Retriever interface {
	Retrieve(ctx context.Context, query string, opts ...Option) ([]*schema.Document, error)
}
