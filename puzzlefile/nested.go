package puzzlefile

import (
	"errors"
	"fmt"
	"strings"

	"lightsout/board"
)

// A board as Python or JSON has it: a list of rows, each a list of cells.
//
//	[[0, 1, 0],
//	 [1, 1, 1],
//	 [0, 1, 0]]
//
// A cell is 0 or 1, false or true, a sign of a text grid between quotation marks, or null (None) for
// a hole. Commas may be left out, as numpy prints arrays. Several boards may follow each other. As in
// a text grid the board is a plain grid unless it is named.

// looksNested accepts the beginning of a list of lists. A graph6 line may begin with brackets too.
func looksNested(line string) bool {
	rest, ok := strings.CutPrefix(strings.TrimLeft(line, " \t"), "[")
	rest = strings.TrimLeft(rest, " \t")
	return ok && (rest == "" || rest[0] == '[') && !looksGraph6(line)
}

// nestedCells are the cells that are words.
var nestedCells = map[string]string{
	"0": "0", "1": "1", "0.": "0", "1.": "1", "0.0": "0", "1.0": "1",
	"false": "0", "true": "1", "False": "0", "True": "1", "null": "_", "None": "_",
}

// nested is a list of lists while it is read.
type nested struct {
	textGrid
	depth int
	row   strings.Builder
}

// nested reads the list that begins on a line.
func (r *Reader) nested(line string) *board.Puzzle {
	n := &nested{textGrid: textGrid{Reader: r}}
	first := r.number
	rest := n.takeLine(line)
	for n.depth > 0 {
		line, ok := r.next()
		if !ok {
			panic(fmt.Errorf("the list that begins on line %d does not end: ] is missing", first))
		}
		rest = n.takeLine(line)
	}
	if strings.TrimLeft(rest, " \t,") != "" {
		panic(fmt.Errorf("%q follows the board; put the next board on a line of its own", clip(rest)))
	}
	if len(n.rows) == 0 {
		panic(r.errorf(first, "the list has no rows"))
	}
	n.square()
	return r.picture(n.rows, first)
}

// takeLine reads a line up to the end of the list, and returns what follows it.
func (n *nested) takeLine(line string) (rest string) {
	for i := 0; i < len(line); {
		switch ch := line[i]; {
		case ch == '[':
			if n.depth++; n.depth > 2 {
				panic(fmt.Errorf("a list within a row: a board is a list of rows, and a row a list of cells"))
			}
			i++
		case ch == ']':
			n.depth--
			i++
			if n.depth == 1 {
				n.endRow()
			}
			if n.depth <= 0 {
				return line[i:]
			}
		case ch == ',' || ch == ' ' || ch == '\t':
			i++
		default:
			end := i + strings.IndexAny(line[i:]+",", "[], \t")
			cell := n.cell(line[i:end])
			if n.depth != 2 {
				panic(fmt.Errorf("%q is not within a row: a board is a list of rows, as in [[0,1],[1,0]]", clip(line[i:end])))
			}
			n.row.WriteString(cell)
			i = end
		}
	}
	return ""
}

func (n *nested) cell(word string) string {
	if cell, ok := nestedCells[word]; ok {
		return cell
	}
	if len(word) == 3 && (word[0] == '"' || word[0] == '\'') && word[2] == word[0] && strings.IndexByte(textOff+textOn+"_", word[1]) >= 0 {
		return word[1:2]
	}
	panic(fmt.Errorf("%q is not a cell: cells are 0 and 1, true and false, signs such as \".\" and \"#\", and null for a hole; if these are edges, write each on a line, as in 1 2", clip(word)))
}

func (n *nested) endRow() {
	row := n.row.String()
	n.row.Reset()
	if row == "" {
		panic(errors.New("a row has no cells; write null for a hole"))
	}
	n.take(row)
}
