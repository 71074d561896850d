package puzzlefile

import (
	"errors"
	"fmt"
	"math"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"lightsout/board"
)

// A cutter cuts a plain text into rows, and each row into fields, in one way for every kind of such texts.
//
//	# a comment, as are lines that begin with % or //, and what is between /* and */
//	ann bob 3                    a row is a line, and blanks separate its fields,
//	Ann Lee, bob, 3              or commas, semicolons or tabs, if every row of more than a word has them
//	ann -- bob                   arrows between names are separators too
//	"a, b" bob # a comment       quotation marks make anything a name
//	ann: bob carol               a name and a colon begin a row of neighbours
//	[(0, 1), (1, 2)]             brackets around a row, or around all of them, fall away
type cutter struct {
	d         *document
	separator byte // ',', ';' or a tab; a blank: any blanks
	colons    bool // every row has a name and a colon before the rest
	table     bool // the first row has known names of columns
	rows      int  // how many there are
	begin     int  // of the first row
	groups    []span
	group     int               // the next one
	inside    bool              // a comment of several lines
	data      bool              // networkx wrote more about some edge than {}
	remark    func(line string) // is told of comments

	fields []string // of the row cut last
	quoted []bool   // which of them stood between quotation marks; nil: none
	arrow  bool     // an arrow -> is after the first of them
	linked int      // how many are before an arrow
}

// span is a part of the text.
type span struct{ from, to int }

// newCutter finds what separates the fields of a text. Of the copies of a document, which all kinds are tried on, one
// does.
func newCutter(d *document) *cutter {
	if d.cut == nil || d.at > 0 {
		c := &cutter{d: d, separator: ' ', begin: -1}
		start := d.at
		c.brackets()
		c.layout(start)
		c.rewind(start)
		d.cut, d.from = c, start
	}
	c := *d.cut
	c.d, c.data = d, false
	return &c
}

// rewind goes back to a place before the first row.
func (c *cutter) rewind(at int) { c.d.at, c.group, c.inside = at, 0, false }

// layout looks at all rows, twice if the first one has a colon.
func (c *cutter) layout(start int) {
	bare := func() (string, bool) {
		text, ok := c.row()
		if strings.IndexByte(text, '"') >= 0 {
			text = quotedField.ReplaceAllString(text, "x")
		}
		return text, ok
	}
	c.rewind(start)
	text, ok := bare()
	for c.colons = ok; ok && c.colons; text, ok = bare() {
		c.colons = isColon(text)
	}
	c.rewind(start)
	var rows [utf8.RuneSelf]int // with a sign
	words, numbers, decimal := 0, true, -1
	for text, ok := bare(); ok; text, ok = bare() {
		if c.rows++; c.begin < 0 {
			c.begin = c.d.from
		}
		if c.colons {
			_, text, _ = strings.Cut(text, ":")
			text = strings.TrimSpace(text)
		}
		if strings.IndexByte(text, ',') >= 0 {
			if decimal < 0 && decimalComma.MatchString(text) {
				decimal = c.d.from
			}
			if !strings.ContainsAny(text, ";\t") || strings.Contains(digitsComma.ReplaceAllString(text, ""), ",") {
				rows[',']++
			}
		}
		if strings.IndexByte(text, ';') >= 0 {
			rows[';']++
		}
		if strings.IndexByte(text, '\t') >= 0 {
			rows['\t']++
			numbers = numbers && areNumbers(strings.Fields(text)) && !strings.Contains(text, "\t\t")
		}
		if strings.IndexAny(text, " \t,;") < 0 && !strings.Contains(text, "->") && !strings.Contains(text, "--") {
			words++
		}
	}
	for _, sign := range []byte("\t;,") {
		if rows[sign] == 0 || rows[sign] != c.rows-words || sign == '\t' && numbers {
			continue
		}
		if c.separator != ' ' {
			c.d.fail(c.begin, "two of comma, semicolon and tab are on every line, and one separates: put names that "+
				"have the other between quotation marks")
		}
		c.separator = sign
	}
	c.rewind(max(c.begin, 0))
	if c.rows > 0 && defect(c.d, func() { c.next() }) == nil {
		_, c.table = columnsOf(c.fields)
	}
	if c.separator == ',' && decimal >= 0 {
		c.d.fail(decimal, "the comma between digits may be that of a decimal number: write a point instead, or "+
			"commas between all fields")
	}
}

