package treewidth

import (
	"context"
	"math/rand/v2"
	"testing"

	"lightsout/gf2"
)

// outerplanar is a random triangulation of a polygon, its nodes shuffled.
func outerplanar(r *rand.Rand, n int) *code {
	flips := make([][]int32, n)
	name := r.Perm(n)
	for v := range n {
		flips[name[v]] = append(flips[name[v]], int32(name[v]))
	}
	join := func(u, v int) {
		u, v = name[u], name[v]
		flips[u] = append(flips[u], int32(v))
		flips[v] = append(flips[v], int32(u))
	}
	join(0, 1)
	rim := [][2]int{{0, 1}}
	for v := 2; v < n; v++ {
		k := r.IntN(len(rim))
		e := rim[k]
		join(e[0], v)
		join(v, e[1])
		rim[k] = [2]int{e[0], v}
		rim = append(rim, [2]int{v, e[1]})
	}
	c := &code{lights: n}
	for _, f := range flips {
		c.add(f...)
	}
	return c
}

// strip is a grid of so many rows with holes here and there.
func strip(r *rand.Rand, rows, cols int, holes float64) *code {
	cell := make([]int32, rows*cols)
	n := int32(0)
	for i := range cell {
		cell[i] = -1
		if r.Float64() >= holes {
			cell[i] = n
			n++
		}
	}
	c := &code{lights: int(n)}
	for i, own := range cell {
		if own < 0 {
			continue
		}
		flips := []int32{own}
		for _, d := range [][2]int{{-1, 0}, {1, 0}, {0, -1}, {0, 1}} {
			y, x := i/cols+d[0], i%cols+d[1]
			if y >= 0 && y < rows && x >= 0 && x < cols && cell[y*cols+x] >= 0 {
				flips = append(flips, cell[y*cols+x])
			}
		}
		c.add(flips...)
	}
	return c
}

func BenchmarkProgram(b *testing.B) {
	r := rand.New(rand.NewPCG(1, 2))
	for _, c := range []struct {
		name string
		*code
	}{
		{"outerplanar", outerplanar(r, 200000)},
		{"strip", strip(r, 12, 5000, 0.1)},
		{"full strip", strip(r, 12, 5000, 0)},
	} {
		ctx := context.Background()
		g := FromLists(c.lights, c.Lists)
		order := g.byDegree(ctx)
		b.Run(c.name+"/order", func(b *testing.B) {
			for b.Loop() {
				g.byDegree(ctx)
			}
		})
		b.Run(c.name+"/build", func(b *testing.B) {
			for b.Loop() {
				if g.build(ctx, order) == nil {
					b.Skip("too wide")
				}
			}
		})
		b.Run(c.name+"/New", func(b *testing.B) {
			for b.Loop() {
				p := FromLists(c.lights, c.Lists).QuickProgram(ctx)
				b.ReportMetric(float64(p.width), "width")
				b.ReportMetric(p.steps, "steps")
				b.ReportMetric(p.choices/8, "choices-B")
				b.ReportMetric(float64(len(p.nodes)), "nodes")
			}
		})
		p := FromLists(c.lights, c.Lists).QuickProgram(ctx)
		b.Run(c.name+"/Minimum", func(b *testing.B) {
			for b.Loop() {
				if _, err := p.Minimum(ctx, gf2.AllOnes(c.switches()), nil, 1<<30); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}
