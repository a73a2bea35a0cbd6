package mcpgate

import (
	"encoding/json"
	"fmt"
	"mime"
	"net/http"
	"net/url"
	"slices"
	"strings"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/skewlint/skewlint/runtime/mcpgate/untrusted"
)

// Kind is what a part of a result is.
type Kind string

// The kinds.
const (
	TextPart     Kind = "text"
	ImagePart    Kind = "image"
	AudioPart    Kind = "audio"
	LinkPart     Kind = "link"     // a resource that was named and not read
	ResourcePart Kind = "resource" // a resource with its content
)

// Part is one part of what a model is meant to read.
type Part struct {
	Kind Kind `json:"kind"`
	// Text is the text, or the title of a link.
	Text untrusted.Text `json:"text"`
	// MIME is the type of Data, and of Text where the server named one.
	MIME string `json:"mime,omitempty"`
	Data []byte `json:"data,omitempty"`
	// URI names a link or a resource. Its scheme is one that [Limits] allow; nothing else is known of it.
	URI string `json:"uri,omitempty"`
}

// Limits say what a server may send. A zero field means the default.
type Limits struct {
	// ResultBytes is the size of one result. Default: 1 MiB. The SDK has read the whole message by then: to limit what
	// is read, limit the transport.
	ResultBytes int
	// Parts is the number of parts of one result. Default: 100.
	Parts int
	// MIME are the types that images, audio, links and resources may have. Default: [DefaultMIME].
	MIME []string
	// Schemes are those that links and resources may have. Default: https and http.
	Schemes []string
	// Tools and Pages limit a list of tools. Defaults: 1000 and 100.
	Tools, Pages int
	// DescriptionBytes is the size of a tool's description. Default: 16 KiB.
	DescriptionBytes int
}

// DefaultMIME are the types that a result may have unless [Limits] say otherwise. SVG and HTML are not among them: both
// carry scripts.
func DefaultMIME() []string {
	return []string{
		"image/png", "image/jpeg", "image/gif", "image/webp", "audio/wav", "audio/wave", "audio/mpeg", "audio/ogg",
		"text/plain", "text/markdown", "text/csv", "application/json", "application/pdf",
	}
}

func (l Limits) withDefaults() Limits {
	set := func(v *int, def int) {
		if *v <= 0 {
			*v = def
		}
	}
	set(&l.ResultBytes, 1<<20)
	set(&l.Parts, 100)
	set(&l.Tools, 1000)
	set(&l.Pages, 100)
	set(&l.DescriptionBytes, 16<<10)
	if l.MIME == nil {
		l.MIME = DefaultMIME()
	}
	if l.Schemes == nil {
		l.Schemes = []string{"https", "http"}
	}
	return l
}

// LimitError means that a server sent more than it may. Nothing of it is passed on: a part of an answer reads like a
// whole one.
type LimitError struct {
	Server, Tool string
	// What is what there is too much of, Got how much there was, and Limit how much there may be.
	What       string
	Got, Limit int
}

func (e *LimitError) Error() string {
	return fmt.Sprintf("mcpgate: %s: the server sent %d %s, at most %d are allowed; ask for less, or raise the limit of the source",
		where(e.Server, e.Tool), e.Got, e.What, e.Limit)
}

// ContentError means that a part of a result is of a kind that is not allowed, or not what it says it is.
type ContentError struct {
	Server, Tool string
	// Part counts from 0; Problem says what is wrong.
	Part    int
	Problem string
}

func (e *ContentError) Error() string {
	return fmt.Sprintf("mcpgate: %s: part %d of the result %s; if that is to be expected, allow it in the limits of the source",
		where(e.Server, e.Tool), e.Part, oneLine(e.Problem))
}

// result makes a result of what the server sent, or refuses it.
func (g *Gate) result(tool string, res *mcp.CallToolResult) (*Result, error) {
	size, err := sizeOf(res)
	if err != nil {
		return nil, &ContentError{Server: g.server, Tool: tool, Problem: "is no JSON: " + err.Error()}
	}
	if size > g.limits.ResultBytes {
		return nil, &LimitError{Server: g.server, Tool: tool, What: "bytes", Got: size, Limit: g.limits.ResultBytes}
	}
	if len(res.Content) > g.limits.Parts {
		return nil, &LimitError{Server: g.server, Tool: tool, What: "parts", Got: len(res.Content), Limit: g.limits.Parts}
	}
	parts := make([]Part, 0, len(res.Content))
	for i, c := range res.Content {
		part, err := g.limits.part(where(g.server, tool), c)
		if err != nil {
			return nil, &ContentError{Server: g.server, Tool: tool, Part: i, Problem: err.Error()}
		}
		parts = append(parts, part)
	}
	return &Result{Structured: res.StructuredContent, Content: res.Content, server: g.server, tool: tool, parts: parts}, nil
}

