package puzzlefile

import (
	"cmp"
	"encoding/csv"
	"errors"
	"regexp"
	"slices"
	"strings"
)

// layout is how the lines of a list of edges are cut into fields. One holds for the whole file, so that a blank is not
// within a name on one line and between two on the next.
type layout struct {
	separator string // one of separators or arrows; "": any blanks
	table     bool   // the first line is names of columns, not with blanks between: names may begin with # or have a colon
	width     int    // how many fields the first line has
	relation  bool   // the second field says of which kind the edge is, as SIF has it: ann knows bob
	tags      bool   // what separates fields stands only behind a # and a name: a, b #c, d
}

// separators are what may be between two nodes, the strongest first, and arrows what makes a line an edge in text for
// people. The first two make it one-way.
var (
	separators = []string{";", ",", "|"}
	arrows     = []string{"->", "→", "--", " - "}
)

// otherArrows are those of Mermaid, Neo4j and others, and of DOT.
var otherArrows = regexp.MustCompile(`-->|<-|=>|←|[{}\[\]]|^[^"]*"[^"]*(->|--| - )[^"]*"`)

// layout is that of the next lines.
func (r *Reader) layout() layout {
	var next []string
	for i := range within {
		line, ok := r.peek(i)
		if !ok {
			break
		}
		next = append(next, line)
	}
	l := layoutOf(next...)
	l.relation = l.isRelation(next, suffix(r.file) == ".sif")
	return l
}

// isRelation recognises lines of a node, a word and a node. The words are no nodes, the first one comes again, and some
// node stands on both sides; a file that is called so needs none of that.
func (l layout) isRelation(lines []string, called bool) bool {
	firsts, words, thirds, rows := map[string]bool{}, map[string]int{}, map[string]bool{}, 0
	begin := ""
	for _, line := range lines {
		fields := l.likely(line)
		switch {
		case len(fields) == 0, called && len(fields) == 1:
			continue
		case len(fields) < 3 || l.table || strings.HasSuffix(fields[0], ":") || areNumbers(fields[1:2]), strings.ContainsAny(fields[1], "<>←→⇐⇒⟵⟶➔➜"):
			return false
		}
		if rows++; rows == 1 {
			begin = fields[1]
		}
		firsts[fields[0]] = true
		words[fields[1]]++
		for _, field := range fields[2:] {
			thirds[field] = true
		}
	}
	both := false
	for node := range firsts {
		both = both || thirds[node]
	}
	for word := range words {
		if firsts[word] || thirds[word] {
			return false
		}
	}
	return rows > 0 && (called || both && words[begin] > 1)
}

// quotedField is a field between quotation marks.
var quotedField = regexp.MustCompile(`"[^"]*"`)

// layoutOf finds the separator: a semicolon, a comma or a tab if a line has one. Where a line has tabs and blanks, the
// blanks are within names, unless all words are numbers; where some lines have tabs and others blanks, both separate.
// What follows # does not count, unless no line has a separator before it and some line not even two words.
func layoutOf(lines ...string) layout {
	texts, short, tags := make([]string, len(lines)), false, false
	for i, line := range lines {
		texts[i] = withoutComment(line)
		if at, _ := hash(texts[i], true); at > 0 && !isColon(texts[i][:at]) {
			texts[i], tags = strings.TrimSpace(texts[i][:at]), true
			short = short || len(strings.Fields(texts[i])) < 2
		}
	}
	l := layoutWithout(texts)
	if l.separator == "" && tags {
		for i, line := range lines {
			texts[i] = withoutComment(line)
			if at, _ := hash(texts[i], false); at > 0 {
				texts[i] = strings.TrimSpace(texts[i][:at])
			}
		}
		switch with := layoutWithout(texts); {
		case with.separator != "" && short:
			l = with
		case with.separator != "" && with.separator != "\t":
			l.tags = true
		}
	}
	first := slices.IndexFunc(texts, func(text string) bool { return text != "" })
	if first < 0 || l.arrow() {
		return l
	}
	l.table = l.separator != "" && columnsOf(l.likely(lines[first])) != nil
	l.width = len(l.likely(lines[first]))
	return l
}

