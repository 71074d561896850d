package census

import (
	"bytes"
	"encoding/csv"
	"encoding/json"
	"errors"
	"fmt"
	"math/big"
	"slices"
	"strings"

	"lightsout/board"
	"lightsout/internal/numbers"
	"lightsout/internal/suggest"
	"lightsout/internal/textboard"
	"lightsout/puzzlefile"
	"lightsout/solve"
)

// Sheet is a table of facts, a row for each board: which boards and columns it has, and how it is written. Make one with
// [NewSheet]. The zero Sheet has no format, and its methods panic.
type Sheet struct {
	Family  *Family    // whose members are the boards; nil if they come from elsewhere
	Columns []Column   // none if boards are only passed on
	Where   *Condition // of the boards that have a row; nil: all

	format sheetFormat
	named  bool // the columns were named, not those that the format has
	begun  bool
	index  int      // of the next line of a b-file
	cells  []string // of a matrix
}

// Row is a board and the values of the columns.
type Row struct {
	Board  *board.Board
	Values []Value
	ID     json.RawMessage
	Origin string
	Text   string // the line it was read from, if that is in the format of the sheet
}

// SheetOptions describe a [Sheet] in words. A FieldError names the field that is wrong.
type SheetOptions struct {
	Spec    string            // of a board, or of a family
	Numbers map[string]string // of the letters m and n: lists such as 1,4-7
	Columns *string           // as in nullity,min; nil: those that the format usually has
	Where   *string           // a condition; nil: all boards
	Format  string            // one of SheetFormats
}

// FieldError is what is wrong with a field; Field is "" if it is about several.
type FieldError struct {
	Field, Value string // in lower case, and what it holds, if that is short
	Err          error
}

func (e *FieldError) Error() string {
	if e.Field == "" {
		return fmt.Sprint(e.Err)
	}
	return fmt.Sprintf("%s: %v", strings.TrimSpace(e.Field+" "+e.Value), e.Err)
}

// Unwrap makes the reason visible to errors.Is.
func (e *FieldError) Unwrap() error { return e.Err }

// NewSheet is the sheet that the options describe.
func NewSheet(o SheetOptions) (s *Sheet, err error) {
	lists := map[string]Numbers{}
	for letter, text := range o.Numbers {
		if lists[letter], err = numbers.List(text); err != nil {
			return nil, &FieldError{letter, text, err}
		}
	}
	family, err := ParseFamily(o.Spec, lists)
	if err != nil {
		return nil, &FieldError{Err: err}
	}
	s = &Sheet{index: 1, named: o.Columns != nil}
	letters := family.Letters()
	if len(letters) > 0 {
		s.Family = family
	}
	for _, f := range sheetFormats {
		if slices.Contains(f.names, o.Format) {
			s.format = f
		}
	}
	if s.format.names == nil {
		return nil, &FieldError{"format", suggest.Clip(o.Format, 72),
			fmt.Errorf("no such format; the formats are text json %s", strings.Join(SheetFormats(), " "))}
	}
	if o.Where != nil {
		if s.Where, err = ParseCondition(*o.Where, letters); err != nil {
			return nil, &FieldError{"where", fmt.Sprintf("%q", suggest.Clip(*o.Where, 72)), err}
		}
	}
	switch list := s.format.usual; {
	case s.named && s.format.row == nil:
		return nil, &FieldError{Err: fmt.Errorf("--format %s passes graphs on as they are; it has no --columns",
			o.Format)}
	case s.named:
		list = *o.Columns
		fallthrough
	case list != "":
		if s.Columns, err = ParseColumns(list, letters); err != nil {
			return nil, &FieldError{Field: "columns", Err: err}
		}
	}
	return s, s.arrange(letters)
}

