package covering

import (
	"context"
	"math/big"
	"slices"

	"lightsout/board"
	"lightsout/gf2"
)

// maxVisitedRank bounds the memory: a byte for each of 2^rank solvable states.
const maxVisitedRank = 26

// quickRank is a rank up to which visiting all states takes less time than any search.
const quickRank = 20

// breadthFirst is a breadth-first search from dark over all solvable states (E. F. Moore, The shortest path
// through a maze, 1959). The board may have many switches
// but must have low rank: a state is its coordinates in a basis, and a switch flips some of them.
type breadthFirst struct {
	switches int
	flips    []uint32 // by switch; switches that flip the same lights count once
	same     []int    // the first switch of each
	distance []uint8
	counts   []*big.Int
	farthest uint32
}

const unseen = 0xff

// visitAll visits the states of a board of the given rank, which must be at most maxVisitedRank, level by level.
func visitAll(ctx context.Context, b *board.Board, rank int) (*breadthFirst, error) {
	f := &breadthFirst{switches: b.Switches(), distance: slices.Repeat([]uint8{unseen}, 1<<rank)}
	type pivot struct {
		light int
		state gf2.Vec
		flips uint32 // which basis states add up to it
	}
	var pivots []pivot
	seen := map[uint32]bool{0: true}
	for s := range b.Switches() {
		state, flips := gf2.VecOf(b.Lights(), b.Toggles(s)...), uint32(0)
		for _, p := range pivots {
			if state.Bit(p.light) {
				state.Add(p.state)
				flips ^= p.flips
			}
		}
		if light := state.NextOne(0); light >= 0 {
			// A new basis state: the lights that this switch flips.
			pivots = append(pivots, pivot{light, state, flips | 1<<len(pivots)})
			flips = 1 << (len(pivots) - 1)
		}
		if !seen[flips] {
			seen[flips] = true
			f.flips = append(f.flips, flips)
			f.same = append(f.same, s)
		}
	}
	f.distance[0] = 0
	for level := []uint32{0}; len(level) > 0; {
		f.counts = append(f.counts, big.NewInt(int64(len(level))))
		f.farthest = level[0]
		d := uint8(len(f.counts))
		var next []uint32
		for i, state := range level {
			if i%256 == 0 && ctx.Err() != nil {
				return nil, context.Cause(ctx)
			}
			for _, flips := range f.flips {
				if n := state ^ flips; f.distance[n] == unseen {
					f.distance[n] = d
					next = append(next, n)
				}
			}
		}
		level = next
	}
	return f, nil
}

// hardest is a minimal answer of a state that needs the most presses.
func (f *breadthFirst) hardest() gf2.Vec {
	presses := gf2.NewVec(f.switches)
	for state := f.farthest; state != 0; {
		i := slices.IndexFunc(f.flips, func(flips uint32) bool {
			return f.distance[state^flips] == f.distance[state]-1
		})
		presses.Set(f.same[i], true)
		state ^= f.flips[i]
	}
	return presses
}
