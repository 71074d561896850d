package solve

import (
	"context"
	"fmt"

	"lightsout/board"
	"lightsout/gf2"
)

// maxBFSLights bounds breadth-first search: it keeps a byte for each of 2^lights states.
const maxBFSLights = 25

// bfs walks from what must change to nothing, one press at a time, over all states: the planning
// view of the puzzle, as in Gawalt's program and the Prover9 model of Fazakas, Keresztes and Groza.
// It finds the fewest presses and knows no algebra. Time and memory grow with 2^lights.
func bfs(ctx context.Context, pr *problem, _ question, s Solver) (finding, error) {
	b := pr.puzzle.Board
	var flips []uint32 // what each free switch flips
	var switches []int
	for x := range b.Switches() {
		if pr.fixed.Bit(x) {
			continue
		}
		var mask uint32
		for _, l := range pr.system.Toggles(x) {
			mask |= 1 << l
		}
		flips, switches = append(flips, mask), append(switches, x)
	}
	var start uint32
	for l := range pr.change.Ones() {
		start |= 1 << l
	}
	const unseen, atStart = 0, 1 // otherwise: 2 + index of the press that led here
	cameBy := make([]uint8, 1<<b.Lights())
	cameBy[start] = atStart
	queue := []uint32{start}
	for head := 0; cameBy[0] == unseen; head++ {
		if head == len(queue) {
			return finding{}, pr.unsolvable(ctx, s)
		}
		if head%(1<<16) == 0 && ctx.Err() != nil {
			return finding{}, &GaveUpError{Engine: "bfs", Cause: context.Cause(ctx)}
		}
		for i, mask := range flips {
			if to := queue[head] ^ mask; cameBy[to] == unseen {
				cameBy[to] = uint8(i + 2)
				queue = append(queue, to)
			}
		}
	}
	presses := gf2.NewVec(b.Switches())
	for state := uint32(0); cameBy[state] != atStart; {
		i := cameBy[state] - 2
		presses.Set(switches[i], true)
		state ^= flips[i]
	}
	presses.Add(pr.base)
	return finding{presses: presses, lower: presses.Weight(), proof: statesSearched}, nil
}

func bfsFits(pr *problem, _ Solver) error {
	if pr.groups != nil {
		return &RefusedError{Engine: "bfs", Reason: "breadth-first search presses one switch at a time and finds no symmetric answers", Needs: "gf2"}
	}
	return nil
}

func bfsTakes(b *board.Board) error {
	if b.Lights() > maxBFSLights {
		return &RefusedError{Engine: "bfs", Reason: fmt.Sprintf("breadth-first search takes up to %d lights, %s has %d", maxBFSLights, b.Spec(), b.Lights()), Needs: "gf2"}
	}
	if b.Switches() > 250 {
		return &RefusedError{Engine: "bfs", Reason: fmt.Sprintf("breadth-first search takes up to 250 switches, %s has %d", b.Spec(), b.Switches()), Needs: "gf2"}
	}
	return nil
}