// arrange adds the columns of the letters, or refuses what a b-file or a matrix does not hold.
func (s *Sheet) arrange(letters []string) error {
	switch s.kind() {
	case "bfile":
		return s.sequence()
	case "matrix":
		if len(letters) != 2 || len(s.Columns) != 1 || s.Where != nil {
			return &FieldError{Err: errors.New("a matrix shows one of --columns " +
				"for all boards of a family with M and N, " +
				"as in --board grid:MxN --m 1-9 --n 1-9 --columns nullity")}
		}
		return nil
	}
	for _, letter := range slices.Backward(letters) {
		if !slices.ContainsFunc(s.Columns, func(c Column) bool { return c.Name == letter }) {
			s.Columns = slices.Insert(s.Columns, 0, Column{Name: letter})
		}
	}
	return nil
}

// sequence refuses what is not a sequence, for a b-file, and numbers it by the letter unless a condition picks rows.
func (s *Sheet) sequence() error {
	words := ""
	switch {
	case s.Family == nil || len(s.Family.Letters()) != 1:
		words = "a b-file is of a family with one letter, as in --board grid:NxN --n 1-9"
	case len(s.Columns) != 1 || s.Columns[0].Fraction:
		words = "a b-file holds one sequence of whole numbers: name one of --columns, for example --columns nullity"
	case s.Where != nil:
		return nil
	case len(s.Family.Numbers()[0]) > 1:
		words = "a b-file is numbered without gaps: give one range, as in --n 1-9, or another --format"
	}
	if words != "" {
		return &FieldError{Err: errors.New(words)}
	}
	s.index = s.Family.Numbers()[0][0][0]
	return nil
}

// kind is the first name of the format; a Sheet that nobody made has none.
func (s *Sheet) kind() string { return strings.Join(s.format.names[:min(1, len(s.format.names))], "") }

// Ends reports whether the sheet ends at the first value that is not known, as a b-file does.
func (s *Sheet) Ends() bool { return s.kind() == "bfile" }

// PassesOn reports whether the line that a board was read from, in a format of files, is written as it is.
func (s *Sheet) PassesOn(text string) bool { return s.Where != nil && !s.named && text != "" }

// Passes is the format of files whose lines are written as they are; "" if there is none.
func (s *Sheet) Passes() string { return s.format.passes }

// Usual reports whether the columns are those that the format has, and nobody named them.
func (s *Sheet) Usual() bool { return !s.named }

// Append appends what a row becomes. It may be called by several goroutines; Done then gets the texts in their order.
func (s *Sheet) Append(dst []byte, r *Row) ([]byte, error) {
	if r == nil || r.Board == nil {
		return dst, errors.New("a row has no board")
	}
	if s.format.row == nil {
		return graph6Row(dst, r)
	}
	return s.format.row(dst, s, r), nil
}

// Done is what is to be written of the texts of some rows.
func (s *Sheet) Done(text []byte) []byte {
	switch s.kind() {
	case "bfile":
		var numbered []byte
		for line := range bytes.Lines(text) {
			numbered = fmt.Appendf(numbered, "%d %s", s.index, line)
			s.index++
		}
		text = numbered
	case "matrix":
		s.cells = append(s.cells, strings.Fields(string(text))...)
		return nil
	}
	if !s.begun {
		s.begun = true
		return append([]byte(s.head()), text...)
	}
	return text
}

// End is what is written in the end: a matrix, or the head of a sheet without rows.
func (s *Sheet) End() []byte {
	if s.kind() != "matrix" {
		if s.begun {
			return nil
		}
		return s.Done(nil)
	}
	lines := [][]string{{`M\N`}}
	next := 0
	for member := range s.Family.Rows() {
		m, n := fmt.Sprint(member["m"]), fmt.Sprint(member["n"])
		if last := lines[len(lines)-1]; len(lines) == 1 || last[0] != m {
			lines = append(lines, []string{m})
		}
		if len(lines) == 2 {
			lines[0] = append(lines[0], n)
		}
		if next == len(s.cells) {
			break
		}
		lines[len(lines)-1] = append(lines[len(lines)-1], s.cells[next])
		next++
	}
	width := 0
	for _, line := range lines {
		for _, cell := range line {
			width = max(width, len(cell))
		}
	}
	var text []byte
	for _, line := range lines {
		for k, cell := range line {
			text = fmt.Appendf(text, "%*s", width+min(k, 1), cell)
		}
		text = append(text, '\n')
	}
	return text
}

