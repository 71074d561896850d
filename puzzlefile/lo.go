package puzzlefile

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"lightsout/board"
	"lightsout/gf2"
	"lightsout/internal/suggest"
)

// The native format, line by line; nodes, switches and lights count from 1.
//
//	c a comment
//	c at 1 50 -20       node 1 stands in a drawing 50 hundredths of a cell to the right, and 20 up
//	p lights 6 8        nodes, and how many e and a lines there are
//	p toggle 3 6        or: switches, and lights
//	e 1 2               pressing either flips the other
//	a 1 2               pressing 1 flips 2
//	o 3                 node 3 does not flip itself
//	t 1 4 5 6           under p toggle: switch 1 flips lights 4 5 6
//	b grid:5x5          instead of e, a, o and t lines; then the p line may be left out
//	l 1 2               lights on at the start; no such line: all on; a bare l: none
//	g 4                 lights on in the goal
//	u 6                 light 6 does not matter in the goal
//	x 5                 switch 5 must not be pressed
//	n 3 carol           node 3 is called carol; a node that no line names is called by its number, and a name that
//	                    has a blank, a comma, a semicolon, " or # stands in double quotes: n 3 "Ann Lee"
//	m 3                 lights have 3 states; then l 1 2*2 is light 2 in state 2, and t 1 4*2 5 adds 2 to light 4
//
// A puzzle begins with its p or b line and ends at a blank line. It is read strictly: every number
// in range, everything given once, the announced counts met. l, g, u and x lines add up.

// loLetters are the lines of the format, for messages.
const loLetters = "p b m e a o t l g u x n c"

// looksLO knows the lines that begin a puzzle: p with a word that no other format has, or two numbers after any word,
// and b with a SPEC. Other lines of two words are edges.
func looksLO(line string) bool {
	fields := strings.Fields(clip(line))
	switch {
	case len(fields) < 2:
		return len(fields) == 1 && (fields[0] == "p" || fields[0] == "b")
	case fields[0] == "b":
		_, err := board.Parse(strings.TrimSpace(strings.TrimSpace(line)[1:]))
		return err == nil || strings.ContainsRune(fields[1], ':')
	case fields[0] != "p" || looksDIMACS(line) || looksPACE(line):
		return false
	}
	return fields[1] == "lights" || fields[1] == "toggle" || len(fields) == 4 && areNumbers(fields[2:])
}

// mention is a number that a line names: a node, switch or light, from 0.
type mention struct {
	what   int32
	amount uint8 // 1, unless it is followed by * and a number
	line   int
}

// loPuzzle is a native puzzle while it is read.
type loPuzzle struct {
	*Reader
	first      int // its first line
	startBytes int
	word       string               // of the p line: "", "lights" or "toggle"
	counts     [2]int               // its numbers
	size       [2]int               // switches and lights
	named      *board.Board         // of the b line
	states     int                  // of the m line
	at         map[string]int       // where p, b and m lines are, the last part of a board, and the first *
	lists      map[string][]mention // of o, l, g, u, x, t, n and c at lines
	arcs       [][2]int32
	arcLines   []int
	edges      int          // e and a lines
	flips      [][]mention  // of t lines
	names      []string     // of n lines
	places     [][2]float64 // of c at lines
}

func (r *Reader) newLO() *loPuzzle {
	return &loPuzzle{Reader: r, first: r.number, at: map[string]int{}, lists: map[string][]mention{}}
}

func (r *Reader) nextLO() *board.Puzzle {
	line, ok := r.skip()
	if !ok {
		return nil
	}
	p := r.newLO()
	p.startBytes = r.bytes - len(line)
	for ok && !isBlank(line) {
		p.take(line)
		for line, ok = r.next(); ok && isComment(line); line, ok = r.next() {
			p.takeComment(line)
		}
	}
	q := p.puzzle()
	if r.head.batch && !ok { // a batch has a blank line after every puzzle
		cut := r.origin(r.number) + ": no blank line follows the last puzzle of a batch; is the file cut short?"
		if before := q.Board.Warning(); before != "" {
			cut = before + "; " + cut
		}
		q.Board = q.Board.WithWarning(cut)
	}
	return q
}

