package board

import (
	"errors"
	"fmt"
	"math"
	"math/bits"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"testing"

	"lightsout/gf2"

	"pgregory.net/rapid"
)

func parse(t rapid.TB, spec string) *Board {
	t.Helper()
	b, err := Parse(spec)
	if refusedBy32Bits(err) {
		t.Skip(err)
	}
	if err != nil {
		t.Fatal(err)
	}
	return b
}

// beyondAnyBoard is what is said of a board that cannot be described, by computers of 32 and of 64 bits.
var beyondAnyBoard = errTooManyCells.Error()

// refusedBy32Bits reports whether this is a computer of 32 bits, and the error says that a board is too large
// for it.
func refusedBy32Bits(err error) bool {
	return strconv.IntSize == 32 && err != nil && strings.Contains(err.Error(), beyondAnyBoard)
}

// drawSpec is a SPEC of any shape, of up to a few hundred cells, with any options it takes.
func drawSpec(t *rapid.T) string {
	k := rapid.SampledFrom(kinds).Draw(t, "kind")
	spec := k.name
	var dims []int
	switch {
	case k.code != nil:
		d := rapid.IntRange(1, 4).Draw(t, "distance")
		if k.name != "toric" {
			d = 2*d + 1
		}
		return fmt.Sprintf("%s:%d", spec, d)
	case k.name == "hypercube":
		dims = []int{rapid.IntRange(1, 7).Draw(t, "d")}
	case k.name == "cube":
		dims = []int{rapid.IntRange(1, 5).Draw(t, "n")}
	case k.words != nil:
		dims = []int{rapid.IntRange(0, len(k.words)-1).Draw(t, "word")}
	case k.drawn != nil:
		d := rapid.IntRange(1, 5).Draw(t, "degree")
		dims = []int{d, 2*d + 2*rapid.IntRange(0, 9).Draw(t, "more")}
	case k.tiles != nil && k.maxDims == 1:
		dims = []int{rapid.IntRange(1, 6).Draw(t, "side")}
	case k.maxDims > 0:
		n := rapid.IntRange(k.minDims, min(k.maxDims, 4)).Draw(t, "axes")
		most := []int{0, 30, 9, 5, 3}[n]
		dims = rapid.SliceOfN(rapid.IntRange(1, most), n, n).Draw(t, "dims")
	}
	spec += k.numbers(dims)
	options := []string{}
	if k.tiles != nil && rapid.Bool().Draw(t, "masked") {
		var rows []string
		for r, tiles := 0, k.tiles(dims); r < tiles.rows(); r++ {
			rows = append(rows, drawRows(t, "#_", 1, tiles.length(r)))
		}
		rows[0] = "#" + rows[0][1:] // at least one cell
		options = append(options, "mask="+strings.Join(rows, "/"))
	}
	if k.edge != nil && k.maxDims > 1 {
		patterns := slices.Clone(patternNames)
		if len(dims) == 2 {
			patterns = append(patterns, drawPicture(t))
		}
		if p := rapid.SampledFrom(append(patterns, "")).Draw(t, "pattern"); p != "" {
			options = append(options, "pattern="+p)
		}
		if len(dims) == 2 && rapid.Bool().Draw(t, "masked") {
			options = append(options, "mask="+drawMask(t, dims[0], dims[1]))
		}
	}
	if k.drawn != nil && rapid.Bool().Draw(t, "with a seed") {
		options = append(options, fmt.Sprintf("seed=%d", rapid.Uint64().Draw(t, "seed")))
	}
	if self := rapid.SampledFrom([]string{"", "on", "off"}).Draw(t, "self"); self != "" {
		options = append(options, "self="+self)
	}
	options = rapid.Permutation(options).Draw(t, "options")
	return strings.Join(append([]string{spec}, options...), ",")
}

func drawPicture(t *rapid.T) string {
	side := rapid.SampledFrom([]int{1, 3, 5})
	return drawRows(t, ".#", side.Draw(t, "picture rows"), side.Draw(t, "picture columns"))
}

