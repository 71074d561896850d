package solve

import (
	"context"
	"fmt"

	"lightsout/board"
)

// maxColouredStates bounds breadth-first search with more than two states: it keeps a byte for each.
const maxColouredStates = 1 << 26

// bfsModular refuses what breadth-first search cannot do with more than two states.
func bfsModular(b *board.Board, s Solver) error {
	refused := func(reason string) error { return &RefusedError{Engine: "bfs", Reason: reason, Needs: modular} }
	states := 1
	for range b.Lights() {
		if states *= b.States(); states > maxColouredStates {
			return refused(fmt.Sprintf("breadth-first search takes up to %d states, %s has %d to the power of %d", maxColouredStates, b.Spec(), b.States(), b.Lights()))
		}
	}
	switch {
	case b.Switches() > 250:
		return refused(fmt.Sprintf("breadth-first search takes up to 250 switches, %s has %d", b.Spec(), b.Switches()))
	case s.Symmetric != "" || len(s.Require) > 0 || s.AtLeast != nil:
		return refused("breadth-first search takes the shortest way: it knows no required or symmetric switches and no least number of presses")
	}
	return nil
}

// bfs walks from the start to the goal, one press at a time, over all states. It knows no algebra. A state is
// the number whose digits are what the lights still need.
func (c *modularProblem) bfs(ctx context.Context) (modularFinding, error) {
	lights := c.puzzle.Board.Lights()
	power := make([]int, lights+1)
	power[0] = 1
	for l := range lights {
		power[l+1] = power[l] * c.k
	}
	after := func(state, column int) int {
		for _, e := range c.columns[column] {
			d := state / power[e.Row] % c.k
			state += ((d+c.k-int(e.Value)%c.k)%c.k - d) * power[e.Row]
		}
		return state
	}
	start := 0
	for l, d := range c.needed {
		start += int(d) * power[l]
	}
	const unseen, atStart = 0, 1 // otherwise: 2 + index of the press that led here
	cameBy := make([]uint8, power[lights])
	cameBy[start] = atStart
	queue := []int{start}
	for head := 0; cameBy[0] == unseen; head++ {
		if head == len(queue) {
			_, witness, ok := c.system.Solve(c.needed)
			if ok {
				return modularFinding{}, fmt.Errorf("solve: breadth-first search found no answer where elimination finds one; this is a fault of the program, please report it")
			}
			return modularFinding{}, c.unsolvable(ctx, witness)
		}
		if head%(1<<12) == 0 && ctx.Err() != nil {
			return modularFinding{}, &GaveUpError{Engine: "bfs", Cause: context.Cause(ctx)}
		}
		for i := range c.columns {
			if to := after(queue[head], i); cameBy[to] == unseen {
				cameBy[to] = uint8(i + 2)
				queue = append(queue, to)
			}
		}
	}
	x := make([]uint8, len(c.columns))
	count := 0
	for state := 0; cameBy[state] != atStart; count++ {
		i := int(cameBy[state] - 2)
		x[i]++
		for range c.k - 1 { // back by going round
			state = after(state, i)
		}
	}
	if !c.solver.within(count) {
		return modularFinding{}, c.outOfReach()
	}
	return modularFinding{times: c.widen(x), lower: count, proof: statesSearched}, nil
}
