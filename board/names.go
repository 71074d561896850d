package board

import (
	"cmp"
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"
	"unicode"
	"unicode/utf8"

	"lightsout/internal/suggest"
)

// Nodes of a graph may have names, which people read and write instead of numbers. A name is any text on one line, blanks
// at its ends included, and no two nodes have the same. In a list it stands in quotation marks where it would be mistaken for something else.

// nameTable is the names of a board's nodes.
type nameTable struct {
	names  []string
	sorted func() []int32 // the nodes in order of their names
	// numbers are the names as numbers, nil unless all are: then a list may have ranges.
	numbers []uint64
}

// Names are what people call the nodes, in order; nil if they have only numbers. Callers must not change them.
func (b *Board) Names() []string {
	if b.names == nil {
		return nil
	}
	return b.names.names
}

// WithNames is the board, which must be a graph, with names for its nodes; nil takes them away.
func (b *Board) WithNames(names []string) (*Board, error) {
	c := *b
	c.names = nil
	if names == nil {
		return &c, nil
	}
	if !b.graph || len(names) != b.lights {
		return nil, fmt.Errorf("%d names for the %d nodes of %s", len(names), b.lights, clip(b.spec))
	}
	t := &nameTable{names: names, numbers: make([]uint64, 0, len(names))}
	for i, name := range names {
		if !IsName(name) {
			return nil, fmt.Errorf("%q is not a name: names are text on one line, in UTF-8", clip(name))
		}
		if n, err := strconv.ParseUint(name, 10, 62); err == nil && len(t.numbers) == i {
			t.numbers = append(t.numbers, n)
		}
	}
	if len(t.numbers) < len(names) {
		t.numbers = nil
	}
	t.sorted = sync.OnceValue(func() []int32 { return inOrder(names) })
	if sorted := t.sorted(); len(sorted) > 1 {
		for i := 1; i < len(sorted); i++ {
			if name := names[sorted[i]]; name == names[sorted[i-1]] {
				return nil, fmt.Errorf("two nodes are called %q", clip(name))
			}
		}
	}
	c.names = t
	return &c, nil
}

// IsName reports whether a node may be called so.
func IsName(name string) bool {
	return name != "" && utf8.ValidString(name) && !strings.ContainsFunc(name, unicode.IsControl)
}

func inOrder(names []string) []int32 {
	sorted := make([]int32, len(names))
	for i := range sorted {
		sorted[i] = int32(i)
	}
	slices.SortFunc(sorted, func(a, b int32) int { return cmp.Compare(names[a], names[b]) })
	return sorted
}

// named is the node of that name.
func (t *nameTable) named(name string) (node int, ok bool) {
	sorted := t.sorted()
	i, ok := slices.BinarySearchFunc(sorted, name, func(node int32, name string) int {
		return cmp.Compare(t.names[node], name)
	})
	if !ok {
		return 0, false
	}
	return int(sorted[i]), true
}

// isNamed reports whether a node is called so.
func (b *Board) isNamed(name string) bool {
	if b.names == nil {
		return false
	}
	_, ok := b.names.named(name)
	return ok
}

// mistakable is a name that means something else in a list unless it stands in quotation marks.
var mistakable = regexp.MustCompile(
	`^(r[0-9]+c[0-9]+|[0-9]+-[0-9]+|all|none|random|unknown|0[xXbB].*|.*[*@/," ].*|-|` +
		`[01]*[.#?_][01.#?_]*|[XxOo?_]*[.-][XxOo?_.-]*)$`)

// isState reports whether a name alone could be a state or presses: a character for each cell, or drawn cells.
func (b *Board) isState(name string) bool {
	whole := len(name) == b.lights || len(name) == b.switches
	return whole && strings.Trim(name, stateDigits[:b.States()]) == "" || PlainPicture(name) != name
}

// Label is how people write a switch or a light of the board in a list: its name, or its number from 1.
func (b *Board) Label(cell int) string {
	if b.names == nil {
		return strconv.Itoa(cell + 1)
	}
	name := b.names.names[cell]
	if mistakable.MatchString(name) || name != strings.TrimSpace(name) || b.isState(name) {
		return quoted(name)
	}
	return name
}

// quoted is a name between quotation marks, with those within it doubled.
func quoted(name string) string { return `"` + strings.ReplaceAll(name, `"`, `""`) + `"` }

