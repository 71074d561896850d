package puzzlefile

import (
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"testing"

	"lightsout/board"
	"lightsout/gf2"

	"pgregory.net/rapid"
)

func readAll(text string, opt ReaderOptions) ([]*board.Puzzle, error) {
	r := NewReader(strings.NewReader(text), opt)
	var list []*board.Puzzle
	for {
		p, err := r.Next()
		if err == io.EOF {
			return list, nil
		}
		if err != nil {
			return list, err
		}
		list = append(list, p)
	}
}

// readOne reads a text that holds one puzzle.
func readOne(t rapid.TB, text string, opt ReaderOptions) *board.Puzzle {
	t.Helper()
	list, err := readAll(text, opt)
	if err != nil {
		t.Fatalf("%v in\n%s", err, clip(text))
	}
	if len(list) != 1 {
		t.Fatalf("%d puzzles, want one, in\n%s", len(list), clip(text))
	}
	return list[0]
}

// samePuzzle: the same board, the same lights, the same goal, the same switches forbidden.
func samePuzzle(p, q *board.Puzzle) bool {
	forbidden := func(p *board.Puzzle) gf2.Vec {
		if p.Forbidden.Len() == 0 {
			return gf2.NewVec(p.Board.Switches())
		}
		return p.Forbidden
	}
	dontCare := slices.Equal(p.DontCare.Indices(), q.DontCare.Indices())
	return dontCare && p.Board.Equal(q.Board) && p.On.Equal(q.On) && p.Change().Equal(q.Change()) && forbidden(p).Equal(forbidden(q))
}

// drawPuzzle is a puzzle on a shape, a graph or switches apart from lights, with everything that a
// puzzle can have.
func drawPuzzle(t *rapid.T) *board.Puzzle {
	var b *board.Board
	switch rapid.IntRange(0, 2).Draw(t, "origin") {
	case 0:
		b = parse(t, drawSpec(t))
	case 1:
		b = drawGraph(t)
	default:
		b = drawToggles(t)
	}
	p := &board.Puzzle{Board: b, On: board.Bits(drawVec(t, b.Lights())), Goal: board.Bits(gf2.NewVec(b.Lights()))}
	if rapid.Bool().Draw(t, "all on") {
		p.On = board.Bits(gf2.AllOnes(b.Lights()))
	}
	if rapid.Bool().Draw(t, "goal") {
		p.Goal = board.Bits(drawVec(t, b.Lights()))
	}
	if rapid.Bool().Draw(t, "don't care") {
		p.DontCare = drawVec(t, b.Lights())
	}
	if rapid.Bool().Draw(t, "forbid") {
		p.Forbidden = drawVec(t, b.Switches())
	}
	return p
}

// drawGraph has edges, one-way arcs, and nodes that do not flip themselves.
func drawGraph(t *rapid.T) *board.Board {
	g := arcList{nodes: rapid.IntRange(1, 12).Draw(t, "nodes")}
	g.selfOff = drawVec(t, g.nodes)
	for u := range int32(g.nodes) {
		for v := range u {
			switch rapid.IntRange(0, 5).Draw(t, "pair") {
			case 0:
				g.arcs = append(g.arcs, [2]int32{u, v}, [2]int32{v, u})
			case 1:
				g.arcs = append(g.arcs, [2]int32{u, v})
			case 2:
				g.arcs = append(g.arcs, [2]int32{v, u})
			}
		}
	}
	d, _ := g.listed("drawn")
	b, err := d.Board()
	if err != nil {
		t.Fatal(err)
	}
	return b
}

func drawToggles(t *rapid.T) *board.Board {
	lights := rapid.IntRange(1, 10).Draw(t, "lights")
	toggles := make([][]int, rapid.IntRange(1, 10).Draw(t, "switches"))
	for s := range toggles {
		toggles[s] = drawVec(t, lights).Indices()
	}
	b, err := board.FromToggles("drawn", lights, toggles)
	if err != nil {
		t.Fatal(err)
	}
	return b
}

