package main

import (
	"slices"
	"strconv"
	"strings"

	"lightsout/board"
	"lightsout/solve"
)

// What an answer must keep to besides reaching the goal means the same wherever an answer is looked for, written out
// for another solver, or checked.

// bounded reports whether the number of presses is bounded.
func (c *call) bounded() bool { return c.given("at-most", "exactly") }

// checkBounds refuses two bounds of which one says nothing, and --card where neither a bound nor one of the flags
// counts.
func (c *call) checkBounds(counts ...string) error {
	switch exactly, most := c.number("exactly"), c.number("at-most"); {
	case c.given("card") && !c.bounded() && !slices.ContainsFunc(counts,
		func(flag string) bool { return c.given(flag[2:]) }):
		return usagef("--card says how presses are counted: it goes with %s",
			listing(append(counts, "--at-most", "--exactly")))
	case !c.given("exactly") || !c.given("at-most"):
		return nil
	case exactly > most:
		return usagef("--exactly %d and --at-most %d contradict each other", exactly, most)
	default:
		return usagef("--exactly %d makes --at-most pointless: leave it out", exactly)
	}
}

// constrain gives the solver the constraints.
func (c *call) constrain(s *solve.Solver, b *board.Board) (err error) {
	switch {
	case c.given("exactly"):
		n := c.number("exactly")
		s.AtMost, s.AtLeast = &n, &n
	case c.given("at-most"):
		s.AtMost = new(c.number("at-most"))
	}
	if s.Forbid, err = namedSwitches(b, "forbid", c.text("forbid")); err != nil {
		return err
	}
	s.Require, err = namedSwitches(b, "require", c.text("require"))
	return err
}

// namedSwitches are the switches of a flag that says nothing about how often they are pressed.
func namedSwitches(b *board.Board, flag, list string) ([]int, error) {
	quoted := false
	if strings.ContainsFunc(list, func(r rune) bool {
		quoted = quoted != (r == '"') // a name in double quotes may have any sign
		return r == '*' && !quoted
	}) {
		return nil, usagef("--%s %s: leave out * and the number after it: the flag is about pressing a switch at all",
			flag, list)
	}
	return switches(b, flag, list)
}

// readCosts reads a positive integer for each switch, in order, separated by blanks or lines; what
// follows a # is a comment.
func (c *console) readCosts(file string, switches int) ([]int, error) {
	text, err := c.ReadText(file)
	if err != nil {
		return nil, err
	}
	costs, n := []int{}, 0
	for line := range strings.Lines(text) {
		n++
		line, _, _ = strings.Cut(line, "#")
		for _, word := range strings.Fields(line) {
			cost, err := strconv.Atoi(word)
			switch {
			case err != nil || cost <= 0 || cost > 1<<30:
				return nil, usagef("%s:%d: %q is not a cost: use a positive integer up to 2^30", file, n,
					clipSpec(word))
			case len(costs) == switches:
				return nil, usagef("%s:%d: more costs than the %d switches", file, n, switches)
			}
			costs = append(costs, cost)
		}
	}
	if len(costs) < switches {
		return nil, usagef("%s: %d costs for %d switches", file, len(costs), switches)
	}
	return costs, nil
}
