package ruletext

import (
	"fmt"
	"go/ast"
	"go/doc/comment"
	"go/parser"
	"go/token"
	"slices"
	"strings"
)

// Headings are the sections that every rule's text has, in this order.
var Headings = []string{
	"What it reports",
	"Why it matters",
	"Example",
	"Instead",
	"Silent when",
	"Known misses",
}

// Text is a rule's text, cut at its headings.
type Text struct {
	Name     string // from the package clause
	Title    string // from "Package NAME reports TITLE."
	Sections []Section
}

// Section is one heading and what stands below it.
type Section struct {
	Heading string
	Blocks  []comment.Block
}

// Section gives the blocks below a heading, nil if there is none.
func (t Text) Section(heading string) []comment.Block {
	for _, s := range t.Sections {
		if s.Heading == heading {
			return s.Blocks
		}
	}
	return nil
}

// Parse reads the source of a doc.go. It gives as much as it can read together with an error.
func Parse(source string) (Text, error) {
	file, err := parser.ParseFile(token.NewFileSet(), "doc.go", source, parser.ParseComments|parser.PackageClauseOnly)
	if err != nil {
		return Text{}, err
	}
	t := Text{Name: file.Name.Name}
	blocks := parseComment(file.Doc)
	if len(blocks) == 0 {
		return t, fmt.Errorf("%s: doc.go has no package comment", t.Name)
	}
	t.Title, err = title(t.Name, blocks[0])
	t.Sections = sections(blocks[1:])
	if err != nil {
		return t, err
	}
	return t, t.check()
}

func parseComment(doc *ast.CommentGroup) []comment.Block {
	return new(comment.Parser).Parse(doc.Text()).Content
}

// title is the first sentence without its fixed beginning, which godoc asks for.
func title(name string, first comment.Block) (string, error) {
	para, _ := first.(*comment.Paragraph)
	text := strings.TrimSpace(plain(para))
	text = strings.Join(strings.Fields(text), " ")
	rest, ok := strings.CutPrefix(text, "Package "+name+" reports ")
	rest, stop := strings.CutSuffix(rest, ".")
	if !ok || !stop {
		return rest, fmt.Errorf("%s: package comment must begin %q and be one sentence", name, "Package "+name+" reports")
	}
	return rest, nil
}

func sections(blocks []comment.Block) []Section {
	var out []Section
	for _, b := range blocks {
		if h, ok := b.(*comment.Heading); ok {
			out = append(out, Section{Heading: plain(&comment.Paragraph{Text: h.Text})})
			continue
		}
		if len(out) == 0 {
			out = append(out, Section{})
		}
		last := &out[len(out)-1]
		last.Blocks = append(last.Blocks, b)
	}
	return out
}

// check reports a heading that is missing, empty, unknown or out of order.
func (t Text) check() error {
	var have []string
	for _, s := range t.Sections {
		have = append(have, s.Heading)
		if len(s.Blocks) == 0 {
			return fmt.Errorf("%s: nothing below heading %q", t.Name, s.Heading)
		}
	}
	if !slices.Equal(have, Headings) {
		return fmt.Errorf("%s: headings are %q, want %q", t.Name, have, Headings)
	}
	return nil
}

// String is the text for a terminal: sections with their headings, without the title.
func (t Text) String() string {
	doc := &comment.Doc{}
	for _, s := range t.Sections {
		doc.Content = append(doc.Content, &comment.Heading{Text: []comment.Text{comment.Plain(s.Heading)}})
		doc.Content = append(doc.Content, s.Blocks...)
	}
	return string(new(comment.Printer).Text(doc))
}

// plain is a paragraph's text on one line.
func plain(p *comment.Paragraph) string {
	if p == nil {
		return ""
	}
	printer := &comment.Printer{TextWidth: -1}
	return strings.TrimSpace(string(printer.Text(&comment.Doc{Content: []comment.Block{p}})))
}
