package puzzlefile

import (
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

// nested reads the list that begins on a line.
func (r *Reader) nested(line string) *board.Puzzle {
	t, first, row, depth := &textGrid{Reader: r}, r.number, "", 0
	for ok := true; ; {
		for line = strings.TrimLeft(line, ", \t"); line != ""; line = strings.TrimLeft(line, ", \t") {
			switch line[0] {
			case '[':
				if depth++; depth > 2 {
					fail("a list within a row: a board is a list of rows, and a row a list of cells")
				}
				line = line[1:]
				continue
			case ']':
				line = line[1:]
				if depth--; depth == 1 {
					refuse(row == "", "a row has no cells; write null for a hole")
					t.take(row)
					row = ""
				}
				if depth > 0 {
					continue
				}
				refuse(strings.TrimLeft(line, " \t,") != "",
					"%q follows the board; put the next board on a line of its own", line)
				if len(t.rows) == 0 {
					panic(r.errorf(first, "the list has no rows"))
				}
				t.square()
				return r.picture(t.rows, first)
			}
			end := strings.IndexAny(line+",", "[], \t")
			if row += nestedCell(line[:end]); depth != 2 {
				fail("%q is not within a row: a board is a list of rows, as in [[0,1],[1,0]]", line[:end])
			}
			line = line[end:]
		}
		if line, ok = r.next(); !ok {
			fail("the list that begins on line %d does not end: ] is missing", first)
		}
	}
}

func nestedCell(word string) string {
	if cell, ok := nestedCells[word]; ok {
		return cell
	}
	if len(word) == 3 && (word[0] == '"' || word[0] == '\'') && word[2] == word[0] &&
		strings.IndexByte(textOff+textOn+"_", word[1]) >= 0 {
		return word[1:2]
	}
	panic(problem("%q is not a cell: cells are 0 and 1, true and false, signs such as \".\" and \"#\", "+
		"and null for a hole; "+
		"if these are edges, write each on a line, as in 1 2", word))
}
