package puzzlefile

import (
	"cmp"
	"fmt"
	"math"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"unicode"

	"lightsout/board"
)

// A list of edges has two nodes on each line, by number or by name, with blanks, tabs, commas or semicolons between
// them; what follows # is a comment, and so is a line that begins with % or //. Where more than blanks separates names,
// a # within a line begins a comment only if a blank follows it. It is one graph.
//
//	# who knows whom
//	ann bob
//	bob carol
//
// A list of neighbours has a line for every node: the node, then its neighbours. Each edge is in it once or twice.
//
//	ann bob carol
//	bob carol
//	carol
//
// Numbers that follow the two nodes of every line are weights and times, which a puzzle has not; a note says so. A
// first line may hold the names of columns, or how many nodes and edges there are. If all names are numbers, the
// nodes are in the order of the numbers, else in that of their first mention. KONECT's "% asym", SNAP's "# Directed
// graph" and Gephi's type Directed make edges one-way.

// maxWeights is how many numbers may follow the two nodes of an edge: a weight and a time.
const maxWeights = 2

// areNames reports whether words are such as people call nodes. Other signs begin other formats.
func areNames(words []string) bool {
	for _, word := range words {
		if word == "" {
			return false
		}
		const words = 6 // so many are a sentence
		for i, ch := range strings.TrimSuffix(word, ":") {
			if ch != '_' && !unicode.In(ch, unicode.L, unicode.M, unicode.Nd) && (i == 0 || !strings.ContainsRune("-./@+'’ #&%()!?*~$,;\"", ch)) {
				return false
			}
		}
		if strings.Count(word, " ") >= words || strings.Count(word, "(") != strings.Count(word, ")") {
			return false
		}
	}
	return true
}

// areNumbers reports whether all fields are numbers, such as weights and times.
func areNumbers(fields []string) bool {
	return !slices.ContainsFunc(fields, func(field string) bool {
		_, err := strconv.ParseFloat(field, 64)
		return err != nil
	})
}

// edgeSuffixes are those of lists of edges and of neighbours.
var edgeSuffixes = []string{".edges", ".edgelist", ".adjlist"}

