package main

import (
	"context"
	"errors"
	"fmt"
	"math/big"
	"strings"

	"lightsout/board"
	"lightsout/census"
	"lightsout/solve"
)

// allStates is how many states the lights of a board can be in.
func allStates(b *board.Board) *big.Int {
	return new(big.Int).Exp(big.NewInt(int64(b.States())), big.NewInt(int64(b.Lights())), nil)
}

// colours is one where lights have more than two states.
func (c *infoCommand) colours(ctx context.Context, con *console, b *board.Board) error {
	if c.chaseTable {
		return twoStatesFor(b, "--chase-table")
	}
	facts, err := newInfo(ctx, b)
	if err != nil {
		return err
	}
	algebra, err := solve.AnalyseColours(ctx, b)
	if err != nil {
		return err
	}
	var words [][]uint8
	if c.quiet {
		if words, _, err = algebra.Quiet(ctx); err != nil {
			return err
		}
		lists := [][]int{}
		for _, word := range words {
			lists = append(lists, board.Digits(word, b.States()).Indices())
		}
		facts.QuietPatterns = &lists
	}
	group, err := algebra.QuietType(ctx)
	if err != nil {
		return err
	}
	if c.symmetries {
		group, err := b.Symmetries(ctx)
		switch {
		case atLimit(ctx, err):
			facts.Stopped = why(cause(ctx))
		case err != nil:
			return err
		default:
			facts.Symmetries = group.Order()
		}
	}
	var table *census.Colours
	if c.depth || c.distribution {
		bar := con.status("states found: %d of %d")
		table, err = census.NewColours(ctx, b, bar.show)
		bar.clear()
		var far *board.TooLargeError
		switch {
		case errors.As(err, &far):
			facts.Stopped = why(err)
		case atLimit(ctx, err):
			facts.Stopped = why(cause(ctx))
		case err != nil:
			return err
		default:
			facts.distancesJSON = c.colourDistances(table)
		}
	}
	stopped := func(err error) error {
		if err == nil && facts.Stopped != "" {
			return reported(exitGaveUp)
		}
		return err
	}
	if c.format.format == "json" {
		return stopped(writeJSON(con.out, facts))
	}
	c.colourText(con, b, facts, group, algebra.Reachable())
	if table != nil {
		c.colourDepth(con, b, facts, table)
	}
	if facts.Stopped != "" {
		row(con, "stopped", "%s", facts.Stopped)
	}
	if c.quiet && len(words) == 0 {
		fmt.Fprintln(con.out, "\nno quiet patterns: no puzzle has more than one answer")
	}
	for i, word := range words {
		fmt.Fprintf(con.out, "\nquiet pattern %d of %d: %s\n", i+1, len(words), pressLine(board.Digits(word, b.States())))
		statesDrawing{board: b, states: b.Dark(), times: board.Digits(word, b.States())}.draw(con.out)
	}
	return stopped(nil)
}

func (c *infoCommand) colourDistances(t *census.Colours) (j distancesJSON) {
	counts := t.Distribution()
	if c.distribution {
		j.Distribution = decimals(counts)
	}
	if c.depth {
		state, depth, _ := t.At(t.Hardest())
		j.Depth, j.DepthExample = &depth, new(state.Indices())
	}
	return j
}

func (c *infoCommand) colourText(con *console, b *board.Board, facts infoJSON, group []int, reachable *big.Int) {
	row(con, "board", "%s", facts.Board)
	row(con, "lights", "%d, with %d states", facts.Lights, b.States())
	row(con, "switches", "%d", facts.Switches)
	if facts.Rank != nil {
		row(con, "rank", "%d", *facts.Rank)
		row(con, "nullity", "%d", *facts.Nullity)
	}
	one, rest := new(big.Int).QuoRem(allStates(b), reachable, new(big.Int))
	switch {
	case rest.Sign() != 0: // not possible: the order of a subgroup divides that of the group
		row(con, "solvable", "%s of all states", facts.SolvableFraction)
	case one.IsInt64() && one.Int64() == 1:
		row(con, "solvable", "every state")
	default:
		row(con, "solvable", "1 state in %s", powerText(one, b.States()))
	}
	order, _ := new(big.Int).SetString(facts.Answers, 10)
	row(con, "quiet order", "%s%s", powerText(order, b.States()), groupText(group))
	row(con, "answers", "%s for each solvable state", countWords(order))
	if facts.Symmetries != nil {
		row(con, "symmetries", "%v", facts.Symmetries)
	}
}

func (c *infoCommand) colourDepth(con *console, b *board.Board, facts infoJSON, t *census.Colours) {
	if c.depth {
		i := t.Hardest()
		state, depth, _ := t.At(i)
		row(con, "depth", "%d (all %d states searched)", depth, t.Len())
		presses := board.NewState(b.Switches(), b.States())
		for _, s := range t.Path(i) {
			presses.Add(s, 1)
		}
		row(con, "example", "%s needs %s", statesText(b, state), plural(depth, "press", "presses"))
		statesDrawing{board: b, states: state, times: presses}.draw(con.out)
	}
	for w, n := range facts.Distribution {
		row(con, fmt.Sprintf("needing %d", w), "%s", n)
	}
}

// powerText is a number, also as a power of the number of states if it is a high one.
func powerText(n *big.Int, states int) string {
	if k, ok := exponent(n, states); ok && k > 1 {
		return fmt.Sprintf("%d^%d", states, k)
	}
	return n.String()
}

// groupText is a product of cyclic groups, given by their orders, if there are several.
func groupText(orders []int) string {
	if len(orders) < 2 {
		return ""
	}
	const shown = 12
	var s strings.Builder
	for i, n := range orders[:min(len(orders), shown)] {
		if i > 0 {
			s.WriteString(" × ")
		}
		fmt.Fprintf(&s, "Z/%d", n)
	}
	if len(orders) > shown {
		s.WriteString(" × …")
	}
	return " = " + s.String()
}
