package puzzlefile

import (
	"bytes"
	"fmt"
	"regexp"
	"strings"
)

// A text that fits no kind is read once more without its dress, which is what programs and people put around names:
//
//	g = {'a': ['b']}    EdgeView([(0, 1), (1, 2)])    what the whole is called, and what is called with it
//	edge(a, b).         G.add_edge('a', 'b')          the same word before every row
//	{{1, 2}, {2, 3}}    {1 -> 2, 2 -> 3}              braces; edges between commas
//	- a b               1. a b                        bullets and numbers of lines
//	| a | b |           edges:                        bars of a table, and a title
//	a-b                                               a dash in every row
//	5                                                 how many nodes there are, and how many edges below that
//
// A note says so. Each step leaves the length of the text as it is, and most leave its lines.
var undressing = []func(text string) string{
	withoutBars, withoutTitle, withoutBullets, withoutCalls, withoutEntries, withoutApostrophes, aRowEach, withoutDashes,
	withoutCounts,
}

// undress finds a graph in a text without its dress.
func (r *Reader) undress(d *document) bool {
	text := d.text
	for _, without := range undressing {
		text = without(text)
	}
	if text == d.text {
		return false
	}
	opt := r.opt
	opt.Kind, opt.Only = "", 0
	bare := NewReader(strings.NewReader(text), opt)
	if _, err := bare.Next(); err != nil || bare.format.graph == nil {
		return false
	}
	d.text = text
	r.again(bare.format, d)
	first, _, _ := strings.Cut(strings.TrimSpace(text), "\n")
	r.dress = fmt.Sprintf("what stands around the names is left out: the first row is read as %s",
		clip(strings.Join(strings.Fields(first), " ")))
	return true
}

// row is a line of a text that is neither blank nor a comment.
type row struct {
	span
	text string // without blanks around it
}

func rowsOf(text string) (rows []row) {
	at, c := 0, cutter{}
	for line := range strings.Lines(text) {
		if bare := strings.TrimSpace(line); c.withoutComment(bare) != "" {
			from := at + strings.Index(line, bare)
			rows = append(rows, row{span{from, from + len(bare)}, bare})
		}
		at += len(line)
	}
	return rows
}

// blank makes blanks of a part of a text.
func blank(text []byte, from, to int) {
	for i := from; i < to; i++ {
		if text[i] != '\n' {
			text[i] = ' '
		}
	}
}

// inEveryRow makes blanks of what an expression finds in every row, if it is in every row and there are two or more.
func inEveryRow(text string, expression *regexp.Regexp) string {
	rows, b := rowsOf(text), []byte(text)
	for _, row := range rows {
		at := expression.FindStringSubmatchIndex(row.text)
		if at == nil || len(rows) < 2 {
			return text
		}
		for k := 2; k < len(at); k += 2 {
			blank(b, row.from+at[k], row.from+at[k+1])
		}
	}
	return string(b)
}

// withoutBars makes a table of Markdown one with commas.
func withoutBars(text string) string {
	rows, b := rowsOf(text), []byte(text)
	for _, row := range rows {
		last := len(row.text) - 1
		switch {
		case len(rows) < 2 || last < 1 || row.text[0] != '|' || row.text[last] != '|':
			return text
		case strings.Trim(row.text, "|:- ") == "":
			blank(b, row.from, row.to)
			continue
		}
		copy(b[row.from:], " "+strings.ReplaceAll(row.text[1:last], "|", ",")+" ")
	}
	return string(b)
}

var title = regexp.MustCompile(`(?i)\A\s*(edges|links|arcs)[ \t]*:?[ \t]*\n`)

func withoutTitle(text string) string {
	b := []byte(text)
	if at := title.FindStringIndex(text); at != nil {
		blank(b, at[0], at[1])
	}
	return string(b)
}

