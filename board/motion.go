package board

import (
	"context"
	"fmt"
	"slices"
)

// Motions names the kinds of symmetry that can be asked of a state or of an answer: "all" is every
// symmetry of the board; "mirror" (left and right), "turn" (by half) and "quarter" (a quarter turn)
// are motions of its drawing.
func Motions() []string { return []string{"all", "mirror", "turn", "quarter"} }

// Motions lists what leaves a state alone that has the symmetry of that name: it has it if it looks the
// same after each. For "all" these are generators of the board's group, for the others one motion of
// the drawing. That one moves switches too, unless the board itself does not look the same after it:
// then its Switches is nil.
func (b *Board) Motions(ctx context.Context, name string) ([]Symmetry, error) {
	if name == "all" {
		group, err := b.Symmetries(ctx)
		if err != nil {
			return nil, err
		}
		generators := group.Generators()
		if generators == nil && group.Order().BitLen() > 1 {
			return nil, fmt.Errorf("%s is too large to list its symmetries", clip(b.spec))
		}
		return generators, nil
	}
	if !slices.Contains(Motions(), name) {
		return nil, fmt.Errorf("no such symmetry %q", clip(name))
	}
	if b.layout == nil {
		return nil, fmt.Errorf("%s has no rows and columns, so %s is not a symmetry of it; only the symmetry all is", clip(b.spec), name)
	}
	if err := b.CheckSize(); err != nil {
		return nil, err
	}
	image, err := b.imageUnder(name)
	if err != nil {
		return nil, err
	}
	motion := Symmetry{Lights: make([]int, b.lights)}
	for l := range b.lights {
		if motion.Lights[l] = image(l); motion.Lights[l] < 0 {
			return nil, fmt.Errorf("%s does not look the same after the motion %s", clip(b.spec), name)
		}
	}
	if b.keepsFlips(motion.Lights) {
		motion.Switches = motion.Lights
	}
	return []Symmetry{motion}, nil
}

// imageUnder is where a motion of the drawing takes each cell; -1 if there is none.
func (b *Board) imageUnder(name string) (func(cell int) int, error) {
	rows, cols := b.layout.Size()
	if t, ok := b.layout.(*tiling); ok {
		if name == "quarter" {
			return nil, fmt.Errorf("a quarter turn needs square cells; those of %s are not", clip(b.spec))
		}
		return t.motion(name == "turn"), nil
	}
	if name == "quarter" && rows != cols {
		return nil, fmt.Errorf("a quarter turn needs as many rows as columns, but %s has %d rows and %d columns", clip(b.spec), rows, cols)
	}
	return func(cell int) int {
		switch r, c := b.layout.Place(cell); name {
		case "mirror":
			return b.layout.Cell(r, cols-1-c)
		case "turn":
			return b.layout.Cell(rows-1-r, cols-1-c)
		default:
			return b.layout.Cell(c, rows-1-r)
		}
	}, nil
}

// keepsFlips reports whether moving a light's switch along with it moves what the switch flips too.
func (b *Board) keepsFlips(to []int) bool {
	if b.states > 2 {
		return b.keepsAdds(to)
	}
	var moved, flips []int
	for s := range b.switches {
		moved, flips = b.AppendToggles(moved[:0], s), b.AppendToggles(flips[:0], to[s])
		for i, l := range moved {
			moved[i] = to[l]
		}
		slices.Sort(moved)
		if !slices.Equal(moved, flips) {
			return false
		}
	}
	return true
}

// keepsAdds is keepsFlips where lights have more than two states.
func (b *Board) keepsAdds(to []int) bool {
	for s := range b.switches {
		adds := map[int]int{}
		for l, amount := range b.Adds(to[s]) {
			adds[l] = amount
		}
		for l, amount := range b.Adds(s) {
			if adds[to[l]] != amount {
				return false
			}
			delete(adds, to[l])
		}
		if len(adds) > 0 {
			return false
		}
	}
	return true
}
