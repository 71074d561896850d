package solve

import (
	"context"
	"fmt"

	"lightsout/board"
	"lightsout/internal/fewest"
)

// bfs walks from what must change to nothing, one press at a time, over all states: the planning
// view of the puzzle, as in Gawalt's program and the Prover9 model of Fazakas, Keresztes and Groza.
// It finds the fewest presses and knows no algebra. Time and memory grow with the number of states.
func bfs(ctx context.Context, pr *problem) (k Known, err error) {
	b := pr.puzzle.Board
	g := &stateGraph{k: b.States(), place: make([]int, b.Lights()+1)}
	g.place[0] = 1
	for l := range b.Lights() {
		g.place[l+1] = g.place[l] * g.k
	}
	for c := range pr.size() {
		g.add(pr.equations, pr.first(c))
	}
	start := 0
	for l, d := range pr.change.All() {
		start += d * g.place[l]
	}
	const unseen, atStart = 0, 1 // otherwise: 2 + index of the press that led here
	cameBy := make([]uint8, g.place[b.Lights()])
	cameBy[start] = atStart
	queue := []int{start}
	for head := 0; cameBy[0] == unseen; head++ {
		if head == len(queue) {
			return k, pr.unsolvable(ctx)
		}
		if head%(1<<12) == 0 && ctx.Err() != nil {
			return k, &GaveUpError{Engine: "bfs", Cause: context.Cause(ctx)}
		}
		for i := range g.masks {
			if to := g.after(queue[head], i, 1); cameBy[to] == unseen {
				cameBy[to] = uint8(i + 2)
				queue = append(queue, to)
			}
		}
	}
	word := board.NewState(pr.size(), g.k)
	for state := 0; cameBy[state] != atStart; {
		i := int(cameBy[state] - 2)
		word.Set(i, word.At(i)+1)
		state = g.after(state, i, g.k-1) // back by going round
	}
	k = pr.answer(pr.whole(word))
	k.Raise(k.Cost, fewest.Reason{Method: fewest.BFS, Proof: fewest.StatesSearched})
	return k, nil
}

// stateGraph is what presses do to states. A state is the number whose digits, to the base of K, are what the lights
// still need.
type stateGraph struct {
	k     int
	place []int      // of each light's digit
	masks []int      // with two states: the digits that each switch flips
	adds  [][][2]int // with more: the lights of each switch, and what it adds
}

func (g *stateGraph) add(b *board.Board, x int) {
	mask, adds := 0, [][2]int(nil)
	for l, amount := range b.Adds(x) {
		mask |= g.place[l]
		adds = append(adds, [2]int{l, amount})
	}
	g.masks, g.adds = append(g.masks, mask), append(g.adds, adds)
}

// after is the state after pressing the i-th switch so often.
func (g *stateGraph) after(state, i, times int) int {
	if g.k == 2 {
		return state ^ g.masks[i]
	}
	for _, e := range g.adds[i] {
		digit := state / g.place[e[0]] % g.k
		state += ((digit+(g.k-e[1])*times)%g.k - digit) * g.place[e[0]]
	}
	return state
}

func bfsFits(pr *problem) error {
	switch {
	case pr.groups != nil:
		return bfsRefuses("presses one switch at a time and finds no symmetric answers")
	case !pr.once.IsZero() || pr.asked.AtLeast != nil && pr.puzzle.Board.States() > 2:
		return bfsRefuses(
			"takes the shortest way: it knows no required switches and no least number of presses")
	}
	return nil
}

func bfsRefuses(format string, args ...any) error {
	return &RefusedError{Engine: "bfs", Reason: "breadth-first search " + fmt.Sprintf(format, args...), Needs: "auto"}
}

func bfsTakes(b *board.Board) error {
	states, spec := 1, b.Spec()
	for range b.Lights() {
		if b.States() == 2 && b.Lights() > maxBFSLights {
			return bfsRefuses("takes up to %d lights, %s has %d", maxBFSLights, spec, b.Lights())
		}
		if states *= b.States(); states > maxBFSStates {
			return bfsRefuses("takes up to %d states, %s has %d to the power of %d",
				maxBFSStates, spec, b.States(), b.Lights())
		}
	}
	if b.Switches() > maxBFSSwitches {
		return bfsRefuses("takes up to %d switches, %s has %d", maxBFSSwitches, spec, b.Switches())
	}
	return nil
}
