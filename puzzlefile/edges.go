package puzzlefile

import (
	"errors"
	"fmt"
	"maps"
	"math"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"lightsout/internal/textboard"
)

// A list of edges has two nodes on each line, by number or by name, and perhaps numbers after them, which are weights
// and times. A table has them in two of its columns, which its first row names. A list of neighbours has a line for
// every node: the node, perhaps with a colon after it, then its neighbours.
//
//	# who knows whom       source,since,target      ann bob carol
//	ann bob                ann,1999,bob             bob carol
//	bob carol              bob,2004,carol           carol
//
// If all names are numbers, the nodes are in the order of the numbers, else in that of their first mention. KONECT's
// "% asym" and SNAP's "# Directed graph" make edges one-way, and so does a column Type that says Directed.

// maxWeights is how many numbers may follow the two nodes of an edge: a weight and a time.
const maxWeights = 2

// edgeRows is such a list while it is read.
type edgeRows struct {
	graphFile
	*cutter
	konect   string         // the first comment that begins with %
	directed bool           // a comment says so
	heads    map[string]int // single words behind a # below the first row, and where they are
	singles  map[string]int // words alone on their lines
	ordered  bool           // the nodes are listed above the edges, in their order
}

// decisive is an error that no other kind can do anything about.
type decisive string

var errNotAlone = errors.New("1 word where an edge has 2; only a node without edges is alone on its line")

func (e decisive) Error() string { return string(e) }

// newEdgeRows is nil without any row.
func newEdgeRows(d *document) *edgeRows {
	e := &edgeRows{cutter: newCutter(d), singles: map[string]int{}, heads: map[string]int{}}
	if e.rows == 0 {
		return nil
	}
	e.remark, e.at = e.comment, e.begin
	return e
}

// refuse fails if something is wrong with the whole list, which is told at its beginning.
func (e *edgeRows) refuse(wrong bool, format string, args ...any) {
	if wrong {
		e.d.fail(e.begin, format, args...)
	}
}

// doubt refuses what may be something else, unless the kind of the file was named.
func (e *edgeRows) doubt(may bool, format string, args ...any) {
	if may && !e.d.named {
		e.d.check(e.begin, needsKind(problem(format, args...).Error(), e.d.kind))
	}
}

// snapHead is how SNAP says that edges are one-way.
var snapHead = regexp.MustCompile(`^\s*#\s*Directed graph\b`)

// comment takes note of what the first comment of a KONECT file says, sym, asym or bip, and of SNAP's. It refuses what
// may be an edge.
func (e *edgeRows) comment(line string) {
	words := strings.Fields(line)
	if len(words) == 0 {
		return
	}
	if rest, percent := strings.CutPrefix(strings.TrimSpace(line), "%"); percent && e.konect == "" {
		if e.konect = strings.TrimSpace(rest) + " "; strings.HasPrefix(e.konect, "bip") {
			panic(decisive("% bip: the two sides of a bipartite network are numbered each from 1 by KONECT; " +
				"number the second side on from the first, and leave the comment out"))
		}
	}
	e.directed = e.directed || snapHead.MatchString(line)
	switch {
	case words[0][0] != '#':
	case len(words[0]) > 1 && e.separator != ' ':
		fields := strings.Split(line[1:], string(e.separator))
		if _, isHead := columnsOf(fields); len(fields) > 1 && !isHead {
			panic(decisive("this may be a comment or an edge: write # and a blank before a comment, " +
				"and a name that begins with # between quotation marks"))
		}
	case len(words) == 2 && len(words[0]) == 1 && len(e.names) > 0:
		e.heads[words[1]] = e.d.from
	}
}

func readEdges(d *document) *graphFile { return edgesBelow(d, 0) }