var (
	bullets = []*regexp.Regexp{regexp.MustCompile(`^(-)[ \t]`), regexp.MustCompile(`^(\*)[ \t]`),
		regexp.MustCompile(`^(\+)[ \t]`), regexp.MustCompile(`^(•)[ \t]`)}
	numbering = regexp.MustCompile(`^([0-9]+[.)])[ \t]`)
	below     = regexp.MustCompile(`\n[ \t]*- `)
	listHead  = regexp.MustCompile(`^[^-:\s][^:]*:$`)
)

// withoutBullets also puts the list of YAML below a name and a colon on that line.
func withoutBullets(text string) string {
	rows := rowsOf(text)
	heads, numbers := 0, true
	for i, row := range rows {
		if listHead.MatchString(row.text) {
			heads++
		} else if i == 0 || row.text[0] != '-' {
			heads = -len(rows)
		}
		var n int
		_, err := fmt.Sscanf(row.text, "%d", &n)
		numbers = numbers && err == nil && (n == i || n == i+1)
	}
	switch {
	case heads > 0 && heads < len(rows):
		return below.ReplaceAllStringFunc(text, func(lead string) string { return strings.Repeat(" ", len(lead)) })
	case numbers:
		return inEveryRow(text, numbering)
	}
	for _, bullet := range bullets {
		text = inEveryRow(text, bullet)
	}
	return text
}

// pair is two brackets.
type pair struct {
	open, end int
	word      int // where a word begins that stands right before them
	depth     int
	pairs     int // within it, on the next level
}

var (
	callWord   = regexp.MustCompile(`(?:^|[\[({,=])\s*([A-Za-z_][\w.]*)$`)
	assignment = regexp.MustCompile(`\A\s*[A-Za-z_][\w.]*\s*=\s*[\[({A-Za-z_]`)
)

// pairsOf is the brackets of a text, each after those within it; nil if they do not match. Colons says whether there is
// one outside quotation marks.
func pairsOf(text string) (pairs []pair, colons bool) {
	var open []pair
	for i := 0; i < len(text); i++ {
		ch, top := text[i], len(open)-1
		switch {
		case ch == '"' || ch == '\'' && (i == 0 || strings.IndexByte(" [({,:=", text[i-1]) >= 0):
			line, _, _ := strings.Cut(text[i+1:], "\n")
			n := strings.IndexByte(line, ch)
			if n < 0 {
				return nil, false
			}
			i += n + 1
		case closing[ch] != 0:
			line := text[strings.LastIndexByte(text[:i], '\n')+1 : i]
			p := pair{open: i, word: i, depth: len(open)}
			if at := callWord.FindStringSubmatchIndex(line); at != nil {
				p.word = i - len(line) + at[2]
			}
			if top >= 0 {
				open[top].pairs++
			}
			open = append(open, p)
			continue
		case ch == ')' || ch == ']' || ch == '}':
			if top < 0 || closing[text[open[top].open]] != ch {
				return nil, false
			}
			open[top].end = i
			pairs, open = append(pairs, open[top]), open[:top]
			continue
		case ch == ':':
			colons = true
		}
	}
	if len(open) > 0 {
		return nil, false
	}
	return pairs, colons
}

// withoutCalls takes away what the text is assigned to, words right before brackets, with these if there is nothing but
// brackets within, and full stops and semicolons after them; braces become brackets where no colon is.
func withoutCalls(text string) string {
	b := []byte(text)
	if at := assignment.FindStringIndex(text); at != nil {
		blank(b, at[0], at[1]-1)
	}
	pairs, colons := pairsOf(string(b))
	calls := map[int][]pair{}
	for _, p := range pairs {
		if p.word < p.open {
			calls[p.depth] = append(calls[p.depth], p)
		}
	}
	for _, same := range calls {
		word := text[same[0].word:same[0].open]
		for _, p := range same {
			// of different words, or of one alone around names, nobody knows whether they are nodes
			if text[p.word:p.open] != word || len(same) == 1 && p.pairs == 0 {
				return text
			}
			blank(b, p.word, p.open)
		}
		if regexp.MustCompile(`\b` + regexp.QuoteMeta(word) + `\b`).Match(b) {
			return text
		}
	}
	for _, p := range pairs {
		switch {
		case p.word < p.open && p.pairs == 1 && onlyPair(b[p.open+1:p.end]):
			b[p.open], b[p.end] = ' ', ' '
		case b[p.open] == '{' && !colons:
			b[p.open], b[p.end] = '(', ')'
		}
		if line, _, _ := strings.Cut(text[p.end+1:], "\n"); line != "" && strings.Trim(line, ".; \t") == "" {
			blank(b, p.end+1, p.end+1+len(line))
		}
	}
	return string(b)
}