// Which row of the table comes first must not matter.
func TestNoLineIsOfTwoKinds(t *testing.T) {
	lines := []string{"p lights 3 3", "p edge 3 3", "p tw 3 3", "p", "p cnf 1 1", "b 5x5", "e 1 2", "Bw", ":BcN", ">>sparse6<<", ">>graph6<<",
		"&CYSO", ";DoN", "0110", "#.#", "__", "_", "?", "@", "5x5c:0,0", "5x5#1", "5x5", "101", "c", "l", "1 0", "g 1",
		`{"board":"5x5"}`, "{", "{}", "{" + strings.Repeat("}", 295), "index,on", "0,101,2,,", "on,lit", "5x5,on", "1,2"}
	rapid.Check(t, func(t *rapid.T) {
		line := rapid.OneOf(rapid.SampledFrom(lines), rapid.StringOfN(rapid.RuneFrom([]rune("pbc :>x01.#_?@AB~{},\"on")), 1, 8, -1)).Draw(t, "line")
		if isBlank(line) {
			return
		}
		var kinds []string
		for _, f := range formats {
			r := NewReader(strings.NewReader(line), ReaderOptions{})
			if f.head != nil && f.head(r, 0) {
				kinds = append(kinds, f.Name)
			}
		}
		if len(kinds) > 1 {
			t.Fatalf("%q looks like %v", line, kinds)
		}
	})
}

func TestUnknownKind(t *testing.T) {
	if _, err := readAll("Bw\n", ReaderOptions{Kind: "grpah6"}); err == nil || !strings.Contains(err.Error(), `did you mean "graph6"`) {
		t.Errorf("got %v", err)
	}
}

// repeated is a stream of many copies of a text, made as it is read.
type repeated struct {
	text string
	left int
	rest string
}

func (r *repeated) Read(p []byte) (int, error) {
	if r.rest == "" {
		if r.left == 0 {
			return 0, io.EOF
		}
		r.left--
		r.rest = r.text
	}
	n := copy(p, r.rest)
	r.rest = r.rest[n:]
	return n, nil
}

// A stream of tens of thousands of puzzles never needs the memory of more than a few.
func TestStreamsTakeConstantMemory(t *testing.T) {
	const long = "l 1 2 3\nc a comment of some length, so that a stream adds up to megabytes\n"
	for kind, text := range map[string]string{
		"lo, by SPEC": "b grid:30x30\n" + long + "\n",
		"lo":          "p lights 20 0\n" + long + "\n",
		"dimacs":      "p edge 300 1\ne 1 300\n",
		"graph6":      "Bw\n",
		"sparse6":     ":BcN\n",
		"text":        "#.#.#.#\n.......\n.__.__.\n\n",
		"jsonl":       `{"id":"x","board":"grid:30x30","on":[1,2,3],"presses":[0,1]}` + "\n",
		"flip":        "5x3:c4018c01c401c4018410863880118608c2308410c011c011c031c0318,4d60\n",
	} {
		const puzzles = 20_000
		r := NewReader(&repeated{text: text, left: puzzles}, ReaderOptions{Name: "stream"})
		var start, now runtime.MemStats
		runtime.GC()
		runtime.ReadMemStats(&start)
		for i := range puzzles {
			if _, err := r.Next(); err != nil {
				t.Fatalf("%s: puzzle %d: %v", kind, i, err)
			}
			if i%(puzzles/4) == 0 {
				runtime.GC()
				runtime.ReadMemStats(&now)
				if now.HeapAlloc > start.HeapAlloc+1<<20 {
					t.Errorf("%s: %d bytes are held after %d puzzles", kind, now.HeapAlloc-start.HeapAlloc, i+1)
				}
			}
		}
		if _, err := r.Next(); err != io.EOF {
			t.Errorf("%s: after the last puzzle: %v", kind, err)
		}
	}
}

