package puzzlefile

import (
	"bytes"
	"fmt"
	"io"
	"regexp"
	"slices"
	"strings"
)

// A text that fits no kind is read once more without its dress, which is what programs and people put around names:
//
//	g = {'a': ['b']}    EdgeView([(0, 1), (1, 2)])    what the whole is called, and what is called with it
//	edge(a, b).         G.add_edge('a', 'b')          the same word before every row
//	{{1, 2}, {2, 3}}    {1 -> 2, 2 -> 3}              braces; edges between commas
//	- a b               1. a b                        bullets and numbers of lines
//	| a | b |           edges:                        bars of a table, and a title
//	5                                                 how many nodes there are, and how many edges below that
//	a -> b, c                                         an arrow before neighbours with commas between them
//
// A note says so. Most steps leave the lines as they are.
var undressing = []func(text string) string{
	withoutBars, withoutTitle, withoutBullets, withoutCalls, withoutEntries, withoutApostrophes, aRowEach,
	withoutCounts, withoutArrows,
}

// undress finds a graph in a text without its dress.
func (r *Reader) undress(d *document) bool {
	text := d.text
	for i := 0; i < len(undressing) && !r.bare && !d.parsed.hasObjects(); i++ {
		text = undressing[i](text)
	}
	if r.bare || text == d.text {
		return false
	}
	opt := r.opt
	opt.Kind, opt.Only = "", 0
	second := NewReader(strings.NewReader(text), opt)
	second.bare = true
	p, err := second.Next()
	if err != nil || second.format.graph == nil {
		return false
	}
	if _, err := second.Next(); err != io.EOF {
		return false
	}
	d.text = text
	r.again(second.format, d)
	r.bare = true
	for u := range p.Board.Lights() {
		for _, v := range p.Board.Toggles(u) {
			if u != v && r.dress == "" {
				r.dress = fmt.Sprintf("what stands around the names is left out: the first edge is %s %s",
					clip(p.Board.Label(u)), clip(p.Board.Label(v)))
			}
		}
	}
	return true
}

// eachRow changes every row of a text, which is a line that is neither blank nor a comment. If one does not change, or
// there is only one, the text stays as it is.
func eachRow(text string, change func(i int, row string) (string, bool)) string {
	lines, n, c := strings.Split(text, "\n"), 0, cutter{}
	for i, line := range lines {
		if row := strings.TrimSpace(line); c.withoutComment(row) != "" {
			var ok bool
			if lines[i], ok = change(n, row); !ok {
				return text
			}
			n++
		}
	}
	if n < 2 {
		return text
	}
	return strings.Join(lines, "\n")
}

func rowsOf(text string) (rows []string) {
	eachRow(text, func(_ int, row string) (string, bool) { rows = append(rows, row); return row, true })
	return rows
}

// inEveryRow replaces what an expression finds in every row.
func inEveryRow(text string, expression *regexp.Regexp, with string) string {
	return eachRow(text, func(_ int, row string) (string, bool) {
		return expression.ReplaceAllString(row, with), expression.MatchString(row)
	})
}

// blank makes blanks of a part of a text.
func blank(text []byte, from, to int) {
	for i := from; i < to; i++ {
		if text[i] != '\n' {
			text[i] = ' '
		}
	}
}

// withoutBars makes a table of Markdown one with commas. A line below its head is known only if the names of columns
// are.
func withoutBars(text string) string {
	known := false
	return eachRow(text, func(i int, row string) (string, bool) {
		cells, ok := strings.CutPrefix(row, "|")
		cells, ok2 := strings.CutSuffix(cells, "|")
		if i == 0 {
			_, known = columnsOf(strings.Split(row, "|"))
		}
		if strings.Trim(row, "|:- ") == "" {
			return "", i == 1 && known && ok && ok2
		}
		return strings.ReplaceAll(cells, "|", ","), ok && ok2
	})
}

var title = regexp.MustCompile(`(?i)\A(\s*)(?:edges|links|arcs)[ \t]*:[ \t]*\n`)