// onlyPair reports whether a text that has one pair of brackets outermost has nothing else.
func onlyPair(text []byte) bool {
	text = bytes.TrimSpace(text)
	last := len(text) - 1
	return last > 0 && closing[text[0]] == text[last]
}

// sparseEntry is an entry of a sparse matrix, as scipy and MATLAB print it.
var sparseEntry = regexp.MustCompile(`^(\()[^(),]+(,)[^(),]+(\))[ \t]+[-+.0-9e]+$`)

func withoutEntries(text string) string { return inEveryRow(text, sparseEntry) }

var apostrophes = regexp.MustCompile(`(^|[\s\[({,])'([^'\n]*)'`)

// withoutApostrophes makes quotation marks of them.
func withoutApostrophes(text string) string {
	if strings.IndexByte(text, '"') >= 0 || 2*len(apostrophes.FindAllString(text, -1)) != strings.Count(text, "'") {
		return text
	}
	return strings.ReplaceAll(text, "'", `"`)
}

var joined = regexp.MustCompile(`^\s*[^\s,;-]+\s*(--+>?|->|<-+>|[-–—→↔])\s*[^\s,;-]+\s*$`)

// aRowEach puts edges that stand between commas each on a line.
func aRowEach(text string) string {
	b := []byte(text)
	rows := rowsOf(text)
	if len(rows) == 0 {
		return text
	}
	from, to := rows[0].from, rows[len(rows)-1].to
	switch end := closing[b[from]]; {
	case end != 0 && b[to-1] == end:
		b[from], b[to-1] = ' ', ' '
	case len(rows) > 1:
		return text
	}
	edges := strings.FieldsFunc(string(b[from:to]), func(ch rune) bool { return ch == ',' || ch == ';' })
	for _, edge := range edges {
		if len(edges) < 2 || !joined.MatchString(edge) {
			return text
		}
	}
	for i := from; i < to; i++ {
		if b[i] == ',' || b[i] == ';' {
			b[i] = '\n'
		}
	}
	return string(b)
}

var dashed = regexp.MustCompile(`^[^\s-]+(-)[^\s-]+$`)

// withoutDashes cuts words at their dashes, if some end comes again.
func withoutDashes(text string) string {
	ends, again := map[string]bool{}, false
	for _, row := range rowsOf(text) {
		for end := range strings.SplitSeq(row.text, "-") {
			again = again || ends[end]
			ends[end] = true
		}
	}
	if !again {
		return text
	}
	return inEveryRow(text, dashed)
}

// withoutCounts takes the number of nodes, and that of edges below it, from above the edges if they are true.
func withoutCounts(text string) string {
	rows := rowsOf(text)
	counts := 0
	for counts < min(2, len(rows)) && isCount(rows[counts].text) {
		counts++
	}
	edges, names := rows[counts:], map[string]bool{}
	for _, row := range edges {
		fields := strings.FieldsFunc(row.text, func(ch rune) bool { return strings.ContainsRune(" \t,;", ch) })
		if len(fields) < 2 {
			return text
		}
		names[fields[0]], names[fields[1]] = true, true
	}
	if counts == 0 || rows[0].text != fmt.Sprint(len(names)) ||
		counts == 2 && rows[1].text != fmt.Sprint(len(edges)) {
		return text
	}
	b := []byte(text)
	for _, row := range rows[:counts] {
		blank(b, row.from, row.to)
	}
	return string(b)
}

func isCount(word string) bool {
	_, ok := number(word, 1, maxListed)
	return ok
}
