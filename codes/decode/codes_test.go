package decode_test

import (
	"context"
	"fmt"
	"math/rand/v2"
	"testing"

	"lightsout/board"
	"lightsout/codes/decode"
	"lightsout/gf2"
	"lightsout/internal/boardtest"
)

// codeOf is the code of a board, by its SPEC.
func codeOf(t testing.TB, spec string) *decode.Code { return toCode(boardtest.Parse(t, spec)) }

func toCode(b *board.Board) *decode.Code {
	c := &decode.Code{Checks: b.Lights()}
	for s := range b.Switches() {
		var column []int32
		for _, l := range b.Toggles(s) {
			column = append(column, int32(l))
		}
		c.Columns = append(c.Columns, column)
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
		distances []int
	}{
		{"hexcolor", []int{9, 13, 21, 31, 41}},
		{"toric", []int{9, 13, 21, 31}},
	} {
		for _, d := range family.distances {
			r := rand.New(rand.NewPCG(1, uint64(d)))
			c := shuffled(codeOf(b, fmt.Sprintf("%s:%d", family.name, d)), r)
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
