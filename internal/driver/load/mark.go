package load

import "github.com/skewlint/skewlint/internal/driver/golist"

// Knowledge says what is known of packages by their import path alone.
type Knowledge interface {
	// IsAgent: importing the package makes a program one that matters.
	IsAgent(path string) bool
	// IsCovered: the package is known by rows and never analysed.
	IsCovered(path string) bool
	// AgentPrefixes are the paths, without major version, below which IsAgent is true.
	AgentPrefixes() []string
}

// marks says which packages are analysed and on which of them is reported.
type marks struct {
	analysed map[string]bool // by ID
	roots    []*golist.Package
}

// mark decides on the import graph alone. The list has dependencies first.
func mark(list []*golist.Package, know Knowledge) marks {
	reaches := reaching(list, know)
	superseded := map[string]bool{}
	for _, p := range list {
		if p.IsVariant() {
			superseded[p.ForTest] = true
		}
	}
	m := marks{analysed: map[string]bool{}}
	for _, p := range list {
		if reaches[p.ID] && analysable(p, know) && !p.DepOnly && !superseded[p.ID] {
			m.analysed[p.ID] = true
			m.roots = append(m.roots, p)
		}
	}
	m.addHelpers(list, know)
	return m
}

// reaching finds, by ID, the packages that import an agent package, directly or not, or are one.
func reaching(list []*golist.Package, know Knowledge) map[string]bool {
	reaches := make(map[string]bool, len(list))
	for _, p := range list {
		reaches[p.ID] = know.IsAgent(p.Path()) || anyOf(reaches, p.Imports)
	}
	return reaches
}

// addHelpers adds the user's own packages that analysed ones import, whether they reach an agent
// package or not: a helper that sends mail imports none.
func (m marks) addHelpers(list []*golist.Package, know Knowledge) {
	byID := make(map[string]*golist.Package, len(list))
	for _, p := range list {
		byID[p.ID] = p
	}
	for i := len(list) - 1; i >= 0; i-- {
		if !m.analysed[list[i].ID] {
			continue
		}
		for _, id := range list[i].Imports {
			if dep := byID[id]; dep != nil && analysable(dep, know) {
				m.analysed[id] = true
			}
		}
	}
}

func analysable(p *golist.Package, know Knowledge) bool {
	return p.Own() && !p.IsTestMain() && len(p.GoFiles)+len(p.CgoFiles) > 0 && !know.IsCovered(p.Path())
}

func anyOf(set map[string]bool, keys []string) bool {
	for _, k := range keys {
		if set[k] {
			return true
		}
	}
	return false
}
