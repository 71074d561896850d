package main

import (
	"bytes"
	"encoding/csv"
	"fmt"
	"math/big"
	"slices"
	"strings"

	"lightsout/board"
	"lightsout/census"
	"lightsout/puzzlefile"
)

// tableFormat is how a table is written: a row of tableFormats.
type tableFormat struct {
	names []string
	usual string // the columns if none are named
	// passes: a board that was read from a line of this format, and meets a condition, is written as that
	// line unless columns are named.
	passes string
	head   func(t *infoTable) string
	row    func(dst []byte, t *infoTable, r tableRow) ([]byte, error)
}

var tableFormats = []tableFormat{
	{names: []string{"text", "table"}, usual: "lights,rank,nullity", head: plainHead, row: plainRow},
	{names: []string{"csv"}, usual: "lights,rank,nullity", head: csvHead, row: csvRow},
	{names: []string{"json", "jsonl"}, usual: "lights,switches,rank,nullity,solvable-fraction,answers", passes: "jsonl",
		head: noHead, row: jsonRow},
	{names: []string{"bfile"}, head: noHead, row: bfileRow},
	{names: []string{"graph6"}, passes: "graph6", head: noHead, row: graph6Row},
}

func noHead(*infoTable) string { return "" }

// cell is a value in a table: bounds if it is not proved, - if there is no such number.
func cell(v census.Value, c census.Column, yes, no string, number func(*big.Int) string) string {
	switch {
	case v.Infinite:
		return "-"
	case v.Fraction != "":
		return v.Fraction.String()
	case v.Known() && c.Truth && v.Lower.Sign() == 0:
		return no
	case v.Known() && c.Truth:
		return yes
	case v.Known():
		return number(v.Lower)
	case v.Lower != nil && v.Upper != nil:
		return number(v.Lower) + ".." + number(v.Upper)
	case v.Lower != nil:
		return number(v.Lower) + ".."
	}
	return "?"
}

// width is that of a column of a plain table.
func width(c census.Column) int {
	switch {
	case c.Name == "lights" || c.Name == "switches" || c.Name == "rank":
		return 16
	case c.Large:
		return max(20, len(c.Name))
	}
	return max(8, len(c.Name))
}

// plainCell is a value for people: a number that does not fit its column is shortened. The exponent of a fraction may
// be beyond that of a float64.
func plainCell(v census.Value, c census.Column) string {
	text := cell(v, c, "yes", "no", (*big.Int).String)
	switch {
	case len(text) <= width(c):
		return text
	case v.Fraction != "":
		exponent := text[strings.IndexByte(text+"e", 'e'):]
		return text[:width(c)-len(exponent)] + exponent
	}
	return cell(v, c, "yes", "no", func(n *big.Int) string { return numberText(n, 8) })
}

func plainHead(t *infoTable) string {
	var names []string
	for _, c := range t.columns {
		name := c.Name
		if len(name) == 1 {
			name = strings.ToUpper(name)
		}
		names = append(names, fmt.Sprintf("%*s", width(c), name))
	}
	head := strings.Join(names, " ")
	if t.family == nil {
		head += "  board"
	}
	return head + "\n"
}

func plainRow(dst []byte, t *infoTable, r tableRow) ([]byte, error) {
	for i, v := range r.values {
		if i > 0 {
			dst = append(dst, ' ')
		}
		dst = fmt.Appendf(dst, "%*s", width(t.columns[i]), plainCell(v, t.columns[i]))
	}
	if t.family == nil {
		dst = append(append(dst, "  "...), clipSpec(r.board.Spec())...)
	}
	return append(dst, '\n'), nil
}

// csvLine is a record of csv.
func csvLine(fields []string) string {
	var line bytes.Buffer
	w := csv.NewWriter(&line)
	_ = w.Write(fields) // into memory
	w.Flush()
	return line.String()
}

func csvHead(t *infoTable) string {
	fields := []string{"board"}
	for _, c := range t.columns {
		fields = append(fields, c.Name)
	}
	return csvLine(fields)
}

func csvRow(dst []byte, t *infoTable, r tableRow) ([]byte, error) {
	fields := []string{r.board.Spec()}
	for i, v := range r.values {
		text := cell(v, t.columns[i], "true", "false", (*big.Int).String)
		if v.Infinite {
			text = ""
		}
		fields = append(fields, text)
	}
	return append(dst, csvLine(fields)...), nil
}

func jsonRow(dst []byte, t *infoTable, r tableRow) ([]byte, error) {
	if t.passesOn(r) {
		return append(append(dst, r.text...), '\n'), nil
	}
	var f jsonLine // so that its fields stay in order
	if len(r.id) > 0 {
		f.add("id", r.id)
	}
	f.add("board", r.board.Spec())
	answers := slices.IndexFunc(t.columns, func(c census.Column) bool { return c.Name == "answers" })
	stopped := ""
	for i, v := range r.values {
		c := t.columns[i]
		name := strings.ReplaceAll(c.Name, "-", "_")
		number := func(n *big.Int) any {
			if c.Large && c.Name != "symmetries" {
				return n.String()
			}
			return n
		}
		switch {
		case v.Infinite && c.Name == "nullity" && answers >= 0: // the number of states is not prime
			f.add("quiet_order", r.values[answers].Lower.String())
		case v.Infinite:
			f.add(name, nil)
		case v.Known() && c.Truth:
			f.add(name, v.Lower.Sign() != 0)
		case v.Known() && c.Fraction:
			f.add(name, v.Fraction)
		case v.Known():
			f.add(name, number(v.Lower))
		default:
			if v.Lower != nil {
				f.add(name+"_lower", number(v.Lower))
			}
			if v.Upper != nil {
				f.add(name+"_upper", number(v.Upper))
			}
			if stopped == "" && v.Stopped != nil {
				stopped = why(v.Stopped)
			}
		}
	}
	if stopped != "" {
		f.add("stopped", stopped)
	}
	if r.origin != "" {
		f.add("origin", r.origin)
	}
	f[0] = '{'
	return append(append(dst, f...), '}', '\n'), nil
}

// bfileRow is a value; its index depends on the rows before it. The OEIS writes -1 where there is no such
// number.
func bfileRow(dst []byte, t *infoTable, r tableRow) ([]byte, error) {
	text := cell(r.values[0], t.columns[0], "1", "0", (*big.Int).String)
	if r.values[0].Infinite {
		text = "-1"
	}
	return append(append(dst, text...), '\n'), nil
}

// graph6Row is the graph as it was read, or as graph6.
func graph6Row(dst []byte, _ *infoTable, r tableRow) ([]byte, error) {
	if r.text != "" {
		return append(append(dst, r.text...), '\n'), nil
	}
	w, err := puzzlefile.NewWriter("graph6", r.board)
	if err != nil {
		return dst, err
	}
	return w.Append(dst, &puzzlefile.Record{Puzzle: *board.NewPuzzle(r.board)})
}
