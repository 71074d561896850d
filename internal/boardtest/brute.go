package boardtest

import (
	"fmt"
	"math"
	"math/bits"
	"slices"
	"strings"

	"lightsout/board"
)

// Restrictions is what may be asked of an answer besides reaching the goal. The zero value asks
// nothing.
type Restrictions struct {
	Forbid, Require []int
	Symmetric       string // the same after this motion, one of [board.Motions], unless ""
	AtMost, AtLeast *int   // bounds on the number of presses
}

// Answers tries every set of switches and lists those that solve the puzzle within the
// restrictions, in increasing order; bit s of a number is switch s. It takes boards of up to 64
// lights, and as many switches as there is time for.
func Answers(p *board.Puzzle, r Restrictions) []uint64 {
	flips := Flips(p.Board)
	var forbidden, required uint64
	for s := range flips {
		if p.Forbidden.Len() > 0 && p.Forbidden.Bit(s) {
			forbidden |= 1 << s
		}
	}
	for _, s := range r.Forbid {
		forbidden |= 1 << s
	}
	for _, s := range r.Require {
		required |= 1 << s
	}
	var together []uint64
	switch r.Symmetric {
	case "":
	case "all":
		together = orbits(flips, p.Board.Lights(), p.Board.IsGraph())
	default:
		image, _ := Motion(p.Board, r.Symmetric)
		for s, to := range image {
			together = append(together, 1<<s|1<<to)
		}
	}
	change, care := Number(p.On.Bits())^Number(p.Goal.Bits()), ^Number(p.DontCare)
	var found []uint64
	for set := range uint64(1) << len(flips) {
		var flipped uint64
		for rest := set; rest != 0; rest &= rest - 1 {
			flipped ^= flips[bits.TrailingZeros64(rest)]
		}
		n := bits.OnesCount64(set)
		switch {
		case (flipped^change)&care != 0, set&forbidden != 0, set&required != required:
		case r.AtMost != nil && n > *r.AtMost, r.AtLeast != nil && n < *r.AtLeast:
		case slices.ContainsFunc(together, func(orbit uint64) bool { return set&orbit != 0 && set&orbit != orbit }):
		default:
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
	if b.Layout().Outline(0) != nil {
		return outlineMotion(b, name)
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

// outlineMotion is Motion where cells are not squares: it moves their corners.
func outlineMotion(b *board.Board, name string) (image []int, ok bool) {
	if name == "quarter" {
		return nil, false
	}
	low, high := [2]float64{math.Inf(1), math.Inf(1)}, [2]float64{}
	for cell := range b.Lights() {
		for _, corner := range b.Layout().Outline(cell) {
			for i, x := range corner {
				low[i], high[i] = min(low[i], x), max(high[i], x)
			}
		}
	}
	cells := map[string]int{}
	for cell := range b.Lights() {
		cells[corners(b.Layout().Outline(cell))] = cell
	}
	for cell := range b.Lights() {
		moved := b.Layout().Outline(cell)
		for k := range moved {
			moved[k][0] = low[0] + high[0] - moved[k][0]
			if name == "turn" {
				moved[k][1] = low[1] + high[1] - moved[k][1]
			}
		}
		to, there := cells[corners(moved)]
		if !there {
			return nil, false
		}
		image = append(image, to)
	}
	return image, true
}

// corners is an outline as a text, the same for the same corners in any order.
func corners(outline [][2]float64) string {
	var list []string
	for _, c := range outline {
		list = append(list, fmt.Sprintf("%.4f,%.4f", c[0]+1e-6, c[1]+1e-6)) // no -0
	}
	slices.Sort(list)
	return strings.Join(list, " ")
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

// orbits are the sets of switches that symmetries of the board carry into each other. For each pair
// of switches it looks for one renaming of the switches that carries one into the other and leaves
// the set of flips as it is under some renaming of the lights.
func orbits(flips []uint64, lights int, graph bool) []uint64 {
	var sets []uint64
	seen := uint64(0)
	for x := range flips {
		if seen>>x&1 == 1 {
			continue
		}
		set := uint64(1) << x
		for y := x + 1; y < len(flips); y++ {
			if seen>>y&1 == 0 && carries(flips, lights, graph, x, y) {
				set |= 1 << y
			}
		}
		seen |= set
		sets = append(sets, set)
	}
	return sets
}

// carries looks for a symmetry with image[x] = y: switch by switch, in order, x first.
func carries(flips []uint64, lights int, graph bool, x, y int) bool {
	n := len(flips)
	order := []int{x}
	for s := range n {
		if s != x {
			order = append(order, s)
		}
	}
	image, used := make([]int, n), make([]bool, n)
	var place func(k int) bool
	fits := func(k int) bool {
		if graph {
			// Nodes are switches and lights: every flip among the placed nodes must have its image.
			s := order[k]
			for _, u := range order[:k+1] {
				if flips[s]>>u&1 != flips[image[s]]>>image[u]&1 || flips[u]>>s&1 != flips[image[u]]>>image[s]&1 {
					return false
				}
			}
			return true
		}
		// Lights may be renamed at will: those that the placed switches flip in the same way must be
		// as many as those that their images flip in that way.
		before, after := map[uint64]int{}, map[uint64]int{}
		for l := range lights {
			var a, b uint64
			for i, u := range order[:k+1] {
				a |= flips[u] >> l & 1 << i
				b |= flips[image[u]] >> l & 1 << i
			}
			before[a]++
			after[b]++
		}
		for way, count := range before {
			if after[way] != count {
				return false
			}
		}
		return true
	}
	place = func(k int) bool {
		if k == n {
			return true
		}
		for v := range n {
			if used[v] || k == 0 && v != y {
				continue
			}
			image[order[k]], used[v] = v, true
			if fits(k) && place(k+1) {
				return true
			}
			used[v] = false
		}
		return false
	}
	return place(0)
}
