package certificate

import (
	"fmt"
	"slices"
	"strings"

	"lightsout/board"
	"lightsout/gf2"
	"lightsout/solve"
)

// questionWords says what was asked, with everything that changes what the answer is. Numbers count from 1.
func questionWords(p *board.Puzzle, s solve.Solver) string {
	b := p.Board
	name := b.Spec()
	if b.Shape().Kind == listedBoard {
		name = fmt.Sprintf("the board that is listed as %s", quoted(name))
	} else if len(name) > 200 {
		name = quoted(name)
	}
	what := "the fewest presses"
	if s.Costs != nil {
		what = "the cheapest presses"
	}
	text := fmt.Sprintf("%s on %s (%s, %s), from %s to %s", what, name,
		count(b.Switches(), "switch", "switches"), count(b.Lights(), "light", "lights"),
		lightWords(p.On.Bits()), lightWords(p.Goal.Bits()))
	if !p.DontCare.IsZero() {
		text += ", not caring about " + numbered(p.DontCare, "light", "lights")
	}
	if barred := gf2.VecOf(b.Switches(), s.Forbid...); !barred.IsZero() {
		text += ", without pressing " + numbered(barred, "switch", "switches")
	}
	if wanted := gf2.VecOf(b.Switches(), s.Require...); !wanted.IsZero() {
		text += ", pressing " + numbered(wanted, "switch", "switches")
	}
	switch s.Symmetric {
	case "":
	case "all":
		text += ", by an answer that every symmetry of the board leaves unchanged"
	default:
		text += fmt.Sprintf(", by an answer that the symmetry %s leaves unchanged", s.Symmetric)
	}
	if s.Costs != nil {
		text += ", where the switches cost " + costWords(s.Costs)
	}
	return text
}

func count(n int, one, many string) string {
	if n == 1 {
		return "1 " + one
	}
	return fmt.Sprintf("%d %s", n, many)
}

func lightWords(v gf2.Vec) string {
	switch n := v.Weight(); n {
	case 0:
		return "all lights off"
	case v.Len():
		return "all lights on"
	default:
		return fmt.Sprintf("%s of %d on (%s)", count(n, "light", "lights"), v.Len(), ranges(v))
	}
}

func numbered(v gf2.Vec, one, many string) string {
	if v.Weight() == 1 {
		return one + " " + ranges(v)
	}
	return many + " " + ranges(v)
}

// ranges lists the ones as 1,4-7.
func ranges(v gf2.Vec) string {
	var list []string
	for x := v.NextOne(0); x >= 0; {
		end := x
		for end+1 < v.Len() && v.Bit(end+1) {
			end++
		}
		if len(list) == maxWords {
			rest := 0
			for ; x >= 0; x = v.NextOne(x + 1) {
				rest++
			}
			return strings.Join(list, ",") + fmt.Sprintf(" and %d more", rest)
		}
		if end > x {
			list = append(list, fmt.Sprintf("%d-%d", x+1, end+1))
		} else {
			list = append(list, fmt.Sprint(x+1))
		}
		x = v.NextOne(end + 1)
	}
	return strings.Join(list, ",")
}

func costWords(costs []int) string {
	if least := slices.Min(costs); least == slices.Max(costs) {
		return fmt.Sprintf("%d each", least)
	}
	list := make([]string, min(len(costs), maxWords))
	for i := range list {
		list[i] = fmt.Sprint(costs[i])
	}
	text := strings.Join(list, ",")
	if more := len(costs) - len(list); more > 0 {
		text += fmt.Sprintf(" and %d more, from %d to %d", more, slices.Min(costs), slices.Max(costs))
	}
	return text
}
