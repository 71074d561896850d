package encode_test

import (
	"fmt"
	"math/bits"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"lightsout/board"
	"lightsout/encode"
	"lightsout/gf2"
)

// most is how many switches the boards of these tests have at most.
const most = 12

// smallBoard draws a board of any shape: every word a SPEC may begin with that has boards this
// small, and lists of toggles, square or not.
func smallBoard(t *rapid.T) *board.Board {
	kind := rapid.SampledFrom([]string{
		"grid2", "grid3", "torus2", "torus3", "cylinder", "mobius", "klein", "projective", "hypercube", "cube",
		"path", "cycle", "complete", "star", "petersen", "merlin", "mask", "toggles", "edges",
	}).Draw(t, "kind")
	n := func(name string, hi int) int { return rapid.IntRange(1, hi).Draw(t, name) }
	sides := func(axes int) string {
		room := most
		list := make([]string, axes)
		for i := range list {
			d := n("side", room)
			list[i] = fmt.Sprint(d)
			room /= d
		}
		return strings.Join(list, "x")
	}
	self := rapid.SampledFrom([]string{"", ",self=off"}).Draw(t, "self")
	pattern := rapid.SampledFrom([]string{"", "", ",pattern=x", ",pattern=king", ",pattern=knight", ",pattern=##./.#./..#"}).Draw(t, "pattern")
	switch kind {
	case "grid2", "torus2":
		return parse(t, kind[:len(kind)-1]+":"+sides(2)+pattern+self)
	case "grid3", "torus3":
		return parse(t, kind[:len(kind)-1]+":"+sides(3)+self)
	case "cylinder", "mobius", "klein", "projective":
		return parse(t, kind+":"+sides(2)+pattern+self)
	case "hypercube":
		return parse(t, fmt.Sprintf("hypercube:%d%s", n("dimensions", 3), self))
	case "cube":
		return parse(t, "cube:1"+self)
	case "path", "cycle", "complete", "star":
		return parse(t, fmt.Sprintf("%s:%d%s", kind, n("nodes", most), self))
	case "petersen", "merlin":
		return parse(t, kind+self)
	case "mask":
		return parse(t, "grid:3x4,mask="+rapid.StringMatching("[#_]{3}#/[#_]{4}/[#_]{4}").Draw(t, "mask"))
	case "edges":
		return edgeBoard(t)
	}
	return toggleBoard(t, most)
}

// chaseBoard draws a board that the chase encoding takes.
func chaseBoard(t *rapid.T) *board.Board {
	kind := rapid.SampledFrom([]string{"grid", "cylinder"}).Draw(t, "kind")
	rows := rapid.IntRange(1, most).Draw(t, "rows")
	cols := rapid.IntRange(1, most/rows).Draw(t, "columns")
	self := rapid.SampledFrom([]string{"", ",self=off"}).Draw(t, "self")
	return parse(t, fmt.Sprintf("%s:%dx%d%s", kind, rows, cols, self))
}

func toggleBoard(t *rapid.T, most int) *board.Board {
	lights := rapid.IntRange(0, most).Draw(t, "lights")
	toggles := make([][]int, rapid.IntRange(0, most).Draw(t, "switches"))
	for s := range toggles {
		set := rapid.Uint64Range(0, 1<<lights-1).Draw(t, "toggles")
		for ; set != 0; set &= set - 1 {
			toggles[s] = append(toggles[s], bits.TrailingZeros64(set))
		}
	}
	b, err := board.FromToggles("drawn", lights, toggles)
	if err != nil {
		t.Fatal(err)
	}
	return b
}

func edgeBoard(t *rapid.T) *board.Board {
	n := rapid.IntRange(2, most).Draw(t, "nodes")
	var edges [][2]int
	for v := 1; v < n; v++ {
		edges = append(edges, [2]int{rapid.IntRange(0, v-1).Draw(t, "parent"), v})
	}
	b, err := board.FromEdges("drawn", n, edges)
	if err != nil {
		t.Fatal(err)
	}
	return b
}

// failer is what rapid.T and testing.T share.
type failer interface {
	Helper()
	Fatal(...any)
	Fatalf(string, ...any)
}

func parse(t failer, spec string) *board.Board {
	t.Helper()
	b, err := board.Parse(spec)
	if err != nil {
		t.Fatal(err)
	}
	return b
}

// somePuzzle draws lights and goal, reachable half of the time, and sometimes forbids a switch.
func somePuzzle(t *rapid.T, b *board.Board) *board.Puzzle {
	p := board.NewPuzzle(b)
	p.Goal = drawVec(t, b.Lights(), "goal")
	if rapid.Bool().Draw(t, "reachable") {
		p.On = b.Apply(drawVec(t, b.Switches(), "presses"))
		p.On.Add(p.Goal)
	} else {
		p.On = drawVec(t, b.Lights(), "on")
	}
	if b.Switches() > 0 && rapid.IntRange(0, 3).Draw(t, "forbid") == 0 {
		p.Forbid(rapid.IntRange(0, b.Switches()-1).Draw(t, "forbidden"))
	}
	return p
}

func drawVec(t *rapid.T, n int, name string) gf2.Vec {
	if n == 0 {
		return gf2.NewVec(0)
	}
	return vec(n, rapid.Uint64Range(0, 1<<n-1).Draw(t, name))
}

// vec is the low n bits of a number.
func vec(n int, number uint64) gf2.Vec {
	v := gf2.NewVec(n)
	for ; number != 0; number &= number - 1 {
		v.Set(bits.TrailingZeros64(number), true)
	}
	return v
}

// answers tries all sets of presses. Bit s of the index is switch s. What a set flips is what its
// switches flip one by one, added up; lights and switches are bits of a number.
func answers(p *board.Puzzle, opt encode.Options) []bool {
	n := p.Board.Switches()
	var forbidden, required uint64
	flips := make([]uint64, n)
	for s := range n {
		flips[s] = bitsOf(p.Board.Apply(gf2.VecOf(n, s)))
		if p.IsForbidden(s) {
			forbidden |= 1 << s
		}
	}
	for _, s := range opt.Forbid {
		forbidden |= 1 << s
	}
	for _, s := range opt.Require {
		required |= 1 << s
	}
	change := bitsOf(p.On) ^ bitsOf(p.Goal)
	list := make([]bool, 1<<n)
	for at := range uint64(1 << n) {
		var flipped uint64
		for rest := at; rest != 0; rest &= rest - 1 {
			flipped ^= flips[bits.TrailingZeros64(rest)]
		}
		list[at] = flipped == change && at&forbidden == 0 && at&required == required
	}
	return list
}

// bitsOf is vec the other way round.
func bitsOf(v gf2.Vec) uint64 {
	var n uint64
	for i := range v.Ones() {
		n |= 1 << i
	}
	return n
}

// within keeps the answers with lo to hi presses.
func within(list []bool, lo, hi int) []bool {
	kept := make([]bool, len(list))
	for at, ok := range list {
		presses := bits.OnesCount(uint(at))
		kept[at] = ok && lo <= presses && presses <= hi
	}
	return kept
}

// eachParity calls test with every encoding and every argument.
func eachParity(t *testing.T, test func(t *testing.T, name string)) {
	for _, row := range encode.Parities() {
		if row.Max == 0 {
			t.Run(row.Name, func(t *testing.T) { test(t, row.Name) })
		}
		for arg := row.Min; arg <= row.Max && row.Max > 0; arg++ {
			name := fmt.Sprintf("%s:%d", row.Name, arg)
			t.Run(name, func(t *testing.T) { test(t, name) })
		}
	}
}
