package knowledge_test

import (
	"errors"
	"fmt"
	"go/types"
	"os"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/skewlint/skewlint/analyzers/knowledge"
	"github.com/skewlint/skewlint/analyzers/knowledge/table"
)

// runtimeModule is the companion runtime, whose rows are checked against this tree.
const runtimeModule = "github.com/skewlint/skewlint/runtime"

// std is read once for all tests, which therefore do not run in parallel.
var std = sync.OnceValue(newStd)

func readRows(t *testing.T) []*table.File {
	t.Helper()
	files, err := table.ReadDir(os.DirFS("data"))
	if err != nil {
		t.Fatal(err)
	}
	return files
}

// TestStdRows resolves every row about the standard library in the Go that runs the test.
func TestStdRows(t *testing.T) {
	have := std()
	for _, f := range readRows(t) {
		if len(f.Modules) > 0 && strings.HasPrefix(f.Modules[0], "std@") {
			checkRows(t, have, f, "std", "std")
		}
	}
}

// TestRuntimeRows resolves the rows about the companion runtime in this tree.
func TestRuntimeRows(t *testing.T) {
	have := newReality(runtimeModule, "../../runtime", std())
	for _, f := range readRows(t) {
		if len(f.Packages) > 0 && strings.HasPrefix(f.Packages[0].Path, runtimeModule+"/") {
			checkRows(t, have, f, runtimeModule, runtimeModule)
		}
	}
}

// TestThirdPartyRows resolves every row about a module in each of the versions that its file
// names.
func TestThirdPartyRows(t *testing.T) {
	if testing.Short() {
		t.Skip("-short: would download the modules that rows are about")
	}
	files := readRows(t)
	var modules []string
	for _, f := range files {
		for _, m := range f.Modules {
			if !strings.HasPrefix(m, "std@") {
				modules = append(modules, m)
			}
		}
	}
	folders := download(t, modules)
	for _, f := range files {
		for _, m := range f.Modules {
			if folders[m] == "" {
				continue // the standard library, or reported by download
			}
			first, _, _ := strings.Cut(f.Modules[0], "@")
			module, _, _ := strings.Cut(m, "@")
			checkRows(t, newReality(module, folders[m], std()), f, first, module)
		}
	}
}

// checkRows resolves the rows of a file. Paths in it start with the module first; module is the
// one to look in, another major version or fork.
func checkRows(t *testing.T, have *reality, f *table.File, first, module string) {
	t.Helper()
	c := checker{deep: have, real: have.shallow(names(f)), move: func(path string) string {
		if first == module {
			return path
		}
		return module + strings.TrimPrefix(path, first)
	}}
	for _, head := range f.Packages {
		for _, name := range slices.Concat(head.Clean, head.Unknown) {
			c.note(t, head.Path, name, c.checkName(head.Path, name))
		}
		if len(head.Clean)+len(head.Unknown) == 0 {
			_, err := c.real.Import(c.move(head.Path))
			c.note(t, head.Path, "package", err)
		}
	}
	for _, r := range f.Funcs {
		if len(r.Modules) > 0 && !slices.Contains(r.Modules, module) {
			continue
		}
		c.note(t, r.Package, r.Func, c.checkRow(r.Row))
	}
	for _, r := range f.Types {
		_, err := c.typeName(r.Package, r.Type)
		c.note(t, r.Package, r.Type, err)
	}
}

// names are all functions and types that a file speaks of.
func names(f *table.File) []string {
	var out []string
	for _, head := range f.Packages {
		out = slices.Concat(out, head.Clean, head.Unknown)
	}
	for _, r := range f.Funcs {
		out = append(out, r.Func)
	}
	for _, r := range f.Types {
		out = append(out, r.Type)
	}
	return out
}

// checker resolves names in real, and rows with places in deep, which also reads the packages of
// the module that signatures refer to and costs several times as much.
type checker struct {
	real *reality
	deep *reality
	move func(path string) string
}

func (c checker) note(t *testing.T, pkg, name string, err error) {
	t.Helper()
	if err != nil {
		t.Errorf("%s %s: %v", c.move(pkg), name, err)
	}
}

// checkName checks a name in a head: a function, a method, or all methods of a type.
func (c checker) checkName(pkg, name string) error {
	recv, ok := strings.CutSuffix(name, ".*")
	if !ok {
		_, err := c.signature(pkg, name)
		return err
	}
	methods, err := c.methods(pkg, strings.Trim(recv, "(*)"), strings.HasPrefix(recv, "(*"))
	if err == nil && len(methods) == 0 {
		return errors.New("no method with that receiver")
	}
	return err
}

// signature finds a function or method by its name in a row.
func (c checker) signature(pkg, name string) (*types.Signature, error) {
	recv, method, isMethod := strings.Cut(name, ").")
	if !isMethod {
		obj, err := c.object(pkg, name)
		if err != nil {
			return nil, err
		}
		switch obj := obj.(type) {
		case *types.Func:
			return obj.Signature(), nil
		case *types.Var: // as rows see it, see field
			return asCall(obj), nil
		}
		return nil, fmt.Errorf("is no function but %v", obj)
	}
	methods, err := c.methods(pkg, strings.Trim(recv, "(*"), strings.HasPrefix(recv, "(*"))
	if err != nil {
		return nil, err
	}
	for _, m := range methods {
		if m.Name() == method {
			return m.Signature(), nil
		}
	}
	if sig := c.field(pkg, strings.Trim(recv, "(*"), method); sig != nil {
		return sig, nil
	}
	return nil, errors.New("no such method with that receiver; methods of embedded types belong to their type")
}

