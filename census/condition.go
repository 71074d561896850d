package census

import (
	"context"
	"fmt"
	"math/big"
	"slices"
	"strings"
	"unicode/utf8"
)

// Condition is what a puzzle has to meet, in terms of its columns:
//
//	nullity>0 && (min<=5 || !solvable)
//
// Comparisons are < <= > >= == (or =) and !=, between columns and whole numbers. A column alone means that
// it is not 0. && binds stronger than ||, and ! stronger than both.
type Condition struct{ root node }

// verdict is what a condition comes to: open if bounds do not decide it.
type verdict int8

const (
	no verdict = iota
	open
	yes
)

// node is a part of a condition.
type node interface {
	// holds is the verdict; it adds the columns that leave it open.
	holds(ctx context.Context, f *Facts, open *[]string) (verdict, error)
	cost() int
}

// Holds reports whether the puzzle meets the condition. If columns that are not proved leave that open,
// it names them.
func (c *Condition) Holds(ctx context.Context, f *Facts) (holds bool, undecided []string, err error) {
	v, err := c.root.holds(ctx, f, &undecided)
	if v != open || err != nil {
		return v == yes, nil, err
	}
	slices.Sort(undecided)
	return false, slices.Compact(undecided), nil
}

// several is conditions joined by && (all) or || (not all). Those that take less are asked first.
type several struct {
	all   bool
	parts []node
}

func (s several) holds(ctx context.Context, f *Facts, undecided *[]string) (verdict, error) {
	result, decides := yes, no
	if !s.all {
		result, decides = no, yes
	}
	for _, part := range s.parts {
		v, err := part.holds(ctx, f, undecided)
		if err != nil || v == decides {
			return v, err
		}
		if v == open {
			result = open
		}
	}
	return result, nil
}

func (s several) cost() int { return s.parts[len(s.parts)-1].cost() }

func newSeveral(all bool, parts []node) node {
	if len(parts) == 1 {
		return parts[0]
	}
	slices.SortStableFunc(parts, func(a, b node) int { return a.cost() - b.cost() })
	return several{all, parts}
}

type not struct{ part node }

func (n not) holds(ctx context.Context, f *Facts, undecided *[]string) (verdict, error) {
	v, err := n.part.holds(ctx, f, undecided)
	return yes - v, err
}

func (n not) cost() int { return n.part.cost() }

// operand is a column or a number.
type operand struct {
	column string
	value  Value
}

func (o operand) cost() int {
	if c := columns[o.column]; c != nil {
		return c.cost
	}
	return 0
}

func (o operand) find(ctx context.Context, f *Facts, undecided *[]string) (span, error) {
	v := o.value
	if o.column != "" {
		var err error
		if v, err = f.Find(ctx, o.column); err != nil {
			return span{}, err
		}
		if !v.Known() {
			*undecided = append(*undecided, o.column)
		}
	}
	return spanOf(v), nil
}

// span is the numbers from lower to upper; nil is infinite.
type span struct{ lower, upper *big.Int }

func spanOf(v Value) span {
	switch {
	case v.Infinite:
		return span{}
	case v.Lower == nil:
		return span{new(big.Int), v.Upper} // no column is negative
	}
	return span{v.Lower, v.Upper}
}

// below compares two numbers, of which nil is infinite.
func below(a, b *big.Int) bool { return a != nil && (b == nil || a.Cmp(b) < 0) }

// comparison is two operands and how they compare.
type comparison struct {
	left, right operand
	operator    string
}

func (c comparison) cost() int { return max(c.left.cost(), c.right.cost()) }

// holds decides by bounds where they are enough.
func (c comparison) holds(ctx context.Context, f *Facts, undecided *[]string) (verdict, error) {
	var unsure []string
	a, err := c.left.find(ctx, f, &unsure)
	if err != nil {
		return no, err
	}
	b, err := c.right.find(ctx, f, &unsure)
	if err != nil {
		return no, err
	}
	v := compare(a, b, c.operator)
	if v == open {
		*undecided = append(*undecided, unsure...)
	}
	return v, nil
}

func compare(a, b span, operator string) verdict {
	switch operator {
	case ">":
		return less(b, a)
	case ">=":
		return yes - less(a, b)
	case "<":
		return less(a, b)
	case "<=":
		return yes - less(b, a)
	case "!=":
		return yes - equal(a, b)
	}
	return equal(a, b)
}

func less(a, b span) verdict {
	switch {
	case below(a.upper, b.lower):
		return yes
	case !below(a.lower, b.upper):
		return no
	}
	return open
}

func equal(a, b span) verdict {
	single := !below(a.lower, a.upper) && !below(b.lower, b.upper)
	switch {
	case below(a.upper, b.lower), below(b.upper, a.lower):
		return no
	case single:
		return yes
	}
	return open
}

// maxCondition is how long a condition may be, in bytes: it also bounds how deep parentheses go.
const maxCondition = 4096

// ParseCondition reads a condition. Letters are columns besides [Columns].
func ParseCondition(text string, letters []string) (*Condition, error) {
	if len(text) > maxCondition {
		return nil, fmt.Errorf("the condition is longer than %d bytes", maxCondition)
	}
	p := &parser{text: text, letters: letters}
	p.advance()
	root, err := p.either()
	if err == nil && p.token != "" {
		err = p.unexpected("&&, || or the end")
	}
	if err != nil {
		return nil, err
	}
	return &Condition{root}, nil
}

