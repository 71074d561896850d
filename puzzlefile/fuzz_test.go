package puzzlefile

import (
	"bytes"
	"io"
	"os"
	"runtime/metrics"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"lightsout/board"
	"lightsout/internal/boardtest/malformed"
	"lightsout/internal/boardtest/mutant"
	"lightsout/internal/boardtest/tier"
)

// Whatever the bytes, a parser neither panics nor takes memory out of proportion, and what it
// understood can be written and read back.

func FuzzLO(f *testing.F) {
	fuzzKind(f, "lo",
		"p lights 6 8\ne 1 2\ne 2 3\ne 3 4\ne 4 5\ne 5 6\ne 6 1\na 1 4\na 4 2\no 3 5\nl 1 2\ng 4\nu 1 6\nx 5\n",
		"p toggle 3 4\nt 1 2 3\nt 3 1 4\nl\nx 2\n\nb torus:4x4,pattern=king,self=off\nl 1 2\n",
		"c note\n\nb grid:2x3,mask=#_#/###\ng 1\n", "p lights 25 40\nb 5x5\n",
		"b 2x2\nm 3\nl 1*2 4\ng 2*0 3*2\nu 1\n", "p toggle 2 2\nm 4\nt 1 1*3 2\n", "p lights 3 2\ne 1 2\ne 2 3\nm 36\nl 1*35\n",
		"b path:2\nc at 1 0 -0.001\nc at 2 -150.5 1e6\nl 1\n\np lights 1 0\nc at 1 0x1p-2 Inf\n")
}

func FuzzDIMACS(f *testing.F) {
	fuzzKind(f, "dimacs", "c note\np edge 4 4\ne 1 2\ne 2 1\n\nn 3 1\ne 3 4\ne 4 4\np col 2 1\ne 1 2\n", "p edges 3 0\n")
}

func FuzzPACE(f *testing.F) {
	fuzzKind(f, "pace", "c note\np tw 4 3\n1 2\n2 3\nc\n3 4\n\np tw 1 0\n",
		"c", "p \"\"\"\"", "p tw 7 0\np tw 6 0", "c\np tw 1 0\n\n1 \xf1\x90\xf70\n")
}

func FuzzGraph6(f *testing.F) {
	same, err := os.ReadFile("testdata/same.g6")
	if err != nil {
		f.Fatal(err)
	}
	fuzzKind(f, "graph6", "DQc\n", ">>graph6<<Bw\nBw\n", "~?@?"+strings.Repeat("?", 336), string(same))
}

func FuzzSparse6(f *testing.F) {
	same, err := os.ReadFile("testdata/same.s6")
	if err != nil {
		f.Fatal(err)
	}
	fuzzKind(f, "sparse6", ":Fa@x^\n", ">>sparse6<<:BcN\n", string(same),
		":AACA", ":]", "&", "AA", "\n\nc")
}

func FuzzText(f *testing.F) {
	fuzzKind(f, "text", ".#.\n###\n.#.\n\n01\n10\n", "#.#\n# #\n#.#\n", "0_1\n___\n1_0\n", "   .#\n   #.\n", "# #\n#\n",
		"c board torus:2x2\n\nc puzzle 0, 1 press\n.#\n#.\n", "OO\n.O\n", "X - X\n- X -\n", "0\t1\n1\t0\n",
		"c board p toggle 1 2;t 1 2\n.#\n", "c board torus:2x2,mod=12\n0b\na_\n",
		"000 00", "######.###", "c board p lights\n0", "c board p lights 000\"\"\"\" 0;00000\n0")
}

func FuzzFlip(f *testing.F) {
	var ids []string
	for _, c := range flipIDs {
		ids = append(ids, c.id+"\n")
	}
	fuzzKind(f, "flip", append(ids, strings.Join(ids, ""), "3x2c:d3a6665cb,e8", "2:edb7,7")...)
}