// drawMask has at least one cell.
func drawMask(t *rapid.T, rows, cols int) string {
	mask := drawRows(t, "#_", rows, cols)
	if !strings.Contains(mask, "#") {
		return "#" + mask[1:]
	}
	return mask
}

func drawRows(t *rapid.T, cells string, rows, cols int) string {
	list := make([]string, rows)
	for i := range list {
		list[i] = string(rapid.SliceOfN(rapid.SampledFrom([]byte(cells)), cols, cols).Draw(t, "row"))
	}
	return strings.Join(list, "/")
}

func TestPrintedSpecsParseToTheSameBoard(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		spec := drawSpec(t)
		b := parse(t, spec)
		again := parse(t, b.Spec())
		if !again.Equal(b) {
			t.Fatalf("%s prints as %s, which is another board", spec, b)
		}
		if again.Spec() != b.Spec() {
			t.Fatalf("%s prints as %s, and that as %s", spec, b, again)
		}
		if !sameShape(again.Shape(), b.Shape()) {
			t.Fatalf("%s: shapes %v and %v", spec, b.Shape(), again.Shape())
		}
	})
}

func sameShape(a, b Shape) bool { return fmt.Sprint(a) == fmt.Sprint(b) }

func TestCanonicalSpecs(t *testing.T) {
	for spec, want := range map[string]string{
		"5x5":                             "grid:5x5",
		" 05x007 ":                        "grid:5x7",
		"classic":                         "grid:5x5",
		"mini":                            "torus:4x4",
		"deluxe":                          "grid:6x6",
		"classic,self=off":                "grid:5x5,self=off",
		"merlin":                          "merlin",
		"petersen,self=off":               "petersen,self=off",
		"torus:6x6,self=off,pattern=king": "torus:6x6,pattern=king,self=off",
		"5x5,pattern=cross,self=on":       "grid:5x5",
		"5x5,pattern=.#./###/.#.":         "grid:5x5",
		"5x5,pattern=.#./#.#/.#.":         "grid:5x5,self=off",
		"5x5,pattern=###/#.#/###":         "grid:5x5,pattern=king,self=off",
		"5x5,pattern=###/#.#/###,self=on": "grid:5x5,pattern=king",
		"5x5,pattern=#.#/.#./#.#":         "grid:5x5,pattern=x",
		"5x5,pattern=.#.#./#...#/..#../#...#/.#.#.": "grid:5x5,pattern=knight",
		"5x5,pattern=...../.###./.....":             "grid:5x5,pattern=###",
		"5x5,pattern=#":                             "grid:5x5,pattern=#",
		"5x5,pattern=.":                             "grid:5x5,pattern=#,self=off",
		"2x3,mask=#_#/###":                          "grid:2x3,mask=#_#/###",
		"2x3,mask=###/###":                          "grid:2x3",
		"2x2,mask=#_/##,pattern=x,self=off":         "grid:2x2,pattern=x,self=off,mask=#_/##",
		"regular:3x8":                               "regular:3x8,seed=1",
		"regular:3x8,mod=3,self=off,seed=007":       "regular:3x8,seed=7,self=off,mod=3",
		"regular:3x8,switches=edges,seed=7":         "regular:3x8,seed=7,switches=edges",
	} {
		if got := parse(t, spec).Spec(); got != want {
			t.Errorf("%q prints as %s, want %s", spec, got, want)
		}
	}
}