// sheetFormat is how a sheet is written.
type sheetFormat struct {
	names []string
	usual string // the columns if none are named
	// passes: a board that was read from a line of this format, and meets a condition, is written as that
	// line unless columns are named.
	passes string
	row    func(dst []byte, s *Sheet, r *Row) []byte
}

const sizes = "lights,rank,nullity"

var sheetFormats = []sheetFormat{
	{names: []string{"text", "table"}, usual: sizes, row: plainRow},
	{names: []string{"matrix"}, row: matrixCell},
	{names: []string{"md"}, usual: sizes, row: markdownRow},
	{names: []string{"csv"}, usual: sizes, row: csvRow},
	{names: []string{"json", "jsonl"}, usual: "lights,switches,rank,nullity,solvable-fraction,answers", passes: "jsonl",
		row: jsonRow},
	{names: []string{"bfile"}, row: bfileRow},
	{names: []string{"graph6"}, passes: "graph6"},
}

// SheetFormats are the formats that only a sheet has, beside text and json.
func SheetFormats() []string {
	return []string{"table", "matrix", "md", "csv", "jsonl", "bfile", "graph6"}
}

// head is what stands above the rows.
func (s *Sheet) head() string {
	switch s.kind() {
	case "text":
		return s.plainHead()
	case "md":
		line := strings.Repeat("|--:", len(s.Columns)) + "|"
		if s.Family == nil {
			line += ":--|"
		}
		return markdownLine(s.titles()) + line + "\n"
	case "csv":
		fields := []string{"board"}
		for _, c := range s.Columns {
			fields = append(fields, c.Name)
		}
		return csvLine(fields)
	}
	return ""
}

// titles stand above the columns: letters are capitals, as in the family. Boards that are no family have a column.
func (s *Sheet) titles() (titles []string) {
	for _, c := range s.Columns {
		if len(c.Name) == 1 {
			c.Name = strings.ToUpper(c.Name)
		}
		titles = append(titles, c.Name)
	}
	if s.Family == nil {
		titles = append(titles, "board")
	}
	return titles
}