// parser reads a condition from left to right.
type parser struct {
	text    string
	letters []string
	token   string // the next one, "" at the end
	at      int    // where it begins
	end     int    // and ends
}

var operators = []string{"&&", "||", "<=", ">=", "==", "!=", "=>", "=<", "<>", "<", ">", "=", "!", "(", ")"} // some only to be hinted at

func isWord(c byte) bool {
	return c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c >= '0' && c <= '9' || c == '-' || c == '_'
}

func isDigit(c byte) bool { return c >= '0' && c <= '9' }

// advance goes on to the next token: an operator, a word, a number, or one character of something else.
func (p *parser) advance() {
	p.at = p.end
	for p.at < len(p.text) && strings.IndexByte(" \t\r\n", p.text[p.at]) >= 0 {
		p.at++
	}
	rest := p.text[p.at:]
	p.token = ""
	for _, o := range operators {
		if strings.HasPrefix(rest, o) {
			p.token = o
			break
		}
	}
	if n := 0; p.token == "" && rest != "" {
		for n < len(rest) && isWord(rest[n]) {
			n++
		}
		if n == 0 {
			_, n = utf8.DecodeRuneInString(rest)
		}
		p.token = rest[:n]
	}
	p.end = p.at + len(p.token)
}

func (p *parser) errorf(format string, args ...any) error {
	return fmt.Errorf("position %d: %s", p.at+1, fmt.Sprintf(format, args...))
}

// hints are what to write instead of what other languages have.
var hints = map[string]string{"and": "&&", "or": "||", "not": "!", "&": "&&", "|": "||", "AND": "&&", "OR": "||", "NOT": "!", "≤": "<=", "≥": ">=", "≠": "!=", "<>": "!=", "=>": ">=", "=<": "<="}

func (p *parser) unexpected(wanted string) error {
	if p.token == "" {
		return p.errorf("the condition ends where %s is wanted", wanted)
	}
	if h := hints[p.token]; h != "" {
		return p.errorf("write %s instead of %s", h, p.token)
	}
	return p.errorf("%q where %s is wanted", clip(p.token), wanted)
}

func (p *parser) either() (node, error) { return p.list("||", false, p.both) }

func (p *parser) both() (node, error) { return p.list("&&", true, p.negated) }

func (p *parser) list(operator string, all bool, next func() (node, error)) (node, error) {
	var parts []node
	for {
		part, err := next()
		if err != nil {
			return nil, err
		}
		parts = append(parts, part)
		if p.token != operator {
			return newSeveral(all, parts), nil
		}
		p.advance()
	}
}

func (p *parser) negated() (node, error) {
	switch p.token {
	case "!":
		p.advance()
		part, err := p.negated()
		return not{part}, err
	case "(":
		from := p.at + 1
		p.advance()
		part, err := p.either()
		if err == nil && p.token != ")" {
			if p.token == "" {
				return nil, p.errorf("the parenthesis at position %d is not closed", from)
			}
			return nil, p.unexpected("&&, || or )")
		}
		p.advance()
		return part, err
	}
	return p.comparison()
}

// isComparison reports whether the next token compares.
func (p *parser) isComparison() bool {
	return slices.Contains([]string{"<", "<=", ">", ">=", "==", "=", "!="}, p.token)
}

func (p *parser) comparison() (node, error) {
	left, err := p.operand()
	if err != nil {
		return nil, err
	}
	if !p.isComparison() {
		return comparison{left, operand{value: known(0)}, "!="}, nil
	}
	c := comparison{left: left, operator: p.token}
	p.advance()
	if c.right, err = p.operand(); err != nil {
		return nil, err
	}
	if p.isComparison() {
		return nil, p.errorf("a comparison has two sides; write a<b && b<c for three")
	}
	return c, nil
}

func (p *parser) operand() (operand, error) {
	word := p.token
	switch {
	case word == "" || !isWord(word[0]):
		return operand{}, p.unexpected("a column or a number")
	case isDigit(word[0]) || word[0] == '-':
		n, ok := new(big.Int).SetString(word, 10)
		if !ok || n.Sign() < 0 { // no column is

			return operand{}, p.errorf("%q is not a whole number from 0 on", clip(word))
		}
		p.advance()
		return operand{value: exactly(n)}, nil
	}
	word = spelled(word, p.letters)
	c := columns[word]
	if c == nil && !slices.Contains(p.letters, word) {
		if h := hints[word]; h != "" {
			return operand{}, p.unexpected("")
		}
		if slices.Contains([]string{"yes", "no", "true", "false"}, strings.ToLower(word)) {
			return operand{}, p.errorf("nothing is compared with %s: write solvable or !solvable", word)
		}
		return operand{}, p.errorf("%v", noColumn(clip(word), p.letters))
	}
	if c != nil && c.Fraction {
		return operand{}, p.errorf("%s is not a whole number and cannot be compared; compare nullity or rank", word)
	}
	p.advance()
	return operand{column: word}, nil
}

// clip is a word for a message, which repeats no long ones.
func clip(word string) string {
	const most = 60
	if len(word) <= most {
		return word
	}
	return strings.ToValidUTF8(word[:most], "") + "…"
}