func TestSpecErrors(t *testing.T) {
	for spec, want := range map[string]string{
		"":                           "names no shape",
		"graph":                      "names a file",
		"graph:":                     "names a file",
		"graph:spec_test.go":         "not opened here",
		"tours:5x5":                  `did you mean "torus:5x5"`,
		"hexagon:4":                  `did you mean "hex:4"`,
		"hexagonal:4":                `did you mean "hex:4"`,
		"hexagon:4x4":                `did you mean "hex"`,
		"5 x 5":                      "write 5x5",
		"grid":                       "grid needs its size",
		"grid:":                      "grid needs its size",
		"5x":                         "a number is missing",
		"7":                          "write 7x7 or path:7",
		"7,self=off":                 "write 7x7 or path:7",
		"5x-5":                       "write 5x5",
		"5x+5":                       "not a whole number",
		"5x5.0":                      "not a whole number",
		"0x5":                        "sizes start at 1",
		"99999999999999999999x1":     "out of range",
		"cylinder:5":                 "cylinder takes RxC",
		"mobius:5x5x5":               "mobius takes RxC",
		"hypercube:2x2":              "hypercube takes D",
		"hypercube:60":               beyondAnyBoard,
		"grid:1000000000x1000000000": beyondAnyBoard,
		"cube:1000000":               beyondAnyBoard,
		"merlin:3":                   "takes no numbers",
		"5x5,":                       "write 5x5",
		"5x5,,self=off":              "write 5x5,self=off",
		"5x5,self":                   "needs a value",
		"5x5,self=maybe":             "on or off",
		"5x5,self=on,self=off":       "given twice",
		"5x5,patern=king":            `did you mean "pattern"`,
		"5x5,pattern=queen":          "no such pattern",
		"5x5,pattern=":               "no such pattern",
		"5x5,pattern=##/##/##":       "both sides must be odd",
		"5x5,pattern=#.#/#/#.#":      "row 2 has 1 cells",
		"path:5,pattern=king":        "rows and columns",
		"hypercube:3,pattern=king":   "rows and columns",
		"3x3x3,pattern=.#.":          "picture has two sides, the board 3",
		"torus:2x2x2x2x2x2x2x2x2x2x2,pattern=king": "goes up to",
		"3x3x3,mask=###":                 "mask= needs",
		"2x2,mask=##":                    "the mask has 1 rows, the board 2",
		"2x2,mask=##/#":                  "mask row 2 has 1 cells",
		"2x2,mask=##/#.":                 "mask row 2",
		"2x2,mask=__/__":                 "leaves no cell",
		"5x5,seed=2":                     "seed= needs a board that is drawn at random",
		"regular:3x8,seed=-2":            "seed= takes a whole number",
		"regular:3":                      "regular takes DxN",
		"regular:3x4":                    "at least 6 nodes",
		"regular:3x7":                    "an even number of nodes",
		"regular:101x1000":               "degree 100 at most",
		"regular:3x9999999":              "at most 5592405 nodes",
		"hexcolor:4":                     "odd: 3 or 5, not 4",
		"octcolor:2":                     "odd and at least 3",
		"octcolor:1":                     "at least 3, not 1",
		"hexcolor":                       "hexcolor:D",
		"hexcolor:3x3":                   "hexcolor takes D",
		"toric:0":                        "sizes start at 1",
		"toric:501":                      "at most 500",
		"hexcolor:999999999":             "at most 500",
		"toric:3,self=off":               "takes no options",
		"hexcolor:5,pattern=king":        "takes no options",
		"octcolor:5,mask=###/###/###":    "takes no options",
		"hexcolour:5":                    `did you mean "hexcolor:5"`,
		"toric:99999999999999999999999":  "out of range",
		"hex:3,pattern=king":             "pattern= needs square cells; a press on hex flips the cells that share an edge with it",
		"hex:2,mask=###/###/###":         "mask row 1 has 3 cells, the board 2 there",
		"hex:2,mask=##/##":               "the mask has 2 rows, the board 3",
		"triangle:2,mask=_/___":          "the mask leaves no cell",
		"hex:0":                          "sizes start at 1",
		"hex:2x2":                        "hex takes R",
		"hexgrid:3":                      "hexgrid takes RxC",
		"hex:605600":                     beyondAnyBoard,
		"triangle:1048577":               beyondAnyBoard,
		"hex:9223372036854775807":        beyondAnyBoard,
		"platonic:cubus":                 `did you mean "cube"`,
		"platonic":                       "which one? Write platonic:tetrahedron|cube|octahedron|dodecahedron|icosahedron",
		"platonic:cube,mask=#":           "mask= needs a board of rows and columns",
		"platonic:cube,pattern=king":     "pattern= needs a board made of rows and columns; platonic is not",
		"trigrid:1099511627776x2":        beyondAnyBoard,
		"trigrid:2x2,self=off,self=off ": "given twice",
		"5x5,mod=1":                      "from 2 to 36",
		"5x5,mod=37":                     "from 2 to 36",
		"5x5,mod=x":                      "from 2 to 36",
		"5x5,mod=":                       "from 2 to 36",
		"5x5,mod":                        "needs a value",
		"5x5,mdo=3":                      `did you mean "mod"`,
		"5x5,mod=3,mod=3":                "given twice",
		"lo2000,mod=4":                   "given twice",
		"5x5,pattern=" + strings.Repeat("#", maxPatternSide+2): "",
	} {
		if strconv.IntSize == 32 && want == beyondAnyBoard {
			want = "" // the number already is too large
		}
		_, err := Parse(spec)
		if err == nil || !strings.HasPrefix(err.Error(), "board \"") || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: got %v, want an error with %q", spec, err, want)
		}
	}
}