// take reads one line that is neither blank nor a comment.
func (p *loPuzzle) take(line string) {
	fields := strings.Fields(line)
	letter, rest := fields[0], fields[1:]
	text, before := strings.TrimSpace(strings.TrimSpace(line)[len(letter):]), p.at[letter]
	switch once := letter == "p" || letter == "b" || letter == "m"; {
	case p.word == "" && p.named == nil && letter != "p" && letter != "b" && len(letter) == 1 &&
		strings.Contains(loLetters, letter):
		fail("the line %s comes before any p or b line; a blank line ends a puzzle, and each begins with p or b", line)
	case once && before > 0:
		fail("a second %s line (the first is line %d); a blank line goes between two puzzles", letter, before)
	case once:
		p.at[letter] = p.number
	}
	switch letter {
	case "p":
		p.takeProblem(rest)
	case "b":
		refuse(text == "", "b names no board: write b SPEC, such as b grid:5x5")
		refuse(p.at["part"] > 0, "b gives the whole board, but line %d already gives a part of it", p.at["part"])
		p.named = p.boardOf(text, p.number)
		p.agree()
	case "m":
		var ok bool
		p.states, ok = number(text, 2, maxStates)
		refuse(!ok, "m takes how many states a light has, from 2 to %d, not %q", maxStates, text)
	case "e", "a":
		p.takeEdge(letter, rest)
	case "t":
		p.takeToggles(rest)
	case "n":
		p.takeName(rest, text)
	case "o":
		p.part("o", "lights")
		p.takeList(letter, "node", p.size[0], rest)
	case "l", "g":
		p.lists[letter] = p.takeLights(p.lists[letter], 0, rest)
	case "u":
		p.takeList(letter, "light", p.size[1], rest)
	case "x":
		p.takeList(letter, "switch", p.size[0], rest)
	default:
		fail("a line cannot begin with %q; the lines are %s", letter, loLetters)
	}
}

func (p *loPuzzle) takeProblem(fields []string) {
	refuse(len(fields) == 0, "p needs a word and two numbers: p lights NODES EDGES or p toggle SWITCHES LIGHTS")
	word, form, low := fields[0], "p lights NODES EDGES", [2]int{1, 0}
	switch {
	case word == "toggle":
		form, low[1] = "p toggle SWITCHES LIGHTS", 1
	case slices.Contains([]string{"sp", "max", "min", "asn"}, word):
		fail("p %s begins a network with weights on its arcs, which is not read; "+
			"write p edge NODES EDGES, and e U V for each edge", word)
	case slices.Contains(slices.Concat(dimacsWords, paceWords), word):
		fail("p %s begins a graph of another kind; this file was read as lo", word)
	case word != "lights":
		fail("p %s is not a known problem%s; it is p lights or p toggle, or p edge of a DIMACS graph",
			word, suggest.DidYouMean(word, []string{"lights", "toggle", "edge", "col", "tw"}))
	}
	refuse(len(fields) != 3, "%s takes two numbers, not %d", form, len(fields)-1)
	for i, text := range fields[1:] {
		var ok bool
		p.counts[i], ok = number(text, low[i], maxListed)
		refuse(!ok, "%q: in %s it is a number from %d to %d", text, form, low[i], maxListed)
	}
	p.word = word
	p.agree()
}

// agree holds a p line against a b line once both are known.
func (p *loPuzzle) agree() {
	const maxCounted = 1 << 10 // lights of a board whose edges are counted, though nothing depends on the number
	b, n := p.named, p.counts
	if b == nil {
		if p.size = n; p.word == "lights" {
			p.size[1] = n[0]
		}
		return
	}
	switch p.size = [2]int{b.Switches(), b.Lights()}; {
	case p.word == "toggle" && n != p.size:
		fail("p toggle says %d switches and %d lights, %s has %d and %d", n[0], n[1], b.Spec(), p.size[0], p.size[1])
	case p.word == "lights" && n[0] != b.Lights():
		fail("p lights says %d nodes, %s has %d", n[0], b.Spec(), b.Lights())
	case p.word == "lights" && n[1] != 0 && b.Lights() <= maxCounted:
		edges := countEdges(listsOf(b))
		refuse(n[1] != edges, "p lights says %d edges, %s has %d (0 leaves them uncounted)", n[1], b.Spec(), edges)
	}
}