func TestALineHasALimit(t *testing.T) {
	r := NewReader(&repeated{text: strings.Repeat("#", 1<<20), left: 1 << 20}, ReaderOptions{Name: "long"})
	var syntax *SyntaxError
	if _, err := r.Next(); !errors.As(err, &syntax) || !strings.Contains(err.Error(), "long:1: the line is longer") {
		t.Errorf("got %v", err)
	}
}

func TestGivenBoard(t *testing.T) {
	torus := parse(t, "torus:3x3")
	for _, c := range []struct {
		board *board.Board
		text  string
		want  string // the lights, or a part of the error
	}{
		{torus, "#.#\n.#.\n#.#\n", "101010101"},
		{torus, "101010101\n", "101010101"},
		{torus, "b torus:3x3\nl 1\n", "100000000"},
		{torus, "b torus:3x3,pattern=cross\nl 1\n", "100000000"},
		{torus, "#.#\n.#.\n", "2 rows given, torus:3x3 has 3"},
		{torus, "#.#\n._.\n#.#\n", "_ stands for a hole"},
		{torus, "b grid:3x3\n", "x:1: this file describes a board of its own, grid:3x3"},
		{torus, "Bw\n", "x:1: this file describes a board of its own, graph:x"},
		{torus, "3x2:d3a6665cb,e8", "x:1: this file describes a board of its own, grid:2x3"},
		{parse(t, "complete:3"), "Bw\n", "111"},
		{parse(t, "hypercube:3"), "1010\n1110\n", "10101110"},
		{parse(t, "2x3,mask=_#_/###"), "_#_\n..#\n", "1001"},
		{parse(t, "2x3,mask=_#_/###"), " #\n..#\n", "1001"},
		{parse(t, "2x3,mask=_#_/###"), "#__\n..#\n", "row 1, column 1"},
	} {
		list, err := readAll(c.text, ReaderOptions{Name: "x", Board: c.board})
		if err != nil {
			if !strings.Contains(err.Error(), c.want) {
				t.Errorf("%s, %q: %v, want %s", c.board, c.text, err, c.want)
			}
			continue
		}
		if len(list) != 1 || list[0].Board != c.board || list[0].On.String() != c.want {
			t.Errorf("%s, %q: %d puzzles, on %v, want %s", c.board, c.text, len(list), list[0].On, c.want)
		}
	}
	if p := readOne(t, "#.#\n.#.\n#.#\n", ReaderOptions{Board: torus}); p.Board != torus || p.Board.Warning() != "" {
		t.Error("a given board is not assumed")
	}
	// One state per line is one puzzle per line.
	list, err := readAll("101010101\n000000001\n#.#\n...\n...\n\n", ReaderOptions{Board: torus})
	if err != nil || len(list) != 3 || list[1].On.String() != "000000001" || list[2].On.String() != "101000000" {
		t.Errorf("got %d puzzles, %v", len(list), err)
	}
}