var (
	quotedField  = regexp.MustCompile(`"[^"]*"`)
	laterComment = regexp.MustCompile(`[ \t]#([ \t]|$)`)
	decimalComma = regexp.MustCompile(`\S[ \t]+[0-9]+,[0-9]+([ \t]|$)`)
	digitsComma  = regexp.MustCompile(`[0-9],[0-9]`)
	anArrow      = regexp.MustCompile(`<?--+>?|->|<->|[–—→↔⟶⟷]`)
)

// row is the next row as it stands; false after the last one.
func (c *cutter) row() (text string, ok bool) {
	if c.groups != nil {
		if c.group == len(c.groups) {
			c.d.at = len(c.d.text)
			return "", false
		}
		at := c.groups[c.group]
		c.group++
		c.d.from = at.from
		return c.withoutData(strings.TrimSpace(strings.ReplaceAll(c.d.text[at.from:at.to], "\n", " "))), true
	}
	for line, more := c.d.next(); more; line, more = c.d.next() {
		if text := c.withoutComment(line); text != "" {
			return text, true
		}
		if c.remark != nil && line != "" {
			c.remark(line)
		}
	}
	return "", false
}

// withoutComment is a line without blanks around it and without comments; "" if nothing is left.
func (c *cutter) withoutComment(line string) string {
	line = strings.Trim(line, " ")
	if c.inside || strings.HasPrefix(line, "/*") {
		_, rest, ended := strings.Cut(line, "*/")
		if c.inside = !ended; !ended {
			return ""
		}
		line = strings.Trim(rest, " ")
	}
	if isBlank(line) || isRemark(line) {
		return ""
	}
	if strings.IndexByte(line, '#') > 0 {
		if at := laterComment.FindStringIndex(line); at != nil && strings.Count(line[:at[0]], `"`)%2 == 0 {
			line = strings.TrimRight(line[:at[0]], " \t")
		}
	}
	return c.withoutData(line)
}

// withoutData is a row without what networkx writes about an edge, such as {'weight': 3}.
func (c *cutter) withoutData(line string) string {
	if len(line) > 0 && line[len(line)-1] == '}' {
		cut, depth := len(line)-1, 1
		for depth > 0 && cut > 0 {
			switch cut--; line[cut] {
			case '}':
				depth++
			case '{':
				depth--
			}
		}
		if before := strings.TrimRight(line[:cut], " \t"); cut > 0 && !strings.HasSuffix(before, ":") {
			c.data = c.data || cut+2 < len(line)
			line = strings.TrimRight(line[:cut], " \t,;")
		}
	}
	return line
}

// brackets finds the rows of a text that begins with a bracket: the innermost pairs, with nothing around them but
// brackets, commas and blanks. Other texts have a row on each line.
func (c *cutter) brackets() {
	d, open, depth, closed := c.d, -1, 0, 0
	restOfLine := func(at int) string {
		line, _, _ := strings.Cut(d.text[at:], "\n")
		return line
	}
	for at := d.at; at < len(d.text); at++ {
		switch ch := d.text[at]; ch {
		case ' ', '\t':
		case '\n':
			if open >= 0 {
				continue
			}
			if line := restOfLine(at + 1); strings.TrimSpace(line) != "" && c.withoutComment(line) == "" {
				at += len(line)
			}
		case '[', '(':
			if open, depth = at, depth+1; depth > 2 || depth == 1 && closed > 0 {
				d.fail(at, "brackets go around a row, and around all rows")
			}
		case ']', ')':
			switch depth--; {
			case depth < 0:
				d.fail(at, "a bracket is closed that was not opened")
			case open < 0 && depth == 0:
				closed++
			case open >= 0 && strings.TrimSpace(d.text[open+1:at]) == "":
				d.fail(at, "a row has no cells; write null for a hole")
			case open >= 0:
				c.groups = append(c.groups, span{open + 1, at})
			}
			open = -1
		case '{': // what networkx writes about an edge
			if n := strings.IndexByte(d.text[at:], '}'); open >= 0 && n > 0 {
				at += n
			}
		default:
			if open >= 0 || ch == ',' && (depth > 0 || c.groups != nil) {
				continue
			}
			switch line := restOfLine(at); {
			case c.groups != nil || depth > 0:
				d.fail(at, "%q is not within a row: brackets around some rows go around all of them", line)
			case c.withoutComment(line) != "":
				return
			default:
				at += len(line) - 1
			}
		}
	}
	if depth > 0 {
		d.fail(len(d.text)-1, "a bracket is not closed")
	}
}