func withoutTitle(text string) string { return title.ReplaceAllString(text, "$1\n") }

var (
	bullets = []*regexp.Regexp{regexp.MustCompile(`^-[ \t]`), regexp.MustCompile(`^\*[ \t]`),
		regexp.MustCompile(`^\+[ \t]`), regexp.MustCompile(`^•[ \t]`)}
	numbering = regexp.MustCompile(`^[0-9]+[.)][ \t]`)
	below     = regexp.MustCompile(`\n[ \t]*- `)
	listHead  = regexp.MustCompile(`^[^-:\s][^:]*:$`)
)

// withoutBullets also puts the list of YAML below a name and a colon on that line.
func withoutBullets(text string) string {
	rows := rowsOf(text)
	heads, numbers, base := 0, true, 0
	for i, row := range rows {
		if listHead.MatchString(row) {
			heads++
		} else if i == 0 || row[0] != '-' {
			heads = -len(rows)
		}
		var n int
		_, err := fmt.Sscanf(row, "%d", &n)
		if i == 0 {
			base = n
		}
		numbers = numbers && err == nil && base <= 1 && n == i+base
	}
	switch {
	case heads > 0 && heads < len(rows):
		return below.ReplaceAllString(text, " ")
	case numbers:
		return inEveryRow(text, numbering, "")
	}
	for _, bullet := range bullets {
		text = inEveryRow(text, bullet, "")
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
	assignment = regexp.MustCompile(`\A\s*([A-Za-z_][\w.]*)\s*=\s*[\[({A-Za-z_]`)
	// ofEdges are words for edges, or for a graph as its edges or neighbours, perhaps below a dot: G.add_edge.
	ofEdges = regexp.MustCompile(`(?i)^([a-z_]\w*\.)*(e|g|edges?|links?|arcs?|(di)?graph|(out)?edgeview|` +
		`add_?edges?(_from)?|(frozen)?set|adj|adjacency(_?list)?|neighbou?rs)$`)
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
			p := pair{open: i, word: wordBefore(text, i), depth: len(open)}
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

// wordBefore is where a word begins that stands right before a place, and itself begins a row or a value; else it is
// the place.
func wordBefore(text string, at int) int {
	from := at
	for from > 0 && (text[from-1] == '.' || text[from-1] == '_' || isLetterOrDigit(text[from-1])) {
		from--
	}
	before := from
	for before > 0 && (text[before-1] == ' ' || text[before-1] == '\t') {
		before--
	}
	if from == at || before > 0 && strings.IndexByte("[({,=\n", text[before-1]) < 0 {
		return at
	}
	return from
}

func isLetterOrDigit(ch byte) bool {
	return ch >= '0' && ch <= '9' || ch|0x20 >= 'a' && ch|0x20 <= 'z'
}

// withoutCalls takes away what the text is assigned to, words right before brackets, with these if there is nothing but
// brackets within, and full stops and semicolons after them; braces become brackets where no colon is.
func withoutCalls(text string) string {
	b := []byte(text)
	if at := assignment.FindStringSubmatchIndex(text); at != nil {
		if !ofEdges.MatchString(text[at[2]:at[3]]) {
			return text
		}
		blank(b, at[0], at[1]-1)
	}
	pairs, colons := pairsOf(string(b))
	words := map[int]string{} // before the brackets of a depth
	for _, p := range pairs {
		word := text[p.word:p.open]
		if other, known := words[p.depth]; word != "" && (known && other != word || !ofEdges.MatchString(word)) {
			return text // of different words nobody knows whether they are nodes
		}
		if word != "" {
			words[p.depth] = word
			blank(b, p.word, p.open)
		}
	}
	for _, word := range words {
		if strings.Contains(string(b), word) {
			return text // it is a node, or a part of one
		}
	}
	if !areTwos(b, pairs, colons) {
		return text
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

// areTwos reports whether braces around names are around two of them: a set has no order, so that a third is no weight.
func areTwos(text []byte, pairs []pair, colons bool) bool {
	for _, p := range pairs {
		within := text[p.open+1 : p.end]
		if !colons && text[p.open] == '{' && p.pairs == 0 && !bytes.ContainsAny(within, "->→↔") &&
			bytes.Count(within, []byte(",")) != 1 {
			return false
		}
	}
	return true
}

// onlyPair reports whether a text that has one pair of brackets outermost has nothing else.
func onlyPair(text []byte) bool {
	text = bytes.TrimSpace(text)
	last := len(text) - 1
	return last > 0 && closing[text[0]] == text[last]
}

// sparseEntry is an entry of a sparse matrix, as scipy and MATLAB print it.
var sparseEntry = regexp.MustCompile(`^\(([^(),]+),([^(),]+)\)([ \t]+[-+]?0*\.?0*[1-9][0-9.e+-]*)$`)

func withoutEntries(text string) string { return inEveryRow(text, sparseEntry, "$1 $2 $3") }

var apostrophes = regexp.MustCompile(`(^|[\s\[({,])'([^'\n]*)'`)

// withoutApostrophes makes quotation marks of them.
func withoutApostrophes(text string) string {
	if strings.IndexByte(text, '"') >= 0 || 2*len(apostrophes.FindAllString(text, -1)) != strings.Count(text, "'") {
		return text
	}
	return strings.ReplaceAll(text, "'", `"`)
}

var joined = regexp.MustCompile(`^\s*[^\s,;-]+\s*(--+>?|->|<-+>|[–—→↔]|\s-\s)\s*[^\s,;-]+\s*$`)

// aRowEach puts edges that stand between commas each on a line.
func aRowEach(text string) string {
	whole := strings.TrimSpace(text)
	if rows := rowsOf(text); len(rows) == 0 {
		return text
	} else if n := len(whole) - 1; closing[whole[0]] != 0 && whole[n] == closing[whole[0]] {
		whole = whole[1:n]
	} else if whole = rows[0]; len(rows) > 1 {
		return text
	}
	edges := strings.FieldsFunc(whole, func(ch rune) bool { return ch == ',' || ch == ';' })
	if len(edges) < 2 || slices.ContainsFunc(edges, func(edge string) bool { return !joined.MatchString(edge) }) {
		return text
	}
	return strings.Join(edges, "\n") + "\n"
}

// withoutCounts takes the number of nodes, and that of edges below it, from above the edges if they are true.
func withoutCounts(text string) string {
	rows, counts, names := rowsOf(text), 0, map[string]bool{}
	for counts < min(2, len(rows)) && isCount(rows[counts]) {
		counts++
	}
	for _, row := range rows[counts:] {
		fields := strings.FieldsFunc(row, func(ch rune) bool { return strings.ContainsRune(" \t,;", ch) })
		if len(fields) < 2 || len(fields) > 2+maxWeights || !areNumbers(fields[2:]) {
			return text
		}
		names[fields[0]], names[fields[1]] = true, true
	}
	if counts == 0 || rows[0] != fmt.Sprint(len(names)) || counts == 2 && rows[1] != fmt.Sprint(len(rows)-counts) {
		return text
	}
	return eachRow(text, func(i int, row string) (string, bool) {
		if i < counts {
			return "", true
		}
		return row, true
	})
}

func isCount(word string) bool {
	_, ok := number(word, 1, maxListed)
	return ok
}

var listArrow = regexp.MustCompile(`^([^\s,;:"'<>]+?)[ \t]*(?:->|→)[ \t]*([^"'<>→]*)$`)

// withoutArrows makes colons of the arrows before lists of neighbours.
func withoutArrows(text string) string {
	lists := func(row string) bool { return strings.ContainsAny(row, ",;") }
	if !slices.ContainsFunc(rowsOf(text), lists) {
		return text
	}
	return inEveryRow(text, listArrow, "$1: $2")
}