// edgesBelow reads the edges below so many rows.
func edgesBelow(d *document, head int) *graphFile {
	e := newEdgeRows(d)
	if e == nil {
		return nil
	}
	e.refuse(e.colons, "a colon after a name begins a row of neighbours")
	e.edges = make([][2]int32, 0, e.rows)
	t := edgeTally{counts: e.konect == "" && e.rows > 2, numbered: e.rows > 1, lettered: true, cells: true,
		valued: true, last: -1}
	for row := 0; e.next(); row++ {
		if row == 0 {
			t.first, t.joined = slices.Clone(e.fields), e.linked > 0
		}
		switch {
		case row < head:
			continue
		case len(e.fields) == 1:
			e.single(row)
			continue
		}
		u, v := e.name(0), e.name(1)
		if len(e.fields) > 2+maxWeights || !areNumbers(e.fields[2:]) {
			panic(e.tooMany())
		}
		if len(e.fields) > 2 {
			e.weigh(e.fields[2])
		}
		t.take(e.fields)
		e.add(e.node(u), e.node(v), false)
	}
	places := func(a, b string) int { return e.singles[a] - e.singles[b] }
	for _, name := range slices.SortedFunc(maps.Keys(e.singles), places) {
		if _, known := e.index[name]; known {
			e.d.check(e.singles[name], errNotAlone)
		}
		e.node(name)
	}
	if head == 0 && !d.own && !d.bare && e.groups == nil && !t.joined && e.isHead(&t) {
		below := *d
		below.at, below.from = 0, 0
		g := edgesBelow(&below, 1)
		g.note("line %d, %s, is taken as how many nodes and edges there are", d.line(e.begin),
			strings.Join(t.first, " "))
		d.at = len(d.text)
		return g
	}
	columns, isTable := columnsOf(t.first)
	if isTable && head == 0 && !d.own && e.onlyFirst(t.first[columns[0]], t.first[columns[1]]) {
		e.refuse(!d.sure, "%s and %s are names of columns", t.first[columns[0]], t.first[columns[1]])
		d.at = 0
		return readTable(d)
	}
	e.questions(&t)
	return e.graph()
}

// tooMany is the error for a row of more than two names.
func (e *edgeRows) tooMany() error {
	for _, field := range e.fields {
		if strings.HasPrefix(field, "#") {
			return checkName(field)
		}
	}
	if e.separator != ' ' {
		return fmt.Errorf("%d fields where an edge has 2: write source and target above the columns with nodes",
			len(e.fields))
	}
	return fmt.Errorf("%d words where an edge has 2", len(e.fields))
}

// edgeTally is what the rows of a list of edges have in common.
type edgeTally struct {
	first    []string // the first row
	joined   bool     // it has an arrow
	numbered bool     // rows begin with their numbers, and a point or a bracket
	nth      int      // that number of the row before
	rows     int
	width    int     // of all rows, -1 if they differ
	last     int     // the number that the row before begins with
	counts   bool    // rows begin with their numbers, and numbers without a point follow
	lettered bool    // rows begin with e or a, and two numbers follow
	cells    bool    // there is nothing but cells of a matrix
	valued   bool    // the first field is no number and the second is one
	edges    bool    // some row is not a loop
	square   bool    // all fields are numbers
	infinite bool    // and some of them inf or nan
	columns  [2]bool // the first row has no number there, and all others have
}

func (t *edgeTally) take(fields []string) {
	if t.rows++; t.rows == 1 {
		t.width, t.square = len(fields), true
	} else if t.width != len(fields) {
		t.width = -1
	}
	u, v := fields[0], fields[1]
	for k, field := range fields[:2] {
		t.columns[k] = (t.rows == 1 || t.columns[k]) && isNumber(field) == (t.rows > 1)
	}
	t.square = t.square && len(fields) > 2 && t.rows <= len(fields)
	for i := 0; i < len(fields) && t.square; i++ {
		x, err := strconv.ParseFloat(fields[i], 64)
		t.square, t.infinite = err == nil, t.infinite || math.IsInf(x, 0) || math.IsNaN(x)
	}
	t.edges = t.edges || u != v
	t.valued = t.valued && isNumber(v) && !isNumber(u)
	t.cells = t.cells && !slices.ContainsFunc(fields, func(field string) bool { return !isCell(field) })
	t.lettered = t.lettered && (u == "e" || u == "a") && len(fields) == 3 && isNumber(v)
	if t.numbered {
		n, ok := number(u[:len(u)-1], 0, math.MaxInt)
		t.numbered = ok && strings.IndexByte(".)", u[len(u)-1]) >= 0 && (t.rows == 1 && n <= 1 || n == t.nth+1)
		t.nth = n
	}
	if t.counts {
		n, ok := number(u, 0, math.MaxInt)
		t.counts = ok && (t.rows == 1 && n <= 1 || t.rows > 1 && n == t.last+1) &&
			len(fields) > 2 && !strings.Contains(fields[2], ".")
		t.last = n
	}
}

