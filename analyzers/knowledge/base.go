package knowledge

import (
	"cmp"
	"slices"
	"strings"

	"github.com/skewlint/skewlint/analyzers/refs"
	"github.com/skewlint/skewlint/graphmodel"
)

// Base is all rows, checked and indexed. It is read-only and safe for concurrent use. The zero
// Base, and a nil one, has the built-in rows only.
//
// The built-in rows cost nothing to load: they are generated from data/*.toml as sorted Go
// tables, which the linker lays out. Reading the TOML at start took as long as analysing a small
// package, and vet starts one process for each package.
type Base struct {
	extra *Extra
	funcs map[graphmodel.FuncRef]Row // of extra
	types map[string]TypeRow         // of extra
}

// Extra is what a user's configuration adds to the built-in rows. Where both say something of
// one function, type or tool, the user's row wins.
type Extra struct {
	Funcs   []Row     `toml:"func"`
	Types   []TypeRow `toml:"type"`
	Tools   []ToolRow `toml:"tool"`
	Handles []string  `toml:"handles"` // keys of tool results that are handles
}

// Load returns the built-in rows.
func Load() *Base { return &Base{} }

// With returns the built-in rows with extra laid over them. The rows must have passed
// [CheckExtra].
func (b *Base) With(extra Extra) *Base {
	out := &Base{extra: &extra, funcs: map[graphmodel.FuncRef]Row{}, types: map[string]TypeRow{}}
	for _, r := range extra.Funcs {
		r.Package = canonical(r.Package)
		out.funcs[r.Ref()] = r
	}
	for _, t := range extra.Types {
		t.Package = canonical(t.Package)
		out.types[t.Package+"."+t.Type] = t
	}
	return out
}

// Package is what is known of one package: the form of the generated tables.
type Package struct {
	Path  string // without major version
	Clean bool   // functions without a row are clean; else not known
	// CleanFuncs are functions known clean, sorted; "(T).*" stands for all methods of a type.
	CleanFuncs []string
	Unknown    []string  // exceptions from Clean, spelt the same way, sorted
	Funcs      []Row     // sorted by Func
	Types      []TypeRow // sorted by Type
}

// Func says what is known of a function.
func (b *Base) Func(ref graphmodel.FuncRef) (Row, Answer) {
	if ref == "(error).Error" {
		return Row{}, Clean // declared in no package; errors that do more than speak are not seen
	}
	path, fn, ok := refs.Split(ref)
	if !ok {
		return Row{}, NotKnown
	}
	path = canonical(path)
	if b != nil && len(b.funcs) > 0 {
		if row, found := b.funcs[refOf(path, fn)]; found {
			return row, answer(row)
		}
	}
	pkg, ok := builtin(path)
	if !ok {
		return Row{}, NotKnown
	}
	return pkg.lookup(fn)
}

func (p *Package) lookup(fn string) (Row, Answer) {
	i, found := slices.BinarySearchFunc(p.Funcs, fn, func(r Row, fn string) int { return strings.Compare(r.Func, fn) })
	if found {
		return p.Funcs[i], answer(p.Funcs[i])
	}
	if p.Clean && !listed(p.Unknown, fn) || listed(p.CleanFuncs, fn) {
		return Row{}, Clean
	}
	return Row{}, NotKnown
}

// listed looks up a function, or all methods of its type, in a sorted list.
func listed(names []string, fn string) bool {
	if _, found := findString(names, fn); found {
		return true
	}
	i := strings.Index(fn, ").")
	if i < 0 {
		return false
	}
	_, found := findString(names, fn[:i]+").*")
	return found
}

// answer tells a row that says "nothing happens" from one that says what happens.
func answer(r Row) Answer {
	if len(r.Effects) == 0 && r.Role == RoleNone {
		return Clean
	}
	return HasEffect
}

// Type says what is known of a type, by its name qualified by import path, without pointer and
// type arguments: "example.com/custody.Record".
func (b *Base) Type(name string) (TypeRow, bool) {
	path, typ, ok := splitType(name)
	if !ok {
		return TypeRow{}, false
	}
	path = canonical(path)
	if b != nil && len(b.types) > 0 {
		if row, found := b.types[path+"."+typ]; found {
			return row, true
		}
	}
	pkg, ok := builtin(path)
	if !ok {
		return TypeRow{}, false
	}
	i, found := slices.BinarySearchFunc(pkg.Types, typ, func(r TypeRow, typ string) int { return cmp.Compare(r.Type, typ) })
	if !found {
		return TypeRow{}, false
	}
	return pkg.Types[i], true
}

// IsAgent reports whether importing the package makes a program one that skewlint cares about:
// an agent framework or an MCP SDK, any of its packages and major versions.
func (b *Base) IsAgent(path string) bool {
	path = canonical(path)
	return slices.ContainsFunc(agentPrefixes, func(p string) bool { return within(path, p) })
}

// AgentPrefixes are the import paths, without major version, below which IsAgent is true.
func (b *Base) AgentPrefixes() []string { return slices.Clone(agentPrefixes) }

// IsStd reports whether the path is a package of the standard library, by name and not by look.
func (b *Base) IsStd(path string) bool { return isStd(path) }

// IsCovered reports whether the package is known by rows and so never analysed: the standard
// library, agent frameworks, SDKs and all else that has a file of rows, with the packages below.
func (b *Base) IsCovered(path string) bool {
	if isStd(path) || b.IsAgent(path) {
		return true
	}
	for path = canonical(path); ; path = path[:strings.LastIndexByte(path, '/')] {
		if _, ok := builtin(path); ok {
			return true
		}
		if !strings.Contains(path, "/") {
			return false
		}
	}
}

// IsHandleKey reports whether a tool list or the configuration calls the key a handle.
func (b *Base) IsHandleKey(key string) bool {
	if b == nil || b.extra == nil || key == "" {
		return false
	}
	if slices.Contains(b.extra.Handles, key) {
		return true
	}
	return slices.ContainsFunc(b.extra.Tools, func(t ToolRow) bool {
		return slices.Contains(t.Mints, key) || slices.Contains(t.Spends, key)
	})
}

// builtin finds the generated table of a package.
func builtin(path string) (*Package, bool) {
	i, found := slices.BinarySearchFunc(packages, path, func(p Package, path string) int { return strings.Compare(p.Path, path) })
	if !found {
		return nil, false
	}
	return &packages[i], true
}

func findString(sorted []string, s string) (int, bool) { return slices.BinarySearch(sorted, s) }
