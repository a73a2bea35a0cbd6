package knowledge

import (
	"fmt"
	"strings"

	"github.com/skewlint/skewlint/analyzers/knowledge/strict"
)

// CheckExtra reports what is wrong with a user's rows. Source may be left out there: the file is
// its own source.
func CheckExtra(doc *strict.Doc, extra Extra) {
	seen := map[string]bool{}
	for i, r := range extra.Funcs {
		path := fmt.Sprintf("func[%d]", i)
		r.Source = ownSource(r.Source)
		CheckRow(doc, path, r)
		checkPackage(doc, path, r.Package)
		checkOnce(doc, path, seen, string(r.Ref()))
	}
	for i, t := range extra.Types {
		path := fmt.Sprintf("type[%d]", i)
		t.Source = ownSource(t.Source)
		CheckType(doc, path, t)
		checkPackage(doc, path, t.Package)
		checkOnce(doc, path, seen, "type "+t.Package+"."+t.Type)
	}
	for i, t := range extra.Tools {
		path := fmt.Sprintf("tool[%d]", i)
		checkTool(doc, path, t)
		checkOnce(doc, path, seen, fmt.Sprintf("tool %q of server %q", t.Tool, t.Server))
	}
	for i, h := range extra.Handles {
		if strings.TrimSpace(h) == "" {
			doc.Problem(fmt.Sprintf("handles[%d]", i), "empty name of a handle")
		}
	}
}

func ownSource(source string) string {
	if source == "" {
		return "configuration"
	}
	return source
}

func checkPackage(doc *strict.Doc, path, pkg string) {
	if pkg == "" || strings.ContainsAny(pkg, " ()*\\") {
		doc.Problem(path, `row without an import path: add package = "example.com/client"`)
	}
}

func checkOnce(doc *strict.Doc, path string, seen map[string]bool, what string) {
	if seen[what] {
		doc.Problem(path, "second row for %s: keep one", what)
	}
	seen[what] = true
}

func checkTool(doc *strict.Doc, path string, t ToolRow) {
	if strings.TrimSpace(t.Tool) == "" {
		doc.Problem(path, `row without a tool: add tool = "add_item"`)
	}
	if t.Access != AccessUnknown {
		checkWord(doc, path+".access", "access", string(t.Access), accesses)
	}
	if t.Repeat != RepeatUnknown {
		checkWord(doc, path+".repeat", "repeat", string(t.Repeat), []string{"safe", "unsafe"})
	}
	if t.Access == Reads && t.Repeat == RepeatUnsafe {
		doc.Problem(path+".repeat", "a tool that only reads can be repeated: drop repeat, or say access = \"write\"")
	}
}
