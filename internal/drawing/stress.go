package drawing

import "math"

// stressEffort is how many pairs of nodes are looked at, altogether.
const stressEffort = 80_000_000

// distances are those of all pairs of nodes of a connected graph, in edges, row by row.
func (g *graph) distances() []uint16 {
	d := make([]uint16, g.n*g.n)
	queue := make([]int, 0, g.n)
	for s := range g.n {
		row := d[s*g.n : (s+1)*g.n]
		queue = append(queue[:0], s)
		for i := 0; i < len(queue); i++ {
			u := queue[i]
			for _, v := range g.near[u] {
				if row[v] == 0 && v != s {
					row[v] = row[u] + 1
					queue = append(queue, v)
				}
			}
		}
	}
	return d
}

// stress places a connected graph such that distances on paper are near those in the graph, small ones
// above all (E. Gansner, Y. Koren, S. North, "Graph Drawing by Stress Majorization", 2004). It begins with
// classical scaling.
func (g *graph) stress() []Point {
	d := g.distances()
	places := scaling(g.n, d)
	rounds := min(400, max(12, stressEffort/(g.n*g.n)))
	for range rounds {
		most := 0.0
		for i := range places {
			to := stressTarget(i, places, d[i*g.n:(i+1)*g.n])
			most = max(most, to.distance(places[i]))
			places[i] = to
		}
		if most < 1e-3 {
			break
		}
	}
	return places
}

// stressTarget is where a node would stand best if all others stayed.
func stressTarget(i int, places []Point, d []uint16) Point {
	var sum Point
	total := 0.0
	for j, q := range places {
		if j == i {
			continue
		}
		far := float64(d[j])
		weight := 1 / mul(far, far)
		away := places[i].minus(q)
		length := away.length()
		if length < 1e-9 {
			away, length = apart(i, j), 1
		}
		sum = sum.plus(q.plus(away.times(far / length)).times(weight))
		total += weight
	}
	return sum.times(1 / total)
}

// apart is a direction for two nodes that stand at one place.
func apart(i, j int) Point {
	turn := float64((i*7919+j*104729)%64) / 64
	sin, cos := math.Sincos(2 * math.Pi * turn)
	return Point{rounded(cos), rounded(sin)}
}

// scaling is classical multidimensional scaling: the two widest directions of points with these
// distances, by power iteration.
func scaling(n int, d []uint16) []Point {
	var axes [2][]float64
	for k := range axes {
		x := make([]float64, n)
		for i := range x {
			x[i] = float64((i*(7919+k*1009)+k*37)%1009)/1009 - 0.5
		}
		for range 40 {
			center(x)
			if k == 1 {
				removeDirection(x, axes[0])
			}
			unit(x)
			x = doubly(n, d, x)
		}
		if k == 1 {
			removeDirection(x, axes[0])
		}
		center(x)
		axes[k] = x
	}
	places := make([]Point, n)
	for k, x := range axes {
		size := 0.0
		for _, v := range x {
			size += mul(v, v)
		}
		// x is λ times a unit vector, and coordinates are √λ times one.
		scale := 1 / max(math.Sqrt(math.Sqrt(size)), 1e-9)
		for i, v := range x {
			// A little noise, the same every time, parts nodes that fall together.
			v = rounded(mul(v, scale) + float64((i*31+k*17)%97)/9700)
			if k == 0 {
				places[i].X = v
			} else {
				places[i].Y = v
			}
		}
	}
	return places
}

func center(x []float64) {
	mean := 0.0
	for _, v := range x {
		mean += v
	}
	mean /= float64(len(x))
	for i := range x {
		x[i] -= mean
	}
}

func unit(x []float64) {
	size := 0.0
	for _, v := range x {
		size += mul(v, v)
	}
	size = max(math.Sqrt(size), 1e-12)
	for i := range x {
		x[i] /= size
	}
}

func removeDirection(x, axis []float64) {
	dot, size := 0.0, 1e-12
	for i, v := range axis {
		dot += mul(v, x[i])
		size += mul(v, v)
	}
	for i, v := range axis {
		x[i] -= mul(dot/size, v)
	}
}

// doubly is the product of the doubly centred matrix of squared distances, times -1/2, with a vector
// that is centred.
func doubly(n int, d []uint16, x []float64) []float64 {
	y := make([]float64, n)
	for i := range y {
		sum := 0.0
		for j, far := range d[i*n : (i+1)*n] {
			sum += mul(float64(int(far)*int(far)), x[j])
		}
		y[i] = -sum / 2
	}
	center(y)
	return y
}