// distances reports whether all is numbers in a square, inf or nan among them.
func (t *edgeTally) distances() bool { return t.square && t.infinite && t.width == t.rows }

// questions refuses what may be something else than edges.
func (e *edgeRows) questions(t *edgeTally) {
	isBlank := func(name string) bool { return strings.IndexByte(name, ' ') >= 0 }
	sure := e.d.sure
	e.refuse(!sure && t.numbered, "the first words count the lines")
	e.refuse(!sure && !t.edges, "every edge is a loop")
	e.refuse(!sure && t.rows == 1 && slices.ContainsFunc(e.names, isBlank),
		"one line of names with blanks may be a sentence")
	e.lists()
	e.doubt(e.groups != nil && t.rows == 2 && t.width > 2 && areNumbers(e.names) && !sure,
		"two lists of numbers may be two edges with weights, or the two ends of as many edges")
	e.doubt(e.joinedNames(), "%q may be an edge: write a blank on both sides of the dash, or commas between names",
		slices.Concat(e.names, []string{""})[0])
	e.refuse(t.cells && (t.width != 2 || t.rows == 2) && !sure, "a table of 0 and 1 is a picture or a matrix")
	for name, at := range e.heads {
		if _, isNode := e.index[name]; isNode && !sure {
			e.d.check(at, decisive("this may be LGL, with # NODE above its neighbours and their weights, which is "+
				"not read: igraph writes an edge on each line as ncol"))
		}
	}
	e.doubt(t.counts, "the first words count the lines: they may be nodes or numbers of rows; "+
		"write source and target above the columns with nodes")
	e.doubt(t.lettered, "every line begins with e or a: above the edges of a DIMACS graph is p edge NODES EDGES")
	e.doubt(t.distances(), "a square of numbers with inf or nan is a matrix of distances")
	if t.columns[0] && t.width == 2 && t.rows > 2 && !e.d.own {
		e.doubt(true, "%s and %s are above numbers, and may be the names of columns", t.first[0], t.first[1])
	}
	e.doubt(t.valued && len(e.edges) > 0,
		"the second word of every line is a number, which may be a node or a weight")
	e.firstEdge()
}

// lists refuses names that may be lists of names, because a part of them is a node.
func (e *edgeRows) lists() {
	name := listOfNames(e.names, func(part string) bool { _, ok := e.index[part]; return ok })
	e.doubt(name != "", "%q may be a list of nodes or the name of one: write one edge on each line, "+
		"or a: b, c for the neighbours of a", name)
}

// joinedNames reports whether all names have a dash in them, and some of what it joins is there twice.
func (e *edgeRows) joinedNames() bool {
	parts := map[string]bool{}
	again := false
	for _, name := range e.names {
		u, v, ok := strings.Cut(name, "-")
		if !ok || u == "" || v == "" || strings.Contains(v, "-") {
			return false
		}
		again = again || parts[u] || parts[v]
		parts[u], parts[v] = true, true
	}
	return again
}

// listOfNames is the first name of which a part is a node, "" if there is none.
func listOfNames(names []string, isNode func(part string) bool) string {
	const signs = " ,;|'\""
	for _, name := range names {
		if !strings.ContainsAny(name, signs) {
			continue
		}
		parts := strings.FieldsFunc(name, func(ch rune) bool { return strings.ContainsRune(signs, ch) })
		if len(parts) > 1 && slices.ContainsFunc(parts, isNode) {
			return name
		}
	}
	return ""
}