// next cuts the next row into its fields; false after the last one.
func (c *cutter) next() bool {
	text, ok := c.row()
	if !ok {
		return false
	}
	c.fields, c.quoted, c.arrow, c.linked = c.fields[:0], nil, false, 0
	if c.colons {
		first, rest, _ := strings.Cut(text, ":")
		if strings.HasPrefix(text, `"`) {
			first, rest, _ = strings.Cut(text[1:], `":`)
		}
		c.fields, c.arrow = append(c.fields, strings.TrimSpace(first)), true
		if text = strings.TrimSpace(rest); text == "" {
			return true
		}
		if n := len(text); strings.IndexByte("[({", text[0]) >= 0 && strings.IndexByte("])}", text[n-1]) >= 0 {
			text = strings.TrimSpace(text[1 : n-1])
		}
	}
	if c.separator == ' ' && isSimple(text) {
		from := 0
		for i := range len(text) {
			if ch := text[i]; ch == ' ' || ch == '\t' {
				if i > from {
					c.fields = append(c.fields, text[from:i])
				}
				from = i + 1
			}
		}
		if from < len(text) {
			c.fields = append(c.fields, text[from:])
		}
		return true
	}
	if c.cut(text); c.linked > 0 && (c.colons || c.linked == len(c.fields) && !c.arrow) {
		panic(errAlone)
	}
	return true
}

// errAlone is what is wrong with an arrow that ends a row.
var errAlone = errors.New("an arrow stands between two names")

// ordinary are the bytes that neither quote nor join: letters, digits and some signs.
var ordinary = func() (table [256]bool) {
	for ch := range 128 {
		table[ch] = ch != '"' && ch != '-' && ch != '<' && ch != ',' && ch != ';'
	}
	return table
}()

func isSimple(text string) bool {
	for i := range len(text) {
		if !ordinary[text[i]] {
			return false
		}
	}
	return true
}

// cut cuts at separators and arrows.
func (c *cutter) cut(text string) {
	for text = c.trimmed(text); ; {
		var field string
		if text != "" && text[0] == '"' {
			field, text = c.quotes(text)
			for len(c.quoted) < len(c.fields) {
				c.quoted = append(c.quoted, false)
			}
			c.fields, c.quoted = append(c.fields, field), append(c.quoted, true)
		} else {
			end := strings.IndexByte(text, c.separator)
			if end < 0 {
				end = len(text)
			}
			if tab := strings.IndexByte(text[:end], '\t'); tab >= 0 && c.separator == ' ' {
				end = tab
			}
			c.arrows(text[:end])
			if text = text[end:]; text != "" && c.separator != ' ' && c.linked > 0 && c.linked == len(c.fields) {
				panic(errAlone)
			}
		}
		if text = c.trimmed(text); text == "" {
			return
		}
		switch {
		case c.separator == ' ':
		case text[0] == c.separator:
			if text = c.trimmed(text[1:]); text == "" && c.separator != '\t' {
				c.fields = append(c.fields, "")
				return
			}
		case c.atArrow(&text):
		default:
			fail("%q follows a quotation mark; within quotation marks it is written twice", text)
		}
	}
}

