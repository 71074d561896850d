package main

import (
	"bytes"
	"fmt"
	"go/ast"
	"go/token"
	"go/types"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
)

// mutant is one small change.
type mutant struct {
	id    int
	where string // FILE:LINE
	what  string
	file  string // its folder and name
	line  string // of the code, without indentation
}

func (m mutant) String() string { return m.where + ": " + m.what }

// edit replaces the text between two offsets. Of edits that only insert at the same place, those before an
// expression come from the outside in, those after it from the inside out.
type edit struct {
	from, to int
	text     string
	closing  bool
	depth    int
}

// helpers are the functions that mutated code calls, by operator.
var helpers = map[token.Token]struct{ name, becomes string }{
	token.LSS: {"mutantLess", "<="}, token.LEQ: {"mutantAtMost", "<"}, token.GTR: {"mutantMore", ">="}, token.GEQ: {"mutantAtLeast", ">"},
	token.ADD: {"mutantAdd", "-"}, token.SUB: {"mutantSub", "+"}, token.MUL: {"mutantMul", "+"}, token.QUO: {"mutantQuo", "*"}, token.REM: {"mutantRem", "*"},
	token.AND: {"mutantAnd", "|"}, token.OR: {"mutantOr", "&"}, token.XOR: {"mutantXor", "|"}, token.AND_NOT: {"mutantAndNot", "&"},
	token.SHL: {"mutantShl", ">>"}, token.SHR: {"mutantShr", "<<"},
}

// collector walks over a file.
type collector struct {
	*source
	file    *file
	mutants []mutant
	parents []ast.Node
	next    int // the number of the next mutant
}

// collect finds the mutants of the files, and the edits that build them in.
func (p *source) collect(files *regexp.Regexp) []mutant {
	c := &collector{source: p, next: 1}
	for _, f := range p.files {
		if !files.MatchString(filepath.Base(f.name)) {
			continue
		}
		c.file = f
		for _, d := range f.tree.Decls {
			if fn, ok := d.(*ast.FuncDecl); ok && fn.Body != nil {
				ast.Inspect(fn, c.visit)
			}
		}
	}
	return c.mutants
}

func (c *collector) visit(n ast.Node) bool {
	if n == nil {
		c.parents = c.parents[:len(c.parents)-1]
		return true
	}
	descend := true
	switch n := n.(type) {
	case *ast.GenDecl:
		descend = n.Tok == token.VAR
	case *ast.ArrayType, *ast.StructType, *ast.FuncType, *ast.InterfaceType:
		descend = false
	case ast.Expr:
		descend = c.expression(n)
	case ast.Stmt:
		c.statement(n)
	}
	if descend {
		c.parents = append(c.parents, n)
	}
	return descend
}

func (c *collector) offset(p token.Pos) int { return c.fset.Position(p).Offset }

func (c *collector) text(n ast.Node) string {
	text := string(c.file.text[c.offset(n.Pos()):c.offset(n.End())])
	text = strings.Join(strings.Fields(text), " ")
	if len(text) > 60 {
		text = text[:57] + "…"
	}
	return text
}

// add gives a mutant its number.
func (c *collector) add(n ast.Node, format string, args ...any) int {
	pos := c.fset.Position(n.Pos())
	name := filepath.Base(pos.Filename)
	line, _, _ := strings.Cut(string(c.file.text[pos.Offset-pos.Column+1:]), "\n")
	c.mutants = append(c.mutants, mutant{
		id: c.next, where: fmt.Sprintf("%s:%d", name, pos.Line), what: fmt.Sprintf(format, args...),
		file: c.folder + "/" + name, line: strings.TrimSpace(line),
	})
	c.next++
	return c.next - 1
}

// around puts text before and after a node.
func (c *collector) around(n ast.Node, before, after string) {
	from, to, depth := c.offset(n.Pos()), c.offset(n.End()), len(c.parents)
	c.file.edits = append(c.file.edits, edit{from, from, before, false, depth}, edit{to, to, after, true, depth})
}

// instead replaces the operator of an expression.
func (c *collector) instead(at token.Pos, old token.Token, text string) {
	from := c.offset(at)
	c.file.edits = append(c.file.edits, edit{from, from + len(old.String()), text, false, 0})
}

// expression mutates an expression, and reports whether to look into it. Constants are mutated whole.
func (c *collector) expression(e ast.Expr) bool {
	tv := c.info.Types[e]
	if tv.IsType() {
		return false
	}
	if tv.Value != nil {
		c.constant(e, tv)
		return false
	}
	switch e := e.(type) {
	case *ast.FuncLit:
		return true
	case *ast.KeyValueExpr:
		return true
	case *ast.BinaryExpr:
		c.binary(e, tv.Type)
	case *ast.Ident, *ast.CallExpr, *ast.UnaryExpr, *ast.SelectorExpr, *ast.ParenExpr, *ast.IndexExpr:
		if c.isCondition(e) && !isBinary(e) {
			c.around(e, fmt.Sprintf("(mutant(%d) != (", c.add(e, "%s is negated", c.text(e))), "))")
		}
	}
	return true
}

func isBinary(e ast.Expr) bool {
	_, ok := ast.Unparen(e).(*ast.BinaryExpr)
	return ok
}

