package lightest

import (
	"context"
	"errors"
	"testing"

	"pgregory.net/rapid"

	"lightsout/gf2"
)

// drawShifted draws a coset of a code on a torus that all shifts of the torus preserve: the code is spanned by
// the shifts of one pattern, and the word is constant.
func drawShifted(t *rapid.T) Problem {
	rows := rapid.SampledFrom([]int{1, 3, 5}).Draw(t, "rows")
	columns := rapid.SampledFrom([]int{7, 9, 15}).Draw(t, "columns")
	n := rows * columns
	pattern := make([]bool, n)
	for i := range min(n, 12) {
		pattern[i*7%n] = rapid.Bool().Draw(t, "one")
	}
	down, right := make([]int, n), make([]int, n)
	for i := range n {
		r, c := i/columns, i%columns
		down[i] = (r+1)%rows*columns + c
		right[i] = r*columns + (c+1)%columns
	}
	p := Problem{Word: gf2.NewVec(n)}
	for r := range rows {
		for c := range columns {
			shifted := gf2.NewVec(n)
			for i, one := range pattern {
				shifted.Set((i/columns+r)%rows*columns+(i%columns+c)%columns, one)
			}
			p.Basis = append(p.Basis, shifted)
		}
	}
	if rapid.Bool().Draw(t, "all on") {
		setAll(p.Word)
	}
	p.Symmetries = func() [][]int {
		swapped := make([]int, n) // not a symmetry, as a rule
		for i := range swapped {
			swapped[i] = i
		}
		swapped[0], swapped[n-1] = n-1, 0
		return [][]int{swapped, down, right}
	}
	return p
}

// One word of each orbit is enough: the least weight is that of all words. The table is as small as can be, so
// that there are many cosets.
func TestOrbitsFindTheMinimum(t *testing.T) {
	applied := 0
	rapid.Check(t, func(t *rapid.T) {
		p := drawShifted(t)
		whole := reduceProblem(p, func() bool { return false })
		if whole.k() > 16 {
			return
		}
		all, err := Minimum(context.Background(), p, Options{Method: "walsh"})
		if err != nil || !all.Proved {
			t.Fatal(all, err)
		}
		some, err := Minimum(context.Background(), p, Options{Method: "orbits"})
		if errors.Is(err, ErrMethod) {
			return
		}
		if err != nil || !some.Proved || some.Weight != all.Weight || some.Word.Weight() != all.Weight {
			t.Fatalf("%+v, %v; want %d", some, err, all.Weight)
		}
		applied++
	})
	if applied == 0 {
		t.Error("there were no orbits")
	}
}

// Every coset is in the orbit of one that is weighed: applying the symmetries to these reaches all of them,
// and they are of a subspace that every symmetry preserves.
func TestOrbitsCoverAllCosets(t *testing.T) {
	covered := 0
	rapid.Check(t, func(t *rapid.T) {
		p := drawShifted(t)
		p.eager = true
		f := reduceProblem(p, func() bool { return false }).form
		if f.k() > 16 || f.orbitPlan() == nil {
			return
		}
		plan := f.plan
		covered++
		basis := make([]gf2.Vec, plan.dim)
		for i := range basis {
			basis[i] = plan.form.rows[i].Clone()
		}
		pivots := eliminate(basis, nil, nil, nil)
		leader := func(word gf2.Vec) string { // of its coset of the subspace
			for i, c := range pivots {
				if word.Bit(c) {
					word.Add(basis[i])
				}
			}
			return word.String()
		}
		met := map[string]bool{}
		var open []gf2.Vec
		for c := range plan.first.Len() {
			if word := plan.form.at(uint64(c) << plan.dim); plan.first.Bit(c) {
				met[leader(word.Clone())] = true
				open = append(open, word)
			}
		}
		for len(open) > 0 {
			word := open[len(open)-1]
			open = open[:len(open)-1]
			for _, to := range f.moves {
				image := permuted(word, to)
				if key := leader(image.Clone()); !met[key] {
					met[key] = true
					open = append(open, image)
				}
			}
		}
		if len(met) != plan.first.Len() {
			t.Fatalf("%d cosets of %d", len(met), plan.first.Len())
		}
	})
	if covered == 0 {
		t.Error("there were no orbits")
	}
}

// Where every lightest word is asked for, one of each orbit is not enough.
func TestOrbitsDoNotList(t *testing.T) {
	p := Problem{Word: gf2.NewVec(7)}
	p.Basis = append(p.Basis, gf2.NewVec(7))
	setAll(p.Basis[0])
	if _, err := AllMinimum(context.Background(), p, Options{Method: "orbits"}); !errors.Is(err, ErrMethod) {
		t.Errorf("listed: %v", err)
	}
}

func setAll(v gf2.Vec) {
	for i := range v.Len() {
		v.Set(i, true)
	}
}