// sizeOf is how many bytes the content and the structured content take, in the form in which they are kept.
func sizeOf(res *mcp.CallToolResult) (int, error) {
	total := 0
	if res.StructuredContent != nil {
		raw, err := json.Marshal(res.StructuredContent)
		if err != nil {
			return 0, err
		}
		total = len(raw)
	}
	for _, c := range res.Content {
		switch c := c.(type) {
		case *mcp.TextContent:
			total += len(c.Text)
		case *mcp.ImageContent:
			total += len(c.Data)
		case *mcp.AudioContent:
			total += len(c.Data)
		case *mcp.ResourceLink:
			total += len(c.URI) + len(c.Name) + len(c.Title) + len(c.Description)
		case *mcp.EmbeddedResource:
			if c.Resource != nil {
				total += len(c.Resource.URI) + len(c.Resource.Text) + len(c.Resource.Blob)
			}
		}
	}
	return total, nil
}

// part checks and turns one part. The error completes the sentence "part 0 of the result".
func (l Limits) part(origin string, c mcp.Content) (Part, error) {
	switch c := c.(type) {
	case *mcp.TextContent:
		return Part{Kind: TextPart, Text: untrusted.From(origin, c.Text)}, nil
	case *mcp.ImageContent:
		return l.media(ImagePart, c.MIMEType, c.Data)
	case *mcp.AudioContent:
		return l.media(AudioPart, c.MIMEType, c.Data)
	case *mcp.ResourceLink:
		title := c.Title
		if title == "" {
			title = c.Name
		}
		p := Part{Kind: LinkPart, URI: c.URI, MIME: c.MIMEType, Text: untrusted.From(origin, title)}
		return p, l.named(c.URI, c.MIMEType)
	case *mcp.EmbeddedResource:
		if c.Resource == nil {
			return Part{}, fmt.Errorf("is a resource without content")
		}
		r := c.Resource
		p := Part{Kind: ResourcePart, URI: r.URI, MIME: r.MIMEType, Data: r.Blob, Text: untrusted.From(origin, r.Text)}
		return p, l.named(r.URI, r.MIMEType)
	default:
		return Part{}, fmt.Errorf("is of the kind %T, which a tool does not send", c)
	}
}

// media checks an image or sound: its type must be allowed, belong to its kind and be what the bytes are.
func (l Limits) media(kind Kind, declared string, data []byte) (Part, error) {
	bare, err := l.allowed(declared)
	if err != nil {
		return Part{}, err
	}
	if !strings.HasPrefix(bare, string(kind)+"/") {
		return Part{}, fmt.Errorf("is of the kind %s and the type %s", kind, bare)
	}
	found, _, _ := mime.ParseMediaType(http.DetectContentType(data))
	if kind == ImagePart && found != bare {
		return Part{}, fmt.Errorf("says that it is %s and looks like %s", bare, found)
	}
	if strings.HasPrefix(found, "text/html") || strings.HasPrefix(found, "text/xml") {
		return Part{}, fmt.Errorf("says that it is %s and looks like %s", bare, found)
	}
	return Part{Kind: kind, MIME: bare, Data: data}, nil
}

// named checks the name and the type of a resource.
func (l Limits) named(uri, declared string) error {
	if declared != "" {
		if _, err := l.allowed(declared); err != nil {
			return err
		}
	}
	return l.address(uri)
}

// address checks that a URI has an allowed scheme and is written as such.
func (l Limits) address(uri string) error {
	if strings.ContainsFunc(uri, func(r rune) bool { return r <= ' ' || r == 0x7f }) {
		return fmt.Errorf("has a URI with spaces or control characters")
	}
	u, err := url.Parse(uri)
	if err != nil {
		return fmt.Errorf("has a URI that is none")
	}
	if !slices.Contains(l.Schemes, strings.ToLower(u.Scheme)) {
		return fmt.Errorf("has a URI of the scheme %q, allowed are %s", u.Scheme, strings.Join(l.Schemes, ", "))
	}
	if u.User != nil {
		return fmt.Errorf("has a URI with a user name, which hides where it leads")
	}
	return nil
}

func (l Limits) allowed(declared string) (string, error) {
	bare, _, err := mime.ParseMediaType(declared)
	if err != nil {
		return "", fmt.Errorf("has the type %q, which is none", declared)
	}
	if !slices.Contains(l.MIME, bare) {
		return "", fmt.Errorf("is of the type %s, which is not allowed", bare)
	}
	return bare, nil
}
