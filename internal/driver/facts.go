package driver

import (
	"bytes"
	"cmp"
	"encoding/gob"
	"fmt"
	"go/types"
	"io"
	"reflect"
	"slices"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/types/objectpath"
)

// factSet are the facts of one package. Those of objects go by the object's path, since another
// run, and another load in this run, has other objects.
type factSet struct {
	packages map[reflect.Type]analysis.Fact
	objects  map[objectKey]analysis.Fact
	own      map[types.Object]map[reflect.Type]analysis.Fact // while the package itself is analysed
}

type objectKey struct {
	path objectpath.Path
	kind reflect.Type
}

func newFactSet() *factSet {
	return &factSet{
		packages: map[reflect.Type]analysis.Fact{}, objects: map[objectKey]analysis.Fact{},
		own: map[types.Object]map[reflect.Type]analysis.Fact{},
	}
}

// passFacts are the functions of a pass that have to do with facts. As in go/analysis/checker,
// misuse is a panic, which [passes] makes an error of.
type passFacts struct{ p *passes }

func copyFact(to, from analysis.Fact) {
	reflect.ValueOf(to).Elem().Set(reflect.ValueOf(from).Elem())
}

func (f passFacts) importPackage(pkg *types.Package, fact analysis.Fact) bool {
	u := f.p.sight.units[pkg]
	if u == nil {
		return false
	}
	have := u.factSet().packages[reflect.TypeOf(fact)]
	if have != nil {
		copyFact(fact, have)
	}
	return have != nil
}

func (f passFacts) exportPackage(fact analysis.Fact) {
	f.p.unit.facts.packages[reflect.TypeOf(fact)] = fact
}

func (f passFacts) allPackages() []analysis.PackageFact {
	var out []analysis.PackageFact
	for pkg, u := range f.p.sight.units {
		for _, fact := range u.factSet().packages {
			out = append(out, analysis.PackageFact{Package: pkg, Fact: fact})
		}
	}
	slices.SortFunc(out, func(a, b analysis.PackageFact) int {
		return cmp.Or(cmp.Compare(a.Package.Path(), b.Package.Path()), cmp.Compare(factName(a.Fact), factName(b.Fact)))
	})
	return out
}

func (f passFacts) importObject(obj types.Object, fact analysis.Fact) bool {
	kind := reflect.TypeOf(fact)
	if obj.Pkg() == f.p.pkg.Types {
		have := f.p.unit.facts.own[obj][kind]
		if have != nil {
			copyFact(fact, have)
		}
		return have != nil
	}
	u := f.p.sight.units[obj.Pkg()]
	if u == nil || len(u.factSet().objects) == 0 {
		return false
	}
	path, err := objectpath.For(obj)
	if err != nil {
		return false // an object that nothing outside of its package can name
	}
	have := u.factSet().objects[objectKey{path, kind}]
	if have != nil {
		copyFact(fact, have)
	}
	return have != nil
}

func (f passFacts) exportObject(obj types.Object, fact analysis.Fact) {
	if obj.Pkg() != f.p.pkg.Types {
		panic(fmt.Sprintf("a fact on %s, which belongs to another package", obj))
	}
	set := f.p.unit.facts
	if set.own[obj] == nil {
		set.own[obj] = map[reflect.Type]analysis.Fact{}
	}
	set.own[obj][reflect.TypeOf(fact)] = fact
	if path, err := objectpath.For(obj); err == nil {
		set.objects[objectKey{path, reflect.TypeOf(fact)}] = fact
	}
}

func (f passFacts) allObjects() []analysis.ObjectFact {
	var out []analysis.ObjectFact
	for pkg, u := range f.p.sight.units {
		for key, fact := range u.factSet().objects {
			if obj, err := objectpath.Object(pkg, key.path); err == nil {
				out = append(out, analysis.ObjectFact{Object: obj, Fact: fact})
			}
		}
	}
	slices.SortFunc(out, func(a, b analysis.ObjectFact) int {
		return cmp.Or(cmp.Compare(a.Object.Pkg().Path(), b.Object.Pkg().Path()), cmp.Compare(a.Object.Pos(), b.Object.Pos()), cmp.Compare(factName(a.Fact), factName(b.Fact)))
	})
	return out
}

// storedFact is a fact as it is written down.
type storedFact struct {
	Kind   string
	Object objectpath.Path // empty: of the package
}

func factName(fact analysis.Fact) string { return reflect.TypeOf(fact).String() }

// encode writes the facts in a fixed order: equal facts give equal bytes, as long as the process
// encodes nothing else first (see prime).
func (s *factSet) encode() ([]byte, error) {
	type one struct {
		storedFact
		fact analysis.Fact
	}
	var all []one
	for _, fact := range s.packages {
		all = append(all, one{storedFact{factName(fact), ""}, fact})
	}
	for key, fact := range s.objects {
		all = append(all, one{storedFact{factName(fact), key.path}, fact})
	}
	slices.SortFunc(all, func(a, b one) int {
		return cmp.Or(cmp.Compare(a.Kind, b.Kind), cmp.Compare(a.Object, b.Object))
	})
	var buf bytes.Buffer
	enc := gob.NewEncoder(&buf)
	for _, o := range all {
		if err := enc.Encode(o.storedFact); err != nil {
			return nil, err
		}
		if err := enc.Encode(o.fact); err != nil {
			return nil, fmt.Errorf("%s: %w", o.Kind, err)
		}
	}
	return buf.Bytes(), nil
}

// decodeFacts reads what encode wrote. kinds are the types of facts by name.
func decodeFacts(data []byte, kinds map[string]reflect.Type) (*factSet, error) {
	s := newFactSet()
	dec := gob.NewDecoder(bytes.NewReader(data))
	for {
		var head storedFact
		switch err := dec.Decode(&head); {
		case err == io.EOF: //nolint:errorlint // the documented value
			return s, nil
		case err != nil:
			return nil, err
		}
		kind := kinds[head.Kind]
		if kind == nil {
			return nil, fmt.Errorf("a fact of the unknown type %s", head.Kind)
		}
		fact := reflect.New(kind.Elem()).Interface().(analysis.Fact)
		if err := dec.Decode(fact); err != nil {
			return nil, err
		}
		if head.Object == "" {
			s.packages[kind] = fact
		} else {
			s.objects[objectKey{head.Object, kind}] = fact
		}
	}
}

// prime has gob number its types, which it does for a whole process in the order in which it meets
// them, so that equal values give equal bytes in every run.
func prime(kinds map[string]reflect.Type) error {
	enc := gob.NewEncoder(io.Discard)
	for _, v := range []any{storedFact{}, entry{}, outcome{}} {
		if err := enc.Encode(v); err != nil {
			return err
		}
	}
	names := make([]string, 0, len(kinds))
	for name := range kinds {
		names = append(names, name)
	}
	slices.Sort(names)
	for _, name := range names {
		if err := enc.Encode(reflect.New(kinds[name].Elem()).Interface()); err != nil {
			return fmt.Errorf("%s cannot be kept: %w", name, err)
		}
	}
	return nil
}
