package puzzlefile

import (
	"cmp"
	"encoding/csv"
	"errors"
	"fmt"
	"math"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"unicode"

	"lightsout/board"
)

// A list of edges has two nodes on each line, by number or by name, with blanks between them, or with commas or
// semicolons in the whole file; where names have blanks, tabs separate them too. It is one graph.
//
//	# who knows whom
//	ann bob
//	bob carol
//
// A list of neighbours has a line for every node: the node, perhaps with a colon after it, then its neighbours. Each edge
// is in it once or twice.
//
//	ann bob carol
//	bob carol
//	carol
//
// A line that begins with #, % or // is a comment, and so is what follows a # with a blank on both sides; a name that
// begins with # stands between quotation marks. Numbers that follow the two nodes of every line are weights and times,
// which a puzzle has not; a note says so. A first line may call two of the columns source and target. If all names are
// numbers, the nodes are in the order of the numbers, else in that of their first mention. KONECT's "% asym" and SNAP's
// "# Directed graph" make edges one-way. What may be something else is refused, unless the kind of the file is named.

// maxWeights is how many numbers may follow the two nodes of an edge: a weight and a time.
const maxWeights = 2

// areNames reports whether words are such as people call nodes. Other signs begin other formats.
func areNames(words []string) bool {
	const sentence = 6 // so many blanks are not in a name
	for _, word := range words {
		for i, ch := range word {
			if ch != '_' && !unicode.In(ch, unicode.L, unicode.M, unicode.Nd) && (i == 0 || !strings.ContainsRune("-./@+'’ #&%()!?*~$,;\"", ch)) {
				return false
			}
		}
		if word == "" || strings.Contains(word, "--") || strings.Count(word, " ") >= sentence || strings.Count(word, "(") != strings.Count(word, ")") {
			return false
		}
	}
	return true
}

