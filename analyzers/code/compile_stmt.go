package code

import (
	"go/ast"
	"go/token"
)

func (fc *funcCompiler) block(b *ast.BlockStmt) *Node {
	if b == nil {
		return &Node{Op: Block}
	}
	return fc.stmts(b, b.List)
}

func (fc *funcCompiler) stmts(at ast.Node, list []ast.Stmt) *Node {
	n := fc.node(Block, at)
	for _, s := range list {
		if k := fc.stmt(s); k != nil {
			n.Kids = append(n.Kids, k)
		}
	}
	return n
}

func (fc *funcCompiler) stmt(s ast.Stmt) *Node {
	switch s := s.(type) {
	case *ast.ExprStmt:
		return fc.node(ExprStmt, s, fc.expr(s.X))
	case *ast.AssignStmt:
		return fc.assign(s)
	case *ast.DeclStmt:
		return fc.decl(s)
	case *ast.IfStmt:
		return fc.ifStmt(s)
	case *ast.ForStmt:
		return fc.node(For, s, fc.optStmt(s.Init), fc.optional(s.Cond), fc.optStmt(s.Post), fc.block(s.Body))
	case *ast.RangeStmt:
		return fc.rangeStmt(s)
	case *ast.SwitchStmt:
		return fc.switchStmt(s)
	case *ast.BlockStmt:
		return fc.block(s)
	case *ast.ReturnStmt:
		n := fc.node(Return, s)
		for _, r := range s.Results {
			n.Kids = append(n.Kids, fc.expr(r))
		}
		return n
	case *ast.IncDecStmt:
		return fc.incDec(s)
	case *ast.BranchStmt:
		return fc.branch(s)
	case *ast.DeferStmt:
		return fc.node(ExprStmt, s, fc.expr(s.Call))
	case *ast.GoStmt:
		return fc.node(ExprStmt, s, fc.expr(s.Call))
	case *ast.LabeledStmt:
		return fc.stmt(s.Stmt)
	case *ast.TypeSwitchStmt:
		return fc.typeSwitch(s)
	case *ast.SelectStmt, *ast.SendStmt:
		return fc.node(ExprStmt, s, fc.unknown(s, "this statement is not followed"))
	}
	return nil
}

func (fc *funcCompiler) optStmt(s ast.Stmt) *Node {
	if s == nil {
		return &Node{Op: Block}
	}
	if n := fc.stmt(s); n != nil {
		return n
	}
	return &Node{Op: Block}
}

func (fc *funcCompiler) branch(s *ast.BranchStmt) *Node {
	switch {
	case s.Label != nil:
		return fc.node(ExprStmt, s, fc.unknown(s, "a labelled jump is not followed"))
	case s.Tok == token.BREAK:
		return fc.node(Break, s)
	case s.Tok == token.CONTINUE:
		return fc.node(Continue, s)
	}
	return fc.node(ExprStmt, s, fc.unknown(s, "this jump is not followed"))
}

func (fc *funcCompiler) incDec(s *ast.IncDecStmt) *Node {
	one := &Node{Op: Const, Int: ConstInt, Str: "1"}
	n := fc.node(Assign, s, fc.expr(s.X), one)
	n.Int = 1
	n.Str = s.Tok.String()[:1]
	return n
}

func (fc *funcCompiler) assign(s *ast.AssignStmt) *Node {
	n := fc.node(Assign, s)
	n.Int = len(s.Lhs)
	switch s.Tok {
	case token.ASSIGN:
	case token.DEFINE:
		n.Op = Define
	default:
		n.Str = s.Tok.String()[:len(s.Tok.String())-1]
	}
	// Right sides first, so that a redefinition x := x sees the outer x; slots are by object.
	var right []*Node
	for _, r := range s.Rhs {
		right = append(right, fc.expr(r))
	}
	for _, l := range s.Lhs {
		n.Kids = append(n.Kids, fc.lhs(l))
	}
	n.Kids = append(n.Kids, right...)
	return n
}

func (fc *funcCompiler) lhs(e ast.Expr) *Node {
	if id, ok := e.(*ast.Ident); ok {
		if id.Name == "_" {
			return fc.node(Blank, e)
		}
		if obj := fc.c.Info.Defs[id]; obj != nil {
			n := fc.node(Local, e)
			n.Int, n.Flag = fc.slot(obj), true // Flag: a new variable
			return n
		}
	}
	return fc.expr(e)
}