func TestGraphSpecs(t *testing.T) {
	dir := t.TempDir()
	file := func(name, text string) string {
		path := filepath.Join(dir, name)
		if err := os.WriteFile(path, []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
		return path
	}
	parseAny := func(t *testing.T, spec string) *board.Board {
		b, err := ParseBoard(spec)
		if err != nil {
			t.Fatal(err)
		}
		return b
	}
	graphs := file("two.g6", "Bw\nDQc\n")
	for _, spec := range []string{"graph:" + graphs, "graph:" + graphs + "#2", "graph:" + graphs + ",self=off",
		"graph:" + file("odd#name.lo", "p lights 2 1\na 1 2\n")} {
		b := parseAny(t, spec)
		if b.Spec() != spec {
			t.Errorf("%s prints as %s", spec, b)
		}
	}
	if b := parseAny(t, "graph:"+graphs+"#2"); b.Lights() != 5 {
		t.Errorf("the second graph has %d nodes", b.Lights())
	}
	grid := file("grid.txt", "##\n#_\n")
	for spec, want := range map[string]string{
		"graph:" + grid:               "grid:2x2,mask=##/#_",
		"graph:" + grid + ",self=off": "grid:2x2,self=off,mask=##/#_",
		"graph:" + file("off.lo", "b torus:3x3,self=off\n") + ",self=off": "torus:3x3,self=off",
		"graph:" + file("flip", "3x2:d3a6665cb,e8"):                       "grid:2x3",
	} {
		b := parseAny(t, spec)
		if b.Spec() != want || !parseAny(t, want).Equal(b) {
			t.Errorf("%s is %s, want %s", spec, b, want)
		}
	}
	ring := file("ring.col", "p edge 4 4\ne 4 1\ne 1 2\ne 2 3\ne 3 4\n")
	if b := parseAny(t, "graph:"+ring+",switches=edges,mod=3"); b.Switches() != 4 || b.States() != 3 || b.Spec() != "graph:"+ring+",switches=edges,mod=3" {
		t.Errorf("%s has %d switches", b, b.Switches())
	}
	for spec, want := range map[string]string{
		"graph:-":                                       "standard input",
		"graph:" + dir:                                  "is a directory",
		"graph:" + graphs + "#3":                        "holds 2 puzzles, not 3",
		"graph:" + graphs + "#0":                        "no such file",
		"graph:" + dir + "/none":                        "no such file",
		"graph:" + file("empty.lo", ""):                 "empty.lo: the file is empty",
		"graph:" + file("self.lo", "b graph:self.lo\n"): "self.lo:1: a puzzle file cannot name another file",
		"graph:" + file("toggle.lo", "p toggle 2 1\n") + ",self=off": "self=off needs",
	} {
		if b, err := ParseBoard(spec); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: got %v, %v, want an error with %q", spec, b, err, want)
		}
	}
}

func TestEveryFormatIsDescribed(t *testing.T) {
	for _, f := range Formats() {
		if f.About == "" || f.Suffix == "" || !f.Reads() {
			t.Errorf("the row %+v is not complete", f)
		}
	}
}

func TestUnknownFormatToWrite(t *testing.T) {
	if _, err := NewWriter(Form{Format: "jsnol"}, parse(t, "2x2")); err == nil || !strings.Contains(err.Error(), `did you mean "jsonl"`) {
		t.Errorf("got %v", err)
	}
	if _, err := NewWriter(Form{Format: "dimacs"}, parse(t, "2x2")); err == nil {
		t.Error("dimacs is only read")
	}
}

// The board of a matrix is the same in both formats, and has a switch for every column.
func TestParityCheckMatrices(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		b := drawToggles(t)
		columns := make([][]int, b.Switches())
		rows := make([][]int, b.Lights())
		for s := range columns {
			columns[s] = b.Toggles(s)
			for _, l := range columns[s] {
				rows[l] = append(rows[l], s)
			}
		}
		pad := rapid.Bool().Draw(t, "padded")
		for kind, text := range map[string]string{"alist": alistText(columns, rows, pad), "mtx-toggles": mtxText(rows, len(columns)),
			"mtx": strings.Replace(mtxText(rows, len(columns)), "% drawn", ownToggles, 1)} {
			p := readOne(t, text, ReaderOptions{Name: "x", Kind: kind})
			if !p.Board.Equal(b) || p.Board.IsGraph() || p.On.Weight() != b.Lights() {
				t.Fatalf("%s: another board reads back from\n%s", kind, text)
			}
		}
	})
}

func alistText(columns, rows [][]int, pad bool) string {
	var s strings.Builder
	most := func(lists [][]int) int {
		n := 0
		for _, l := range lists {
			n = max(n, len(l))
		}
		return n
	}
	fmt.Fprintf(&s, "%d %d\n%d %d\n", len(columns), len(rows), most(columns), most(rows))
	for _, lists := range [][][]int{columns, rows} {
		for _, l := range lists {
			fmt.Fprint(&s, len(l), " ")
		}
		s.WriteString("\n")
	}
	for _, lists := range [][][]int{columns, rows} {
		for _, l := range lists {
			for i := range most(lists) {
				switch {
				case i < len(l):
					fmt.Fprint(&s, l[i]+1, " ")
				case pad:
					s.WriteString("0 ")
				}
			}
			s.WriteString("\n")
		}
	}
	return s.String()
}

