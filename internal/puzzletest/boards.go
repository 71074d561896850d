// Package puzzletest has what several packages need to test: small boards and puzzles drawn at random,
// their answers by brute force, and the models of a formula by a search of its own. It shares nothing
// with the code under test but the board itself.
package puzzletest

import (
	"fmt"
	"math/bits"
	"strings"

	"pgregory.net/rapid"

	"lightsout/board"
	"lightsout/gf2"
)

// Most is the largest number of switches of the boards drawn here.
const Most = 12

// SmallBoard draws a board of any shape that has boards this small, or a list of toggles, square or
// not.
func SmallBoard(t *rapid.T) *board.Board {
	kind := rapid.SampledFrom([]string{
		"grid2", "grid3", "torus2", "torus3", "cylinder", "mobius", "klein", "projective", "hypercube", "cube",
		"path", "cycle", "complete", "star", "petersen", "merlin", "mask", "toggles", "edges",
	}).Draw(t, "kind")
	n := func(name string, hi int) int { return rapid.IntRange(1, hi).Draw(t, name) }
	sides := func(axes int) string {
		room := Most
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
		return Parse(t, kind[:len(kind)-1]+":"+sides(2)+pattern+self)
	case "grid3", "torus3":
		return Parse(t, kind[:len(kind)-1]+":"+sides(3)+self)
	case "cylinder", "mobius", "klein", "projective":
		return Parse(t, kind+":"+sides(2)+pattern+self)
	case "hypercube":
		return Parse(t, fmt.Sprintf("hypercube:%d%s", n("dimensions", 3), self))
	case "cube":
		return Parse(t, "cube:1"+self)
	case "path", "cycle", "complete", "star":
		return Parse(t, fmt.Sprintf("%s:%d%s", kind, n("nodes", Most), self))
	case "petersen", "merlin":
		return Parse(t, kind+self)
	case "mask":
		return Parse(t, "grid:3x4,mask="+rapid.StringMatching("[#_]{3}#/[#_]{4}/[#_]{4}").Draw(t, "mask"))
	case "edges":
		return edgeBoard(t)
	}
	return toggleBoard(t)
}

func toggleBoard(t *rapid.T) *board.Board {
	lights := rapid.IntRange(0, Most).Draw(t, "lights")
	toggles := make([][]int, rapid.IntRange(0, Most).Draw(t, "switches"))
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
	n := rapid.IntRange(2, Most).Draw(t, "nodes")
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

// Parse reads a SPEC, which must be correct.
func Parse(t rapid.TB, spec string) *board.Board {
	t.Helper()
	b, err := board.Parse(spec)
	if err != nil {
		t.Fatal(err)
	}
	return b
}

// SomePuzzle draws lights and goal, reachable half of the time. Sometimes it forbids a switch, and
// sometimes some lights do not matter.
func SomePuzzle(t *rapid.T, b *board.Board) *board.Puzzle {
	p := board.NewPuzzle(b)
	p.Goal = DrawVec(t, b.Lights(), "goal")
	if rapid.Bool().Draw(t, "reachable") {
		p.On = b.Apply(DrawVec(t, b.Switches(), "presses"))
		p.On.Add(p.Goal)
	} else {
		p.On = DrawVec(t, b.Lights(), "on")
	}
	if rapid.IntRange(0, 3).Draw(t, "cares") == 0 {
		p.DontCare = DrawVec(t, b.Lights(), "don't care")
	}
	if b.Switches() > 0 && rapid.IntRange(0, 3).Draw(t, "forbid") == 0 {
		p.Forbid(rapid.IntRange(0, b.Switches()-1).Draw(t, "forbidden"))
	}
	return p
}

// DrawVec draws n bits.
func DrawVec(t *rapid.T, n int, name string) gf2.Vec {
	if n == 0 {
		return gf2.NewVec(0)
	}
	return Vec(n, rapid.Uint64Range(0, 1<<n-1).Draw(t, name))
}

// Vec is the low n bits of a number.
func Vec(n int, number uint64) gf2.Vec {
	v := gf2.NewVec(n)
	for ; number != 0; number &= number - 1 {
		v.Set(bits.TrailingZeros64(number), true)
	}
	return v
}

// Answers tries all sets of presses; bit s of the index is switch s. The answers leave the switches
// of forbid and the puzzle's own forbidden ones alone, and press all of require.
func Answers(p *board.Puzzle, forbid, require []int) []bool {
	n := p.Board.Switches()
	var forbidden, required uint64
	flips := make([]uint64, n)
	for s := range n {
		flips[s] = bitsOf(p.Board.Apply(gf2.VecOf(n, s)))
		if p.IsForbidden(s) {
			forbidden |= 1 << s
		}
	}
	for _, s := range forbid {
		forbidden |= 1 << s
	}
	for _, s := range require {
		required |= 1 << s
	}
	change, care := bitsOf(p.On)^bitsOf(p.Goal), ^bitsOf(p.DontCare)
	list := make([]bool, 1<<n)
	for at := range uint64(1 << n) {
		var flipped uint64
		for rest := at; rest != 0; rest &= rest - 1 {
			flipped ^= flips[bits.TrailingZeros64(rest)]
		}
		list[at] = (flipped^change)&care == 0 && at&forbidden == 0 && at&required == required
	}
	return list
}

// bitsOf is the inverse of Vec.
func bitsOf(v gf2.Vec) uint64 {
	var n uint64
	for i := range v.Ones() {
		n |= 1 << i
	}
	return n
}

// Within keeps the answers with lo to hi presses.
func Within(list []bool, lo, hi int) []bool {
	kept := make([]bool, len(list))
	for at, ok := range list {
		presses := bits.OnesCount(uint(at))
		kept[at] = ok && lo <= presses && presses <= hi
	}
	return kept
}