func isNumber(word string) bool {
	_, err := strconv.ParseFloat(word, 64)
	return err == nil
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

// isEdgeRow accepts two names, and numbers after them.
func isEdgeRow(fields []string) bool {
	return len(fields) >= 2 && len(fields) <= 2+maxWeights && fields[0] != "p" && areNames(fields[:2]) && areNumbers(fields[2:])
}

// edgeLayout is how the lines of a file are cut into fields. One holds for the whole file, so that a blank is not within
// a name on one line and between two on the next.
type edgeLayout struct {
	separator string // a semicolon, a comma or a tab; "": any blanks
	colon     bool   // a node stands before a colon, then its neighbours
	ends      []int  // where the two ends of an edge are, if the first line names columns
	kind      int    // the column that says Directed, -1 if there is none
	width     int    // how many columns there are
}

var (
	quotedField  = regexp.MustCompile(`"[^"]*"`)
	laterComment = regexp.MustCompile(`[ \t]#([ \t]|$)`)
	anArrow      = regexp.MustCompile(`^[\p{Pd}\p{Sm}⇐➔➜]+$`)
)

// withoutComment is a line without blanks around it, without what follows a # between blanks, and without what networkx
// writes about an edge, {'weight': 3}; "" if the whole line is a comment.
func withoutComment(line string) string {
	line = strings.TrimSpace(line)
	if line == "" || line[0] == '#' || line[0] == '%' || strings.HasPrefix(line, "//") {
		return ""
	}
	if strings.Contains(line, "#") {
		if at := laterComment.FindStringIndex(line); at != nil && strings.Count(line[:at[0]], `"`)%2 == 0 {
			line = strings.TrimSpace(line[:at[0]])
		}
	}
	if cut := strings.IndexByte(line, '{'); cut > 0 && strings.HasSuffix(line, "}") {
		line = strings.TrimRight(line[:cut], " \t,;")
	}
	return line
}

// beginning is the next lines that are not comments, as many as are looked at.
func (r *Reader) beginning() (texts []string) {
	for i := 0; len(texts) < within; i++ {
		line, ok := r.peek(i)
		if !ok {
			break
		}
		if text := withoutComment(line); text != "" {
			texts = append(texts, text)
		}
	}
	return texts
}

// edgeLayoutOf finds what separates fields: a semicolon or a comma if a line has one, or a tab if all lines have one, or
// one of those that have has a blank too. Between numbers tabs are blanks.
func edgeLayoutOf(texts []string) (l edgeLayout) {
	tabs, within, numbers := 0, false, true
	for _, text := range texts {
		if strings.Contains(text, `"`) {
			text = quotedField.ReplaceAllString(text, "_")
		}
		switch {
		case strings.Contains(text, ";"):
			l.separator = ";"
		case strings.Contains(text, ",") && l.separator == "":
			l.separator = ","
		case strings.Contains(text, "\t"):
			tabs++
			within = within || strings.Contains(text, " ")
		}
		numbers = numbers && areNumbers(strings.Fields(text))
	}
	if l.separator == "" && !numbers && (within || tabs == len(texts)) {
		l.separator = "\t"
	}
	if len(texts) == 0 {
		return l
	}
	if l.colon = isColon(texts[0]); !l.colon {
		head := l.likely(texts[0])
		l.ends, l.width = columnsOf(head), len(head)
		l.kind = slices.IndexFunc(head, func(field string) bool { return strings.EqualFold(field, "type") })
	}
	return l
}

// isColon reports whether a line is a node, a colon, and its neighbours.
func isColon(text string) bool {
	first, rest, colon := strings.Cut(text, ":")
	return colon && areNames([]string{strings.TrimSpace(first)}) && !strings.ContainsAny(first, ",;\"\t") && !strings.Contains(rest, ":") &&
		(strings.HasPrefix(rest, " ") || !strings.ContainsAny(rest, " \t"))
}

// columnsOf is where a line of column names has the two ends of an edge; nil if it is not such a line.
func columnsOf(fields []string) []int {
	lower := make([]string, len(fields))
	for i, field := range fields {
		lower[i] = strings.ToLower(field)
	}
	for _, pair := range [][2]string{{"source", "target"}, {"from", "to"}, {"src", "dst"}, {"fromnodeid", "tonodeid"}} {
		if u, v := slices.Index(lower, pair[0]), slices.Index(lower, pair[1]); u >= 0 && v >= 0 {
			return []int{u, v}
		}
	}
	return nil
}

// likely is the fields of a line without its comment, or its words if it is not as it should be.
func (l *edgeLayout) likely(text string) []string {
	fields, err := l.fields(text)
	if err != nil {
		return strings.Fields(text)
	}
	return fields
}

// fields are the fields of a line without its comment.
func (l *edgeLayout) fields(text string) ([]string, error) {
	if !l.colon {
		return l.cut(text)
	}
	first, rest, _ := strings.Cut(text, ":")
	first, rest = strings.TrimSpace(first), strings.TrimSpace(rest)
	switch {
	case !isColon(text):
		return nil, errors.New("this line has no colon after a name, and others have")
	case l.separator == "" && strings.Contains(first, " "):
		return nil, errors.New("the name before the colon has a blank: write commas between the names after a colon")
	case rest == "":
		return []string{first}, nil
	}
	names, err := l.cut(rest)
	return append([]string{first}, names...), err
}

// cut cuts a text at the separator.
func (l *edgeLayout) cut(text string) (fields []string, err error) {
	switch {
	case strings.Contains(text, `"`):
		if l.separator == "" {
			text = strings.ReplaceAll(text, "\t", " ")
		}
		quoted := csv.NewReader(strings.NewReader(text))
		quoted.Comma, quoted.TrimLeadingSpace = rune(cmp.Or(l.separator, " ")[0]), l.separator != "\t"
		if fields, err = quoted.Read(); err != nil {
			return nil, errors.New("a quotation mark is not closed on its line, or stands within a name; within quotation marks it is written twice")
		}
		return fields, nil
	case l.separator == "":
		if strings.ContainsAny(text, ",;") {
			return nil, errors.New("this line has commas or semicolons, and the first lines have blanks between the names: write the same on every line")
		}
		fields = strings.Fields(text)
	case l.separator == "\t" && l.ends == nil:
		fields = strings.FieldsFunc(text, func(ch rune) bool { return ch == '\t' })
	default:
		fields = strings.Split(text, l.separator)
	}
	for i, field := range fields {
		fields[i] = strings.TrimSpace(field)
		switch {
		case strings.HasPrefix(fields[i], "#"):
			return nil, errors.New("# may begin a comment or be part of a name: write # and a blank before a comment, and a name that begins with # between quotation marks")
		case l.separator == ";" && i < 2 && strings.Contains(field, ","):
			return nil, fmt.Errorf("%q may be two nodes, or the name of one: write one edge on each line, and a name with a comma between quotation marks", clip(fields[i]))
		}
	}
	return fields, nil
}

// edgeSuffixes are those of lists of edges and of neighbours.
var edgeSuffixes = []string{".edges", ".edgelist", ".el", ".adjlist"}

// isSure reports whether the caller or the file's name says that it is such a list.
func (r *Reader) isSure() bool {
	return r.opt.Kind != "" || slices.Contains(edgeSuffixes, suffix(r.file))
}

// likeEdges knows lines of two nodes, which numbers may follow, below a line of column names or not, and lists of
// neighbours. Rows of 0 and 1 are not edges if they repeat one, or are nothing but loops.
func likeEdges(r *Reader, line string) likeness {
	if line == "" || strings.ContainsRune("{[<", rune(line[0])) {
		return unlike
	}
	var rows [][]string
	texts := r.beginning()
	l := edgeLayoutOf(texts)
	for _, text := range texts {
		rows = append(rows, l.likely(text))
	}
	switch {
	case len(rows) == 0 || withoutComment(line) == "":
		return unlike
	case l.ends != nil, r.isSure() && len(rows[0]) >= 2 && areNames(rows[0][:2]), beginNeighbours(rows):
		return fits
	case l.colon && areNames(rows[0]):
		return maybe
	}
	seen, loops, again, cells, blanks, width := map[[2]string]bool{}, 0, 0, true, false, len(rows[0])
	for i, row := range rows {
		switch {
		case i == 1 && isEdgeRow(row):
			width = len(row) // the first row may be numbers of nodes and edges
		case !isEdgeRow(row) && i == 0:
			return unlike
		case !isEdgeRow(row) || len(row) != width:
			return maybe
		}
		ends := [2]string{row[0], row[1]}
		blanks = blanks || strings.Contains(row[0]+row[1], " ")
		if row[0] == row[1] {
			loops++
		} else if seen[ends] {
			again++
		}
		seen[ends] = true
		cells = cells && !slices.ContainsFunc(row, func(word string) bool { return !isCell(word) })
	}
	switch {
	case blanks && len(seen) < 2:
		return unlike // a sentence with a comma
	case loops == len(rows), cells && width > 2 && loops+again > 0:
		return maybe
	}
	return fits
}

// beginNeighbours reports whether rows are nothing but names, and one of those after the first of a row begins another.
func beginNeighbours(rows [][]string) bool {
	firsts, others, edges := map[string]bool{}, map[string]bool{}, true
	for _, row := range rows {
		if firsts[row[0]] || !areNames(row) {
			return false
		}
		firsts[row[0]] = true
		for _, name := range row[1:] {
			others[name] = others[name] || name != row[0]
		}
		edges = edges && isEdgeRow(row)
	}
	for name, elsewhere := range others {
		if elsewhere && firsts[name] {
			return !edges
		}
	}
	return false
}

// edgeRows is such a file while it is read.
type edgeRows struct {
	*Reader
	graphFile
	edgeLayout
	first    int            // the line of the first edge, or of the names of columns
	head     []string       // the names of the columns that have the nodes
	starts   []int32        // the node that each line begins with
	more     []edgeRow      // the lines that are not just two nodes
	lists    []edgeRow      // names that may be lists of names
	heads    map[string]int // single words behind a # below the first row, and their lines
	konect   string         // the first comment that begins with %
	directed bool           // a comment says so
	data     bool           // networkx wrote more about some edges
}

// edgeRow is a line that is not just two nodes: what follows the first one, or the first two.
type edgeRow struct {
	row, line int
	fields    []string
}

func (r *Reader) nextEdges() *board.Puzzle { return r.edgeList("edges") }

func (r *Reader) nextAdjacency() *board.Puzzle { return r.edgeList("adjlist") }

func (r *Reader) edgeList(kind string) *board.Puzzle {
	e := &edgeRows{Reader: r, edgeLayout: edgeLayoutOf(r.beginning()), heads: map[string]int{}}
	for line, ok := r.next(); ok; line, ok = r.next() {
		if text := withoutComment(line); text == "" {
			e.remark(line)
		} else {
			e.data = e.data || strings.HasSuffix(line, "}") && !strings.HasSuffix(line, "{}")
			e.take(text)
		}
	}
	if e.first == 0 {
		return nil
	}
	if e.data {
		e.note(weightsPassed)
	}
	if !e.isSure() {
		e.doubtful()
	}
	e.decide(kind)
	if e.directed || strings.HasPrefix(e.konect, "asym") {
		e.oneWay = slices.Repeat([]bool{true}, len(e.edges))
	}
	e.inOrder()
	return r.graphPuzzle(e.first, &e.graphFile)
}

// snapHead is how SNAP says that edges are one-way.
var snapHead = regexp.MustCompile(`^#\s*Directed graph\b`)

// remark takes note of what the first comment of a KONECT file says, sym, asym or bip, and of SNAP's. It refuses what
// may be an edge, or divides nodes from edges.
func (e *edgeRows) remark(line string) {
	rest, percent := strings.CutPrefix(strings.TrimSpace(line), "%")
	if percent && e.konect == "" {
		if e.konect = strings.TrimSpace(rest) + " "; strings.HasPrefix(e.konect, "bip") {
			panic(errors.New("% bip: the two sides of a bipartite network are numbered each from 1 by KONECT; number the second side on from the first, and leave the comment out"))
		}
	}
	e.directed = e.directed || snapHead.MatchString(line)
	words := strings.Fields(line)
	switch {
	case len(words) == 0 || words[0][0] != '#':
	case len(words[0]) > 1 && e.separator != "":
		if fields := strings.Split(line[1:], e.separator); len(fields) > 1 && columnsOf(fields) == nil {
			panic(errors.New("this may be a comment or an edge: write # and a blank before a comment, and a name that begins with # between quotation marks"))
		}
	case e.starts == nil, e.opt.Kind != "":
	case len(words) == 1 && len(words[0]) == 1:
		panic(e.wrap(e.number, needsKind("a line with nothing but # may be a comment, or divide nodes from edges in TGF", "edges", "tgf")))
	case len(words) == 2 && len(words[0]) == 1:
		e.heads[words[1]] = e.number
	}
}

// take reads a line without its comment.
func (e *edgeRows) take(text string) {
	fields, err := e.fields(text)
	check(err)
	oneWay := false
	if e.first == 0 {
		e.first = e.number
		if e.ends != nil {
			e.head = []string{fields[e.ends[0]], fields[e.ends[1]]}
			read := e.head
			if e.kind >= 0 {
				read = append(read, fields[e.kind])
			}
			if all := strings.Fields(strings.Join(fields, " ")); len(all) > 2 { // an index of rows has no name
				e.note("of the columns %s only %s are read", strings.Join(all, " "), strings.Join(read, " and "))
			}
			return
		}
	}
	if e.ends != nil {
		if len(fields) != e.width {
			panic(fmt.Errorf("this line has %s, and the head on line %d has %d: name every column, two of them source and target", counted(len(fields), "field", "fields"), e.first, e.width))
		}
		oneWay = e.kind >= 0 && strings.EqualFold(fields[e.kind], "directed")
		fields = []string{fields[e.ends[0]], fields[e.ends[1]]}
	}
	for i, field := range fields {
		switch {
		case field == "":
			panic(errors.New("a field is empty: name every column above the edges, two of them source and target; matrices are not read"))
		case i == 1 && len(fields) > 2 && anArrow.MatchString(field), e.colon && !e.isSure() && !areNames(fields[i:i+1]):
			panic(fmt.Errorf("%q is not a node: write a b on each line, or a: b c, without arrows and brackets", clip(field)))
		}
		if i < 2 && strings.ContainsAny(field, " ,;|[") && !e.isNode(field) {
			e.lists = append(e.lists, edgeRow{line: e.number, fields: []string{strings.Clone(field)}})
		}
	}
	u, row := e.node(fields[0]), len(e.starts)
	e.starts = append(e.starts, u)
	if e.colon || len(fields) == 1 {
		e.more = append(e.more, edgeRow{row, e.number, fields[1:]})
		return
	}
	e.add(u, e.node(fields[1]), oneWay)
	if len(fields) > 2 {
		e.more = append(e.more, edgeRow{row, e.number, fields[2:]})
	}
}

func (e *edgeRows) isNode(name string) bool {
	_, known := e.index[name]
	return known
}

// doubtful refuses what fits a list of edges, but may be something else.
func (e *edgeRows) doubtful() {
	refuse := func(line int, format string, args ...any) {
		panic(e.wrap(line, needsKind(fmt.Sprintf(format, args...), "edges")))
	}
	for _, list := range e.lists {
		name := list.fields[0]
		parts := strings.FieldsFunc(name, func(ch rune) bool { return strings.ContainsRune(" ,;|[]'\"", ch) })
		if len(parts) > 1 && slices.ContainsFunc(parts, e.isNode) {
			refuse(list.line, "%q may be a list of nodes or the name of one: write one edge on each line, or a: b, c for the neighbours of a", clip(name))
		}
	}
	for name, line := range e.heads {
		if e.isNode(name) {
			refuse(line, "this may be LGL, with # NODE above its neighbours and their weights, which is not read: igraph writes an edge on each line as ncol")
		}
	}
	if e.head != nil || e.colon || len(e.edges) == 0 {
		return
	}
	other := func(word string) bool { return !isCell(word) }
	cells := !slices.ContainsFunc(e.names, other) && !slices.ContainsFunc(e.more, func(row edgeRow) bool { return slices.ContainsFunc(row.fields, other) })
	if cells || e.isSquare() {
		refuse(e.first, "these rows may be edges, or a matrix, which is not read, or a picture (text, with 0 and 1 and blanks between)")
	}
	weights := len(e.more) == 0
	for _, edge := range e.edges {
		weights = weights && !isNumber(e.names[edge[0]]) && isNumber(e.names[edge[1]])
	}
	if weights {
		refuse(e.first, "the second field of every line is a number, which may be a node or a weight: write two nodes on each line")
	}
}

// isSquare reports whether there are as many rows as columns, and cells of a matrix on the diagonal.
func (e *edgeRows) isSquare() bool {
	for i, row := range e.more {
		fields := append([]string{e.names[e.starts[i]], e.names[e.edges[min(i, len(e.edges)-1)][1]]}, row.fields...)
		if len(fields) != len(e.starts) || row.row != i || !isCell(fields[i]) {
			return false
		}
	}
	return len(e.more) == len(e.starts)
}

// decide tells edges from neighbours, weights and names of columns.
func (e *edgeRows) decide(kind string) {
	neighbours := kind == "adjlist" || e.colon || len(e.more) > 0 && e.opt.Kind == "" && e.areNeighbours()
	weights := len(e.more) > 0 && !e.colon && e.areWeights()
	open := e.opt.Kind == "" && suffix(e.file) != ".adjlist"
	switch {
	case neighbours && weights && open:
		panic(e.wrap(e.more[0].line, needsKind("the file can be read as edges with weights and as adjlist, a node and its neighbours on each line", "edges", "adjlist")))
	case neighbours && open && len(e.more[0].fields) == 0 && e.more[0].row == 0 && isNumber(e.names[0]):
		panic(e.wrap(e.first, needsKind(fmt.Sprintf("%s may be how many nodes there are, or a node without neighbours: leave this line out, or name the kind adjlist", e.names[0]), "adjlist")))
	case neighbours:
		for _, row := range e.more {
			for _, name := range row.fields {
				e.add(e.starts[row.row], e.node(name), false)
			}
		}
		e.noteHalves()
		if open && !e.colon && len(e.more) == 1 && len(e.more[0].fields) == 0 && e.more[0].row == len(e.starts)-1 {
			e.note("line %d, the last one, has one node, so that every line is read as a node and its neighbours; complete it if it is cut off", e.more[0].line)
		}
	case weights:
		e.countRows()
		e.noteWeights()
		e.firstEdge()
	case len(e.more) > 0:
		e.explain(e.more[0])
	case e.head == nil:
		e.firstEdge()
	case len(e.edges) == 0 || e.isNode(e.head[0]) || e.isNode(e.head[1]):
		panic(e.errorf(e.first, "%s %s may be the names of columns or an edge: leave the line out, or write the edge below the first one", e.head[0], e.head[1]))
	}
}

// areNeighbours: every node begins one line, and none is its own neighbour.
func (e *edgeRows) areNeighbours() bool {
	begins := make([]bool, len(e.names))
	for _, u := range e.starts {
		if begins[u] {
			return false
		}
		begins[u] = true
	}
	return !slices.Contains(begins, false) && !slices.ContainsFunc(e.more, func(row edgeRow) bool {
		itself := e.names[e.starts[row.row]]
		return slices.ContainsFunc(row.fields, func(name string) bool { return !e.isNode(name) || name == itself })
	})
}

// areWeights: every line has numbers after its two nodes, and none has more than the first.
func (e *edgeRows) areWeights() bool {
	return len(e.more) == len(e.starts) && !slices.ContainsFunc(e.more, func(row edgeRow) bool {
		return len(row.fields) == 0 || len(row.fields) > min(maxWeights, len(e.more[0].fields)) || !areNumbers(row.fields)
	})
}

// noteWeights notes that weights are passed over, unless all are 1: then nothing is lost.
func (e *edgeRows) noteWeights() {
	for _, row := range e.more {
		if w, err := strconv.ParseFloat(row.fields[0], 64); err == nil && w != 1 {
			e.note(weightsPassed)
			return
		}
	}
}

// countRows refuses lines that begin with their number, from 0 or from 1: the nodes may be the first two fields, or the
// two after the number.
func (e *edgeRows) countRows() {
	if e.isSure() || e.konect != "" || len(e.starts) < 3 {
		return
	}
	from, ok := number(e.names[e.starts[0]], 0, 1)
	for i, node := range e.starts {
		if n, isNumber := number(e.names[node], from+i, from+i); !ok || !isNumber || n != from+i {
			return
		}
	}
	if !slices.ContainsFunc(e.more, func(row edgeRow) bool { return strings.Contains(row.fields[0], ".") }) { // no node is 0.5
		panic(e.wrap(e.first, needsKind("the first fields count the lines: they may be numbers of rows before two nodes, or nodes before another and a weight; write source and target above the columns with nodes", "edges")))
	}
}

// explain says what is wrong with a line that is not two nodes.
func (e *edgeRows) explain(row edgeRow) {
	switch fields := len(row.fields) + 2; {
	case len(row.fields) == 0:
		panic(e.errorf(row.line, "an edge is two nodes, but this line has one; a node without edges goes on a line with itself, as a loop, or into a list of neighbours with a line for every node"))
	case e.separator != "" && !areNumbers(row.fields):
		panic(e.errorf(row.line, "which of the %d columns have the nodes? Write a line above them that calls two of them source and target", fields))
	default:
		panic(e.errorf(row.line, "an edge is two nodes, but this line has %d fields: weights are numbers on every line, a list of neighbours has a line for every node, and names with blanks need commas between them; --input names the kind", fields))
	}
}

// firstEdge refuses a first line that may be names of columns, or how many nodes and edges there are. Above numbers two
// words are names of columns.
func (e *edgeRows) firstEdge() {
	if len(e.edges) < 2 {
		return
	}
	first, below := e.edges[0], e.edges[1:]
	u, v := e.names[first[0]], e.names[first[1]]
	if e.countsEdges(u, v) {
		e.mayBe(u, v, "how many nodes and edges there are")
	}
	if first[0] == first[1] {
		return
	}
	alone := !slices.ContainsFunc(below, func(edge [2]int32) bool { return min(edge[0], edge[1]) < 2 })
	switch {
	case alone && !isNumber(u) && !isNumber(v) && areNumbers(e.names[2:]):
		e.note("%s and %s are taken as the names of columns", u, v)
		for i, edge := range below {
			below[i] = [2]int32{edge[0] - 2, edge[1] - 2}
		}
		e.edges, e.names = below, e.names[2:]
	case alone && (e.separator != "" || e.opt.Kind == "" && !areNumbers(e.names[:2])), !isNumber(u) && areNumbers(e.names[1:]):
		e.mayBe(u, v, "the names of columns")
	case alone:
		e.note("%s %s is taken as an edge, though no other line has these names; leave it out if they are names of columns, or numbers of nodes and edges", clip(u), clip(v))
	}
}

// mayBe refuses the first line, which may be an edge or something else.
func (e *edgeRows) mayBe(u, v, other string) {
	between := cmp.Or(map[string]string{"\t": "a tab", "": "a blank"}[e.separator], e.separator)
	panic(e.errorf(e.first, "%s and %s may be an edge or %s: if they are an edge, write source and target above, with %s between, else leave this line out", clip(u), clip(v), other, between))
}

// countsEdges reports whether the first line may be the number of nodes and that of edges: as many follow, and nodes that
// are numbers count from 0 or 1 up to that.
func (e *edgeRows) countsEdges(nodes, edges string) bool {
	n, ok := number(nodes, 1, math.MaxInt)
	m, ok2 := number(edges, 1, math.MaxInt)
	if !ok || !ok2 || m != len(e.edges)-1 {
		return false
	}
	var numbers []int
	for _, edge := range e.edges[1:] {
		for _, node := range edge {
			if number, ok := number(e.names[node], 0, math.MaxInt); ok {
				numbers = append(numbers, number)
			}
		}
	}
	return len(numbers) == 0 || slices.Min(numbers) <= 1 && slices.Max(numbers) <= n
}
