package code

import (
	"go/ast"
	"go/token"
	"go/types"

	"github.com/skewlint/skewlint/analyzers/refs"
	"github.com/skewlint/skewlint/graphmodel"
)

// StoredBy is the function of this package at whose only place of all a field is stored, by a
// literal or by an assignment. The field goes by "pkgpath.Type.field". ok is false for a field that
// other packages can store, that several places store, or whose address is taken.
func (c *Compiler) StoredBy(field string) (ref graphmodel.FuncRef, ok bool) {
	if c.stores == nil {
		c.indexStores()
	}
	s := c.stores[field]
	return s.ref, s.places == 1 && s.ref != ""
}

// stores are the places that store one field.
type stores struct {
	ref    graphmodel.FuncRef // the function of the last of them; empty for one outside functions
	places int
}

// indexStores is linear in the size of the package.
func (c *Compiler) indexStores() {
	c.stores = make(map[string]stores)
	names := c.ownFields()
	for ref, d := range c.decls {
		c.storesIn(d.Body, ref, names)
	}
	for _, d := range c.inits {
		c.storesIn(d.Body, "", names)
	}
	for _, init := range c.Info.InitOrder {
		c.storesIn(init.Rhs, "", names)
	}
}

// ownFields names the fields of the package's struct types that only the package can store.
func (c *Compiler) ownFields() map[*types.Var]string {
	names := make(map[*types.Var]string)
	for _, name := range c.Pkg.Scope().Names() {
		tn, ok := c.Pkg.Scope().Lookup(name).(*types.TypeName)
		if !ok || tn.IsAlias() {
			continue
		}
		s, ok := tn.Type().Underlying().(*types.Struct)
		if !ok {
			continue
		}
		for f := range s.Fields() {
			if !f.Exported() || !tn.Exported() {
				names[f] = refs.Type(tn.Type()) + "." + f.Name()
			}
		}
	}
	return names
}

func (c *Compiler) storesIn(n ast.Node, ref graphmodel.FuncRef, names map[*types.Var]string) {
	add := func(v *types.Var, places int) {
		if v == nil {
			return
		}
		if name, ok := names[v.Origin()]; ok {
			c.stores[name] = stores{ref, c.stores[name].places + places}
		}
	}
	ast.Inspect(n, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.CompositeLit:
			c.literalStores(n, add)
		case *ast.AssignStmt:
			for _, l := range n.Lhs {
				add(c.fieldOf(l), 1)
			}
		case *ast.RangeStmt:
			add(c.fieldOf(n.Key), 1)
			add(c.fieldOf(n.Value), 1)
		case *ast.IncDecStmt:
			add(c.fieldOf(n.X), 1)
		case *ast.UnaryExpr:
			if n.Op == token.AND {
				add(c.fieldOf(n.X), 2) // whoever has the address can store, too
			}
		}
		return true
	})
}

// literalStores are the fields that a struct literal sets.
func (c *Compiler) literalStores(lit *ast.CompositeLit, add func(*types.Var, int)) {
	t := c.Info.TypeOf(lit)
	if t == nil {
		return
	}
	if p, ok := t.Underlying().(*types.Pointer); ok { // elided in a list of pointers
		t = p.Elem()
	}
	s, ok := t.Underlying().(*types.Struct)
	if !ok {
		return
	}
	for i, e := range lit.Elts {
		if kv, ok := e.(*ast.KeyValueExpr); ok {
			if id, ok := kv.Key.(*ast.Ident); ok {
				v, _ := c.Info.ObjectOf(id).(*types.Var)
				add(v, 1)
			}
		} else if i < s.NumFields() {
			add(s.Field(i), 1)
		}
	}
}

// fieldOf is the field that an expression selects, nil for any other expression. A store to an
// element of a field is one to the field.
func (c *Compiler) fieldOf(e ast.Expr) *types.Var {
	switch e := e.(type) {
	case *ast.ParenExpr:
		return c.fieldOf(e.X)
	case *ast.IndexExpr:
		return c.fieldOf(e.X)
	case *ast.SelectorExpr:
		if v, ok := c.Info.Uses[e.Sel].(*types.Var); ok && v.IsField() {
			return v
		}
	}
	return nil
}
