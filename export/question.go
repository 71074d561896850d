package export

import (
	"fmt"
	"slices"
	"strings"

	"lightsout/board"
	"lightsout/encode"
	"lightsout/gf2"
	"lightsout/internal/rows"
)

// question is what every format expresses: for each light the parity of the switches around it, the
// switches that are forbidden or required, and bounds on the number of presses.
type question struct {
	Options
	puzzle   *board.Puzzle
	switches int
	lights   int
	states   int         // of a light
	needed   board.State // by light: what must be added to it
	forbid   []int       // switches that must not be pressed, in order
	require  []int       // switches that must be pressed, in order
	most     int         // *AtMost, or -1

	// own are the lights with a variable of their own, in order: those that may be wrong, or all if
	// they are unknown. The variables follow those of the switches.
	own []int

	plan *encode.Plan // only in formats of clauses
	rows *rows.Rows   // the switches around each light, in all other formats
}

func newQuestion(p *board.Puzzle, opt Options) (*question, error) {
	q := &question{
		Options: opt, puzzle: p, most: -1,
		switches: p.Board.Switches(), lights: p.Board.Lights(), states: p.Board.States(),
		needed: p.Change(),
	}
	if opt.AtMost != nil {
		q.most = *opt.AtMost
		switch {
		case q.most < 0:
			return nil,
				&OptionError{"AtMost", fmt.Sprintf("at most %d presses: a number of presses starts at 0", q.most)}
		case opt.AtLeast > q.most:
			return nil, &OptionError{"AtMost",
				fmt.Sprintf("at least %d presses and at most %d contradict each other", opt.AtLeast, q.most)}
		}
	}
	for _, list := range [][]int{opt.Forbid, opt.Require} {
		if err := p.Board.CheckSwitches(list); err != nil {
			return nil, err
		}
	}
	q.forbid = inOrder(append(p.Forbidden.Indices(), opt.Forbid...))
	q.require = inOrder(slices.Clone(opt.Require))
	return q, q.open()
}

// open chooses the lights that have a variable of their own.
func (q *question) open() error {
	switch {
	case q.Nearest && q.Unknown:
		return &OptionError{"Nearest", "unknown lights cannot be wrong: ask for one of the two"}
	case q.Nearest && (q.most >= 0 || q.AtLeast > 0):
		return &OptionError{"Nearest",
			"the fewest wrong lights cannot be combined with bounds on the number of presses"}
	case q.Unknown && q.Min:
		return &OptionError{"Min", "if the lights are unknown the fewest presses are none"}
	}
	if q.Nearest || q.Unknown {
		q.own = make([]int, q.lights)
		for l := range q.own {
			q.own[l] = l
		}
	}
	if q.Unknown {
		q.needed = q.puzzle.Goal
	}
	return nil
}

// extended is the puzzle with a further switch for each light that has a variable of its own, which
// flips only this light.
func (q *question) extended() (*board.Puzzle, error) {
	if len(q.own) == 0 {
		return q.puzzle, nil
	}
	if err := q.puzzle.Board.TwoStates(); err != nil {
		return nil, err
	}
	toggles := make([][]int, 0, q.variables())
	for s := range q.switches {
		toggles = append(toggles, q.puzzle.Board.Toggles(s))
	}
	for i := range q.own {
		toggles = append(toggles, q.own[i:i+1])
	}
	b, err := board.FromToggles(q.puzzle.Board.Spec(), q.lights, toggles)
	if err != nil {
		return nil, err
	}
	p := board.NewPuzzle(b)
	p.On, p.Goal, p.DontCare = q.needed, board.NewState(q.lights, 2), q.puzzle.DontCare
	p.Forbidden = gf2.VecOf(len(toggles), q.puzzle.Forbidden.Indices()...)
	return p, nil
}

// variables is how many variables there are before the auxiliary ones, in formats whose variables are 0 or 1: those
// of the switches, then lights.
func (q *question) variables() int { return q.pressVariables() + len(q.own) }

// integers is how many there are in formats with integers, where a switch has one.
func (q *question) integers() int { return q.switches + len(q.own) }

// pressVariables is the largest number of presses, and how many variables that are 0 or 1 the switches have: one each
// with two states, else K−1, the j-th of which says that the switch is pressed at least j times.
func (q *question) pressVariables() int { return q.switches * (q.states - 1) }

// minimizes reports whether something is to be as small as possible.
func (q *question) minimizes() bool { return q.Min || q.Nearest }

// cost is what variable i costs if it is 1. A wrong light costs more than pressing every switch.
func (q *question) cost(i int) int {
	switch {
	case i < q.pressVariables():
		return 1
	case q.Nearest:
		return q.switches + 1
	}
	return 0
}

