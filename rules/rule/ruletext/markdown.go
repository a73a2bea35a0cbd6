package ruletext

import (
	"go/doc/comment"
	"strings"
)

// Markdown is the text for pages and browsers: sections with their headings, without the title.
func (t Text) Markdown() string {
	var b strings.Builder
	for _, s := range t.Sections {
		b.WriteString("\n## " + s.Heading + "\n")
		for _, block := range s.Blocks {
			b.WriteString("\n")
			b.Write(blockMarkdown(block))
		}
	}
	return b.String()
}

// blockMarkdown fences code as Go; the rest is printed as go/doc/comment does.
func blockMarkdown(block comment.Block) []byte {
	if code, ok := block.(*comment.Code); ok {
		return []byte("```go\n" + code.Text + "```\n")
	}
	return new(comment.Printer).Markdown(&comment.Doc{Content: []comment.Block{block}})
}