func mtxText(rows [][]int, cols int) string {
	var s strings.Builder
	n := 0
	for r, list := range rows {
		for _, c := range list {
			fmt.Fprintln(&s, r+1, c+1, "1")
			n++
		}
	}
	return fmt.Sprintf("%%%%MatrixMarket matrix coordinate integer general\n%% drawn\n%d %d %d\n%s", len(rows), cols, n, &s)
}

// A graph is the same graph in every kind of file that lists edges.
func TestEdgesByName(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n := rapid.IntRange(2, 12).Draw(t, "nodes")
		pairs := rapid.SliceOfN(rapid.SliceOfNDistinct(rapid.IntRange(0, n-1), 2, 2, rapid.ID), n, 3*n).Draw(t, "edges")
		for v := range n { // no node is left out
			pairs = append(pairs, []int{v, (v + 1) % n})
		}
		var edges [][2]int
		numbers, ml := "", "<graphml>\n<graph edgedefault=\"undirected\">\n"
		seen := map[[2]int]bool{}
		for v := range n {
			ml += fmt.Sprintf("<node id=\"v%d\"/>\n", v)
		}
		for _, p := range pairs {
			u, v := p[0], p[1]
			numbers += fmt.Sprintln(u+5, v+5)
			ml += fmt.Sprintf("<edge source=\"v%d\" target=\"v%d\"/>\n", u, v)
			if e := [2]int{min(u, v), max(u, v)}; !seen[e] {
				seen[e] = true
				edges = append(edges, [2]int{u, v})
			}
		}
		want, err := board.FromEdges("want", n, edges)
		if err != nil {
			t.Fatal(err)
		}
		for kind, text := range map[string]string{"edges": numbers, "graphml": ml + "</graph></graphml>\n"} {
			if p := readOne(t, text, ReaderOptions{Name: "x"}); !p.Board.Equal(want) {
				t.Fatalf("%s: another graph reads back from\n%s", kind, text)
			}
		}
	})
}

func TestOnlyOne(t *testing.T) {
	const text = "b 2x2\n\nb 3x3\n\nb 4x4\n"
	for only, want := range map[int]string{1: "grid:2x2", 3: "grid:4x4"} {
		r := NewReader(strings.NewReader(text), ReaderOptions{Only: only})
		p, err := r.Next()
		if err != nil || p.Board.Spec() != want {
			t.Errorf("%d: %v, %v", only, p, err)
		}
		if _, err := r.Next(); err != io.EOF {
			t.Errorf("%d: then %v", only, err)
		}
	}
	if _, err := NewReader(strings.NewReader(text), ReaderOptions{Name: "x", Only: 4}).Next(); err == nil || err.Error() != "x holds 3 puzzles, not 4" {
		t.Error(err)
	}
	dir := t.TempDir()
	odd := filepath.Join(dir, "a#2")
	if err := os.WriteFile(odd, nil, 0o666); err != nil {
		t.Fatal(err)
	}
	for file, want := range map[string]string{"x.lo": "x.lo 0", "x.lo#3": "x.lo 3", "x.lo#0": "x.lo#0 0", "x#y": "x#y 0", odd: odd + " 0", odd + "#3": odd + " 3"} {
		if name, k := FileNumber(file); fmt.Sprint(name, " ", k) != want {
			t.Errorf("%s: %s %d, want %s", file, name, k, want)
		}
	}
}