// asCall is the signature as which rows see a variable: it is set with a value and read as one.
func asCall(v *types.Var) *types.Signature {
	t := types.NewTuple(types.NewVar(v.Pos(), v.Pkg(), "v", v.Type()))
	return types.NewSignatureType(nil, nil, nil, t, t, false)
}

// field is the signature as which rows see a field of a struct; nil when the struct has none of
// that name.
func (c checker) field(pkg, typ, name string) *types.Signature {
	named, err := c.typeName(pkg, typ)
	if err != nil {
		return nil
	}
	st, ok := named.Underlying().(*types.Struct)
	if !ok {
		return nil
	}
	for f := range st.Fields() {
		if f.Name() == name && !f.Embedded() {
			return asCall(f)
		}
	}
	return nil
}

// methods are the methods that the type itself declares, with a receiver of that kind.
func (c checker) methods(pkg, name string, pointer bool) ([]*types.Func, error) {
	named, err := c.typeName(pkg, name)
	if err != nil {
		return nil, err
	}
	var out []*types.Func
	if it, ok := named.Underlying().(*types.Interface); ok && !pointer {
		for m := range it.ExplicitMethods() {
			out = append(out, m)
		}
		return out, nil
	}
	for m := range named.Methods() {
		if _, isPointer := types.Unalias(m.Signature().Recv().Type()).(*types.Pointer); isPointer == pointer {
			out = append(out, m)
		}
	}
	return out, nil
}

// typeName finds a type that the package declares. An alias of another package's type is none:
// its methods are known by the other name.
func (c checker) typeName(pkg, name string) (*types.Named, error) {
	obj, err := c.object(pkg, name)
	if err != nil {
		return nil, err
	}
	named, ok := types.Unalias(obj.Type()).(*types.Named)
	if !ok || named.Obj().Pkg() != obj.Pkg() {
		return nil, fmt.Errorf("%s is no type that the package declares", name)
	}
	return named, nil
}

func (c checker) object(pkg, name string) (types.Object, error) {
	p, err := c.real.Import(c.move(pkg))
	if err != nil {
		return nil, err
	}
	obj := p.Scope().Lookup(name)
	if obj == nil {
		return nil, fmt.Errorf("no %s", name)
	}
	return obj, nil
}

func (c checker) checkRow(r knowledge.Row) error {
	if len(r.Places()) > 0 {
		c.real = c.deep
	}
	sig, err := c.signature(r.Package, r.Func)
	if err != nil {
		return err
	}
	if r.Unless != "" {
		if _, err := c.object(r.Package, r.Unless); err != nil {
			return err
		}
	}
	for _, p := range r.Places() {
		ref, err := p.Place.Parse()
		if err != nil {
			return err
		}
		typ, err := placeType(sig, ref)
		if err != nil {
			return fmt.Errorf("%s = %q: %w", p.Key, p.Place, err)
		}
		if err := fits(p.Key, typ); err != nil {
			return fmt.Errorf("%s = %q: %w", p.Key, p.Place, err)
		}
	}
	return nil
}

// placeType follows a place through a signature and gives the type found there.
func placeType(sig *types.Signature, ref knowledge.PlaceRef) (types.Type, error) {
	var typ types.Type
	switch ref.Base {
	case knowledge.PlaceRecv:
		if sig.Recv() == nil {
			return nil, errors.New("no receiver")
		}
		typ = sig.Recv().Type()
	case knowledge.PlaceArg:
		if ref.Index >= sig.Params().Len() {
			return nil, fmt.Errorf("only %d parameters", sig.Params().Len())
		}
		if ref.Variadic && (!sig.Variadic() || ref.Index != sig.Params().Len()-1) {
			return nil, errors.New("not the variadic parameter")
		}
		typ = sig.Params().At(ref.Index).Type()
	default:
		if ref.Index >= sig.Results().Len() {
			return nil, fmt.Errorf("only %d results", sig.Results().Len())
		}
		typ = sig.Results().At(ref.Index).Type()
	}
	for _, name := range ref.Path {
		field, _, _ := types.LookupFieldOrMethod(typ, true, nil, name)
		v, ok := field.(*types.Var)
		if !ok {
			return nil, fmt.Errorf("%v has no field %s", typ, name)
		}
		typ = v.Type()
	}
	return typ, nil
}

// fits checks the type of places that can only have one kind of type.
func fits(key string, typ types.Type) error {
	basic, isBasic := typ.Underlying().(*types.Basic)
	_, isFunc := typ.Underlying().(*types.Signature)
	if p, ok := types.Unalias(typ).(*types.TypeParam); ok {
		if core, _ := p.Constraint().Underlying().(*types.Interface); core != nil && core.NumEmbeddeds() == 1 {
			isFunc = true
		}
	}
	ok := true
	switch key {
	case "fn":
		isSeq := strings.HasPrefix(typ.String(), "iter.Seq")
		ok = isFunc || isSeq
	case "tool": // its name, a list of names, or what is called itself
		_, isTool := typ.Underlying().(*types.Interface)
		ok = isBasic && basic.Info()&types.IsString != 0 || typ.String() == "[]string" || isTool
	case "method", "statement":
		ok = isBasic && basic.Info()&types.IsString != 0
	case "error_flag":
		ok = isBasic && basic.Info()&types.IsBoolean != 0
	}
	if !ok {
		return fmt.Errorf("a %s can not be a %v", key, typ)
	}
	return nil
}