func TestAnErrorNeverRepeatsAWholeFile(t *testing.T) {
	if _, err := Parse(strings.Repeat("x", 1e6)); len(err.Error()) > 1000 {
		t.Errorf("an error of %d bytes", len(err.Error()))
	}
}

// A board that is only described costs nothing, and what would cost too much says so first.
func TestHugeBoardsTakeNoMemory(t *testing.T) {
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	if bits.UintSize == 32 {
		if _, err := Parse("grid:1000000x1000000"); err == nil || !strings.Contains(err.Error(), "more than 2^31 cells") {
			t.Error(err)
		}
		t.Skip("boards are smaller with 32 bits")
	}
	b := parse(t, "grid:1000000x1000000")
	if uint64(b.Lights()) != 1_000_000_000_000 {
		t.Errorf("%d lights", b.Lights())
	}
	if got, want := b.Toggles(1_000_001), []int{1, 1_000_000, 1_000_001, 1_000_002, 2_000_001}; !slices.Equal(got, want) {
		t.Errorf("cell 1,1 flips %v, want %v", got, want)
	}
	var tooLarge *TooLargeError
	if _, err := b.Matrix(); !errors.As(err, &tooLarge) {
		t.Errorf("Matrix: got %v, want a TooLargeError", err)
	}
	for _, lights := range []string{"3", "all", "none"} {
		if _, err := b.ParseState(lights); !errors.As(err, &tooLarge) {
			t.Errorf("ParseState of %s: got %v, want a TooLargeError", lights, err)
		}
	}
	if err := b.CheckSize(); !errors.As(err, &tooLarge) {
		t.Errorf("CheckSize: got %v, want a TooLargeError", err)
	}
	for _, spec := range []string{"complete:1000000000", "star:1000000000"} {
		if err := parse(t, spec).CheckSize(); !errors.As(err, &tooLarge) {
			t.Errorf("%s: got %v, want a TooLargeError", spec, err)
		}
	}
	// Few switches, many lights: a row of the matrix takes a whole word all the same.
	narrow, err := FromToggles("narrow", 1<<30, [][]int{{5}})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := narrow.Matrix(); !errors.As(err, &tooLarge) {
		t.Errorf("a narrow matrix: got %v, want a TooLargeError", err)
	}
	runtime.ReadMemStats(&after)
	if taken := after.TotalAlloc - before.TotalAlloc; taken > 1<<20 {
		t.Errorf("%d bytes were taken", taken)
	}
}

