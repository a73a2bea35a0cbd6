package main

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"os"
	"path/filepath"
	"strconv"

	"github.com/skewlint/skewlint/rules/rule/ruletext"
)

// page is what the docs say of one rule.
type page struct {
	ruletext.Text
	severity, since string
}

// readPage reads a rule's text from its doc.go, and its severity and version from the literal of
// rule.Spec in NAME.go.
func readPage(root, name string) (page, error) {
	dir := filepath.Join(root, "rules", name)
	source, err := os.ReadFile(filepath.Join(dir, "doc.go"))
	if err != nil {
		return page{}, err
	}
	text, err := ruletext.Parse(string(source))
	if err != nil {
		return page{}, fmt.Errorf("rules/%s/doc.go: %w", name, err)
	}
	file, err := parser.ParseFile(token.NewFileSet(), filepath.Join(dir, name+".go"), nil, parser.SkipObjectResolution)
	if err != nil {
		return page{}, err
	}
	p := page{Text: text}
	for key, value := range specFields(file) {
		switch key {
		case "Severity":
			if sel, ok := value.(*ast.SelectorExpr); ok {
				p.severity = severities[sel.Sel.Name]
			}
		case "Since":
			if lit, ok := value.(*ast.BasicLit); ok {
				p.since, err = strconv.Unquote(lit.Value)
			}
		}
	}
	if err != nil || p.severity == "" || p.since == "" {
		return p, fmt.Errorf("rules/%s/%s.go: rule.Spec must give Severity and Since as constants", name, name)
	}
	return p, nil
}

// severities by the name of their constant.
var severities = map[string]string{
	"Error":   "error",
	"Warning": "warning",
	"Info":    "info",
}

// specFields are the fields of the file's literal of type rule.Spec.
func specFields(file *ast.File) map[string]ast.Expr {
	fields := map[string]ast.Expr{}
	ast.Inspect(file, func(n ast.Node) bool {
		lit, ok := n.(*ast.CompositeLit)
		if !ok {
			return true
		}
		sel, ok := lit.Type.(*ast.SelectorExpr)
		if !ok || sel.Sel.Name != "Spec" {
			return true
		}
		for _, el := range lit.Elts {
			kv, ok := el.(*ast.KeyValueExpr)
			if !ok {
				continue
			}
			if key, ok := kv.Key.(*ast.Ident); ok {
				fields[key.Name] = kv.Value
			}
		}
		return false
	})
	return fields
}