// likeEdges knows lines of two nodes, which numbers may follow, below a line of column names or not, and lists of
// neighbours. Rows of 0 and 1 are not edges if they repeat one, or are nothing but loops.
func likeEdges(r *Reader, line string) likeness {
	if line == "" || strings.ContainsRune("{[<", rune(line[0])) {
		return unlike
	}
	l := r.layout()
	fields := l.likely(line)
	if len(fields) == 0 {
		return unlike
	}
	if l.tags {
		return begins // and fields will ask
	}
	sure := r.head.konect != "" || slices.Contains(edgeSuffixes, suffix(r.file))
	if sure && len(fields) >= 2 && areNames(fields[:2]) || l.relation {
		return fits
	}
	if columnsOf(fields) != nil {
		next, _ := r.peek(1)
		if row := l.likely(next); fields[0] != "" || len(row) > 0 && areNumbers(row[:1]) { // or it is a matrix with names
			return fits
		}
	}
	seen, loops, again, cells, width, blanks, lone := map[[2]string]bool{}, 0, 0, true, 0, false, false
	for i := range within {
		line, ok := r.peek(i)
		if !ok {
			break
		}
		row := l.likely(line)
		if len(row) == 0 {
			continue
		}
		if l.separator != "" {
			row = withoutTags(row)
		}
		switch {
		case i == 0 && !isEdgeRow(row) && r.hasHead(l, fields):
			continue
		case isEdgeRow(row) && (i < 2 || width == len(row)): // the first row may be numbers of nodes and edges
			width = len(row)
		case r.beginsNeighbours(l):
			return fits
		case i == 0 && len(row) == 1 && areNumbers(row): // how many nodes there are
			lone = true
			continue
		case lone: // and edges below, or it is something else
			return unlike
		case i > 0:
			return begins
		default:
			return unlike
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
	case blanks && len(seen) < 2, lone && len(seen) == 0:
		return unlike // a sentence with a comma, or a number
	case lone, loops > 0 && loops == len(seen), cells && width > 2 && loops+again > 0:
		return begins
	}
	return fits
}

// withoutTags is names without the # that they begin with.
func withoutTags(row []string) []string {
	row = slices.Clone(row)
	for i, name := range row {
		if len(name) > 1 {
			row[i] = strings.TrimPrefix(name, "#")
		}
	}
	return row
}

// isEdgeRow accepts two names, and numbers after them.
func isEdgeRow(fields []string) bool {
	return len(fields) >= 2 && len(fields) <= 2+maxWeights && fields[0] != "p" && areNames(fields[:2]) && areNumbers(fields[2:])
}

// hasHead reports whether the first line is names of columns: the next one has as many fields, and is an edge.
func (r *Reader) hasHead(l layout, fields []string) bool {
	next, _ := r.peek(1)
	row := l.likely(next)
	return len(fields) > 2 && areNames(fields) && l.separator != "" && len(row) == len(fields) && isEdgeRow(row)
}

// beginsNeighbours reports whether the next lines are nothing but names, and one of those after the first of a line
// begins another line.
func (r *Reader) beginsNeighbours(l layout) bool {
	firsts, others := map[string]bool{}, map[string]bool{}
	for i := range within {
		line, ok := r.peek(i)
		if !ok {
			break
		}
		fields := l.likely(line)
		if len(fields) == 0 {
			continue
		}
		if l.separator != "" || strings.HasSuffix(fields[0], ":") {
			fields = withoutTags(fields)
		}
		first := strings.TrimSuffix(fields[0], ":")
		if firsts[first] || !areNames(fields) {
			return false
		}
		firsts[first] = true
		for _, name := range fields[1:] {
			others[name] = others[name] || name != first
		}
	}
	for name, elsewhere := range others {
		if elsewhere && firsts[name] {
			return true
		}
	}
	return false
}

// edgeRows is such a file while it is read.
type edgeRows struct {
	*Reader
	graphFile
	first    int       // the line of the first edge
	starts   []int32   // the node that each line begins with
	more     []edgeRow // the lines that are not just two nodes
	layout   layout    // how lines are cut into fields
	head     []string  // the names of the columns that have the nodes
	headAt   int       // and their line
	indexed  bool      // a column without a name is before them
	columns  []int     // where those are; nil: the first two
	width    int       // of the head
	counting bool      // the first nodes do nothing but count the rows below the head
	colon    bool      // a node stands before a colon, then its neighbours
	bare     int       // a line of several names without a colon
	blank    int       // a line with a blank in the name before the colon
	several  int       // a line with blanks between the names after the colon
	lists    []edgeRow // names that may be lists of names
	data     bool      // networkx wrote more about some edges
	divided  int       // the line of a # alone below the first row
	headed   []string  // words that are alone behind a # below the first row
	typeAt   int       // the column that says Directed, from 1; 0: there is none
	comment  int       // the line of a comment that may be part of a name
	pairs    int       // how many lines have a comma in every field
}

// edgeRow is a line that is not just two nodes: what follows the first one, or the first two.
type edgeRow struct {
	row, line int
	fields    []string
}

func (r *Reader) nextEdges() *board.Puzzle { return r.edgeList("edges") }

func (r *Reader) nextAdjacency() *board.Puzzle { return r.edgeList("adjlist") }

func (r *Reader) edgeList(kind string) *board.Puzzle {
	e := &edgeRows{Reader: r, layout: r.layout()}
	for line, ok := r.next(); ok; line, ok = r.next() {
		e.take(line)
	}
	if len(e.starts) == 0 && e.head == nil {
		return nil
	}
	switch {
	case strings.HasPrefix(r.head.konect, "bip"):
		panic(r.errorf(e.first, "%% bip: the two sides of a bipartite network are numbered each from 1 by KONECT; number the second side on from the first, and leave the comment out"))
	case strings.HasPrefix(r.head.konect, "asym"), r.head.directed, e.layout.oneWay():
		e.oneWay = slices.Repeat([]bool{true}, len(e.edges))
	}
	if e.data {
		e.note(weightsPassed)
	}
	if e.layout.relation && suffix(r.file) != ".sif" {
		e.note("the second field of each line is taken as the kind of the edge, not as a node")
	}
	if e.comment > 0 {
		e.note("what follows # on line %d is taken as a comment", e.comment)
	}
	if e.counting && e.width > 2 {
		panic(r.errorf(e.headAt, "the column %s only counts the lines below: if these are numbers of rows, name their column too", clip(e.head[0])))
	}
	e.listCells()
	e.doubtful()
	e.decide(kind)
	e.tagged()
	e.inOrder()
	e.announced()
	return r.graphPuzzle(e.first, &e.graphFile)
}

// tagged refuses a comment that begins with # and the name of a node, such as #3.
func (e *edgeRows) tagged() {
	line := 0
	for name, at := range e.Reader.head.tags {
		if e.isNode(name) && (line == 0 || at < line) {
			line = at
		}
	}
	if line > 0 {
		panic(e.errorf(line, "this may be a comment or an edge: write # and a blank before a comment, and a name that begins with # between quotation marks"))
	}
}

// take reads a line.
func (e *edgeRows) take(line string) {
	fields, err := e.layout.fields(line)
	check(err)
	if at, sure := e.layout.comment(withoutComment(line)); at > 0 && !sure && !e.layout.table {
		e.comment = cmp.Or(e.comment, e.number)
	}
	if e.layout.separator == ";" && !strings.Contains(line, `"`) && !slices.ContainsFunc(fields, func(field string) bool { return strings.Count(field, ",") != 1 || strings.Contains(field, ", ") }) {
		e.pairs++
	}
	e.data = e.data || strings.HasSuffix(line, "}") && !strings.HasSuffix(line, "{}")
	if len(fields) == 0 {
		e.konect(line)
		if words := strings.Fields(line); len(e.starts) > 0 && len(words) > 0 && words[0] == "#" {
			if len(words) == 1 {
				e.divided = e.number
			} else if len(words) == 2 {
				e.headed = append(e.headed, words[1])
			}
		}
		return
	}
	if e.divided > 0 {
		panic(e.errorf(e.divided, "a line with nothing but # divides nodes from edges in TGF, which is not read: leave the nodes out, or this line if it is a comment"))
	}
	if len(e.starts) == 0 && e.head == nil {
		if e.belowNumbered(fields) {
			e.note("the numbers of the rows are passed over")
			fields = append([]string{""}, fields...)
			if len(fields) > 3 && columnsOf(fields) == nil {
				panic(fmt.Errorf("which of the columns %s have the nodes? Call them source and target", strings.TrimSpace(strings.Join(fields, " "))))
			}
		}
		e.columns = columnsOf(fields)
		if e.columns != nil {
			e.head, e.headAt, e.width = []string{fields[e.columns[0]], fields[e.columns[1]]}, e.number, len(fields)
			e.indexed = fields[0] == ""
			e.typeAt = 1 + slices.IndexFunc(fields, func(field string) bool { return strings.EqualFold(field, "type") })
			if read := strings.Join(e.head, " and "); len(fields) > 3 || len(fields) > 2 && fields[0] != "" { // but an index
				if e.typeAt > 0 {
					read = strings.Join(e.head, ", ") + " and " + fields[e.typeAt-1]
				}
				e.note("of the columns %s only %s are read", strings.TrimSpace(strings.Join(fields, " ")), read)
			}
			return
		}
		e.first = e.number
	}
	if e.columns != nil {
		fields = e.below(fields)
		directed := e.typeAt > 0 && e.typeAt <= len(fields) && strings.EqualFold(fields[e.typeAt-1], "directed")
		u, v := fields[e.columns[0]], fields[e.columns[1]]
		if rows := len(e.starts); rows == 0 {
			e.counting = e.columns[0] == 0 && (u == "0" || u == "1") && !areNumbers([]string{v})
		} else if e.counting {
			from := int(e.names[e.starts[0]][0] - '0')
			e.counting = u == strconv.Itoa(from+rows) && !areNumbers([]string{v})
		}
		if u == "" || v == "" {
			panic(fmt.Errorf("a field is empty"))
		}
		e.row([]string{u, v}, directed)
		return
	}
	if slices.Contains(fields, "") {
		panic(fmt.Errorf("a field is empty"))
	}
	e.row(fields, false)
}

// belowNumbered reports whether the first line, of words, is the head of rows that begin with their number, as R writes
// them: it has one field fewer.
func (e *edgeRows) belowNumbered(head []string) bool {
	if len(head) < 2 || slices.ContainsFunc(head, func(word string) bool { return areNumbers([]string{word}) }) {
		return false
	}
	from, rows := 0, 0
	for i := 0; rows < 3; i++ {
		line, ok := e.peek(i)
		if !ok {
			break
		}
		fields := e.layout.likely(line)
		if len(fields) == 0 {
			continue
		}
		if rows == 0 && fields[0] == "1" {
			from = 1
		}
		if len(fields) != len(head)+1 || fields[0] != strconv.Itoa(from+rows) {
			return false
		}
		rows++
	}
	return rows > 0
}

// below is a row below the head, without empty fields at its end.
func (e *edgeRows) below(fields []string) []string {
	for len(fields) > e.width && fields[len(fields)-1] == "" {
		fields = fields[:len(fields)-1]
	}
	switch {
	case len(fields) > e.width:
		panic(fmt.Errorf("this line has %s, and the head on line %d has %d: name every column, two of them source and target", counted(len(fields), "field", "fields"), e.headAt, e.width))
	case e.columns[1] >= len(fields) || e.columns[0] >= len(fields):
		panic(fmt.Errorf("this line has %s, and the head on line %d more", counted(len(fields), "field", "fields"), e.headAt))
	}
	return fields
}

func (e *edgeRows) row(fields []string, oneWay bool) {
	if e.first == 0 {
		e.first = e.number
	}
	first, colon := strings.CutSuffix(fields[0], ":")
	e.colon = e.colon || colon
	switch {
	case !colon && len(fields) > 1:
		e.bare = cmp.Or(e.bare, e.number)
	case colon && e.layout.separator == "":
		if strings.Contains(first, " ") {
			e.blank = cmp.Or(e.blank, e.number)
		}
		if len(fields) > 2 {
			e.several = cmp.Or(e.several, e.number)
		}
	}
	if e.layout.separator != "" {
		for _, field := range fields[:min(len(fields), 2)] {
			if _, known := e.index[field]; !known && (strings.ContainsAny(field, ",;|[") || !e.layout.commas() && strings.Contains(field, " ")) {
				e.lists = append(e.lists, edgeRow{line: e.number, fields: []string{strings.Clone(field)}})
			}
		}
	}
	u := e.node(first)
	e.starts = append(e.starts, u)
	if colon || len(fields) == 1 {
		e.more = append(e.more, edgeRow{len(e.starts) - 1, e.number, slices.Clone(fields[1:])})
		return
	}
	e.add(u, e.node(fields[1]), oneWay)
	if len(fields) > 2 {
		e.more = append(e.more, edgeRow{len(e.starts) - 1, e.number, slices.Clone(fields[2:])})
	}
}

// snapHead is how SNAP says whether edges are one-way, and snapSize how many nodes and edges there are.
var (
	snapHead = regexp.MustCompile(`^#\s*Directed graph\b`)
	snapSize = regexp.MustCompile(`^#\s*Nodes:\s*([0-9]+),?\s+Edges:\s*([0-9]+)`)
	// konectSize is KONECT's second comment: the numbers of edges, and twice that of nodes.
	konectSize = regexp.MustCompile(`^%\s*([0-9]+)\s+([0-9]+)\s+[0-9]+\s*$`)
)

// announced notes where the numbers of nodes and edges in a comment are not those of the file.
func (e *edgeRows) announced() {
	size := e.Reader.head.size
	if size == nil {
		return
	}
	nodes, edges := max(e.nodes, len(e.names)), len(e.edges)
	if size[1] == strconv.Itoa(nodes) && size[2] != strconv.Itoa(edges) { // both directions may count as one
		once := make([]uint64, len(e.edges))
		for i, edge := range e.edges {
			once[i] = uint64(min(edge[0], edge[1]))<<32 | uint64(max(edge[0], edge[1]))
		}
		slices.Sort(once)
		if pairs := len(slices.Compact(once)); size[2] == strconv.Itoa(pairs) {
			return
		}
	}
	if size[1] != strconv.Itoa(nodes) || size[2] != strconv.Itoa(edges) {
		e.note("a comment announces %s nodes and %s edges, and these are %d and %d", size[1], size[2], nodes, edges)
	}
}

// konect takes note of what the first comment of a KONECT file says, sym, asym or bip, and the comments of SNAP.
func (r *Reader) konect(line string) {
	if rest, ok := strings.CutPrefix(strings.TrimSpace(line), "%"); ok && r.head.konect == "" {
		r.head.konect = strings.TrimSpace(rest) + " "
	}
	r.head.directed = r.head.directed || snapHead.MatchString(line)
	if len(line) > 1 && line[0] == '#' && line[1] != ' ' && line[1] != '\t' {
		end := strings.IndexAny(line, ",;|:\t")
		if end < 0 {
			end = strings.IndexByte(line+" ", ' ')
		}
		if r.head.tags == nil {
			r.head.tags = map[string]int{}
		}
		if name := strings.TrimSpace(line[:end]); r.head.tags[name] == 0 {
			r.head.tags[strings.Clone(name)] = r.number
		}
	}
	if r.head.size == nil {
		r.head.size = snapSize.FindStringSubmatch(line)
		if size := konectSize.FindStringSubmatch(line); size != nil {
			r.head.size = []string{size[0], size[2], size[1]}
		}
	}
}

// isCell accepts 0, 1, nan and inf, as matrices have them.
func isCell(word string) bool {
	value, err := strconv.ParseFloat(word, 64)
	return err == nil && (value == 0 || value == 1 || math.IsNaN(value) || math.IsInf(value, 0))
}

// doubtful refuses what fits a list of edges, but is rather something else.
func (e *edgeRows) doubtful() {
	if e.opt.Kind != "" || e.colon || e.head != nil || len(e.starts) < 2 && e.pairs == 0 || slices.Contains(edgeSuffixes, suffix(e.file)) {
		return
	}
	all := func(is func(word string) bool) bool {
		return !slices.ContainsFunc(e.names, func(name string) bool { return !is(name) }) &&
			!slices.ContainsFunc(e.more, func(row edgeRow) bool {
				return slices.ContainsFunc(row.fields, func(word string) bool { return !is(word) })
			})
	}
	switch {
	case (e.layout.separator != "" || slices.ContainsFunc(e.names, func(name string) bool { return strings.EqualFold(name, "nan") })) && all(isCell):
		panic(e.wrap(e.first, needsKind("rows of 0 and 1 may be edges, a matrix (adjmatrix) or a picture (text, with blanks in place of commas)", "edges", "adjmatrix")))
	case all(func(word string) bool { return strings.EqualFold(word, "true") || strings.EqualFold(word, "false") }):
		panic(e.wrap(e.first, needsKind("True and False may be the cells of a picture or a matrix, or nodes; write 1 and 0 for cells", "edges")))
	case e.strange():
		u, v := e.names[e.edges[0][0]], e.names[e.edges[0][1]]
		if u == "0" && v == "1" {
			panic(e.wrap(e.first, needsKind("0 and 1 may be the names of columns, as pandas writes them, or nodes: leave this line out", "edges")))
		}
		panic(e.wrap(e.first, needsKind(fmt.Sprintf("%s %s may be how many nodes and edges there are, or two nodes: leave this line out", clip(u), clip(v)), "edges")))
	case e.pairs == len(e.starts):
		panic(e.wrap(e.first, needsKind("a,b;c,d may be two edges, or one between names with commas: write one edge on each line", "edges")))
	case len(e.more) > 0:
		return
	}
	words, same := false, true // a first field is no number, all second ones are the same
	for _, edge := range e.edges {
		if !areNumbers(e.names[edge[1]:][:1]) {
			return
		}
		words = words || !areNumbers(e.names[edge[0]:][:1])
		same = same && edge[1] == e.edges[0][1]
	}
	second := e.names[e.edges[0][1]]
	switch {
	case e.headed != nil && (words || areNumbers(e.headed)):
		panic(e.wrap(e.first, needsKind("this may be LGL, with # NODE above its neighbours and their weights, which is not read: igraph writes an edge on each line as ncol", "edges")))
	case same && (words || strings.Contains(second, ".")):
		panic(e.wrap(e.first, needsKind("the second field of every line is "+clip(second)+", which may be a node or a weight: write two nodes on each line", "edges")))
	}
}

// strange reports whether the first row does not belong to the others: two numbers above words, or a number and a word
// above numbers.
func (e *edgeRows) strange() bool {
	if len(e.edges) < 2 || len(e.edges) != len(e.starts) {
		return false
	}
	first := e.edges[0]
	isNumber := func(node int32) bool { return areNumbers(e.names[node:][:1]) }
	numbers := isNumber(first[0]) && isNumber(first[1])
	if !numbers && !isNumber(first[0]) && !isNumber(first[1]) {
		return false
	}
	for _, edge := range e.edges[1:] {
		if isNumber(edge[0]) == numbers || isNumber(edge[1]) == numbers {
			return false
		}
	}
	return true
}

// listCells refuses a field that is a list of nodes: a part of it is one, or all parts but numbers where blanks are
// between them.
func (e *edgeRows) listCells() {
	if e.opt.Kind != "" {
		return
	}
	for _, cell := range e.lists {
		text := cell.fields[0]
		other := func(part string) bool { return part == text || !e.isNode(strings.Trim(part, " '\"")) }
		parts := strings.FieldsFunc(text, func(ch rune) bool { return strings.ContainsRune(",;|[]", ch) })
		if isList := slices.ContainsFunc(parts, func(part string) bool { return !other(part) }) || len(parts) > 1 && areNumbers(parts); !isList && !e.layout.commas() && !areNumbers(strings.Fields(text)) {
			parts = slices.DeleteFunc(strings.Fields(text), func(part string) bool { return areNumbers([]string{part}) })
			if slices.ContainsFunc(parts, other) {
				continue
			}
		} else if !isList {
			continue
		}
		panic(e.wrap(cell.line, needsKind(fmt.Sprintf("%q may be a list of nodes or the name of one: write one edge on each line, or a: b, c for the neighbours of a", clip(text)), "edges")))
	}
}

// countRows refuses lines that begin with their number, from 0 or from 1, where other fields follow two nodes: the
// nodes may be the first two or the next two. Without commas they are the first two, with a note, unless other signs
// speak for numbers of rows.
func (e *edgeRows) countRows() {
	rows, line := e.starts, e.first
	headed := e.more[0].row == 0 && !areNumbers(e.more[0].fields)
	if headed || e.more[0].row == 1 {
		rows = rows[1:]
	}
	if e.opt.Kind != "" || e.head != nil || e.Reader.head.konect != "" || len(rows) < 3 && !headed || slices.Contains(edgeSuffixes, suffix(e.file)) {
		return
	}
	if slices.ContainsFunc(e.more, func(r edgeRow) bool { return len(r.fields) > 0 && strings.Contains(r.fields[0], ".") }) {
		return // no node is 0.5
	}
	from := e.names[rows[0]]
	if counting := from == "0" || from == "1"; !counting && !(headed && slices.Contains(indexNames, strings.ToLower(e.names[0]))) {
		return
	} else if counting {
		for i, node := range rows {
			if e.names[node] != strconv.Itoa(i+int(from[0]-'0')) {
				return
			}
		}
	}
	if !headed && !e.layout.commas() && !e.likelyRows() {
		e.note("the first fields count the lines, and are taken as nodes all the same")
		return
	}
	if headed {
		panic(e.errorf(line, "the column %s may be the number of the row or a node: call the two columns that have nodes source and target", clip(e.names[0])))
	}
	panic(e.wrap(line, needsKind("the first fields count the lines: they may be numbers of rows before two nodes, or nodes before another and a weight; write source and target above the columns with nodes", "edges")))
}

// likelyRows looks at lines that count for signs that nodes come after the count: more than one field after them, a
// loop, or second fields that are sorted and repeat, as those of edges are.
func (e *edgeRows) likelyRows() bool {
	sorted, repeated := true, false
	for i, edge := range e.edges {
		if edge[0] == edge[1] {
			return true
		}
		if i > 0 {
			before, now := e.names[e.edges[i-1][1]], e.names[edge[1]]
			sorted = sorted && (len(before) < len(now) || len(before) == len(now) && before <= now)
			repeated = repeated || before == now
		}
	}
	return len(e.more[0].fields) > 1 || sorted && repeated
}

// indexNames are what tables call a column that numbers the rows.
var indexNames = []string{"id", "index", "idx", "row", "rowid", "row_id", "edge", "edge_id", "edgeid", "no", "nr"}

// decide tells edges from neighbours, weights and names of columns.
func (e *edgeRows) decide(kind string) {
	if e.countsNodes(kind) {
		return
	}
	neighbours := kind == "adjlist" || e.colon || len(e.more) > 0 && e.opt.Kind == "" && e.areNeighbours()
	weights := len(e.more) > 0 && !e.colon && e.areWeights()
	switch {
	case neighbours && weights && e.opt.Kind == "":
		panic(e.wrap(e.more[0].line, needsKind("the file can be read as edges with weights and as adjlist, a node and its neighbours on each line", "edges", "adjlist")))
	case neighbours && e.colon && e.bare > 0:
		panic(e.errorf(e.bare, "this line has no colon after a name, and others have"))
	case neighbours && e.blank > 0 && e.several > 0:
		panic(e.errorf(e.several, "the name before the colon on line %d has a blank: write commas between the names after a colon", e.blank))
	case neighbours:
		for _, row := range e.more {
			for _, name := range row.fields {
				e.add(e.starts[row.row], e.node(name), false)
			}
		}
		e.noteHalves()
		return
	case weights:
		e.countRows()
		e.noteWeights()
	case len(e.more) > 0:
		e.explain(e.more[0])
	}
	if e.head != nil {
		if len(e.starts) == 0 || !e.indexed && (e.isNode(e.head[0]) || e.isNode(e.head[1]) || e.isStem(e.head)) {
			panic(e.errorf(e.headAt, "%s %s may be the names of columns or an edge: leave the line out, or write the edge below the first one", e.head[0], e.head[1]))
		}
		return
	}
	if !e.announces() {
		e.cutHead()
	}
	if weights && e.more[0].row > 0 && len(e.edges) == len(e.starts) { // the first line is an edge without a weight
		e.explain(e.more[0])
	}
}

// countsNodes recognises a first line that is nothing but the number of nodes, above edges between numbers from 0 or
// from 1, and drops it. It asks where the line may be that, or a node without neighbours.
func (e *edgeRows) countsNodes(kind string) (done bool) {
	if kind == "adjlist" || suffix(e.file) == ".adjlist" || e.colon || e.head != nil || len(e.more) != 1 || e.more[0].row > 0 || len(e.more[0].fields) > 0 || len(e.edges) == 0 {
		return false
	}
	n, ok := number(e.names[e.starts[0]], 1, maxUnmentioned+len(e.edges))
	numbers, from, ok2 := e.numbersBelow(0, n)
	if !ok || !ok2 {
		return false
	}
	used := map[int]bool{}
	for _, edge := range e.edges {
		used[numbers[edge[0]]], used[numbers[edge[1]]] = true, true
	}
	if len(used) < n {
		if e.opt.Kind != "" || !e.areNeighbours() {
			return false
		}
		panic(e.wrap(e.first, needsKind(fmt.Sprintf("%d may be how many nodes there are, or a node without neighbours: leave this line out, or name the kind adjlist", n), "adjlist")))
	}
	e.note("the first line, %d, is taken as the number of nodes", n)
	e.more, e.starts = nil, e.starts[1:]
	e.renumber(numbers, n, from)
	return true
}

// numbersBelow is the numbers that the nodes of the edges from that one on are, counted from 0 or from 1 up to n of
// them; false if they are not.
func (e *edgeRows) numbersBelow(first, n int) (numbers []int, from int, ok bool) {
	low, high := maxListed, 0
	numbers = make([]int, len(e.names))
	for _, edge := range e.edges[first:] {
		for _, node := range edge {
			if numbers[node], ok = number(e.names[node], 0, n); !ok {
				return nil, 0, false
			}
			low, high = min(low, numbers[node]), max(high, numbers[node])
		}
	}
	return numbers, low, low <= 1 && high < low+n
}

// renumber makes the numbers of nodes, which count from 0 or 1, their places.
func (e *edgeRows) renumber(numbers []int, n, from int) {
	for i, edge := range e.edges {
		e.edges[i] = [2]int32{int32(numbers[edge[0]] - from), int32(numbers[edge[1]] - from)}
	}
	e.nodes, e.names = n, nil
	if from == 0 {
		for node := range n {
			e.names = append(e.names, strconv.Itoa(node))
		}
	}
}

// isStem reports whether names of columns differ in nothing but a number, as some node does from them.
func (e *edgeRows) isStem(columns []string) bool {
	stem := columnStem(columns[0])
	return stem != "" && stem == columnStem(columns[1]) && slices.ContainsFunc(e.names, func(name string) bool { return columnStem(name) == stem })
}

func (e *edgeRows) isNode(name string) bool {
	_, known := e.index[name]
	return known
}

// explain says what is wrong with a line that is not two nodes.
func (e *edgeRows) explain(row edgeRow) {
	if name := e.names[e.starts[row.row]]; len(row.fields) == 0 && e.layout.commas() && strings.Contains(name, " ") {
		panic(e.errorf(row.line, "%s separates the names on other lines, and this line has none", e.layout.separator))
	}
	if len(e.edges) > 0 && row.row == 1 && areNumbers(e.names[e.edges[0][1]:][:1]) && !areNumbers(e.names[:1]) {
		panic(e.errorf(row.line, "this may be networkx's multiline_adjlist, a node and how many neighbours follow it, which is not read: write_adjlist(G, FILE) writes what is"))
	}
	if len(row.fields) == 0 {
		panic(e.errorf(row.line, "an edge is two nodes, but this line has one; a node without edges goes on a line with itself, as a loop, or into a list of neighbours with a line for every node"))
	}
	if e.layout.commas() && !areNumbers(row.fields) {
		panic(e.errorf(row.line, "which of the %d columns have the nodes? Write a line above them that calls two of them source and target", len(row.fields)+2))
	}
	panic(e.errorf(row.line, "an edge is two nodes, but this line has %d fields: weights are numbers on every line, a list of neighbours has a line for every node, and names with blanks need commas between them; --input names the kind", len(row.fields)+2))
}

// areNeighbours: every node begins one line, and no line has a node twice.
func (e *edgeRows) areNeighbours() bool {
	begins := make([]bool, len(e.names))
	for _, u := range e.starts {
		if begins[u] {
			return false
		}
		begins[u] = true
	}
	for _, edge := range e.edges {
		if !begins[edge[1]] {
			return false
		}
	}
	at := 0 // of the edge on the line
	for _, row := range e.more {
		seen := map[int32]bool{e.starts[row.row]: true}
		for at < len(e.edges) && e.edges[at][0] != e.starts[row.row] {
			at++
		}
		if at < len(e.edges) {
			seen[e.edges[at][1]] = true
		}
		for _, name := range row.fields {
			node, known := e.index[name]
			if !known || !begins[node] || seen[node] {
				return false
			}
			seen[node] = true
		}
	}
	return true
}

// areWeights: every line but perhaps the first has numbers after its two nodes.
func (e *edgeRows) areWeights() bool {
	rows := e.more
	if notLonger := func(row edgeRow) bool { return len(row.fields) <= len(rows[0].fields) }; rows[0].row == 0 && len(rows) > 1 && !slices.ContainsFunc(rows[1:], notLonger) {
		return false // a matrix with names as R writes it
	}
	if rows[0].row == 0 && len(rows) > 1 && !areNumbers(rows[0].fields) {
		rows = rows[1:]
	}
	if rows[0].row > 1 || len(rows) < len(e.starts)-1 || len(rows) < len(e.starts) && rows[0].row == 0 {
		return false
	}
	for _, row := range rows {
		if len(row.fields) == 0 || len(row.fields) > maxWeights || !areNumbers(row.fields) {
			return false
		}
	}
	return true
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

// announces recognises a first line with the number of nodes and that of edges, which are as many as follow: then
// nodes are numbered from 0 or from 1. It drops that line.
func (e *edgeRows) announces() bool {
	if len(e.edges) < 2 {
		return false
	}
	n, ok := number(e.names[e.edges[0][0]], 1, maxUnmentioned+len(e.edges))
	m, ok2 := number(e.names[e.edges[0][1]], 1, maxListed)
	if !ok || !ok2 || m != len(e.edges)-1 {
		return false
	}
	numbers, from, ok := e.numbersBelow(1, n)
	if !ok {
		return false
	}
	e.note("the first line, %d %d, is taken as the number of nodes and of edges", n, m)
	e.dropFirst()
	e.renumber(numbers, n, from)
	return true
}

func (e *edgeRows) dropFirst() {
	if e.edges = e.edges[1:]; e.oneWay != nil {
		e.oneWay = e.oneWay[1:]
	}
}

// columnPairs are what tables call the two ends of an edge.
var columnPairs = [][2]string{{"source", "target"}, {"from", "to"}, {"src", "dst"}, {"node1", "node2"}, {"fromnodeid", "tonodeid"}, {"from_node", "to_node"}, {"from_id", "to_id"}, {":start_id", ":end_id"}, {"subject", "object"}}

// columnWords are what else tables call the columns of nodes.
var columnWords = strings.Fields("node nodes vertex id name label person people friend user follower followee parent child sender receiver head tail u v i j city station start end source target from to src dst")

// columnsOf is where a line of column names has the two ends of an edge; nil if it is not such a line.
func columnsOf(fields []string) []int {
	if len(fields) < 2 {
		return nil
	}
	lower := make([]string, len(fields))
	for i, field := range fields {
		lower[i] = strings.ToLower(field)
	}
	if fields[0] == "" && (len(fields) == 3 || len(fields) > 3 && slices.Equal(fields[1:3], []string{"0", "1"})) { // an index, as pandas and R write it
		return []int{1, 2}
	}
	for _, pair := range columnPairs {
		if u, v := slices.Index(lower, pair[0]), slices.Index(lower, pair[1]); u >= 0 && v >= 0 {
			return []int{u, v}
		}
	}
	return nil
}

// cutHead drops a first line that is names of columns: both are nowhere else, and all other names are numbers, they
// are usual, or differ in nothing but a last digit or letter, which no other name does.
func (e *edgeRows) cutHead() {
	if len(e.edges) < 2 || e.edges[0] != [2]int32{0, 1} {
		return
	}
	if areNumbers(e.names[:1]) || areNumbers(e.names[1:2]) {
		e.noteSizes()
		return
	}
	for _, edge := range e.edges[1:] {
		if edge[0] < 2 || edge[1] < 2 {
			return
		}
	}
	stem := columnStem(e.names[0])
	alike := stem != "" && stem == columnStem(e.names[1]) &&
		!slices.ContainsFunc(e.names[2:], func(name string) bool { return columnStem(name) == stem })
	words := len(e.more) > 0 && e.more[0].row == 0 && !areNumbers(e.more[0].fields)
	words = words || isColumn(e.names[0]) && isColumn(e.names[1])
	switch {
	case areNumbers(e.names[2:]), alike, words:
	case e.layout.arrow():
		return
	case e.layout.separator == "" && !isColumn(e.names[0]) && !isColumn(e.names[1]):
		if e.opt.Kind == "" {
			e.note("%s %s is taken as an edge, though no other line has these names; leave it out if they are names of columns", clip(e.names[0]), clip(e.names[1]))
		}
		return
	case e.layout.separator != "", e.opt.Kind == "" && !slices.Contains(edgeSuffixes, suffix(e.file)):
		between := map[string]string{"": "a blank", "\t": "a tab", ",": "a comma", ";": "a semicolon"}[e.layout.separator]
		panic(e.errorf(e.first, "%s and %s may be the names of columns or an edge: if every line is one edge, write source and target above it, with %s between, or in its place if it is names", clip(e.names[0]), clip(e.names[1]), cmp.Or(between, e.layout.separator)))
	default:
		return
	}
	e.note("%s and %s are taken as the names of columns", e.names[0], e.names[1])
	e.dropFirst()
	e.names = e.names[2:]
	for i, edge := range e.edges {
		e.edges[i] = [2]int32{edge[0] - 2, edge[1] - 2}
	}
}

// noteSizes notes where the first line is two numbers, and may say how many nodes and edges there are, of which some are
// not there: the second is in no other line, and the first is not either, or is the last node.
func (e *edgeRows) noteSizes() {
	n, ok := number(e.names[0], 1, maxListed)
	if !ok || !areNumbers(e.names[1:2]) || len(e.more) > 0 || e.opt.Kind != "" {
		return
	}
	elsewhere := false
	for _, edge := range e.edges[1:] {
		if edge[0] == 1 || edge[1] == 1 {
			return
		}
		elsewhere = elsewhere || edge[0] == 0 || edge[1] == 0
	}
	if elsewhere {
		if _, _, ok := e.numbersBelow(1, n); !ok {
			return
		}
	}
	e.note("%s %s is taken as an edge, though %s in no other line; leave it out if it is the numbers of nodes and edges", e.names[0], e.names[1], map[bool]string{false: "these names are", true: e.names[1] + " is"}[elsewhere])
}

func isColumn(name string) bool { return slices.Contains(columnWords, strings.ToLower(name)) }

// columnStem is a name without its last digits, or its last letter after _ or as a capital; "" if it has no such end.
func columnStem(name string) string {
	if len(name) < 3 {
		return ""
	}
	last, before := name[len(name)-1], name[len(name)-2]
	switch {
	case '0' <= last && last <= '9':
		return strings.ToLower(strings.TrimRight(strings.TrimRight(name, "0123456789"), "_ "))
	case before == '_', before == ' ':
		return strings.ToLower(strings.TrimRight(name[:len(name)-1], "_ "))
	case 'A' <= last && last <= 'Z' && 'a' <= before && before <= 'z':
		return strings.ToLower(name[:len(name)-1])
	}
	return ""
}