// layoutWithout finds the separator of lines without comments.
func layoutWithout(texts []string) (l layout) {
	for _, arrow := range arrows {
		with, without := 0, 0
		for _, text := range texts {
			if strings.Contains(text, arrow) && !otherArrows.MatchString(text) && !looksText(text) {
				with++
			} else if text != "" {
				without++
			}
		}
		if with > 0 && without == 0 {
			return layout{separator: arrow, width: 2}
		}
	}
	tabs, blanks, within, numbers := false, false, false, true
	for _, text := range texts {
		if text == "" {
			continue
		}
		if strings.Contains(text, `"`) {
			text = quotedField.ReplaceAllString(text, "_")
		}
		strongest := slices.IndexFunc(separators, func(sign string) bool { return sign == l.separator || strings.Contains(text, sign) })
		switch {
		case strongest >= 0:
			l.separator = separators[strongest]
		case strings.Contains(text, "\t"):
			tabs = true
			within = within || slices.ContainsFunc(strings.Split(text, "\t"), func(field string) bool { return strings.Contains(strings.TrimSpace(field), " ") })
		default:
			blanks = blanks || strings.Contains(text, " ")
		}
		numbers = numbers && areNumbers(strings.Fields(text))
	}
	if l.separator == "" && tabs && !numbers && (within || !blanks) {
		l.separator = "\t"
	}
	return l
}

// commas reports whether names are between commas or semicolons.
func (l layout) commas() bool { return l.separator == "," || l.separator == ";" }

// arrow reports whether an arrow or a dash is between the nodes.
func (l layout) arrow() bool { return slices.Contains(arrows, l.separator) }

// oneWay reports whether the separator says that the first node flips the second, and not the reverse.
func (l layout) oneWay() bool { return l.separator == "->" || l.separator == "→" }

// withoutComment is a line without blanks around it, and without what networkx writes about an edge, {'weight': 3}; ""
// if the whole line is a comment.
func withoutComment(line string) string {
	if line = strings.TrimSpace(line); line == "" || line[0] == '#' || line[0] == '%' || strings.HasPrefix(line, "//") {
		return ""
	}
	if cut := strings.IndexByte(line, '{'); cut > 0 && strings.HasSuffix(line, "}") {
		line = strings.TrimRight(line[:cut], " \t,;|")
	}
	return line
}

// hash is where a text has a # behind a blank and not within quotation marks, or else -1, and whether a blank or nothing
// follows it. Only where glued is true may a name follow.
func hash(text string, glued bool) (at int, apart bool) {
	for from := 1; from < len(text); from = at + 1 {
		if at = strings.IndexByte(text[from:], '#'); at < 0 {
			break
		}
		at += from
		apart = at+1 == len(text) || text[at+1] == ' ' || text[at+1] == '\t'
		if (text[at-1] == ' ' || text[at-1] == '\t') && (glued || apart) && strings.Count(text[:at], `"`)%2 == 0 {
			return at, apart
		}
	}
	return -1, false
}

// comment is where the comment within a line begins, -1 if there is none, and whether there is no doubt that it is
// one. Between blanks # begins a comment; where something else is between names, only if a blank follows it, and two
// names come before it.
func (l layout) comment(text string) (at int, sure bool) {
	at, apart := hash(text, true)
	if at < 0 {
		return at, false
	}
	begin := strings.TrimSpace(text[:at])
	if l.separator == "" && !(isColon(text) && (isColon(begin) || !strings.ContainsAny(begin, " \t"))) {
		return at, apart
	}
	if at, _ = hash(text, false); at < 0 {
		return at, false
	}
	if before, err := l.parts(strings.TrimSpace(text[:at])); err != nil || len(before) < 2 || slices.Contains(before, "") {
		return -1, false
	}
	return at, false
}

// edgeFields are the fields of a line that stands for itself.
func edgeFields(line string) []string { return layoutOf(line).likely(line) }

// likely is the fields of a line, or its words if it is not as it should be.
func (l layout) likely(line string) []string {
	fields, err := l.fields(line)
	if err != nil {
		return strings.Fields(line)
	}
	return fields
}