// words are the items of a list, which commas and blanks separate. One that begins with a quotation mark ends with one,
// and is a name; so is all that is between two commas if a node is called that.
func (n naming) words(text string) []string {
	var words []string
	for text != "" {
		item, rest, _ := strings.Cut(text, ",")
		item = strings.TrimSpace(item)
		if strings.Contains(item, " ") && item[0] != '"' && n.board.isNamed(item) {
			words, text = append(words, quoted(item)), rest
			continue
		}
		end := strings.IndexAny(text, ", \t\r\n")
		if text[0] == '"' {
			end = quotedEnd(text)
		}
		switch {
		case end < 0:
			return append(words, text)
		case end > 0:
			words = append(words, text[:end])
		}
		text = text[max(end, 1):]
	}
	return words
}

// quotedEnd is where an item ends that begins with a quotation mark, with a number of times such as *2; -1: with the
// text.
func quotedEnd(text string) int {
	for i := 1; i < len(text); i++ {
		if strings.HasPrefix(text[i:], `""`) {
			i++
		} else if text[i] == '"' {
			after := text[i+1:]
			return len(text) - len(strings.TrimLeft(after, "*0123456789"))
		}
	}
	return -1
}

// spanNamed reads an item of a list where nodes have names: a name, a place, or a range of numbers.
func (n naming) spanNamed(word string, yield func(first, last int) error) error {
	t := n.board.names
	if inner, ok := strings.CutPrefix(word, `"`); ok {
		node, known := t.named(strings.ReplaceAll(strings.TrimSuffix(inner, `"`), `""`, `"`))
		if !known {
			return n.unknownName(word)
		}
		return yield(node, node)
	}
	if node, ok := t.named(word); ok && !mistakable.MatchString(word) {
		return yield(node, node)
	}
	if n.layout != nil && placeWord.MatchString(word) {
		cell, err := n.place(word)
		if err != nil {
			return err
		}
		return yield(cell, cell)
	}
	low, high, ok := strings.Cut(word, "-")
	from, errFrom := strconv.ParseUint(low, 10, 62)
	to, errTo := strconv.ParseUint(high, 10, 62)
	if !ok || errFrom != nil || errTo != nil || t.numbers == nil {
		return n.unknownName(word)
	}
	for _, end := range []string{low, high} {
		if !n.board.isNamed(end) {
			return n.unknownName(end)
		}
	}
	if from > to {
		return fmt.Errorf("%q counts down: write %s-%s", clip(word), high, low)
	}
	for node, number := range t.numbers {
		if from <= number && number <= to {
			if err := yield(node, node); err != nil {
				return err
			}
		}
	}
	return nil
}

var placeWord = regexp.MustCompile(`^r[0-9]+c[0-9]+$`)

func (n naming) unknownName(word string) error {
	names := n.board.names.names
	few := names
	if len(few) > 6 {
		few = few[:6]
	}
	hint := strings.Join(few, ", ")
	if len(names) > len(few) {
		hint += " …"
	}
	if n.board.isNamed(word) {
		return fmt.Errorf(`%q is the name of a node and something else as well: write it in double quotes`, clip(word))
	}
	near := ""
	if n.board.names.numbers == nil && len(names) <= 1<<16 {
		near = suggest.DidYouMean(strings.Trim(word, `"`), names)
		if i := slices.IndexFunc(names, func(name string) bool { return strings.HasPrefix(name, word+" ") }); i >= 0 {
			near = fmt.Sprintf(" (did you mean %s? a name with a blank stands between commas or in double quotes)",
				quoted(names[i]))
		}
	}
	return fmt.Errorf("%q is not a node of %s%s; its nodes are called %s", clip(strings.Trim(word, `"`)),
		clip(n.board.spec), near, clip(hint))
}

// FromNamedEdges makes the board of an undirected graph whose nodes are called by the names in its edges, in the
// order of their first mention; see [FromEdges].
func FromNamedEdges(name string, edges [][2]string) (*Board, error) {
	index := map[string]int{}
	var names []string
	numbered := make([][2]int, len(edges))
	for i, e := range edges {
		for k, node := range e {
			at, known := index[node]
			if !known {
				at = len(names)
				index[node], names = at, append(names, node)
			}
			numbered[i][k] = at
		}
	}
	b, err := fromEdges(name, len(names), numbered, names)
	if err != nil {
		return nil, err
	}
	return b.WithNames(names)
}