func FuzzJSONL(f *testing.F) {
	fuzzKind(f, "jsonl",
		`{"board":"3x3","on":[0,4],"presses":[1],"min_presses":1}`, `{"board":"grid:100000x100000","on":"all"}`,
		`{"id":7,"board":"torus:4x4","rows":["#...","....","....",".##."]}`, `{"board":"3x3","on":"0x1ff","presses":null}`,
		`{"board":"cube:1","on":[0],"rows":["_#__","....","_.__"]}`, `{"board":" graph:/dev/null","on":"all"}`,
		`{"board":"graph:x","lights":3,"toggles":[[0,1],[0,1,2],[1,2]],"graph":true,"on":[[0,0]],"presses":["r1c1"]}`,
		`{"lights":2,"toggles":[[0,1],[],[1]],"on":[1]}`, `{"board":"graph:x,mod=4","lights":2,"toggles":[[0,0,1],[1]],"on":[1,1]}`, `{"board":"cube:1,mod=3","on":"012012","rows":["_0__","1201","_2__"]}`, `{"board":"2x2","on":[[0,1],"r2c2"],"presses":[[1,1],3]}`,
		`{"":"0`)
}

func FuzzCSV(f *testing.F) {
	fuzzKind(f, "csv", "index,on,lit,min_presses,presses\n0,110100000,3,1,1\n", "7,111111111,9,,1 3 5 7 9\n", "on,lit\n000000000,0\n",
		"index,on,lit,min_presses,presses,board\n0,110100000,3,1,1,grid:3x3\n1,11,2,,,p lights 2 1;e 1 2\n", "on,presses,board\n0212,1 1,\"2x2,mod=3\"\n",
		`"""`, "000000000\x00\n")
}

func FuzzNested(f *testing.F) {
	fuzzKind(f, "text", "[[0,1,0],[1,1,1]]\n", "[[0, 1],\n [1, 0]]\n\n[[True]]\n", "[[0 1]\n [1 0]]", "[\n  [false, null],\n  [true, true]\n]\n", `[["O","."],["O","_"]]`)
}

// hamming is the parity-check matrix of the Hamming code of length 7.
const hamming = "7 3\n3 4\n1 1 2 1 2 2 3\n4 4 4\n1 0 0\n2 0 0\n1 2 0\n3 0 0\n1 3 0\n2 3 0\n1 2 3\n1 3 5 7\n2 3 6 7\n4 5 6 7\n"

func FuzzAlist(f *testing.F) {
	fuzzKind(f, "alist", hamming, "3 2\n1 2\n1 1 0\n1 1\n1\n2\n\n1\n2\n")
}

func FuzzMatrixMarket(f *testing.F) {
	fuzzKind(f, "mtx", "%%MatrixMarket matrix coordinate pattern general\n% note\n3 7 2\n1 1\n3 7\n",
		"%%MatrixMarket matrix coordinate integer symmetric\n2 2 2\n1 1 1\n2 1 1\n", "%%MatrixMarket matrix array real general\n2 1\n0.0\n1\n",
		"%%MAtriXMArket mAtriX CoordinAte pAttern generAl\n0")
}

func FuzzEdges(f *testing.F) {
	fuzzKind(f, "edges", "# note\nann bob\nbob carol\n", "0 1\n1 2\n2 2\n2 1\n", "c d\nd c\n",
		"1 0", "c 0\n1 c", "\xe6")
}

func FuzzGraphML(f *testing.F) {
	fuzzKind(f, "graphml", `<?xml version="1.0"?><graphml><key id="d"/><graph edgedefault="undirected"><node id="a"><data key="d">x</data></node><node id="b"/><edge source="a" target="b"/></graph></graphml>`,
		"<graphml>\n<graph edgedefault=\"directed\"><node id=\"a\"/><node id=\"b\"/><edge source=\"a\" target=\"b\"/></graph>\n<graph><node id=\"c\"/></graph></graphml>")
}

func FuzzBits(f *testing.F) {
	fuzzKind(f, "bits", "110100000\n000000000\n", "c board torus:3x3\n110100000\n", "c board p lights 9 1;e 1 2;o 3\n110100000\n", "c board 1x4,mod=36\n0az9\n",
		"c", "c board p lights 0\n0", "c board p  ;\n0", "c board p aa\xf20\xdc 0\n0")
}

func FuzzReader(f *testing.F) { fuzzKind(f, "", ofAllKinds...) }

var ofAllKinds = []string{
	"p lights 2 1\ne 1 2\n", "p edge 2 1\ne 1 2\n", "p tw 2 1\n1 2\n", "Bw\n", ":BcN\n", ".#\n", "2:edb7,7\n", `{"board":"2x2","on":"all"}`, "[[0,1]]", "[.#] (1)",
	"1 2\n2 3\n", "0 1\n1 2\n", hamming, "%%MatrixMarket matrix array integer general\n1 1\n1\n", "<graphml><graph><node id='a'/></graph></graphml>", "c board 2x2\n0110\n",
	"A! 0", `{"":"00000000`, "p \x8aaaaa", strings.Repeat("0", 70) + " 000 0000  ",
	"a list: is this, or prose; who knows\n", "x.lo:2: \"3\" is not a light: they are 1 to 2\n", "c 1\nc 2\nc d\n", "(0, 1)\n(1, 2\n",
	"a b\nb c note\n", "source,target\na,b\n", "c board 2x2\na b\n", "a: b c\nb: a\n", "{a, b}: c\n", "p note: no line\n", "a -> b\n",
}

