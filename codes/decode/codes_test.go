package decode_test

import (
	"context"
	"fmt"
	"math/rand/v2"
	"testing"

	"lightsout/codes/decode"
	"lightsout/gf2"
)

// hexcolor is the triangular 6.6.6 colour code of odd distance d.
func hexcolor(d int) *decode.Code {
	side := 3 * (d - 1) / 2
	face := map[[2]int]int32{}
	for i := range side + 1 {
		for j := range side + 1 - i {
			if (i-j+3*side)%3 == 1 {
				face[[2]int{i, j}] = int32(len(face))
			}
		}
	}
	c := &decode.Code{Checks: len(face)}
	for i := range side + 1 {
		for j := range side + 1 - i {
			if _, ok := face[[2]int{i, j}]; ok {
				continue
			}
			var column []int32
			for _, s := range [][2]int{{1, 0}, {-1, 0}, {0, 1}, {0, -1}, {1, -1}, {-1, 1}} {
				if f, ok := face[[2]int{i + s[0], j + s[1]}]; ok {
					column = append(column, f)
				}
			}
			c.Columns = append(c.Columns, column)
		}
	}
	return c
}

// toric is the toric code of distance d: a check per vertex of a d×d torus, a bit per edge.
func toric(d int) *decode.Code {
	c := &decode.Code{Checks: d * d}
	for i := range d {
		for j := range d {
			at := int32(i*d + j)
			c.Columns = append(c.Columns, []int32{at, int32(i*d + (j+1)%d)}, []int32{at, int32((i+1)%d*d + j)})
		}
	}
	return c
}

// shuffled numbers the checks and bits anew.
func shuffled(c *decode.Code, r *rand.Rand) *decode.Code {
	checks, bits := r.Perm(c.Checks), r.Perm(len(c.Columns))
	out := &decode.Code{Checks: c.Checks, Columns: make([][]int32, len(c.Columns))}
	for j, column := range c.Columns {
		for _, i := range column {
			out.Columns[bits[j]] = append(out.Columns[bits[j]], int32(checks[i]))
		}
	}
	return out
}

// sample flips each bit with probability p.
func sample(c *decode.Code, p float64, r *rand.Rand) (syndrome gf2.Vec, weight int64) {
	syndrome = gf2.NewVec(c.Checks)
	for _, column := range c.Columns {
		if r.Float64() < p {
			weight++
			for _, i := range column {
				syndrome.Flip(int(i))
			}
		}
	}
	return syndrome, weight
}

func BenchmarkDecode(b *testing.B) {
	for _, family := range []struct {
		name      string
		code      func(d int) *decode.Code
		distances []int
	}{
		{"hexcolor", hexcolor, []int{9, 13, 21, 31, 41}},
		{"toric", toric, []int{9, 13, 21, 31}},
	} {
		for _, d := range family.distances {
			r := rand.New(rand.NewPCG(1, uint64(d)))
			c := shuffled(family.code(d), r)
			dec, err := decode.NewDecoder(context.Background(), c, decode.Options{})
			if err != nil {
				b.Fatal(err)
			}
			for _, p := range []float64{0.01, 0.05, 0.08} {
				b.Run(fmt.Sprintf("%s:%d/p=%v", family.name, d, p), func(b *testing.B) {
					for b.Loop() {
						s, w := sample(c, p, r)
						shot, err := dec.Decode(context.Background(), s)
						if err != nil || !shot.Proved || shot.Cost > w {
							b.Fatal(err, shot, w)
						}
					}
				})
			}
		}
	}
}
