package automorphism

import (
	"context"
	"fmt"
	"math"
	"slices"
	"strings"

	"lightsout/board"
	"lightsout/internal/disjoint"
)

// Motions names the kinds of symmetry that can be asked of a state or of an answer: "all" is every
// symmetry of the board; "mirror" (left and right), "turn" (by half) and "quarter" (a quarter turn)
// are motions of its drawing.
func Motions() []string { return []string{"all", "mirror", "turn", "quarter"} }

// OfMotion lists what leaves a state alone that has the symmetry of that name: it has it if it looks the
// same after each. For "all" these are generators of the board's group, for the others one motion of
// the drawing. That one moves switches too, unless the board itself does not look the same after it:
// then its Switches is nil.
func OfMotion(ctx context.Context, b *board.Board, name string) ([]Symmetry, error) {
	if name == "all" {
		group, err := Of(ctx, b)
		if err != nil {
			return nil, err
		}
		generators := group.Generators()
		if generators == nil && group.Order().BitLen() > 1 {
			return nil, fmt.Errorf("%s is too large to list its symmetries", b.Spec())
		}
		return generators, nil
	}
	if !slices.Contains(Motions(), name) {
		return nil, fmt.Errorf("no such symmetry %q; choose one of %s", name, strings.Join(Motions(), " "))
	}
	if b.Layout() == nil {
		return nil, fmt.Errorf("%s has no rows and columns, so %s is not a symmetry of it; only the symmetry all is",
			b.Spec(), name)
	}
	if err := b.CheckSize(); err != nil {
		return nil, err
	}
	lights, err := imagesUnder(b, name)
	if err != nil {
		return nil, err
	}
	motion := Symmetry{Lights: lights}
	if keepsFlips(b, lights) {
		motion.Switches = lights
	}
	return []Symmetry{motion}, nil
}

// OrbitsOf groups the switches that the symmetry of that name moves onto each other: an answer that has it presses
// them alike.
func OrbitsOf(ctx context.Context, b *board.Board, name string) ([][]int, error) {
	if name == "all" {
		group, err := Of(ctx, b)
		if err != nil {
			return nil, err
		}
		return group.Orbits(), nil
	}
	motions, err := OfMotion(ctx, b, name)
	if err != nil {
		return nil, err
	}
	sets := disjoint.New[int](b.Switches())
	for _, m := range motions {
		for s, image := range m.Lights { // a board that is drawn has each switch at its light
			sets.Join(s, image)
		}
	}
	return sets.Classes(b.Switches()), nil
}

// imagesUnder is where a motion of the drawing takes each cell.
func imagesUnder(b *board.Board, name string) ([]int, error) {
	image, err := motionOfSquares(b, name)
	if b.Layout().Outline(0) != nil {
		image, err = motionOfOutlines(b, name)
	}
	if err != nil {
		return nil, err
	}
	images := make([]int, b.Lights())
	for cell := range images {
		if images[cell] = image(cell); images[cell] < 0 {
			return nil, fmt.Errorf("%s does not look the same after the motion %s", b.Spec(), name)
		}
	}
	return images, nil
}

// motionOfSquares is where a motion takes each cell of squared paper; -1 if there is none.
func motionOfSquares(b *board.Board, name string) (func(cell int) int, error) {
	layout := b.Layout()
	rows, cols := layout.Size()
	if name == "quarter" && rows != cols {
		return nil, fmt.Errorf("a quarter turn needs as many rows as columns, but %s has %d rows and %d columns",
			b.Spec(), rows, cols)
	}
	return func(cell int) int {
		switch r, c := layout.Place(cell); name {
		case "mirror":
			return layout.Cell(r, cols-1-c)
		case "turn":
			return layout.Cell(rows-1-r, cols-1-c)
		default:
			return layout.Cell(c, rows-1-r)
		}
	}, nil
}

// motionOfOutlines is motionOfSquares where cells are hexagons or triangles: it moves their corners.
func motionOfOutlines(b *board.Board, name string) (func(cell int) int, error) {
	if name == "quarter" {
		return nil, fmt.Errorf("a quarter turn needs square cells; those of %s are not", b.Spec())
	}
	low, high := [2]float64{math.Inf(1), math.Inf(1)}, [2]float64{math.Inf(-1), math.Inf(-1)}
	cells := make(map[outline]int, b.Lights())
	for cell := range b.Lights() {
		corners := b.Layout().Outline(cell)
		cells[outlineOf(corners)] = cell
		for _, corner := range corners {
			for i, x := range corner {
				low[i], high[i] = min(low[i], x), max(high[i], x)
			}
		}
	}
	return func(cell int) int {
		corners := b.Layout().Outline(cell)
		for k := range corners {
			corners[k][0] = low[0] + high[0] - corners[k][0]
			if name == "turn" {
				corners[k][1] = low[1] + high[1] - corners[k][1]
			}
		}
		if to, ok := cells[outlineOf(corners)]; ok {
			return to
		}
		return -1
	}, nil
}

// outline tells hexagons and triangles of a drawing apart: the sums of their corners' coordinates, and how many corners
// lie above their middle. Eighths are
// fine enough.
type outline struct {
	x, y  int
	above int
}

func outlineOf(corners [][2]float64) outline {
	var x, y float64
	for _, c := range corners {
		x, y = x+c[0], y+c[1]
	}
	o := outline{x: int(math.Round(8 * x)), y: int(math.Round(8 * y))}
	for _, c := range corners {
		if c[1] < y/float64(len(corners)) {
			o.above++
		}
	}
	return o
}

// keepsFlips reports whether moving a light's switch along with it moves what the switch flips too.
func keepsFlips(b *board.Board, to []int) bool {
	adds := map[int]int{}
	for s := range b.Switches() {
		clear(adds)
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