// isCondition reports whether an expression is what an if or a for asks.
func (c *collector) isCondition(e ast.Expr) bool {
	switch p := c.parents[len(c.parents)-1].(type) {
	case *ast.IfStmt:
		return p.Cond == e
	case *ast.ForStmt:
		return p.Cond == e
	}
	return false
}

// constant mutates a number by one, and true to false.
func (c *collector) constant(e ast.Expr, tv types.TypeAndValue) {
	parent := c.parents[len(c.parents)-1]
	switch p := parent.(type) {
	case *ast.CaseClause:
		return
	case *ast.KeyValueExpr:
		if p.Key == e {
			return
		}
	}
	if id, ok := e.(*ast.Ident); ok {
		if (id.Name == "true" || id.Name == "false") && c.localType(tv.Type) == "bool" {
			c.around(e, fmt.Sprintf("(mutant(%d) != ", c.add(e, "%s is negated", id.Name)), ")")
		}
		return
	}
	if _, ok := e.(*ast.SelectorExpr); ok || !isKind(tv.Type, types.IsInteger) {
		return
	}
	if name := c.localType(tv.Type); name != "" && name != "rune" {
		c.around(e, fmt.Sprintf("mutantNext[%s](%d, ", name, c.add(e, "%s becomes one more", c.text(e))), ")")
	}
}

func (c *collector) binary(e *ast.BinaryExpr, t types.Type) {
	left := c.info.Types[e.X]
	switch e.Op {
	case token.LAND:
		c.around(e.X, fmt.Sprintf("(mutant(%d) || ", c.add(e.X, "%s is taken for true", c.text(e.X))), ")")
		c.around(e.Y, fmt.Sprintf("(mutant(%d) || ", c.add(e.Y, "%s is taken for true", c.text(e.Y))), ")")
		return
	case token.LOR:
		c.around(e.X, fmt.Sprintf("(!mutant(%d) && (", c.add(e.X, "%s is taken for false", c.text(e.X))), "))")
		c.around(e.Y, fmt.Sprintf("(!mutant(%d) && (", c.add(e.Y, "%s is taken for false", c.text(e.Y))), "))")
		return
	case token.EQL, token.NEQ:
		c.around(e, fmt.Sprintf("(mutant(%d) != (", c.add(e, "%s is negated", c.text(e))), "))")
		return
	}
	h, ok := helpers[e.Op]
	if !ok {
		return
	}
	operand := left.Type
	if left.Value != nil {
		operand = c.info.Types[e.Y].Type
	}
	kind := types.IsInteger
	switch e.Op {
	case token.LSS, token.LEQ, token.GTR, token.GEQ, token.ADD, token.SUB:
		kind |= types.IsFloat
	}
	if e.Op == token.SHL || e.Op == token.SHR {
		operand = t
	}
	name := c.localType(operand)
	if !isKind(operand, kind) || name == "" {
		return
	}
	id := c.add(e, "%s: %s becomes %s", c.text(e), e.Op, h.becomes)
	before := fmt.Sprintf("%s[%s](%d, ", h.name, name, id)
	after := ")"
	switch e.Op {
	case token.LSS, token.LEQ, token.GTR, token.GEQ:
		before = fmt.Sprintf("(mutant(%d) != %s", c.add(e, "%s is negated", c.text(e)), before)
		after = "))"
	}
	c.around(e, before, after)
	c.instead(e.OpPos, e.Op, ",")
}

// statement mutates a statement by leaving it out.
func (c *collector) statement(s ast.Stmt) {
	switch c.parents[len(c.parents)-1].(type) {
	case *ast.BlockStmt, *ast.CaseClause, *ast.CommClause:
	default:
		return
	}
	switch s := s.(type) {
	case *ast.AssignStmt:
		if s.Tok == token.DEFINE {
			return
		}
		if id, ok := s.Lhs[0].(*ast.Ident); ok && id.Name == "_" {
			return
		}
	case *ast.IncDecStmt:
	case *ast.ExprStmt:
		if call, ok := s.X.(*ast.CallExpr); !ok || slices.Contains([]string{"panic", "Lock", "Unlock", "RLock", "RUnlock"}, called(call)) {
			return
		}
	case *ast.BranchStmt:
		if s.Tok != token.BREAK && s.Tok != token.CONTINUE {
			return
		}
	default:
		return
	}
	if p, ok := c.parents[len(c.parents)-1].(*ast.CommClause); ok && p.Comm == s {
		return
	}
	c.around(s, fmt.Sprintf("if !mutant(%d) { ", c.add(s, "%s is left out", c.text(s))), " }")
}

// called is the name of a function that is called.
func called(call *ast.CallExpr) string {
	switch f := call.Fun.(type) {
	case *ast.Ident:
		return f.Name
	case *ast.SelectorExpr:
		return f.Sel.Name
	}
	return ""
}

// mutated is the text of a file with all its mutants.
func (f *file) mutated() []byte {
	slices.SortStableFunc(f.edits, func(a, b edit) int {
		switch {
		case a.from != b.from:
			return a.from - b.from
		case a.closing != b.closing: // what ends here, ends before something else begins
			if a.closing {
				return -1
			}
			return 1
		case a.closing:
			return b.depth - a.depth
		}
		return a.depth - b.depth
	})
	var out bytes.Buffer
	at := 0
	for _, e := range f.edits {
		out.Write(f.text[at:e.from])
		out.WriteString(e.text)
		at = e.to
	}
	out.Write(f.text[at:])
	return out.Bytes()
}