// part says that a line gives a part of the board, under the p line it belongs to.
func (p *loPuzzle) part(letter, word string) {
	switch {
	case p.named != nil:
		fail("line %d gives the whole board (b); %s does not go with it", p.at["b"], letter)
	case p.word != word:
		fail("%s belongs under p %s, and this is p %s (line %d)", letter, word, p.word, p.at["p"])
	}
	p.at["part"] = p.number
}

func (p *loPuzzle) takeEdge(letter string, fields []string) {
	p.part(letter, "lights")
	if len(fields) != 2 {
		fail("%s takes two nodes, not %d", letter, len(fields))
	}
	u, v := p.index("node", fields[0], p.size[0]), p.index("node", fields[1], p.size[0])
	if u == v {
		fail("%s joins node %d to itself; a press flips its own light anyway, unless o %d", letter, u+1, u+1)
	}
	p.edges++
	p.arcs, p.arcLines = append(p.arcs, [2]int32{u, v}), append(p.arcLines, p.number)
	if letter == "e" {
		p.arcs, p.arcLines = append(p.arcs, [2]int32{v, u}), append(p.arcLines, p.number)
	}
}

// takeName reads n 3 carol.
func (p *loPuzzle) takeName(fields []string, text string) {
	refuse(len(fields) < 2, "n takes a node and its name, as in n 3 carol")
	name, wellFormed := unquotedName(strings.TrimSpace(text[len(fields[0]):]))
	refuse(p.word == "toggle", "n names the nodes of a graph, and under p toggle (line %d) there are none", p.at["p"])
	node := p.index("node", fields[0], p.size[1])
	refuse(!wellFormed || !board.IsName(name),
		"%q is not a name: one with blanks, commas, semicolons, quotation marks or # stands in double quotes", name)
	p.lists["n"], p.names = append(p.lists["n"], mention{node, 1, p.number}), append(p.names, name)
}

// called is the board with the names that n lines give to its nodes.
func (p *loPuzzle) called(b *board.Board) *board.Board {
	if p.names == nil {
		return b
	}
	p.vector(b.Lights(), "node", p.lists["n"]) // each once
	names, lines, first := make([]string, b.Lights()), make([]int, b.Lights()), make(map[string]int, b.Lights())
	for i, m := range p.lists["n"] {
		names[m.what], lines[m.what] = p.names[i], m.line
	}
	for node := range names {
		names[node] = cmp.Or(names[node], strconv.Itoa(node+1))
		if before, twice := first[names[node]]; twice {
			panic(p.errorf(max(lines[node], lines[before], p.first), "nodes %d and %d are both called %s; "+
				"a node without an n line is called by its number", before+1, node+1, clip(names[node])))
		}
		first[names[node]] = node
	}
	named, err := b.WithNames(names)
	p.check(p.first, err)
	return named
}

func (p *loPuzzle) takeToggles(fields []string) {
	p.part("t", "toggle")
	refuse(len(fields) == 0, "t names no switch")
	s := p.index("switch", fields[0], p.size[0])
	list := p.takeLights(make([]mention, 0, len(fields)-1), 1, fields[1:])
	slices.SortFunc(list, func(a, b mention) int { return cmp.Compare(a.what, b.what) })
	for i := 1; i < len(list); i++ {
		if list[i].what == list[i-1].what {
			fail("light %d is named twice", list[i].what+1)
		}
	}
	p.lists["t"], p.flips = append(p.lists["t"], mention{s, 1, p.number}), append(p.flips, list)
}

// takeList reads what a line names, at least one thing.
func (p *loPuzzle) takeList(letter, what string, limit int, fields []string) {
	refuse(len(fields) == 0, "%s names no %s", letter, what)
	for _, text := range fields {
		p.lists[letter] = append(p.lists[letter], mention{p.index(what, text, limit), 1, p.number})
	}
}