// firstEdge says what else the first row may be: names of columns, if they are no numbers and never come again while
// the other rows share theirs.
func (e *edgeRows) firstEdge() {
	if len(e.edges) < 2 || e.edges[0] != [2]int32{0, 1} || e.d.own {
		return
	}
	u, v := e.names[0], e.names[1]
	others, column := len(e.edges)-1, !isNumber(u) && areNumbers(e.names[1:]) && e.onlyFirst(u, u)
	e.doubt(column, "%s and %s may be an edge or the names of columns: if they are an edge, write it below the others",
		u, v)
	if column || !e.onlyFirst(u, v) {
		return
	}
	e.doubt(!isNumber(u) && !isNumber(v) && (len(e.names)-2-len(e.singles) < 2*others || arePair(u, v)),
		"%s and %s may be an edge or the names of columns", u, v)
	if isNumber(u) && isNumber(v) {
		e.note("%s %s is taken as an edge, though no other line has these names; "+
			"leave it out if they are numbers of nodes and edges", clip(u), clip(v))
	}
}

// onlyFirst reports whether two names of the first row are in no other.
func (e *edgeRows) onlyFirst(names ...string) bool {
	if len(e.edges) == 0 {
		return false
	}
	for _, name := range names {
		node, known := e.index[name]
		again := func(edge [2]int32) bool { return edge[0] == node || edge[1] == node }
		if _, single := e.singles[name]; single || known && slices.ContainsFunc(e.edges[1:], again) {
			return false
		}
	}
	return true
}

// single takes note of a word alone on its line, which is a node without edges.
func (e *edgeRows) single(row int) {
	name := e.name(0)
	switch {
	case e.d.own && len(e.edges) == 0: // the nodes are listed in their order
		e.node(name)
		e.ordered = true
		return
	case !e.d.own && (row == 0 || isNumber(name)):
		if u, v, ok := strings.Cut(name, "-"); ok && u != "" && v != "" && !strings.Contains(v, "-") {
			fail("%s is one name; if it is an edge, write %s %s", name, u, v)
		}
		fail("1 word where an edge has 2")
	}
	if _, before := e.singles[name]; before {
		panic(errNotAlone)
	}
	e.singles[strings.Clone(name)] = e.d.from
}

// isHead reports whether the first row is how many nodes and edges there are: the counts are true, and as an edge it
// would be a loop, or have a name that never comes again. If it may be both, it is refused.
func (e *edgeRows) isHead(t *edgeTally) bool {
	if len(t.first) != 2 || len(e.edges) < 2 {
		return false
	}
	n, ok := number(t.first[0], 1, maxListed)
	m, ok2 := number(t.first[1], 1, maxListed)
	if !ok || !ok2 || m != len(e.edges)-1 {
		return false
	}
	first, low, high := e.edges[0], math.MaxInt, 0
	seen := map[int32]bool{}
	numbers, given := true, false
	for _, edge := range e.edges[1:] {
		given = given || edge == first || edge == [2]int32{first[1], first[0]}
		seen[edge[0]], seen[edge[1]] = true, true
	}
	for node := range seen {
		value, isIndex := number(e.names[node], 0, maxListed)
		numbers, low, high = numbers && isIndex, min(low, value), max(high, value)
	}
	exact := n == len(seen)+len(e.singles)
	if !exact && !(numbers && len(seen) < n && (high < n || high == n && low > 0)) {
		return false
	}
	if exact && (first[0] == first[1] || !seen[first[0]] || !seen[first[1]]) {
		return true
	}
	const both = "%d %d may be an edge or how many nodes and edges there are: " +
		"leave the line out, or write the edge below another"
	e.refuse(!given && e.d.sure, both, n, m)
	if !given {
		e.d.check(e.begin, needsKind(fmt.Sprintf(both, n, m), e.d.kind))
	}
	return false
}

// graph is all of it.
func (e *edgeRows) graph() *graphFile {
	if e.directed || strings.HasPrefix(e.konect, "asym") {
		e.oneWay = slices.Repeat([]bool{true}, len(e.edges))
	}
	e.weighted = e.weighted || e.data
	if !e.ordered {
		e.inOrder()
	}
	return &e.graphFile
}

