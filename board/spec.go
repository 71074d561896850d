package board

import (
	"errors"
	"fmt"
	"strconv"
	"strings"

	"lightsout/internal/suggest"
)

// Parse reads a SPEC: a shape such as 5x5, torus:4x4 or hypercube:7, or a named game, with options after commas.
// It opens no file, so that SPECs may come from anywhere: graph:FILE is for package puzzlefile.
func Parse(spec string) (*Board, error) {
	spec = strings.TrimSpace(spec)
	b, err := parseShape(spec)
	if err == nil {
		return b.withLists().described(), nil
	}
	if meant := Meant(spec); meant != "" && !strings.Contains(err.Error(), strconv.Quote(meant)) {
		err = errors.New("write " + meant)
	}
	return nil, fmt.Errorf("board %q: %w", clip(spec), err)
}

// clip keeps an error message readable when a whole file was pasted where a SPEC belongs.
func clip(s string) string { return suggest.Clip(s, 80) }

func parseShape(spec string) (*Board, error) {
	head, options, _ := strings.Cut(spec, ",")
	if full, ok := aliases[head]; ok {
		head, options, _ = strings.Cut(strings.TrimSuffix(full+","+options, ","), ",")
	}
	name, numbers, hasNumbers := strings.Cut(head, ":")
	if !hasNumbers && strings.Trim(head, "0") != "" && strings.Trim(head, "0123456789") == "" {
		n := clip(strings.TrimLeft(head, "0"))
		return nil, fmt.Errorf("a number alone could be a square or a row; write %sx%s or path:%s", n, n, n)
	}
	if !hasNumbers && head != "" && head[0] >= '0' && head[0] <= '9' {
		name, numbers, hasNumbers = "grid", head, true
	}
	k, ok := findKind(name)
	if !ok {
		if name == "graph" {
			return nil, errors.New("names a file, which is not opened here; name a shape, or list what each " +
				"switch flips")
		}
		if name == "" {
			return nil, fmt.Errorf("names no shape: try 5x5, torus:4x4 or hypercube:4")
		}
		return nil, fmt.Errorf("no such shape %q%s; the shapes are %s", clip(name), meant(name, numbers),
			strings.Join(shapeNames(), " "))
	}
	dims, err := k.dims(numbers, hasNumbers)
	if err != nil {
		return nil, err
	}
	cells, err := k.size(dims)
	if err != nil {
		return nil, err
	}
	var opt shapeOptions
	if options != "" || strings.HasSuffix(spec, ",") {
		if opt, err = parseOptions(options); err != nil {
			return nil, err
		}
	}
	b, err := k.board(dims, cells, opt)
	if err == nil && opt.edges {
		b, err = b.onEdges()
	}
	if err != nil {
		return nil, err
	}
	return b.withStates(max(opt.states, 2)), nil
}

// meant suggests a SPEC for one whose shape is not known: with its numbers, if they suit the shape.
func meant(name, numbers string) string {
	near := suggest.Nearest(name, shapeNames())
	if near == "" {
		return ""
	}
	if spec := near + ":" + numbers; numbers != "" && near != "graph" {
		if _, err := Parse(spec); err == nil {
			near = spec
		}
	}
	return fmt.Sprintf(" (did you mean %q?)", near)
}

// board makes the board once its numbers are known to be in range.
func (k kind) board(dims []int, cells int, opt shapeOptions) (*Board, error) {
	if opt.seed != nil && k.drawn == nil {
		return nil, fmt.Errorf("seed= needs a board that is drawn at random, as regular:3x16 is; %s is not", k.name)
	}
	switch {
	case k.code != nil:
		return k.codeBoard(dims, opt)
	case k.tiles != nil:
		return k.tiledBoard(dims, cells, opt)
	case k.edge != nil:
		return k.latticeBoard(dims, cells, opt)
	}
	return k.graphBoard(dims, cells, opt)
}

// graphBoard makes a board that has neither rows nor a pattern.
func (k kind) graphBoard(dims []int, cells int, opt shapeOptions) (*Board, error) {
	if opt.given {
		return nil, fmt.Errorf("pattern= needs a board made of rows and columns; %s is not", k.name)
	}
	if opt.mask != nil {
		return nil, errMask
	}
	b := k.cellBoard(dims, cells, opt)
	if k.words != nil {
		b.shape.Dims = nil
	}
	if k.drawn == nil {
		b.toggles, b.layout = k.make(dims, !b.shape.SelfOff)
		return b, nil
	}
	seed := uint64(1)
	if opt.seed != nil {
		seed = *opt.seed
	}
	b.spec = fmt.Sprintf("%s%s,seed=%d%s", k.name, k.numbers(dims), seed, opt.pattern.options())
	b.toggles = k.drawn(dims, seed, !b.shape.SelfOff)
	return b, nil
}

// cellBoard is what boards whose switches are their lights have in common, without what a press flips.
func (k kind) cellBoard(dims []int, cells int, opt shapeOptions) *Board {
	return &Board{
		spec: k.name + k.numbers(dims) + opt.pattern.options(), switches: cells, lights: cells, graph: true,
		shape: Shape{Kind: k.name, Dims: dims, Pattern: opt.pattern.name, SelfOff: opt.pattern.selfOff},
	}
}