// trimmed is a text without the blanks before it.
func (c *cutter) trimmed(text string) string {
	if c.separator == '\t' {
		return strings.TrimLeft(text, " ")
	}
	return strings.TrimLeft(text, " \t")
}

// atArrow passes over an arrow that stands alone.
func (c *cutter) atArrow(text *string) bool {
	at := anArrow.FindStringIndex(*text)
	if at == nil || at[0] > 0 {
		return false
	}
	c.passArrow((*text)[:at[1]])
	*text = c.trimmed((*text)[at[1]:])
	return true
}

// passArrow takes note of an arrow, of which a row has one.
func (c *cutter) passArrow(sign string) {
	switch {
	case c.linked > 0:
		fail("a row has one arrow: write each edge of a chain on a line of its own")
	case len(c.fields) != 1:
		fail("an arrow stands after the first name, and a name with blanks between quotation marks")
	}
	c.linked = len(c.fields)
	c.arrow = strings.ContainsAny(sign, ">→⟶")
}

// arrows cuts a field at the arrows within it.
func (c *cutter) arrows(field string) {
	field = strings.TrimSpace(field)
	if c.separator == ' ' && field == "-" && len(c.fields) > 0 {
		c.passArrow(field)
		return
	}
	mayBe := func(ch rune) bool { return ch == '-' || ch >= utf8.RuneSelf }
	for cut := false; strings.IndexFunc(field, mayBe) >= 0; cut = true {
		if cut && strings.Trim(field, "-<>") != field {
			fail("%q begins or ends with a part of an arrow; a name that does stands between quotation marks", field)
		}
		at := anArrow.FindStringIndex(field)
		if dash := strings.Index(field, " - "); dash > 0 && (at == nil || dash < at[0]) {
			at = []int{dash, dash + len(" - ")}
		}
		if at == nil {
			break
		}
		before := strings.TrimSpace(field[:at[0]])
		if at[0] == 0 && len(c.fields) == 0 || before == "" && c.separator != ' ' {
			panic(errAlone)
		}
		if before != "" {
			c.fields = append(c.fields, before)
		}
		c.passArrow(field[at[0]:at[1]])
		if field = strings.TrimSpace(field[at[1]:]); field == "" {
			return
		}
	}
	c.fields = append(c.fields, field)
}

// quotes is the text between quotation marks, and what follows them.
func (c *cutter) quotes(text string) (field, rest string) {
	for i := 1; i < len(text); i++ {
		switch {
		case text[i] != '"':
		case i+1 < len(text) && text[i+1] == '"':
			i++
		default:
			rest = text[i+1:]
			refuse(c.separator == ' ' && rest != "" && rest[0] != ' ' && rest[0] != '\t' && !c.atArrow(&rest),
				"a quotation mark stands within a name; within quotation marks it is written twice")
			return strings.ReplaceAll(text[1:i], `""`, `"`), rest
		}
	}
	panic(problem("a quotation mark is not closed on its line"))
}

// isColon reports whether a row is a name, a colon, and its neighbours.
func isColon(text string) bool {
	colon := strings.IndexByte(text, ':')
	if colon < 0 || strings.IndexByte(text[colon+1:], ':') >= 0 || strings.ContainsAny(text[:colon], ",;\t") {
		return false
	}
	rest := text[colon+1:]
	return checkName(strings.TrimSpace(text[:colon])) == nil && (strings.HasPrefix(rest, " ") ||
		!strings.ContainsAny(rest, " \t"))
}

// name is a field as the name of a node, or panics with what is wrong with it.
func (c *cutter) name(i int) string {
	field := c.fields[i]
	if i < len(c.quoted) && c.quoted[i] && field != "" {
		return field
	}
	err := checkName(field)
	switch {
	case err != nil:
	case c.separator == ' ' && strings.ContainsAny(field, ",;"):
		err = fmt.Errorf("%q: commas and semicolons separate names only if they are on every line", clip(field))
	case strings.HasSuffix(field, ":") && !c.colons:
		err = fmt.Errorf("%q: a colon after a name begins a row of neighbours, and then every row has one", clip(field))
	case c.colons && c.separator == ' ' && strings.IndexByte(field, ' ') >= 0:
		err = errors.New("the name before the colon has a blank: write commas between the names after a colon")
	}
	if err != nil {
		panic(err)
	}
	return field
}