// readTable reads edges below the names of columns.
func readTable(d *document) *graphFile {
	e := newEdgeRows(d)
	if e == nil || !e.next() {
		return nil
	}
	e.refuse(e.colons, "a colon after a name begins a row of neighbours")
	head := slices.Clone(e.fields)
	ends, known := columnsOf(head)
	values := map[int]bool{} // columns of numbers, which tell names of columns where the ends are no known ones
	if !known {
		found := false
		ends, found = pairIn(head)
		refuse(!found && len(head) != 2 && !d.sure || len(head) < 2,
			"no columns are called source and target, or from and to")
		for i, name := range head {
			values[i] = i != ends[0] && i != ends[1] && !isNumber(name)
		}
		e.name(ends[0])
		e.name(ends[1])
	}
	columns := []string{head[ends[0]], head[ends[1]]}
	kind := slices.IndexFunc(head, func(field string) bool { return strings.EqualFold(field, "type") })
	shift, named, quoted, last := 0, true, true, -1 // a row name that the head has not
	for row := 0; e.next(); row++ {
		if row == 0 && len(e.fields) == len(head)+1 && e.linked == 0 {
			shift = 1
		}
		// R and pandas write row names in quotation marks, or as a number that is larger than the one before it.
		isQuoted := len(e.quoted) > 0 && e.quoted[0]
		if quoted = quoted && isQuoted; shift == 1 && !isQuoted {
			n, ok := number(e.fields[0], 0, math.MaxInt)
			named, last = named && ok && n > last, n
		}
		if len(e.fields) != len(head)+shift {
			fail("%s below %d names of columns", textboard.Count(len(e.fields), "field", "fields"), len(head))
		}
		for i := range values {
			values[i] = values[i] && isNumber(e.fields[i+shift])
		}
		u, v := e.name(ends[0]+shift), e.name(ends[1]+shift)
		for _, column := range columns {
			if !d.sure && (u == column || v == column) {
				e.refuse(true, "%s is a node too, not the name of a column", column)
			}
		}
		e.add(e.node(u), e.node(v), kind >= 0 && strings.EqualFold(e.fields[kind+shift], "directed"))
	}
	e.refuse(len(e.edges) == 0, "no rows follow the names of columns")
	e.refuse(!known && !d.sure && len(head) > 2 && (areNumbers(e.names) ||
		!slices.Contains(slices.Collect(maps.Values(values)), true)),
		"%s and %s are no known names of columns", columns[0], columns[1])
	e.refuse(!named || shift > 0 && !quoted && areNumbers(e.names),
		"%d names of columns are above %d fields", len(head), len(head)+1)
	e.refuse(!known && !d.sure && (shift > 0 || isNumber(head[0]) || isNumber(head[1]) ||
		len(e.names) == 2*len(e.edges) && !arePair(head[0], head[1])), "%s and %s are no known names of columns",
		columns[0], columns[1])
	e.lists()
	if kind >= 0 {
		columns = append(columns, head[kind])
	}
	if all := slices.DeleteFunc(head, isBlank); len(all) > len(columns) { // an index of rows has no name
		e.note("of the columns %s only %s are read", strings.Join(all, ", "), strings.Join(columns, " and "))
	}
	e.inOrder()
	return &e.graphFile
}

// pairIn finds two columns whose names are a pair; the first two if none are.
func pairIn(head []string) (ends [2]int, found bool) {
	for v := range head {
		for u := range head[:v] {
			if arePair(head[u], head[v]) {
				return [2]int{u, v}, true
			}
		}
	}
	return [2]int{0, 1}, false
}

// arePair recognises names such as person1 and person2, or Person A and Person B.
func arePair(u, v string) bool {
	for _, ends := range []string{"12", "ab", "AB"} {
		stem, one := strings.CutSuffix(u, ends[:1])
		other, two := strings.CutSuffix(v, ends[1:])
		if one && two && stem == other && stem != "" {
			return true
		}
	}
	return false
}

