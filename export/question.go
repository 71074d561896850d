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
	change   gf2.Vec // by light: an odd number of the switches around it must be pressed
	forbid   []int   // switches that must not be pressed, in order
	require  []int   // switches that must be pressed, in order
	most     int     // *AtMost, or -1

	plan *encode.Plan // only in formats of clauses
	rows *rows.Rows   // the switches around each light, in all other formats
}

func newQuestion(p *board.Puzzle, opt Options) (*question, error) {
	q := &question{
		Options: opt, puzzle: p, most: -1,
		switches: p.Board.Switches(), lights: p.Board.Lights(), change: p.Change(),
	}
	if opt.AtMost != nil {
		q.most = *opt.AtMost
		switch {
		case q.most < 0:
			return nil, fmt.Errorf("at most %d presses: a number of presses starts at 0", q.most)
		case opt.AtLeast > q.most:
			return nil, fmt.Errorf("at least %d presses and at most %d contradict each other", opt.AtLeast, q.most)
		}
	}
	for _, list := range [][]int{opt.Forbid, opt.Require} {
		for _, s := range list {
			if s < 0 || s >= q.switches {
				return nil, fmt.Errorf("switch %d is not on %s, which has %d switches (counted from 0)",
					s, p.Board.Spec(), q.switches)
			}
		}
	}
	q.forbid = inOrder(append(p.Forbidden.Indices(), opt.Forbid...))
	q.require = inOrder(slices.Clone(opt.Require))
	return q, nil
}

// inOrder sorts the list and drops repetitions.
func inOrder(list []int) []int {
	slices.Sort(list)
	return slices.Compact(list)
}

// light is the equation of light l: an odd number of these switches must be pressed, or an even one.
// There are none around a light that does not matter.
func (q *question) light(l int) (around []int32, odd bool) { return q.rows.Light(l), q.change.Bit(l) }

// boundsAbove reports whether AtMost excludes anything.
func (q *question) boundsAbove() bool { return q.most >= 0 && q.most < q.switches }

// counts reports whether the number of presses is bounded.
func (q *question) counts() bool { return q.boundsAbove() || q.AtLeast > 0 }

// head is the comment at the beginning of every file, line by line.
func (q *question) head(naming string) []string {
	about := fmt.Sprintf("lightsout puzzle on %s: %d switches, %d lights, %d of them to change",
		printable(q.puzzle.Board.Spec()), q.switches, q.lights, q.change.Weight())
	if n := q.puzzle.DontCare.Weight(); n > 0 {
		about += fmt.Sprintf(", %d do not matter", n)
	}
	lines := []string{about, naming}
	if q.puzzle.Comment != "" {
		lines = append(lines, printable(q.puzzle.Comment))
	}
	if q.AtLeast > 0 {
		lines = append(lines, fmt.Sprintf("presses: at least %d", q.AtLeast))
	}
	if q.most >= 0 {
		lines = append(lines, fmt.Sprintf("presses: at most %d", q.most))
	}
	return lines
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
