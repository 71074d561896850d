package automorphism

import (
	"fmt"
	"math/big"
	"strconv"
	"testing"

	"lightsout/board"
)

// Every formula is held against the search on a range of sizes, small ones with their accidents
// (sides of 1, 2 and 4) included where the formula claims them.
func TestFormulasAgreeWithTheSearch(t *testing.T) {
	var specs []string
	add := func(format string, args ...any) { specs = append(specs, fmt.Sprintf(format, args...)) }
	for n := 1; n <= 12; n++ {
		for _, kind := range []string{"path", "cycle", "complete", "star", "grid", "torus"} {
			add("%s:%d", kind, n)
			add("%s:%d,self=off", kind, n)
		}
		add("cube:%d", n)
		if n <= 9 {
			add("hypercube:%d", n)
		}
	}
	for r := 1; r <= 8; r++ {
		for c := 1; c <= 8; c++ {
			for _, kind := range []string{"grid", "torus", "cylinder"} {
				add("%s:%dx%d", kind, r, c)
			}
		}
	}
	for r := 1; r <= 5; r++ {
		for c := r; c <= 5; c++ {
			for d := c; d <= 5; d++ {
				add("grid:%dx%dx%d", r, c, d)
				add("torus:%dx%dx%d", r, c, d)
			}
		}
	}
	for r := 2; r <= 9; r++ {
		add("hex:%d", r)
		add("triangle:%d,self=off", r)
		for c := 4; c <= 9; c++ {
			add("hexgrid:%dx%d", r, c)
			add("trigrid:%dx%d", r, c)
		}
	}
	for _, kind := range []string{"mobius", "klein", "projective"} {
		for r := 1; r <= 16; r++ {
			for c := 1; c <= 16; c++ {
				if max(r, c) >= 5 {
					add("%s:%dx%d", kind, r, c)
				}
			}
		}
		for thin := 1; thin <= 5; thin++ {
			add("%s:%dx%d,self=off", kind, thin, 600)
			add("%s:%dx%d", kind, 601, thin)
		}
		add("%s:64x64", kind)
	}
	specs = append(specs, "torus:4x4x4x4", "torus:4x2x4", "grid:2x2x4x4", "torus:3x3x3x3", "torus:64x64",
		"60x70", "cylinder:60x70", "cube:30", "grid:2x2x2x2x2x2x2x2x2x2x2x2", "torus:2x2x2x2x2x2x2x4")
	for _, spec := range specs {
		b := mustParse(t, spec)
		formula, err := shapeOrder(b)
		if err != nil || formula == nil {
			t.Errorf("%s: no formula (%v)", spec, err)
			continue
		}
		if searched := symmetries(t, b).Order(); formula.Cmp(searched) != 0 {
			t.Errorf("%s: the formula says %v, the search %v", spec, formula, searched)
		}
	}
}

// Boards far beyond any search.
func TestOrdersOfHugeShapes(t *testing.T) {
	power := func(b, e int64) *big.Int { return new(big.Int).Exp(big.NewInt(b), big.NewInt(e), nil) }
	for spec, want := range map[string]*big.Int{
		"1000000x1000000":         big.NewInt(8),
		"1000000x999999":          big.NewInt(4),
		"1000x1000x1000":          big.NewInt(48),
		"torus:1000000x1000000":   new(big.Int).Mul(big.NewInt(8), power(10, 12)),
		"cylinder:1000000x500000": big.NewInt(2_000_000),
		"mobius:1000x1000":        big.NewInt(4000),
		"klein:1000x1000":         big.NewInt(8000),
		"projective:1000x1000":    big.NewInt(8),
		"cube:100000":             big.NewInt(48),
		"hex:600000":              big.NewInt(12),
		"triangle:1000000":        big.NewInt(6),
		"hexgrid:1000000x1000000": big.NewInt(2),
		"trigrid:1000000x999999":  big.NewInt(4),
		"path:1000000000":         big.NewInt(2),
		"cycle:1000000000":        big.NewInt(2_000_000_000),
		"hypercube:40":            new(big.Int).Mul(power(2, 40), factorial(40)),
		"complete:100000":         factorial(100_000),
		"complete:5000":           factorial(5000), // few nodes, but too many flips to search
		"star:100000":             factorial(99_999),
	} {
		b, err := board.Parse(spec)
		if err != nil && strconv.IntSize == 32 {
			continue // too large for it
		} else if err != nil {
			t.Fatal(err)
		}
		g := symmetries(t, b)
		if g.Order().Cmp(want) != 0 {
			t.Errorf("%s: order %v, want %v", spec, g.Order(), want)
		}
		if _, ok := g.Elements(1 << 30); ok || g.Generators() != nil || g.Orbits() != nil {
			t.Errorf("%s: has more than an order", spec)
		}
	}
}