// A bad line in front of a stream of records is reported in its place, and the records are read: whatever
// the line looks like, and however the stream is read.
func TestABadFirstLineOfRecords(t *testing.T) {
	const record = `{"id":%d,"board":"3x3","on":[4]}` + "\n"
	for _, bad := range []string{
		"oops\n", "two words\n", "1 2\n", "{id:1}\n", "[1,2]\n", "[[0,1],[1,1]]\n", `"a text"` + "\n", `oard":"3x3","on":[4]}` + "\n", "corrupted\n", "# a note\n",
		"###\n", "\x01\x02\n", "nil\nnull\nnone\n", "\n\nwhat is it\n",
	} {
		text := bad + fmt.Sprintf(record, 1) + fmt.Sprintf(record, 2)
		want := len(strings.Fields(strings.ReplaceAll(strings.TrimSpace(bad), " ", ""))) // each line is one defect
		if bad[0] == '#' {
			want = 0 // a comment
		}
		for _, most := range []int{0, 1, 100} {
			r := NewReader(strings.NewReader(text), ReaderOptions{Name: "x"})
			next := r.NextRecord
			if most > 0 {
				next = cutting(r, most)
			}
			var got []string
			defects := 0
			for {
				rec, err := next()
				if err == io.EOF {
					break
				}
				if err != nil {
					defects++
					if _, ok := errors.AsType[*SyntaxError](err); !ok || defects > want || len(got) > 0 {
						t.Fatalf("%q: %v after %v", bad, err, got)
					}
					continue
				}
				got = append(got, string(rec.ID)+" "+rec.Origin)
			}
			line := strings.Count(bad, "\n")
			if defects != want || !slices.Equal(got, []string{fmt.Sprint("1 x:", line+1), fmt.Sprint("2 x:", line+2)}) {
				t.Errorf("%q, %d at a time: %d defects, then %v", bad, most, defects, got)
			}
		}
	}
	if _, err := readAll("what is it\nI do not know\n", ReaderOptions{}); err == nil || !strings.HasPrefix(err.Error(), "-:1: 3 words where an edge has 2") {
		t.Errorf("nothing tells the kind: %v", err)
	}
}

// cutting reads record by record through pieces, and goes on after bad lines.
func cutting(r *Reader, most int) func() (*Record, error) {
	var piece *Reader
	return func() (*Record, error) {
		for {
			if piece == nil {
				var err error
				if piece, err = r.Cut(most); err != nil {
					return nil, err
				}
			}
			rec, err := piece.NextRecord()
			if err != io.EOF {
				return rec, err
			}
			piece = nil
		}
	}
}

// Whether there are several puzzles is known before the first, and asking changes nothing.
func TestSeveral(t *testing.T) {
	for _, c := range []struct {
		name, text string
		only       int
		want       bool
	}{
		{"ring.col", "p edge 2 1\ne 1 2\n", 0, false}, {"one.edges", "a b\nb c\n", 0, false}, {"one.pbm", "P1 2 2 0 1 1 0\n", 0, false},
		{"two.dot", "graph { a -- b }\ngraph { b -- c }\n", 0, true}, {"two.dot", "graph { a -- b }\ngraph { b -- c }\n", 2, false},
		{"wrong.dot", "graph { a -- b }\ngraph { b -- ]\n", 0, true}, {"wrong.dot", "graph { a -- ]\n", 0, false},
		{"one.lo", "b 3x3\n", 0, true}, {"one.lo", "b 3x3\n", 1, false}, {"one.jsonl", `{"board":"3x3","on":"all"}`, 0, true},
	} {
		read := func(asked bool) (list []string) {
			r := NewReader(strings.NewReader(c.text), ReaderOptions{Name: c.name, Only: c.only})
			if asked && r.Several() != c.want {
				t.Errorf("%s, %q: that there are several is %t", c.name, c.text, !c.want)
			}
			for {
				p, err := r.Next()
				if err != nil {
					return append(list, err.Error())
				}
				list = append(list, p.Board.Spec()+" "+p.Origin)
			}
		}
		if got, want := read(true), read(false); !slices.Equal(got, want) {
			t.Errorf("%s: %q, and before anybody asked %q", c.name, got, want)
		}
	}
	if r := NewReader(io.MultiReader(strings.NewReader("P1 2 2 0 1 1 0\n")), ReaderOptions{}); !r.Several() {
		t.Error("a pipe has one puzzle before it ends")
	}
}
