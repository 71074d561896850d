package boardtest

import (
	"context"
	"math/bits"
	"slices"

	"lightsout/board"
	"lightsout/gf2"
	"lightsout/internal/automorphism"
)

// Restrictions is what may be asked of an answer besides reaching the goal. The zero value asks
// nothing.
type Restrictions struct {
	Forbid, Require []int
	Symmetric       string // the same after this motion, one of [board.Motions], unless ""
	AtMost, AtLeast *int   // bounds on the number of presses
}

// Keeping reports of sets of switches of a puzzle whether they keep to the restrictions; bit s of a number is switch s.
func (r Restrictions) Keeping(p *board.Puzzle) func(set uint64) bool {
	n := p.Board.Switches()
	forbidden, required := Number(gf2.VecOf(n, r.Forbid...)), Number(gf2.VecOf(n, r.Require...))
	if p.Forbidden.Len() > 0 {
		forbidden |= Number(p.Forbidden)
	}
	var together []uint64
	switch r.Symmetric {
	case "":
	case "all":
		group, err := automorphism.Of(context.Background(), p.Board) // whose own tests know all renamings
		if err != nil {
			panic(err)
		}
		for _, orbit := range group.Orbits() {
			together = append(together, Number(gf2.VecOf(n, orbit...)))
		}
	default:
		image, _ := Motion(p.Board, r.Symmetric)
		for s, to := range image {
			together = append(together, 1<<s|1<<to)
		}
	}
	return func(set uint64) bool {
		n := bits.OnesCount64(set)
		return set&forbidden == 0 && set&required == required &&
			(r.AtMost == nil || n <= *r.AtMost) && (r.AtLeast == nil || n >= *r.AtLeast) &&
			!slices.ContainsFunc(together, func(orbit uint64) bool { return set&orbit != 0 && set&orbit != orbit })
	}
}

// Answers tries every set of switches and lists those that solve the puzzle within the
// restrictions, in increasing order; bit s of a number is switch s. It takes boards of up to 64
// lights, and as many switches as there is time for.
func Answers(p *board.Puzzle, r Restrictions) []uint64 {
	flips, keeps := Flips(p.Board), r.Keeping(p)
	change, care := Number(p.On.Bits())^Number(p.Goal.Bits()), ^Number(p.DontCare)
	var found []uint64
	for set := range uint64(1) << len(flips) {
		var flipped uint64
		for rest := set; rest != 0; rest &= rest - 1 {
			flipped ^= flips[bits.TrailingZeros64(rest)]
		}
		if (flipped^change)&care == 0 && keeps(set) {
			found = append(found, set)
		}
	}
	return found
}

// Table is [Answers] as a table: whether the set of switches whose bits the index has is an answer.
func Table(p *board.Puzzle, r Restrictions) []bool {
	table := make([]bool, 1<<p.Board.Switches())
	for _, set := range Answers(p, r) {
		table[set] = true
	}
	return table
}

// Within keeps the answers of a table with lo to hi presses.
func Within(table []bool, lo, hi int) []bool {
	kept := make([]bool, len(table))
	for set, ok := range table {
		n := bits.OnesCount(uint(set))
		kept[set] = ok && lo <= n && n <= hi
	}
	return kept
}

// Motion is where the named motion of the drawing moves each cell; false if the drawing has no such
// symmetry.
func Motion(b *board.Board, name string) (image []int, ok bool) {
	if b.Layout() == nil {
		return nil, false
	}
	if b.Layout().Outline(0) != nil { // cells that are not squares
		motions, err := automorphism.OfMotion(context.Background(), b, name)
		if err != nil || len(motions) == 0 { // a single cell has none that moves it
			return nil, false
		}
		return motions[0].Lights, true
	}
	rows, cols := b.Layout().Size()
	for cell := range b.Lights() {
		r, c := b.Layout().Place(cell)
		at := map[string][2]int{"mirror": {r, cols - 1 - c}, "turn": {rows - 1 - r, cols - 1 - c},
			"quarter": {c, rows - 1 - r}}[name]
		if name == "quarter" && rows != cols {
			return nil, false
		}
		to := b.Layout().Cell(at[0], at[1])
		if to < 0 {
			return nil, false
		}
		image = append(image, to)
	}
	return image, true
}

// Flips is what each switch toggles, as numbers; bit l is light l. A light that is listed twice
// flips back.
func Flips(b *board.Board) []uint64 {
	flips := make([]uint64, b.Switches())
	for s := range flips {
		for _, l := range b.Toggles(s) {
			flips[s] ^= 1 << l
		}
	}
	return flips
}

// Distances is the fewest presses from dark to every state that can be reached, by breadth-first
// search over states.
func Distances(b *board.Board) map[uint64]int {
	flips := Flips(b)
	distance := map[uint64]int{0: 0}
	for queue := []uint64{0}; len(queue) > 0; queue = queue[1:] {
		for _, f := range flips {
			next := queue[0] ^ f
			if _, known := distance[next]; !known {
				distance[next] = distance[queue[0]] + 1
				queue = append(queue, next)
			}
		}
	}
	return distance
}
