package distribution

import (
	"math/big"
	"math/bits"

	"pgregory.net/rapid"

	"lightsout/board"
	"lightsout/gf2"
	"lightsout/internal/covering"
)

// quietOf is a basis of the board's null space, by dense elimination.
func quietOf(b *board.Board) []gf2.Vec {
	m := gf2.NewMatrix(b.Lights(), b.Switches())
	for s := range b.Switches() {
		for _, l := range b.Toggles(s) {
			m.Flip(l, s)
		}
	}
	return m.RightNull()
}

func regionsOf(b *board.Board) regionList {
	return regionList{covering.FindRegions(b.Switches(), quietOf(b))}
}

func numbers(counts []*big.Int) []int64 {
	var list []int64
	for _, n := range counts {
		list = append(list, n.Int64())
	}
	return list
}

// drawRegions draws any columns of so many dimensions, not only those of a board, often crowded in a
// small subspace, and about 13 switches.
func drawRegions(t *rapid.T, least, most int) regionList {
	r := regionList{&covering.Regions{Dim: rapid.IntRange(least, most).Draw(t, "dim")}}
	sizes := map[uint64]int{}
	var columns []uint64
	add := func(column uint64, size int) {
		if sizes[column] == 0 {
			columns = append(columns, column)
		}
		sizes[column] += size
		r.Switches += size
	}
	for j := range r.Dim {
		add(1<<j, rapid.IntRange(1, 2).Draw(t, "size"))
	}
	for r.Switches < 13 && rapid.IntRange(0, 9).Draw(t, "more") > 0 {
		add(rapid.Uint64Range(1, 1<<rapid.IntRange(1, r.Dim).Draw(t, "within")-1).Draw(t, "column"), 1)
	}
	s := 0
	for _, column := range columns {
		g := covering.Region{Column: column}
		for range sizes[column] {
			g.Cells = append(g.Cells, s)
			s++
		}
		r.List = append(r.List, g)
	}
	return r
}

// weighWords counts the lightest words of all cosets, of which each word is in one.
func weighWords(r regionList) []int64 {
	var quiet []uint64
	for c := range uint64(1) << r.Dim {
		var word uint64
		for _, g := range r.List {
			for _, s := range g.Cells {
				word |= uint64(bits.OnesCount64(g.Column&c)&1) << s
			}
		}
		quiet = append(quiet, word)
	}
	var counts []int64
	for word := range uint64(1) << r.Switches {
		least := r.Switches
		for _, q := range quiet {
			least = min(least, bits.OnesCount64(word^q))
		}
		for len(counts) <= least {
			counts = append(counts, 0)
		}
		counts[least]++
	}
	for w := range counts {
		counts[w] >>= r.Dim
	}
	return counts
}