// Nullity of n×n grids, OEIS A159257; of n×n tori, OEIS A165738; of hypercubes: 0 for even
// dimension, half the nodes for odd. Those of hexagons and triangles were computed from axial and barycentric
// coordinates.
func TestNullities(t *testing.T) {
	want := map[string]int{"grid:3x3x3x3": 0, "merlin": 0, "platonic:tetrahedron": 3, "platonic:cube": 4,
		"platonic:octahedron": 0, "platonic:dodecahedron": 6, "platonic:icosahedron": 6}
	for i, k := range []int{0, 2, 3, 4, 0} {
		want[fmt.Sprintf("hex:%d", i+1)] = k
	}
	for i, k := range []int{0, 1, 1, 2, 2, 3, 3, 4} {
		want[fmt.Sprintf("triangle:%d", i+1)] = k
	}
	for i, k := range []int{0, 0, 0, 4, 2, 0, 0, 0, 8, 0, 6, 0, 0, 4, 0, 8, 2, 0, 16, 0} {
		want[fmt.Sprintf("grid:%dx%d", i+1, i+1)] = k
	}
	for i, k := range []int{4, 0, 8, 8, 0, 0, 4, 16, 0, 16} {
		want[fmt.Sprintf("torus:%dx%d", i+3, i+3)] = k
	}
	for d := 1; d <= 8; d++ {
		want[fmt.Sprintf("hypercube:%d", d)] = d % 2 << (d - 1)
	}
	for spec, k := range want {
		m, err := parse(t, spec).Matrix()
		if err != nil {
			t.Fatal(err)
		}
		if got := m.Cols() - m.Rank(); got != k {
			t.Errorf("%s has nullity %d, want %d", spec, got, k)
		}
	}
}

// Three ways to the same answer: press one by one, all at once, by the matrix.
func TestPressingAddsColumns(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		b := parse(t, drawSpec(t))
		presses := drawVec(t, b.Switches())
		state := gf2.NewVec(b.Lights())
		for s := range presses.Ones() {
			b.Press(Bits(state), s, 1)
		}
		if !state.Equal(b.Apply(presses)) {
			t.Fatal("Press and Apply differ")
		}
		m, err := b.Matrix()
		if err != nil {
			t.Fatal(err)
		}
		for l := range b.Lights() {
			if m.Row(l).Dot(presses) != state.Bit(l) {
				t.Fatalf("Matrix and Apply differ in light %d", l)
			}
		}
		p := NewPuzzle(b)
		p.On = Bits(drawVec(t, b.Lights()))
		if !p.After(Bits(presses)).On.Equal(Bits(state.Sum(p.On.Bits()))) {
			t.Fatal("After is not On plus what was flipped")
		}
	})
}

func drawVec(t *rapid.T, n int) gf2.Vec {
	v := gf2.NewVec(n)
	for i := range v.Words() {
		v.Words()[i] = rapid.Uint64().Draw(t, "word")
	}
	if n%64 != 0 {
		v.Words()[len(v.Words())-1] &= 1<<(n%64) - 1
	}
	return v
}

// Limits compare with Flips: it must not come round to a small number where the flips are beyond all integers.
func TestFlipsOfHugeBoards(t *testing.T) {
	for spec, bits := range map[string]int{
		"complete:4294967296":                  64, // 2^64 flips
		"grid:1x4294967296,pattern=cross:full": 64,
		"complete:65536":                       32, // 2^32
		"grid:40000x40000":                     32,
		"hypercube:30":                         32,
		"triangle:40000":                       32,
		"cube:15000":                           32,
		"star:1431655766":                      32,
		"path:1000000000":                      32,
	} {
		b, err := Parse(spec)
		if err != nil && bits > strconv.IntSize || refusedBy32Bits(err) {
			continue // a number that computers of 32 bits do not take
		} else if err != nil {
			t.Fatal(err)
		}
		if beyond := bits >= strconv.IntSize; b.Shape().Flips < b.Lights() || (b.Shape().Flips == math.MaxInt) != beyond {
			t.Errorf("%s: %d flips, %d lights", spec, b.Shape().Flips, b.Lights())
		}
	}
	rapid.Check(t, func(t *rapid.T) {
		b := parse(t, drawSpec(t))
		sum := 0
		for s := range b.Switches() {
			sum += len(b.Toggles(s))
		}
		if b.Shape().Flips < sum {
			t.Fatalf("%s: %d flips, and its switches flip %d", b.Spec(), b.Shape().Flips, sum)
		}
	})
}
