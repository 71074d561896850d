package puzzlefile

import (
	"fmt"
	"math"
	"math/bits"
	"strings"

	"lightsout/board"
	"lightsout/gf2"
)

// graph6 and sparse6 write a graph as one line of printable bytes, each holding six bits with 63
// added, most significant first (Brendan McKay, formats.txt of nauty). The number of nodes comes
// first: one byte up to 62, ~ and three bytes, or ~~ and six.
//
//	graph6    N, then the upper triangle of the adjacency matrix column by column
//	sparse6   a colon, N, then a walk over the nodes that names each edge's lower end
//
// Every line is a puzzle with all lights on. Both kinds of line may stand in one file, as nauty
// writes them; a header >>graph6<< or >>sparse6<< may come before the first.
//
// gonum reads graph6 too, but walks the whole text again for each neighbour it returns, which
// takes minutes at a few thousand nodes; the tests hold this reader against it on small graphs.

const (
	graph6Header  = ">>graph6<<"
	sparse6Header = ">>sparse6<<"
)

// looksGraph6 accepts a line that has the right length too: a lone word is more likely something
// else gone wrong. It claims the relatives of the format that are refused by name. A line of nothing
// but the letter O, or X, is rather a row of a text grid.
func looksGraph6(line string) bool {
	if looksSparse6(line) || looksText(line) {
		return false
	}
	if strings.HasPrefix(line, ">>") {
		return true
	}
	line = strings.TrimRight(line, " \t")
	if len(line) > 1 && (line[0] == '&' || line[0] == ';') {
		return sixBitBytes(line[1:]) == nil
	}
	if sixBitBytes(line) != nil {
		return false
	}
	n, rest, err := sixBitNumber(line)
	return err == nil && n < maxLine && int64(len(rest)) == graph6Bytes(n)
}

// isGraph6 knows such a line; one of letters alone may be a name, such as Dan, unless the next is such a line too.
func isGraph6(r *Reader, at int) bool {
	line, ok := r.peek(at)
	if !ok || !looksGraph6(line) {
		return false
	}
	if checkName(line) != nil {
		return true
	}
	next, more := r.peek(at + 1)
	return !more || isBlank(next) || looksGraph6(next) || looksSparse6(next)
}

func looksSparse6(line string) bool {
	rest, colon := strings.CutPrefix(strings.TrimRight(line, " \t"), ":")
	return strings.HasPrefix(line, sparse6Header) || colon && rest != "" && sixBitBytes(rest) == nil
}

func (r *Reader) graph6Puzzle(line string) *board.Puzzle {
	line = strings.TrimPrefix(strings.TrimRight(line, " \t"), graph6Header)
	if line = strings.TrimPrefix(line, sparse6Header); line == "" {
		return nil // the graph is on the next line
	}
	return r.graphPuzzle(r.number, sixBitGraph(line))
}

func sixBitGraph(line string) *graphFile {
	switch {
	case line[0] == ';':
		fail("incremental sparse6 gives only the change from the graph before; convert it to sparse6")
	case line[0] == '&':
		fail("digraph6 is not read; write one-way arcs as a lines of a native file")
	case strings.HasPrefix(line, ">>"):
		fail("unknown header; they are %s and %s", graph6Header, sparse6Header)
	}
	text, sparse := strings.CutPrefix(line, ":")
	check(sixBitBytes(text))
	n, data, err := sixBitNumber(text)
	check(err)
	refuse(n == 0, "the graph has no nodes")
	if sparse {
		return sparseGraph(n, data)
	}
	return denseGraph(n, data)
}

// sixBitBytes checks that every byte of the text stands for six bits.
func sixBitBytes(text string) error {
	for i := range len(text) {
		if text[i] < 63 || text[i] > 126 {
			return fmt.Errorf("character %q at position %d: graph6 and sparse6 use the characters from ? to ~",
				text[i], i+1)
		}
	}
	return nil
}

// sixBitNumber reads the number of nodes and returns what follows it.
func sixBitNumber(text string) (n int, rest string, err error) {
	digits := 1
	switch {
	case strings.HasPrefix(text, "~~"):
		text, digits = text[2:], 6
	case strings.HasPrefix(text, "~"):
		text, digits = text[1:], 3
	}
	if len(text) < digits {
		return 0, "", fmt.Errorf("the line ends within the number of nodes")
	}
	var number uint64 // of 36 bits
	for i := range digits {
		number = number<<6 | uint64(text[i]-63)
	}
	if number > math.MaxInt {
		return 0, "", fmt.Errorf("%d nodes are more than this computer can number", number)
	}
	return int(number), text[digits:], nil
}

// graph6Bytes is how many bytes hold the upper triangle of n nodes, n being at most 2^31.
func graph6Bytes(n int) int64 { return (int64(n)*int64(n-1)/2 + 5) / 6 }