// costs is how many variables, the first ones, cost anything.
func (q *question) costs() int {
	if q.Nearest {
		return q.variables()
	}
	return q.pressVariables()
}

// inOrder sorts the list and drops repetitions.
func inOrder(list []int) []int {
	slices.Sort(list)
	return slices.Compact(list)
}

// equation is what a light asks for. The presses around it, times what each adds, are what it needs, plus a
// multiple of the number of states K:
//
//	x1 + x2 + 2·x6  =  3·d1 + 1
//
// Formats with integers have the number of presses of switch i as xi, from 0 to K−1, and the quotient of light i
// as di. Those with variables that are 0 or 1 have K−1 for each switch, at least once, at least twice, …, as the
// encodings of package encode do, and the quotient in binary.
type equation struct {
	around   []int32 // switches; none around a light that does not matter
	amounts  []uint8 // what a press of each adds; nil: one
	needed   int
	quotient int // the largest
}

func (q *question) light(l int) equation {
	e := equation{around: q.rows.Light(l), needed: q.needed.At(l)}
	total := len(e.around)
	if q.states > 2 {
		e.amounts, total = q.rows.Amounts(l), 0
		for _, a := range e.amounts {
			total += int(a) * (q.states - 1)
		}
	}
	e.quotient = max(total-e.needed, 0) / q.states
	return e
}

// amount is what a press of the i-th switch around the light adds.
func (e equation) amount(i int) int {
	if e.amounts == nil {
		return 1
	}
	return int(e.amounts[i])
}

// trivial reports whether nothing is asked of anything.
func (e equation) trivial() bool { return len(e.around) == 0 && e.needed == 0 }

// byStates is what to write for lights with two states, or for more.
func (q *question) byStates(two, more string) string {
	if q.states == 2 {
		return two
	}
	return more
}

// variablesNamed says what the variables of the switches are, in formats whose variables are 0 or 1.
func (q *question) variablesNamed(two string) string {
	return q.byStates(two, fmt.Sprintf("variable %d(i-1)+j: switch i is pressed at least j times, j from 1 to %d; "+
		"auxiliaries follow", q.states-1, q.states-1))
}

// boundsAbove reports whether AtMost excludes anything.
func (q *question) boundsAbove() bool { return q.most >= 0 && q.most < q.pressVariables() }

// counts reports whether the number of presses is bounded.
func (q *question) counts() bool { return q.boundsAbove() || q.AtLeast > 0 }

// head is the comment at the beginning of every file, line by line.
func (q *question) head(naming string) []string {
	about := fmt.Sprintf("lightsout puzzle on %s: %d switches, %d lights, %s",
		printable(q.puzzle.Board.Spec()), q.switches, q.lights, q.task())
	if n := q.puzzle.DontCare.Weight(); n > 0 {
		about += fmt.Sprintf(", %d do not matter", n)
	}
	lines := []string{about, naming}
	for i, name := range q.puzzle.Board.Names() {
		lines = append(lines, fmt.Sprintf("switch %d is %s", i+1, printable(name)))
	}
	if q.puzzle.Comment != "" {
		lines = append(lines, printable(q.puzzle.Comment))
	}
	switch {
	case len(q.own) == 0:
	case q.Unknown:
		lines = append(lines, fmt.Sprintf("variables %d to %d are the lights: which are on at the start", q.switches+1,
			q.variables()))
	default:
		lines = append(lines, fmt.Sprintf("variables %d to %d are the lights: 1 if a light is wrong in the end",
			q.switches+1, q.variables()))
	}
	if q.Nearest {
		lines = append(lines, fmt.Sprintf("a wrong light costs %d, a press 1", q.switches+1))
	}
	if q.AtLeast > 0 {
		lines = append(lines, fmt.Sprintf("presses: at least %d", q.AtLeast))
	}
	if q.most >= 0 {
		lines = append(lines, fmt.Sprintf("presses: at most %d", q.most))
	}
	return lines
}

// task says what the lights have to do.
func (q *question) task() string {
	if q.Unknown {
		return "unknown at the start"
	}
	change := fmt.Sprintf("%d of them to change", q.needed.Size())
	if q.states > 2 {
		change += fmt.Sprintf(", modulo %d", q.states)
	}
	return change
}

// printable makes a file name fit for a comment in any language: one line of ASCII, not too long.
func printable(name string) string {
	const longest = 200
	if len(name) > longest {
		name = name[:longest] + "..."
	}
	return strings.Map(func(r rune) rune {
		if r < ' ' || r > '~' {
			return '?'
		}
		return r
	}, name)
}