// cell is a value in a sheet: bounds if it is not proved, - if there is no such number.
func cell(v Value, c Column, no, yes string, number func(*big.Int) string) string {
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

// String is the value as a sheet shows it.
func (v Value) String() string { return cell(v, Column{}, "no", "yes", (*big.Int).String) }

// Words are a value without proof, and why it has none.
func (v Value) Words() string {
	words := v.String()
	if words == "?" {
		words = "not known"
	}
	if v.Stopped != nil {
		words += " (" + solve.Why(v.Stopped) + ")"
	}
	return words
}

// width is that of a column of a plain sheet.
func width(c Column) int {
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
func plainCell(v Value, c Column) string {
	text := cell(v, c, "no", "yes", (*big.Int).String)
	switch {
	case len(text) <= width(c):
		return text
	case v.Fraction != "":
		exponent := text[strings.IndexByte(text+"e", 'e'):]
		return text[:width(c)-len(exponent)] + exponent
	}
	return cell(v, c, "no", "yes", func(n *big.Int) string { return textboard.Number(n, 8) })
}

func (s *Sheet) plainHead() string {
	var line strings.Builder
	for i, title := range s.titles() {
		switch {
		case i == len(s.Columns):
			line.WriteString("  " + title)
		case i > 0:
			line.WriteByte(' ')
			fallthrough
		default:
			fmt.Fprintf(&line, "%*s", width(s.Columns[i]), title)
		}
	}
	return line.String() + "\n"
}

func plainRow(dst []byte, s *Sheet, r *Row) []byte {
	for i, v := range r.Values {
		if i > 0 {
			dst = append(dst, ' ')
		}
		dst = fmt.Appendf(dst, "%*s", width(s.Columns[i]), plainCell(v, s.Columns[i]))
	}
	if s.Family == nil {
		dst = append(append(dst, "  "...), suggest.Clip(r.Board.Spec(), 72)...)
	}
	return append(dst, '\n')
}

func matrixCell(dst []byte, s *Sheet, r *Row) []byte {
	return append(append(dst, plainCell(r.Values[0], s.Columns[0])...), '\n')
}

func markdownLine(cells []string) string { return "| " + strings.Join(cells, " | ") + " |\n" }

func markdownRow(dst []byte, s *Sheet, r *Row) []byte {
	var cells []string
	for i, v := range r.Values {
		cells = append(cells, plainCell(v, s.Columns[i]))
	}
	if s.Family == nil {
		cells = append(cells, strings.ReplaceAll(r.Board.Spec(), "|", `\|`))
	}
	return append(dst, markdownLine(cells)...)
}

// csvLine is a record of csv.
func csvLine(fields []string) string {
	var line bytes.Buffer
	w := csv.NewWriter(&line)
	_ = w.Write(fields) // into memory
	w.Flush()
	return line.String()
}

func csvRow(dst []byte, s *Sheet, r *Row) []byte {
	fields := []string{r.Board.Spec()}
	for i, v := range r.Values {
		text := cell(v, s.Columns[i], "false", "true", (*big.Int).String)
		if v.Infinite {
			text = ""
		}
		fields = append(fields, text)
	}
	return append(dst, csvLine(fields)...)
}

// bfileRow is a value; its index depends on the rows before it. The OEIS writes -1 where there is no such number.
func bfileRow(dst []byte, s *Sheet, r *Row) []byte {
	text := cell(r.Values[0], s.Columns[0], "0", "1", (*big.Int).String)
	if r.Values[0].Infinite {
		text = "-1"
	}
	return append(append(dst, text...), '\n')
}

// graph6Row is the graph as it was read, or as graph6.
func graph6Row(dst []byte, r *Row) ([]byte, error) {
	if r.Text != "" {
		return append(append(dst, r.Text...), '\n'), nil
	}
	to := bytes.NewBuffer(dst)
	err := puzzlefile.Write(to, "graph6", board.NewPuzzle(r.Board))
	return to.Bytes(), err
}

// object is a JSON object whose fields stay in order. The comma before the first is to become its brace.
type object []byte

func (o *object) add(name string, value any) {
	text, _ := json.Marshal(value) // of a text, a number or a truth
	*o = append(fmt.Appendf(*o, ",%q:", name), text...)
}

func jsonRow(dst []byte, s *Sheet, r *Row) []byte {
	if s.PassesOn(r.Text) {
		return append(append(dst, r.Text...), '\n')
	}
	var o object
	if len(r.ID) > 0 {
		o.add("id", r.ID)
	}
	o.add("board", r.Board.Spec())
	var stopped error
	for i, v := range r.Values {
		o.value(s, r, i)
		if !v.Known() && stopped == nil {
			stopped = v.Stopped
		}
	}
	if stopped != nil {
		o.add("stopped", solve.Why(stopped))
	}
	if r.Origin != "" {
		o.add("origin", r.Origin)
	}
	o[0] = '{'
	return append(append(dst, o...), '}', '\n')
}

// value adds a value of a row, or its bounds.
func (o *object) value(s *Sheet, r *Row, i int) {
	v, c := r.Values[i], s.Columns[i]
	name := strings.ReplaceAll(c.Name, "-", "_")
	number := func(n *big.Int) any {
		if c.Large && c.Name != "symmetries" {
			return n.String()
		}
		return n
	}
	answers := slices.IndexFunc(s.Columns, func(c Column) bool { return c.Name == "answers" })
	switch {
	case v.Infinite && c.Name == "nullity" && answers >= 0: // the number of states is not prime
		o.add("quiet_order", r.Values[answers].Lower.String())
	case v.Infinite:
		o.add(name, nil)
	case v.Known() && c.Truth:
		o.add(name, v.Lower.Sign() != 0)
	case v.Known() && c.Fraction:
		o.add(name, v.Fraction)
	case v.Known():
		o.add(name, number(v.Lower))
	default:
		if v.Lower != nil {
			o.add(name+"_lower", number(v.Lower))
		}
		if v.Upper != nil {
			o.add(name+"_upper", number(v.Upper))
		}
	}
}