// readNeighbours reads a node and its neighbours on each row.
func readNeighbours(d *document) *graphFile {
	e := newEdgeRows(d)
	if e == nil {
		return nil
	}
	if d.own { // every node begins a row, in their order
		at := d.at
		for e.next() {
			e.node(e.name(0))
		}
		e.rewind(at)
		e.ordered = true
	}
	if e.byNumber() {
		return e.graph()
	}
	var begun []bool // of the nodes
	pairs, arrows, odd, first := true, true, -1, ""
	for row := 0; e.next(); row++ {
		if _, isHead := columnsOf(e.fields); isHead && row == 0 && !e.colons && !d.sure {
			fail("names of columns are above edges, not above lists of neighbours")
		}
		if row == 0 && len(e.fields) < 5 && areNumbers(e.fields) {
			first = e.fields[0]
		}
		u := e.node(e.name(0))
		pairs, arrows = pairs && len(e.fields) == 2, arrows && e.arrow && !e.colons
		begun = append(begun, make([]bool, len(e.names)-len(begun))...)
		if begun[u] && !e.colons && !arrows && !d.sure {
			fail("%s begins a second line; a list of neighbours has one line for each node", e.fields[0])
		}
		begun[u] = true
		from := len(e.edges)
		for i := range e.fields[1:] {
			v := e.node(e.name(i + 1))
			if odd < 0 && (u == v || slices.Contains(e.edges[from:], [2]int32{u, v})) {
				odd = d.from
			}
			e.add(u, v, false)
		}
	}
	if e.colons && !d.sure && len(begun) > 0 && e.isOutline() {
		panic(decisive("a row of nodes and a row of edges are not read: write each edge on a line, as in a b"))
	}
	// nodes that begin no line are the last ones, or among the others
	if missing := slices.Index(append(begun, false), false); !e.colons && !d.sure {
		e.refuse(len(e.edges) == 0, "no node has a neighbour")
		if odd >= 0 && !arrows {
			d.fail(odd, "a node is its own neighbour, or twice that of another")
		}
		e.refuse(pairs, "every line has two names: these are edges")
		if !arrows && missing < len(e.names) {
			e.refuse(true, "no line begins with %s; a list of neighbours has a line for each node", e.names[missing])
		}
		e.doubt(first != "" && (e.edges[0][0] != 0 || e.isMETIS(first)),
			"%s may be how many nodes there are, or a node without neighbours", first)
	}
	if !arrows {
		e.noteHalves()
	}
	return e.graph()
}

// byNumber reads rows between brackets that list the neighbours of node 0, of node 1 and so on, each edge at both ends:
// [[1, 2], [0], [0]].
func (e *edgeRows) byNumber() bool {
	if e.groups == nil || e.rows < 3 || e.ordered {
		return false
	}
	at, twice := e.d.at, map[[2]int]bool{} // the edges, and whether they are at both ends
	defer e.rewind(at)
	for u := 0; e.next(); u++ {
		for _, field := range e.fields {
			v, ok := number(field, 0, e.rows-1)
			p := [2]int{min(u, v), max(u, v)}
			both, known := twice[p]
			if !ok || u == v || both || known == (u < v) {
				return false
			}
			twice[p] = known
		}
	}
	for _, both := range twice {
		if !both {
			return false
		}
	}
	for u := range e.rows {
		e.node(strconv.Itoa(u))
	}
	inOrder := func(p, q [2]int) int { return slices.Compare(p[:], q[:]) }
	for _, p := range slices.SortedFunc(maps.Keys(twice), inOrder) {
		e.add(int32(p[0]), int32(p[1]), false)
	}
	return true
}

// isOutline reports whether rows list the nodes and the edges of a graph.
func (e *edgeRows) isOutline() bool {
	for _, name := range e.names {
		if strings.EqualFold(name, "edges") || strings.EqualFold(name, "links") {
			return e.rows <= 2
		}
	}
	return false
}

// isMETIS reports whether the nodes are numbered from 1 up to the number that the first row begins with, as below the
// first row of METIS.
func (e *edgeRows) isMETIS(first string) bool {
	n, _ := number(first, 1, maxListed)
	return n > 0 && !slices.ContainsFunc(e.names, func(name string) bool {
		_, ok := number(name, 1, n)
		return !ok
	})
}