// The same of files that are changed at random, and of parts of other files within them.
func TestMutatedFiles(t *testing.T) {
	seeds := slices.Clone(ofAllKinds)
	for _, in := range malformed.Inputs(t, "testdata/malformed/*.txtar") {
		seeds = append(seeds, in.Text)
	}
	mutant.Each(t, tier.Size(200, 2000), seeds, func(text string) { readAndWritten(t, "", []byte(text)) })
}

// fuzzKind starts from the seeds given, from what no kind understands and from the malformed inputs of that kind.
func fuzzKind(f *testing.F, kind string, seeds ...string) {
	for _, s := range seeds {
		f.Add([]byte(s))
	}
	f.Add([]byte{})              // nothing
	f.Add([]byte("\r"))          // the end of a line, of another system
	f.Add([]byte("000\x000000")) // not text
	f.Add([]byte("\x1b"))
	f.Add([]byte("\xf60000稗0\x17"))
	suffix := ""
	for _, k := range formats {
		if k.Name == kind {
			suffix = k.Suffix
		}
	}
	for _, in := range malformed.Inputs(f, "testdata/malformed/*.txtar") {
		if strings.HasSuffix(in.Name, suffix) {
			f.Add([]byte(in.Text))
		}
	}
	f.Fuzz(func(t *testing.T, text []byte) { readAndWritten(t, kind, text) })
}

// readAndWritten requires puzzles that can be written, or an error with its place.
func readAndWritten(t *testing.T, kind string, text []byte) {
	t.Helper()
	r := NewReader(bytes.NewReader(text), ReaderOptions{Name: "fuzz", Kind: kind, Board: givenFor(kind)})
	for range 4 {
		before := allocated()
		rec, err := r.NextRecord()
		// The constant is the cost of the largest board that a short line may announce.
		if taken := allocated() - before; taken > 128<<20+1000*uint64(len(text)) {
			t.Fatalf("%d bytes of file took %d bytes of memory", len(text), taken)
		}
		if err == io.EOF {
			break
		}
		if err != nil {
			if !strings.HasPrefix(err.Error(), "fuzz:") {
				t.Fatalf("an error without its place: %v", err)
			}
			break
		}
		checkWriters(t, &rec.Puzzle)
		if presses, err := rec.Answer(); err == nil {
			for _, s := range presses {
				if s < 0 || s >= rec.Board.Switches() {
					t.Fatalf("switch %d on %s", s, rec.Board)
				}
			}
		}
	}
}

// givenFor is the board for files that do not name theirs.
func givenFor(kind string) *board.Board {
	if kind != "csv" && kind != "bits" {
		return nil
	}
	b, err := board.Parse("3x3")
	if err != nil {
		panic(err)
	}
	return b
}

func allocated() uint64 {
	sample := []metrics.Sample{{Name: "/gc/heap/allocs:bytes"}}
	metrics.Read(sample)
	return sample[0].Value.Uint64()
}

// checkWriters writes the puzzle in every format that takes it and reads it back.
func checkWriters(t rapid.TB, p *board.Puzzle) {
	if p.Board.Lights() > 2000 || p.Board.Switches() > 2000 {
		return
	}
	for _, f := range Formats() {
		if !f.Writes() || f.Name == "flip" && p.Board.Lights() >= 200 {
			continue
		}
		var text bytes.Buffer
		err := Write(&text, f.Name, p)
		if err != nil && f.Name == "lo" {
			t.Fatal(err)
		}
		if err != nil {
			continue
		}
		q := readOne(t, text.String(), ReaderOptions{Kind: f.Name})
		same := samePuzzle(p, q)
		switch f.Name {
		case "graph6":
			same = p.Board.Equal(q.Board)
		case "flip":
			same = p.Board.Equal(q.Board) && p.Change().Equal(q.Change())
		}
		if !same {
			t.Fatalf("%s: another puzzle reads back from\n%s", f.Name, &text)
		}
	}
}