// takeLights adds lights to a list. One may be 4*2, with its state, or with what is added to it, from low on.
func (p *loPuzzle) takeLights(list []mention, low int, fields []string) []mention {
	for _, text := range fields {
		name, after, starred := strings.Cut(text, "*")
		amount := 1
		if starred {
			var ok bool
			amount, ok = number(after, low, maxStates-1)
			refuse(!ok, "%q: after * comes a number from %d to %d", text, low, maxStates-1)
			p.at["*"] = cmp.Or(p.at["*"], p.number)
		}
		list = append(list, mention{p.index("light", name, p.size[1]), uint8(amount), p.number})
	}
	return list
}

// coloured is the board with the states of the m line.
func (p *loPuzzle) coloured(b *board.Board) *board.Board {
	switch {
	case p.states == 0 || p.states == b.States():
	case b.States() > 2:
		panic(p.errorf(p.at["m"], "m says that lights have %d states, the board %s %d",
			p.states, clip(b.Spec()), b.States()))
	case b == p.named:
		return p.boardOf(b.Spec()+",mod="+strconv.Itoa(p.states), p.at["m"])
	}
	if star := p.at["*"]; b.States() == 2 && star > 0 {
		panic(p.errorf(star, "a number after * is for lights with more than two states, which a line m K gives them"))
	}
	return b
}

// state collects lights with their states, of which no two may be the same.
func (p *loPuzzle) state(b *board.Board, list []mention) board.State {
	v := p.vector(b.Lights(), "light", list)
	if b.States() == 2 {
		return board.Bits(v)
	}
	state := b.Dark()
	for _, m := range list {
		if int(m.amount) >= b.States() {
			panic(p.errorf(m.line, "light %d in state %d: the states of %s are 0 to %d",
				m.what+1, m.amount, clip(b.Spec()), b.States()-1))
		}
		state.Set(int(m.what), int(m.amount))
	}
	return state
}

// index reads a number from 1 to limit and counts it from 0.
func (p *loPuzzle) index(what, text string, limit int) int32 {
	n, ok := number(text, 1, limit)
	if !ok {
		fail("%q is not a %s of this board: they are numbered 1 to %d", text, what, limit)
	}
	return int32(n - 1)
}

// puzzle puts together what was read; the puzzle has ended.
func (p *loPuzzle) puzzle() *board.Puzzle {
	b := p.named
	switch {
	case b != nil:
	case p.word == "toggle":
		b = p.toggleBoard()
	default:
		b = p.graphBoard()
	}
	b = p.called(p.placed(p.coloured(b)))
	q := board.NewPuzzle(b)
	q.Origin = p.origin(p.first)
	if lit, said := p.lists["l"]; said {
		q.On = p.state(b, lit)
	}
	q.Goal = p.state(b, p.lists["g"])
	if dontCare := p.lists["u"]; dontCare != nil {
		q.DontCare = p.vector(b.Lights(), "light", dontCare)
	}
	for _, g := range p.lists["g"] {
		if q.DontCare.Len() > 0 && q.DontCare.Bit(int(g.what)) {
			i := slices.IndexFunc(p.lists["u"], func(u mention) bool { return u.what == g.what })
			line := p.lists["u"][i].line
			panic(p.errorf(max(g.line, line), "light %d is on in the goal (g, line %d) and does not matter in it "+
				"(u, line %d): leave one out", g.what+1, g.line, line))
		}
	}
	if forbidden := p.lists["x"]; forbidden != nil {
		q.Forbidden = p.vector(b.Switches(), "switch", forbidden)
	}
	return q
}

func (p *loPuzzle) graphBoard() *board.Board {
	if p.edges != p.counts[1] {
		panic(p.errorf(p.at["p"], "p lights says %d edges, but %d e and a lines follow", p.counts[1], p.edges))
	}
	p.checkSize(p.at["p"], uint64(p.counts[0]), p.startBytes, "nodes")
	g := arcList{nodes: p.counts[0], arcs: p.arcs, selfOff: p.vector(p.counts[0], "node", p.lists["o"])}
	d, again := g.listed(p.graphName())
	first := make(map[[2]int32]int, again)
	for i := 0; again > 0; i++ {
		a := p.arcs[i]
		if line := first[a]; line > 0 {
			panic(p.errorf(p.arcLines[i], "that pressing %d flips %d is given twice (first on line %d)",
				a[0]+1, a[1]+1, line))
		}
		first[a] = p.arcLines[i]
	}
	return p.listed(d)
}

