package census

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"math/big"
	"regexp"
	"slices"
	"strings"

	"lightsout/internal/suggest"
)

// Condition is what a puzzle has to meet, in terms of its columns:
//
//	nullity>0 && min<=5 || !solvable
//
// Comparisons are < <= > >= == (or =) and !=, between columns and whole numbers. A column alone means that
// it is not 0, and with ! before it that it is. && binds stronger than ||, and there are no parentheses.
type Condition struct {
	any [][]comparison // one of these lists has to hold as a whole; what takes less is asked first
}

// verdict is what a condition comes to: open if bounds do not decide it.
type verdict int8

const (
	no verdict = iota
	open
	yes
)

// Holds reports whether the puzzle meets the condition. If columns that are not proved leave that open,
// it names them.
func (c *Condition) Holds(ctx context.Context, f *Facts) (holds bool, undecided []string, err error) {
	for _, all := range c.any {
		v, unsure := yes, []string{}
		for _, one := range all {
			is, err := one.holds(ctx, f, &unsure)
			if err != nil {
				return false, nil, err
			}
			if v = min(v, is); v == no {
				break
			}
		}
		switch v {
		case yes:
			return true, nil, nil
		case open:
			undecided = append(undecided, unsure...)
		}
	}
	slices.Sort(undecided)
	return false, slices.Compact(undecided), nil
}

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

// form is a comparison: a column, perhaps with !, or two operands and what is between them.
var form = regexp.MustCompile(`^(!?)\s*([\w-]+)$|^([\w-]+)\s*(<=|>=|==|!=|=|<|>)\s*([\w-]+)$`)

// ParseCondition reads a condition. Letters are columns besides [Columns].
func ParseCondition(text string, letters []string) (*Condition, error) {
	c := &Condition{}
	at := 0 // where the next comparison begins
	for list := range strings.SplitSeq(text, "||") {
		var all []comparison
		for part := range strings.SplitSeq(list, "&&") {
			one, err := parseComparison(strings.TrimSpace(part), letters)
			if err != nil {
				blank := len(part) - len(strings.TrimLeft(part, " \t\r\n"))
				return nil, fmt.Errorf("position %d: %w", at+blank+1, err)
			}
			all = append(all, one)
			at += len(part) + len("&&")
		}
		slices.SortStableFunc(all, func(a, b comparison) int { return a.cost() - b.cost() })
		c.any = append(c.any, all)
	}
	slices.SortStableFunc(c.any, func(a, b []comparison) int { return a[len(a)-1].cost() - b[len(b)-1].cost() })
	return c, nil
}

func parseComparison(text string, letters []string) (c comparison, err error) {
	found := form.FindStringSubmatch(text)
	switch {
	case text == "":
		return c, errors.New("a comparison is missing, such as nullity>0")
	case found == nil:
		return c, fmt.Errorf("%q is not a comparison, such as nullity>0; && and || join several, without parentheses",
			clip(text))
	}
	c = comparison{right: operand{value: known(0)}, operator: cmp.Or(found[4], "!=")}
	if found[1] == "!" {
		c.operator = "=="
	}
	if c.left, err = parseOperand(found[2]+found[3], letters); err == nil && found[5] != "" {
		c.right, err = parseOperand(found[5], letters)
	}
	return c, err
}

func parseOperand(word string, letters []string) (operand, error) {
	if strings.Trim(word[:1], "-0123456789") == "" {
		n, ok := new(big.Int).SetString(word, 10)
		if !ok || n.Sign() < 0 { // no column is
			return operand{}, fmt.Errorf("%q is not a whole number from 0 on", clip(word))
		}
		return operand{value: exactly(n)}, nil
	}
	word = spelled(word, letters)
	c := columns[word]
	switch {
	case c == nil && !slices.Contains(letters, word):
		return operand{}, noColumn(clip(word), letters)
	case c != nil && c.Fraction:
		return operand{}, fmt.Errorf("%s is not a whole number and cannot be compared; compare nullity or rank", word)
	}
	return operand{column: word}, nil
}

// clip is a word for a message, which repeats no long ones.
func clip(word string) string { return suggest.Clip(word, 60) }
