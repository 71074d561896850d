package puzzlefile

import (
	"fmt"
	"io"
	"strconv"
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

// likeNested: a list of lists is a picture, unless it is the matrix of a graph as well.
func likeNested(r *Reader, line string) likeness {
	b, _ := r.headBoard()
	switch {
	case !looksNested(line):
		return unlike
	case b != nil:
		return signed
	}
	return fits
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

func (r *Reader) nextNested() (*board.Puzzle, error) {
	line, err := r.skip()
	if err != nil {
		return nil, err
	}
	n := &nested{textGrid: textGrid{Reader: r}}
	first := r.number
	for {
		rest, err := n.takeLine(line)
		if err != nil {
			return nil, err
		}
		if n.depth == 0 {
			if strings.TrimLeft(rest, " \t,") != "" {
				return nil, r.errorf(r.number, "%q follows the board; put the next board on a line of its own", clip(rest))
			}
			break
		}
		if line, err = r.next(); err == io.EOF {
			return nil, r.errorf(r.number, "the list that begins on line %d does not end: ] is missing", first)
		} else if err != nil {
			return nil, err
		}
	}
	if len(n.rows) == 0 {
		return nil, r.errorf(first, "the list has no rows")
	}
	if err := n.square(); err != nil {
		return nil, err
	}
	return r.picture(n.rows, first)
}

// peekNested is the rows of the list that the file begins with; nil if it begins otherwise, or the list has a defect.
func (r *Reader) peekNested(line string) []string {
	if !looksNested(line) {
		return nil
	}
	n := &nested{textGrid: textGrid{Reader: r}}
	for i := 0; i == 0 || n.depth > 0; i++ {
		line, ok := r.peek(i)
		if !ok {
			return nil
		}
		if _, err := n.takeLine(line); err != nil {
			return nil
		}
	}
	return n.rows
}

// takeLine reads a line up to the end of the list, and returns what follows it.
func (n *nested) takeLine(line string) (rest string, err error) {
	for i := 0; i < len(line); {
		switch ch := line[i]; {
		case ch == '[':
			if n.depth++; n.depth > 2 {
				return "", n.errorf(n.number, "a list within a row: a board is a list of rows, and a row a list of cells")
			}
			i++
		case ch == ']':
			n.depth--
			i++
			if n.depth == 1 {
				if err := n.endRow(); err != nil {
					return "", err
				}
			}
			if n.depth <= 0 {
				return line[i:], nil
			}
		case ch == ',' || ch == ' ' || ch == '\t':
			i++
		default:
			end := i + strings.IndexAny(line[i:]+",", "[], \t")
			cell, err := nestedCell(line[i:end])
			switch {
			case err != nil && n.opt.Matrix:
				return "", n.errorf(n.number, "%q: the entries of a parity-check matrix are 0 and 1", clip(line[i:end]))
			case err != nil:
				return "", n.errorf(n.number, "%v", err)
			}
			if n.depth != 2 {
				return "", n.errorf(n.number, "%q is not within a row: a board is a list of rows, as in [[0,1],[1,0]]", clip(line[i:end]))
			}
			n.row.WriteString(cell)
			i = end
		}
	}
	return "", nil
}

func nestedCell(word string) (string, error) {
	if cell, ok := nestedCells[word]; ok {
		return cell, nil
	}
	if len(word) == 3 && (word[0] == '"' || word[0] == '\'') && word[2] == word[0] && strings.IndexByte(textOff+textOn+"_", word[1]) >= 0 {
		return word[1:2], nil
	}
	if _, err := strconv.Atoi(word); err == nil {
		return "", fmt.Errorf("%s is not a cell: cells are 0 and 1; if these are edges, write each on a line, as in 1 2", clip(word))
	}
	return "", fmt.Errorf("%q is not a cell: cells are 0 and 1, true and false, signs such as \".\" and \"#\", and null for a hole", clip(word))
}

func (n *nested) endRow() error {
	row := n.row.String()
	n.row.Reset()
	if row == "" {
		return n.errorf(n.number, "a row has no cells; write null for a hole")
	}
	return n.take(row)
}
