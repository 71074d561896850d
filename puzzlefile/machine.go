package puzzlefile

import (
	"fmt"
	"lightsout/board"
	"slices"
	"strings"
)

// A machine is a line as the puzzle of 10 December 2025 of Advent of Code has them:
//
//	[.##.] (3) (1,3) (2) (2,3) (0,2) (0,1) {3,5,4,7}
//
// In brackets is what the lights should become, # being on, from a start where all are off. Each
// pair of parentheses is a button, a switch here, with the lights that it flips, counted from 0. The
// numbers in braces have nothing to do with the lights; they are kept as the puzzle's comment.

func looksMachine(line string) bool {
	diagram, ok := strings.CutPrefix(strings.TrimLeft(line, " \t"), "[")
	end := strings.IndexByte(diagram, ']')
	return ok && end > 0 && strings.Trim(diagram[:end], ".#") == ""
}

func (r *Reader) nextMachine() (*board.Puzzle, error) {
	line, err := r.skip()
	if err != nil {
		return nil, err
	}
	p, err := r.machine(strings.TrimSpace(line))
	if err != nil {
		return nil, r.errorf(r.number, "%v", err)
	}
	p.Origin = r.origin(r.number)
	return p, nil
}

func (r *Reader) machine(line string) (*board.Puzzle, error) {
	diagram, rest, ok := strings.Cut(strings.TrimPrefix(line, "["), "]")
	if !ok || !looksMachine(line) {
		return nil, fmt.Errorf("%q is not a machine: they look like [.##.] (3) (1,3) {3,5,4,7}", clip(line))
	}
	lights := len(diagram)
	p := &board.Puzzle{On: board.NewState(lights, 2), Goal: board.NewState(lights, 2)}
	for i := range lights {
		if diagram[i] == '#' {
			p.Goal.Set(i, 1)
		}
	}
	var toggles [][]int
	for rest = strings.TrimSpace(rest); strings.HasPrefix(rest, "("); rest = strings.TrimSpace(rest) {
		var list string
		if list, rest, ok = strings.Cut(rest[1:], ")"); !ok {
			return nil, fmt.Errorf("button %d does not end: ) is missing", len(toggles)+1)
		}
		flips, err := machineList(list, lights)
		if err != nil {
			return nil, fmt.Errorf("button %d: %w", len(toggles)+1, err)
		}
		toggles = append(toggles, flips)
	}
	switch {
	case len(toggles) == 0:
		return nil, fmt.Errorf("the machine has no button; buttons are written (1,3)")
	case rest == "":
	case rest[0] == '{' && strings.IndexByte(rest, '}') == len(rest)-1:
		p.Comment = rest
	default:
		return nil, fmt.Errorf("%q follows the buttons; only numbers in braces may", clip(rest))
	}
	var err error
	p.Board, err = board.FromToggles(r.graphName(), lights, toggles)
	return p, err
}

// machineList reads the lights of a button, counted from 0 and none twice.
func machineList(text string, lights int) ([]int, error) {
	var list []int
	if strings.TrimSpace(text) == "" {
		return list, nil
	}
	for word := range strings.SplitSeq(text, ",") {
		n, ok := number(strings.TrimSpace(word), 0, lights-1)
		if !ok {
			return nil, fmt.Errorf("%q is not a light: they are numbered 0 to %d", clip(word), lights-1)
		}
		list = append(list, n)
	}
	slices.Sort(list)
	for i := 1; i < len(list); i++ {
		if list[i] == list[i-1] {
			return nil, fmt.Errorf("light %d is named twice", list[i])
		}
	}
	return list, nil
}