func (p *loPuzzle) toggleBoard() *board.Board {
	switches, lights := p.counts[0], p.counts[1]
	p.checkSize(p.at["p"], uint64(switches)+uint64(lights), p.startBytes, "switches and lights")
	p.vector(switches, "switch", p.lists["t"]) // each once
	d := board.Listed{Name: p.graphName(), Lights: lights, Flips: gf2.NewLists(switches, 0)}
	of := make([][]mention, switches) // the lights of each switch
	for i, t := range p.lists["t"] {
		of[t.what] = p.flips[i]
		for _, m := range p.flips[i] {
			if p.states > 0 && int(m.amount) >= p.states {
				panic(p.errorf(t.line, "switch %d adds %d to light %d, whose states are 0 to %d",
					t.what+1, m.amount, m.what+1, p.states-1))
			}
		}
	}
	var flips []int32
	for _, list := range of {
		flips = flips[:0]
		for _, m := range list {
			flips, d.Amount = append(flips, m.what), append(d.Amount, m.amount)
		}
		gf2.Append(&d.Flips, flips)
	}
	if p.at["*"] == 0 {
		d.Amount = nil
	}
	return p.listed(d)
}

// listed is the board that the lines describe, with the states of the m line.
func (p *loPuzzle) listed(d board.Listed) *board.Board {
	d.States = p.states
	b, err := d.Board()
	p.check(p.at["p"], err)
	return b
}

// vector collects mentions, of which no two may be the same.
func (p *loPuzzle) vector(n int, what string, list []mention) gf2.Vec {
	v := gf2.NewVec(n)
	for _, m := range list {
		if v.Bit(int(m.what)) {
			first := slices.IndexFunc(list, func(o mention) bool { return o.what == m.what })
			panic(p.errorf(m.line, "%s %d is named twice (first on line %d)", what, m.what+1, list[first].line))
		}
		v.Set(int(m.what), true)
	}
	return v
}

// takeComment takes note of the place that a comment gives to a node. What only looks so is a comment like any other.
func (p *loPuzzle) takeComment(line string) {
	fields := strings.Fields(line)
	if len(fields) != 5 || fields[1] != "at" {
		return
	}
	node, ok := number(fields[2], 1, maxListed)
	x, err := strconv.ParseFloat(fields[3], 64)
	y, err2 := strconv.ParseFloat(fields[4], 64)
	if ok && err == nil && err2 == nil && !math.IsNaN(x) && !math.IsNaN(y) {
		p.lists["c"] = append(p.lists["c"], mention{int32(node - 1), 1, p.number})
		p.places = append(p.places, [2]float64{x, y})
	}
}

// placed is the board with the places that comments give to its nodes. Comments make no puzzle wrong: if they
// do not give one to every node, the board has none, and a warning.
func (p *loPuzzle) placed(b *board.Board) *board.Board {
	list := p.lists["c"]
	if list == nil {
		return b
	}
	line, places, before := list[0].line, make([][2]float64, b.Lights()), make(map[int32]int, b.Lights())
	c, err := b, error(nil)
	func() {
		defer catch(&err)
		refuse(!b.IsGraph(), "c at is for the nodes of a graph, and here switches and lights are separate")
		for i, m := range list {
			line = m.line
			refuse(int(m.what) >= b.Lights(), "c at names node %d of %d", m.what+1, b.Lights())
			refuse(before[m.what] > 0, "c at names node %d twice (first on line %d)", m.what+1, before[m.what])
			places[m.what], before[m.what] = p.places[i], line
		}
		line = list[0].line
		refuse(len(before) < b.Lights(), "c at names %d of %d nodes", len(before), b.Lights())
		c, err = b.At(places)
	}()
	if err != nil {
		return b.WithWarning(fmt.Sprintf("%s: %v; the places are not used", p.origin(line), err))
	}
	return c
}