// fields are the fields of a line; none if it is a comment. A node before a colon keeps it.
func (l layout) fields(line string) ([]string, error) {
	if fields := l.tagged(line); fields != nil {
		if !l.table {
			return nil, errors.New("this may be a comment or an edge: write # and a blank before a comment, and a name that begins with # between quotation marks")
		}
		return fields, nil
	}
	text := withoutComment(line)
	if text == "" {
		return nil, nil
	}
	if l.table {
		return l.cut(line)
	}
	if at, _ := l.comment(text); at > 0 {
		first, apart := hash(text, true)
		begin := strings.TrimSpace(text[:at])
		if first == at && !apart && (l.tags || isColon(text) || !strings.ContainsAny(begin, " \t")) {
			return nil, errors.New("# may begin a comment or be part of a name: write # and a blank before a comment, and commas between names with #")
		}
		text = begin
	}
	return l.parts(text)
}

// parts are the fields of a line without its comment.
func (l layout) parts(text string) ([]string, error) {
	switch {
	case l.arrow():
		fields := strings.Split(strings.TrimSuffix(text, ";"), l.separator)
		for i, field := range fields {
			fields[i] = strings.Trim(strings.TrimSpace(field), `"`)
		}
		return fields, nil
	case l.relation:
		fields, err := l.cut(text)
		if err == nil && len(fields) == 2 {
			err = errors.New("this line has two fields, and the others a node, the kind of the edge, and a node")
		}
		if err != nil {
			return nil, err
		}
		return append([]string{fields[0] + ":"}, fields[min(2, len(fields)):]...), nil
	}
	if isColon(text) {
		first, rest, _ := strings.Cut(text, ":")
		fields := []string{strings.TrimSpace(first) + ":"}
		if isBlank(rest) {
			return fields, nil
		}
		names, err := l.cut(strings.TrimSpace(rest))
		return append(fields, names...), err
	}
	return l.cut(text)
}

// isColon reports whether a line is a node, a colon, and its neighbours.
func isColon(text string) bool {
	first, rest, colon := strings.Cut(text, ":")
	return colon && !strings.ContainsAny(first, ",;\"") && !strings.ContainsAny(rest, ";:") && areNames([]string{strings.TrimSpace(first)}) &&
		(strings.HasPrefix(rest, " ") || !strings.ContainsAny(rest, " \t"))
}

// tagged is the fields of a line that begins with # and a name, and has as many between commas as the first line: in a
// table it is no comment. Names of columns are.
func (l layout) tagged(line string) []string {
	if len(line) < 2 || line[0] != '#' || line[1] == ' ' || line[1] == '\t' || l.separator == "" || l.separator == "\t" && !l.table {
		return nil
	}
	fields, err := l.cut(line)
	if err != nil || len(fields) < 2 || len(fields) != l.width || columnsOf(append([]string{fields[0][1:]}, fields[1:]...)) != nil {
		return nil
	}
	return fields
}

func (l layout) isTagged(line string) bool { return l.tagged(line) != nil }

// cut cuts a text at the separator.
func (l layout) cut(text string) ([]string, error) {
	if l.separator == "|" {
		if text = strings.Trim(strings.TrimSpace(text), "|"); strings.Trim(text, "|-: ") == "" {
			return nil, nil // the line below the head of a table in Markdown
		}
	}
	switch {
	case strings.Contains(text, `"`):
		if l.separator == "" {
			text = strings.ReplaceAll(text, "\t", " ")
		}
		quoted := csv.NewReader(strings.NewReader(text))
		quoted.Comma, quoted.TrimLeadingSpace = rune(cmp.Or(l.separator, " ")[0]), l.separator != "\t"
		fields, err := quoted.Read()
		if err != nil {
			return nil, errors.New("a quotation mark is not closed on its line, or stands within a name; within quotation marks it is written twice")
		}
		return fields, nil
	case l.separator == "":
		if strings.Contains(text, ",") || strings.Contains(text, ";") {
			return nil, errors.New("this line has commas or semicolons, and the first lines have blanks between the names: write the same on every line")
		}
		return strings.Fields(text), nil
	}
	fields := strings.Split(text, l.separator)
	if l.separator == "\t" && !l.table {
		fields = slices.DeleteFunc(fields, isBlank)
	}
	for i, field := range fields {
		fields[i] = strings.TrimSpace(field)
	}
	return fields, nil
}