// checkName says why a word is not the name of a node.
func checkName(word string) error {
	const sentence = 6 // so many blanks are not in a name
	isSign, blanks := true, 0
	for i := range len(word) {
		switch ch := word[i]; {
		case ch == ' ':
			blanks++
		case ch >= utf8.RuneSelf:
			isSign = isSign && isSigns(word)
		case strings.IndexByte("()[]{}<>|", ch) >= 0:
			return fmt.Errorf("%q is not a node: a name has no brackets, unless it stands between quotation marks",
				clip(word))
		case ch >= '0' && ch <= '9' || ch|0x20 >= 'a' && ch|0x20 <= 'z':
			isSign = false
		}
	}
	switch {
	case word == "":
		return errors.New("a field is empty")
	case strings.IndexByte(word, '"') >= 0:
		return errors.New("a quotation mark stands within a name; within quotation marks it is written twice")
	case word[0] == '#':
		return errors.New("# may begin a comment or be part of a name: write # and a blank before a comment, " +
			"and a name that begins with # between quotation marks")
	case isSign || blanks >= sentence:
		return fmt.Errorf("%q is not the name of a node", clip(word))
	}
	return nil
}

// isSigns reports whether a word has no letters: signs of pictures, arrows and their like.
func isSigns(word string) bool {
	return strings.IndexFunc(board.PlainPicture(word), func(ch rune) bool {
		return unicode.In(ch, unicode.L, unicode.M, unicode.N, unicode.So) || ch == utf8.RuneError
	}) < 0
}

// isNumber accepts decimal numbers, with a point or an exponent.
func isNumber(word string) bool {
	digits := 0
	for i := range len(word) {
		switch ch := word[i]; {
		case ch >= '0' && ch <= '9':
			digits++
		case ch != '.' && ch != '-' && ch != '+' && ch|0x20 != 'e':
			return false
		}
	}
	if digits == len(word) {
		return digits > 0
	}
	_, err := strconv.ParseFloat(word, 64)
	return err == nil && digits > 0
}

// areNumbers reports whether all fields are numbers, such as weights and times.
func areNumbers(fields []string) bool {
	return !slices.ContainsFunc(fields, func(field string) bool { return !isNumber(field) })
}

// isCell accepts what matrices and pictures have: 0, 1, nan and inf, true and false.
func isCell(word string) bool {
	value, err := strconv.ParseFloat(word, 64)
	isBool := strings.EqualFold(word, "true") || strings.EqualFold(word, "false")
	return isBool || err == nil && (value == 0 || value == 1 || math.IsNaN(value) || math.IsInf(value, 0))
}

// columnPairs are the names of columns that hold the ends of an edge.
var columnPairs = [][2]string{{"source", "target"}, {"from", "to"}, {"src", "dst"}, {"u", "v"},
	{"node1", "node2"}, {"node_1", "node_2"}, {"id1", "id2"}, {"id_1", "id_2"}, {"fromnodeid", "tonodeid"},
	{"fromnode", "tonode"}, {"source_id", "target_id"}, {"sourceid", "targetid"}, {"from_id", "to_id"},
	{"start_id", "end_id"}, {":start_id", ":end_id"}}

// columnsOf is where a row of column names has the two ends of an edge; false if it is not such a row.
func columnsOf(fields []string) (ends [2]int, ok bool) {
	for _, pair := range columnPairs {
		at := [2]int{-1, -1}
		for i, field := range fields {
			for k, name := range pair {
				if strings.EqualFold(strings.TrimSpace(field), name) && at[k] < 0 {
					at[k] = i
				}
			}
		}
		if min(at[0], at[1]) >= 0 {
			return at, true
		}
	}
	return ends, false
}
