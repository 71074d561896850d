package board

import (
	"fmt"
	"slices"
	"strings"
)

// pattern is which cells a press flips, relative to the pressed cell. The zero pattern is the
// cross with its centre: the pressed cell and its neighbours along every axis.
type pattern struct {
	// name is "" for the cross, "cross:full", "x", "king" or "knight", or "picture".
	name string
	// selfOff: a press does not flip its own cell.
	selfOff bool
	// offsets are a picture's cells other than the centre, as row and column offsets in row-major
	// order; named patterns compute theirs for the board's number of axes.
	offsets [][2]int
}

// patternNames are what pattern= takes besides pictures.
var patternNames = []string{"cross", crossFull, "x", "king", "knight"}

// crossFull is the pattern of whole rows and columns: every cell that differs from the pressed one
// along one axis at most. Wraps reach no others, so that it is the same on all boards of a size.
const crossFull = "cross:full"

// maxPatternSide keeps a picture to a size that people draw and that stays quick per press.
const maxPatternSide = 101

func parsePattern(text string) (pattern, error) {
	switch {
	case text == "cross":
		return pattern{}, nil
	case slices.Contains(patternNames, text):
		return pattern{name: text}, nil
	}
	if strings.Trim(text, "#./") != "" || text == "" {
		return pattern{}, fmt.Errorf("no such pattern %q: use %s or a picture such as .#./###/.#.", text,
			strings.Join(patternNames, ", "))
	}
	rows := strings.Split(text, "/")
	height, width := len(rows), len(rows[0])
	if height%2 == 0 || width%2 == 0 {
		return pattern{}, fmt.Errorf("pattern picture %s is %dx%d: both sides must be odd, so that it has a centre",
			text, height, width)
	}
	if height > maxPatternSide || width > maxPatternSide {
		return pattern{}, fmt.Errorf("pattern picture is %dx%d: sides go up to %d", height, width, maxPatternSide)
	}
	p := pattern{name: "picture", selfOff: true}
	for r, row := range rows {
		if len(row) != width {
			return pattern{}, fmt.Errorf("pattern picture %s: row %d has %d cells, row 1 has %d", text, r+1, len(row),
				width)
		}
		for c, ch := range []byte(row) {
			switch dr, dc := r-height/2, c-width/2; {
			case ch == '.':
			case dr == 0 && dc == 0:
				p.selfOff = false
			default:
				p.offsets = append(p.offsets, [2]int{dr, dc})
			}
		}
	}
	return p.named(), nil
}

// named replaces a picture of a named pattern by its name, so that equal patterns print alike.
func (p pattern) named() pattern {
	for _, name := range []string{"", "x", "king", "knight"} {
		n := pattern{name: name, selfOff: p.selfOff}
		if slices.EqualFunc(n.steps(2), p.offsets, func(a []int, b [2]int) bool {
			return a[0] == b[0] && a[1] == b[1]
		}) {
			return n
		}
	}
	return p
}

// options is the pattern as SPEC options, "" for the default.
func (p pattern) options() string {
	var s string
	switch p.name {
	case "":
	case "picture":
		s = ",pattern=" + p.picture()
	default:
		s = ",pattern=" + p.name
	}
	if p.selfOff {
		s += ",self=off"
	}
	return s
}

// picture draws the pattern on the smallest field that holds it, its centre always marked:
// self=off says what the centre does.
func (p pattern) picture() string {
	tall, wide := 0, 0
	for _, o := range p.offsets {
		tall, wide = max(tall, o[0], -o[0]), max(wide, o[1], -o[1])
	}
	rows := make([][]byte, 2*tall+1)
	for r := range rows {
		rows[r] = slices.Repeat([]byte("."), 2*wide+1)
	}
	rows[tall][wide] = '#'
	for _, o := range p.offsets {
		rows[tall+o[0]][wide+o[1]] = '#'
	}
	parts := make([]string, len(rows))
	for r, row := range rows {
		parts[r] = string(row)
	}
	return strings.Join(parts, "/")
}

// steps lists the offsets other than the centre on a board with the given number of axes, in
// row-major order.
func (p pattern) steps(axes int) [][]int {
	if p.name == "picture" {
		list := make([][]int, len(p.offsets))
		for i, o := range p.offsets {
			list[i] = o[:]
		}
		return list
	}
	if p.name == "" {
		return crossSteps(axes)
	}
	if p.name == "knight" {
		return knightSteps(axes)
	}
	if p.name == crossFull {
		return nil // they depend on the board's sides: see lattice
	}
	var list [][]int
	step := slices.Repeat([]int{-1}, axes)
	for {
		if p.holds(step) {
			list = append(list, slices.Clone(step))
		}
		axis := axes - 1
		for axis >= 0 && step[axis] == 1 {
			step[axis] = -1
			axis--
		}
		if axis < 0 {
			return list
		}
		step[axis]++
	}
}

// crossSteps is one step back and one ahead along each axis. Unlike the king and the x, the cross
// stays small for any number of axes.
func crossSteps(axes int) [][]int {
	list := make([][]int, 2*axes)
	for axis := range axes {
		back, ahead := make([]int, axes), make([]int, axes)
		back[axis], ahead[axis] = -1, 1
		list[axis], list[2*axes-1-axis] = back, ahead
	}
	return list
}

// knightSteps is one step along one axis and two along another.
func knightSteps(axes int) [][]int {
	var list [][]int
	for one := range axes {
		for two := range axes {
			for _, d := range [][2]int{{-1, -2}, {-1, 2}, {1, -2}, {1, 2}} {
				if one != two {
					step := make([]int, axes)
					step[one], step[two] = d[0], d[1]
					list = append(list, step)
				}
			}
		}
	}
	slices.SortFunc(list, slices.Compare[[]int])
	return list
}

// holds says whether x or king has a step of -1, 0 and 1: along all axes, or along any.
func (p pattern) holds(step []int) bool {
	moved := 0
	for _, d := range step {
		if d != 0 {
			moved++
		}
	}
	if p.name == "x" {
		return moved == len(step)
	}
	return moved > 0
}
