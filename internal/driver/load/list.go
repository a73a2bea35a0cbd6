package load

import (
	"context"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/skewlint/skewlint/analyzers/knowledge"
	"github.com/skewlint/skewlint/internal/driver/golist"
)

// List asks the go command for the packages. Test variants make its work a third longer, so where
// no agent module is in sight it is asked without them first, and again only if that was wrong.
func List(ctx context.Context, q golist.Query, know Knowledge) ([]*golist.Package, error) {
	if !q.Tests || mayUseAgents(q, know.AgentPrefixes()) {
		return golist.List(ctx, q)
	}
	plain := q
	plain.Tests = false
	listed, err := golist.List(ctx, plain)
	if err != nil || !testsMatter(listed, know) {
		return listed, err
	}
	return golist.List(ctx, q)
}

// testsMatter reports whether a package asked for reaches an agent package, with its tests.
func testsMatter(listed []*golist.Package, know Knowledge) bool {
	reaches := reaching(listed, know)
	matters := func(path string) bool { return reaches[path] || know.IsAgent(path) }
	return slices.ContainsFunc(listed, func(p *golist.Package) bool {
		return !p.DepOnly && (reaches[p.ID] || slices.ContainsFunc(p.TestImports, matters) || slices.ContainsFunc(p.XTestImports, matters))
	})
}

// mayUseAgents reads go.mod and go.sum for the names of agent modules. A go.mod lists each module
// that provides a package to the module or its tests, however indirectly; before Go 1.17 go.sum
// does. In doubt, as in a workspace, the answer is yes.
func mayUseAgents(q golist.Query, prefixes []string) bool {
	if strings.Contains(q.Getenv("GOFLAGS"), "modfile") || q.Getenv("GO111MODULE") == "off" {
		return true
	}
	if work := q.Getenv("GOWORK"); work != "off" && (work != "" || findUp(q.Dir, "go.work") != "") {
		return true
	}
	mod := findUp(q.Dir, "go.mod")
	if mod == "" {
		return true
	}
	return mentions(mod, prefixes) || mentions(filepath.Join(filepath.Dir(mod), "go.sum"), prefixes)
}

// findUp looks for a file in dir and above.
func findUp(dir, name string) string {
	dir, err := filepath.Abs(dir)
	if err != nil {
		return ""
	}
	for {
		path := filepath.Join(dir, name)
		if _, err := os.Stat(path); err == nil {
			return path
		}
		if above := filepath.Dir(dir); above != dir {
			dir = above
			continue
		}
		return ""
	}
}

// mentions reports whether a word of the file is an agent module, or a module that may hold one.
func mentions(filename string, prefixes []string) bool {
	data, err := os.ReadFile(filename)
	if err != nil {
		return false
	}
	for word := range strings.FieldsSeq(string(data)) {
		path := knowledge.Canonical(word)
		if slices.ContainsFunc(prefixes, func(p string) bool {
			return path == p || strings.HasPrefix(p, path+"/") || strings.HasPrefix(path, p+"/")
		}) {
			return true
		}
	}
	return false
}
