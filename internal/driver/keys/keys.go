package keys

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"

	"github.com/skewlint/skewlint/analyzers/settings"
	"github.com/skewlint/skewlint/internal/driver/decls"
	"github.com/skewlint/skewlint/internal/driver/golist"
)

// Sum is the hash of words, as a name of letters and digits.
func Sum(words ...string) string {
	h := sha256.New()
	for _, w := range words {
		_, _ = fmt.Fprintf(h, "%d:%s", len(w), w)
	}
	return hex.EncodeToString(h.Sum(nil))
}

// Maker makes the keys of one run. It reads each file at most once for each kind of sum. It is safe
// for concurrent use.
type Maker struct {
	base   string
	config string
	read   func(name string) ([]byte, error)
	byID   map[string]*golist.Package
	// analysed are the packages of which importers also see facts; they are not part of Own.
	analysed map[string]bool

	mu       sync.Mutex
	own      map[string]string // empty: there is none
	declared map[string]string
	versions map[string]string // of Go distributions, by root
	configs  map[string]string // by folder
}

// New makes a Maker. list are all packages, analysed those that are analysed; base is what all keys depend on; config the configuration file in force, empty
// for the nearest one above each package; read reads a file of a package.
func New(list, analysed []*golist.Package, base []string, config string, read func(name string) ([]byte, error)) *Maker {
	m := &Maker{
		base: Sum(base...), config: config, read: read,
		byID: make(map[string]*golist.Package, len(list)), analysed: make(map[string]bool, len(analysed)),
		own: map[string]string{}, declared: map[string]string{}, versions: map[string]string{}, configs: map[string]string{},
	}
	for _, p := range list {
		m.byID[p.ID] = p
	}
	for _, p := range analysed {
		m.analysed[p.ID] = true
	}
	return m
}

// Own sums up a package that is analysed, without the analysed packages that it imports. ok is
// false for one that the go command complains about or that cannot be read.
func (m *Maker) Own(id string) (sum string, ok bool) {
	m.mu.Lock()
	defer m.mu.Unlock()
	sum, done := m.own[id]
	if !done {
		sum = m.ownSum(m.byID[id])
		m.own[id] = sum
	}
	return sum, sum != ""
}

func (m *Maker) ownSum(p *golist.Package) string {
	if p == nil || p.Error != nil {
		return ""
	}
	words := []string{"own", m.base, m.configOf(p.Dir), describe(p)}
	for _, name := range p.Files() {
		text, err := m.read(name)
		if err != nil {
			return ""
		}
		words = append(words, name, string(text))
	}
	for _, id := range p.Imports {
		if dep := m.byID[id]; dep != nil && !m.analysed[id] {
			words = append(words, id, m.declaredSum(dep))
		}
	}
	return Sum(words...)
}

// configOf is the configuration in force for the packages of a folder.
func (m *Maker) configOf(dir string) string {
	path, ok := m.config, true
	if path == "" {
		if sum, done := m.configs[dir]; done {
			return sum
		}
		path, ok = settings.Find(dir)
	}
	sum := ""
	if ok {
		text, err := os.ReadFile(path)
		sum = Sum(path, string(text), fmt.Sprint(err))
	}
	m.configs[dir] = sum
	return sum
}

// Declared sums up what importers can see of a package: its declarations, and those of what it
// imports.
func (m *Maker) Declared(id string) string {
	m.mu.Lock()
	defer m.mu.Unlock()
	return m.declaredSum(m.byID[id])
}

func (m *Maker) declaredSum(p *golist.Package) string {
	if p == nil {
		return "none"
	}
	if sum, done := m.declared[p.ID]; done {
		return sum
	}
	m.declared[p.ID] = "cycle " + p.ID // packages that import each other have an error, and no key
	words := []string{"declared", describe(p), m.version(p)}
	if p.Error != nil {
		words = append(words, p.Error.Err)
	}
	if words[2] == "" {
		words = append(words, m.declarations(p)...)
	}
	for _, id := range p.Imports {
		words = append(words, id, m.declaredSum(m.byID[id]))
	}
	sum := Sum(words...)
	m.declared[p.ID] = sum
	return sum
}

// declarations are the texts of the files without what is in function bodies.
func (m *Maker) declarations(p *golist.Package) []string {
	var out []string
	for _, name := range p.Files() {
		text, err := m.read(name)
		if err != nil {
			out = append(out, name, err.Error())
			continue
		}
		out = append(out, name, string(decls.Outline(text)))
	}
	return out
}

// version is by what the text of a package is known without reading it, empty if it is not.
func (m *Maker) version(p *golist.Package) string {
	if p.Standard {
		return m.distribution(p)
	}
	module := p.Module
	if module == nil {
		return ""
	}
	if module.Replace != nil {
		module = module.Replace
	}
	if module.Version == "" || !inModuleCache(p.Dir, module.Version) {
		return ""
	}
	return module.Path + "@" + module.Version
}

// inModuleCache reports whether a folder lies in one that is named by the version, as those of the
// module cache are. A vendor folder is not, and can be edited.
func inModuleCache(dir, version string) bool {
	for part := range strings.SplitSeq(filepath.ToSlash(dir), "/") {
		if strings.HasSuffix(part, "@"+escape(version)) {
			return true
		}
	}
	return false
}

// escape writes capital letters as the module cache does.
func escape(s string) string {
	var b strings.Builder
	for _, r := range s {
		if 'A' <= r && r <= 'Z' {
			b.WriteByte('!')
			r += 'a' - 'A'
		}
		b.WriteRune(r)
	}
	return b.String()
}

// distribution is the version of the Go distribution that has a package of the standard library.
// One that was built from a checkout has no file that says so, and its text may be edited.
func (m *Maker) distribution(p *golist.Package) string {
	root := strings.TrimSuffix(filepath.ToSlash(p.Dir), "/src/"+p.Path())
	if version, done := m.versions[root]; done {
		return version
	}
	text, err := os.ReadFile(filepath.Join(root, "VERSION"))
	version := ""
	if err == nil && !strings.HasPrefix(string(text), "devel") {
		version = root + "\n" + string(text)
	}
	m.versions[root] = version
	return version
}

// describe is what the go command says of a package that its text does not.
func describe(p *golist.Package) string {
	var b strings.Builder
	fmt.Fprintf(&b, "%q %q %q %q %q %q", p.ID, p.Name, p.Dir, p.ForTest, p.GoFiles, p.CgoFiles)
	for _, from := range slices.Sorted(maps.Keys(p.ImportMap)) {
		fmt.Fprintf(&b, " %q>%q", from, p.ImportMap[from])
	}
	fmt.Fprintf(&b, " %q", p.Imports)
	for mod := p.Module; mod != nil; mod = mod.Replace {
		fmt.Fprintf(&b, " %q %q %v %q", mod.Path, mod.Version, mod.Main, mod.GoVersion)
	}
	return b.String()
}
