package main

import (
	"strconv"
	"strings"

	"github.com/spf13/pflag"

	"lightsout/board"
	"lightsout/solve"
)

// constraintFlags say what an answer must keep to besides reaching the goal. They mean the same
// wherever an answer is looked for, written out for another solver, or checked.
type constraintFlags struct {
	flags           *pflag.FlagSet
	atMost, exactly int
	forbid, require string
}

func (f *constraintFlags) declare(flags *pflag.FlagSet) {
	f.flags = flags
	flags.StringVar(&f.forbid, "forbid", "", "`LIST` of switches that must not be pressed")
	flags.StringVar(&f.require, "require", "", "`LIST` of switches that must be pressed")
	flags.IntVar(&f.atMost, "at-most", 0, "only answers with at most `K` presses")
	flags.IntVar(&f.exactly, "exactly", 0, "only answers with exactly `K` presses")
}

// bounded reports whether the number of presses is bounded.
func (f *constraintFlags) bounded() bool {
	return f.flags.Changed("at-most") || f.flags.Changed("exactly")
}

func (f *constraintFlags) validate() error {
	both := f.flags.Changed("exactly") && f.flags.Changed("at-most")
	switch {
	case both && f.exactly > f.atMost:
		return usagef("--exactly %d and --at-most %d contradict each other", f.exactly, f.atMost)
	case both:
		return usagef("--exactly %d makes --at-most pointless: leave it out", f.exactly)
	case f.exactly < 0:
		return usagef("--exactly %d: a number of presses starts at 0", f.exactly)
	case f.atMost < 0:
		return usagef("--at-most %d: a number of presses starts at 0", f.atMost)
	}
	return nil
}

// apply gives the solver the constraints.
func (f *constraintFlags) apply(s *solve.Solver, b *board.Board) (err error) {
	switch {
	case f.flags.Changed("exactly"):
		s.AtMost, s.AtLeast = &f.exactly, &f.exactly
	case f.flags.Changed("at-most"):
		s.AtMost = &f.atMost
	}
	if s.Forbid, err = namedSwitches(b, "forbid", f.forbid); err != nil {
		return err
	}
	s.Require, err = namedSwitches(b, "require", f.require)
	return err
}

// namedSwitches are the switches of a flag that says nothing about how often they are pressed.
func namedSwitches(b *board.Board, flag, list string) ([]int, error) {
	if strings.Contains(list, "*") {
		return nil, usagef("--%s %s: leave out * and the number after it: the flag is about pressing a switch at all", flag, list)
	}
	return switches(b, flag, list)
}

// readCosts reads a positive integer for each switch, in order, separated by blanks or lines; what
// follows a # is a comment.
func (c *console) readCosts(file string, switches int) ([]int, error) {
	text, err := c.readText(file)
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
				return nil, usagef("%s:%d: %q is not a cost: use a positive integer up to 2^30", file, n, clipSpec(word))
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