func denseGraph(n int, data string) *graphFile {
	// More nodes than a line has bytes are too many in any case, and their square could overflow.
	if n > maxLine {
		fail("%d nodes are more than a line of graph6 can hold", n)
	}
	if want := graph6Bytes(n); int64(len(data)) != want {
		fail("a graph6 line of %d nodes has %d bytes after that number, not %d", n, want, len(data))
	}
	rows := make([]gf2.Vec, n) // less than twice the line, where lists of edges would be many times as long
	for u := range rows {
		rows[u] = gf2.VecOf(n, u)
	}
	at := 0
	next := func() bool {
		at++
		return (data[(at-1)/6]-63)>>(5-(at-1)%6)&1 == 1
	}
	for v := range n {
		for u := range v {
			if next() {
				rows[u].Set(v, true)
				rows[v].Set(u, true)
			}
		}
	}
	for at < 6*len(data) {
		if next() {
			fail("the bits past the last pair of nodes must be zero")
		}
	}
	l := &board.Listed{Lights: n, Graph: true, Flips: gf2.NewLists(n, 0)}
	for _, row := range rows {
		gf2.Append(&l.Flips, row.Indices())
	}
	return &graphFile{nodes: n, listed: l}
}

// sparseGraph walks: a bit says whether to step to the next node, then a number x either is a node
// ahead, to jump to, or the lower end of an edge to here. What is left at the end, less than six bits, is padding.
func sparseGraph(n int, data string) *graphFile {
	if limit := maxUnmentioned + len(data); n > limit {
		fail("%d nodes are announced, far more than a line of this length can mention (up to %d)", n, limit)
	}
	width, bit := bits.Len(uint(n-1)), 0
	take := func(count int) (x int) {
		for range count {
			x = x<<1 | int(data[bit/6]-63)>>(5-bit%6)&1
			bit++
		}
		return x
	}
	g := &graphFile{nodes: n}
	here := 0
	for left := 6 * len(data); left > width; left -= width + 1 {
		here += take(1)
		x := take(width)
		switch {
		case here >= n || x >= n:
			if left >= 6 {
				fail("the line names node %d of %d", max(here, x)+1, n)
			}
		case x > here:
			here = x
		default:
			g.add(int32(x), int32(here), false)
		}
	}
	return g
}

// prepareGraph6 writes the board as a graph6 line.
func (w *Writer) prepareGraph6() error {
	g, err := newGraphText(w.format, w.board)
	if err != nil {
		return err
	}
	w.before = g.text
	w.record = func(dst []byte, _ *Record) []byte { return dst }
	w.goals, w.dontCares, w.forbids = true, true, true // as little as the lights
	return nil
}

// bitText appends bits, six in a byte.
type bitText struct {
	text []byte
	n    int // of bits
}

// put puts a number of so many bits.
func (t *bitText) put(x, width int) {
	for i := width - 1; i >= 0; i-- {
		if t.n%6 == 0 {
			t.text = append(t.text, 63)
		}
		t.n++
		t.text[len(t.text)-1] += byte(x>>i&1) << ((6 - t.n%6) % 6)
	}
}

// newBitText begins with the number of nodes.
func newBitText(n int) *bitText {
	const small, large = 62, 1<<18 - 1
	t := &bitText{}
	switch {
	case n <= small:
		t.put(n, 6)
	case n <= large:
		t.text = append(t.text, '~')
		t.put(n, 18)
	default:
		t.text = append(t.text, "~~"...)
		t.put(n, 36)
	}
	return t
}

// maxGraph6 is how many nodes a line of graph6 has at most.
const maxGraph6 = 28_378

func writeGraph6(g *graphText) {
	t := newBitText(g.flips.Len())
	for v := range g.flips.Len() {
		of := g.flips.Of(v)
		for u := range v {
			for len(of) > 0 && int(of[0]) < u {
				of = of[1:]
			}
			bit := 0
			if len(of) > 0 && int(of[0]) == u {
				bit = 1
			}
			t.put(bit, 1)
		}
	}
	g.text = append(t.text, '\n')
}

// writeSparse6 walks over the nodes. The bits that fill up the last byte are ones, but for the case in which they would
// be an edge.
func writeSparse6(g *graphText) {
	n := g.flips.Len()
	t, width, here := newBitText(n), bits.Len(uint(n-1)), 0
	for v := range n {
		for _, w := range g.flips.Of(v) {
			if int(w) >= v {
				break
			}
			if t.put(min(v-here, 1), 1); v > here+1 {
				t.put(v, width)
				t.put(0, 1)
			}
			t.put(int(w), width)
			here = v
		}
	}
	if left := (6 - t.n%6) % 6; left > width && width < 6 && n == 1<<width && here == n-2 {
		t.put(0, 1)
	}
	left := (6 - t.n%6) % 6
	t.put(1<<left-1, left)
	g.text = append(append([]byte{':'}, t.text...), '\n')
}