func (fc *funcCompiler) decl(s *ast.DeclStmt) *Node {
	gd, ok := s.Decl.(*ast.GenDecl)
	if !ok || gd.Tok != token.VAR {
		return nil
	}
	b := fc.node(Block, s)
	for _, spec := range gd.Specs {
		vs := spec.(*ast.ValueSpec)
		n := fc.node(Define, vs)
		n.Int = len(vs.Names)
		var right []*Node
		for _, v := range vs.Values {
			right = append(right, fc.expr(v))
		}
		for _, name := range vs.Names {
			n.Kids = append(n.Kids, fc.lhs(name))
			if len(vs.Values) == 0 {
				z := fc.node(Zero, name)
				if t := fc.c.Info.TypeOf(name); t != nil {
					z.Name, z.Int = typeName(t), zeroKind(t)
				}
				right = append(right, z)
			}
		}
		n.Kids = append(n.Kids, right...)
		b.Kids = append(b.Kids, n)
	}
	return b
}

func (fc *funcCompiler) ifStmt(s *ast.IfStmt) *Node {
	var init *Node
	if s.Init != nil {
		init = fc.stmt(s.Init)
	}
	n := fc.node(If, s, fc.expr(s.Cond), fc.block(s.Body))
	if s.Else != nil {
		n.Kids = append(n.Kids, fc.optStmt(s.Else))
	} else {
		n.Kids = append(n.Kids, &Node{Op: Block})
	}
	if init != nil {
		return fc.node(Block, s, init, n)
	}
	return n
}

func (fc *funcCompiler) rangeStmt(s *ast.RangeStmt) *Node {
	blank := func(e ast.Expr) *Node {
		if e == nil {
			return &Node{Op: Blank}
		}
		return fc.lhs(e)
	}
	x := fc.expr(s.X)
	return fc.node(Range, s, blank(s.Key), blank(s.Value), x, fc.block(s.Body))
}

func (fc *funcCompiler) switchStmt(s *ast.SwitchStmt) *Node {
	n := fc.node(Switch, s)
	tag := &Node{Op: Const, Int: ConstBool, Str: "true"}
	if s.Tag != nil {
		tag = fc.expr(s.Tag)
	}
	n.Kids = append(n.Kids, tag)
	for _, c := range s.Body.List {
		cc := c.(*ast.CaseClause)
		k := fc.node(Case, cc)
		k.Int = len(cc.List)
		if cc.List == nil {
			k.Int = -1
		}
		for _, e := range cc.List {
			k.Kids = append(k.Kids, fc.expr(e))
		}
		k.Kids = append(k.Kids, fc.stmts(cc, cc.Body))
		n.Kids = append(n.Kids, k)
	}
	if s.Init != nil {
		return fc.node(Block, s, fc.stmt(s.Init), n)
	}
	return n
}

// typeSwitch is a switch on something that is not known: any of its clauses may run. A variable
// that it declares is the value itself, as with a type assertion.
func (fc *funcCompiler) typeSwitch(s *ast.TypeSwitchStmt) *Node {
	n := fc.node(Switch, s, fc.unknown(s, "the dynamic type is not known"))
	var x *Node
	switch a := s.Assign.(type) {
	case *ast.AssignStmt:
		x = fc.expr(a.Rhs[0].(*ast.TypeAssertExpr).X)
	case *ast.ExprStmt:
		x = fc.expr(a.X.(*ast.TypeAssertExpr).X)
	}
	for _, c := range s.Body.List {
		cc := c.(*ast.CaseClause)
		k := fc.node(Case, cc)
		k.Int = -1
		if cc.List != nil {
			k.Int = 1
			k.Kids = append(k.Kids, fc.unknown(cc, "the dynamic type is not known"))
		}
		body := fc.stmts(cc, cc.Body)
		if v := fc.c.Info.Implicits[cc]; v != nil {
			l := fc.node(Local, cc)
			l.Int, l.Flag = fc.slot(v), true
			def := fc.node(Define, cc, l, x)
			def.Int = 1
			body.Kids = append([]*Node{def}, body.Kids...)
		}
		k.Kids = append(k.Kids, body)
		n.Kids = append(n.Kids, k)
	}
	if s.Init != nil {
		return fc.node(Block, s, fc.stmt(s.Init), n)
	}
	return n
}
