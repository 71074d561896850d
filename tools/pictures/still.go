package main

import "math"

// still is a still life: a vase, an orange, an egg and a bowl on a table before a wall, lit softly from the
// left. It is a surface given by its distance, which rays approach step by step; so shadows are soft and
// corners dark at little cost (Quilez, "Rendering worlds with two triangles", 2008).
func still(x, y float64) float64 {
	eye := vector{0.15, 3.1, 6.8}
	ray := vector{x*0.36 - 0.02, y*0.36 - 0.325, -1}.unit()
	t := 0.0
	for range 160 {
		d := distance(eye.plus(ray.times(t)))
		if t += d * 0.8; d < 1e-4 || t > 30 {
			break
		}
	}
	at := eye.plus(ray.times(t))
	normal := slope(at)
	lamp := vector{-4.2, 5.2, 4.6}
	light := lamp.plus(at.times(-1)).unit()
	albedo, gloss := material(at)

	diffuse := max(normal.dot(light), 0) * shadow(at.plus(normal.times(2e-3)), light)
	sky := 0.5 + 0.5*normal.y
	bounce := max(-normal.y, 0) * smooth(1.5, 0, at.y) // from the bright table
	half := light.plus(ray.times(-1)).unit()
	shine := gloss * math.Pow(max(normal.dot(half), 0), 60) * diffuse
	rim := 0.1 * math.Pow(max(1+normal.dot(ray), 0), 3)
	falloff := 62 / lamp.plus(at.times(-1)).dot(lamp.plus(at.times(-1)))
	return albedo*((0.86*diffuse)*falloff+open(at, normal)*(0.13*sky+0.1*bounce+rim)) + shine
}

// The parts of the scene, each by its distance; the table is the height 0.
func vase(p vector) float64 {
	p = p.plus(vector{0.62, 0, 0.35})
	r, h := math.Hypot(p.x, p.z), p.y
	profile := 0.34 + 0.36*bell(h, 0.85, 0.62) - 0.17*bell(h, 1.95, 0.38) + 0.14*smooth(2.05, 2.5, h)
	wall := math.Abs(r-profile+0.05) - 0.05
	if h < 0.12 {
		wall = r - profile
	}
	return max(wall*0.72, -h, h-2.42)
}

func orange(p vector) float64 {
	p = p.plus(vector{-0.62, -0.5, -0.75})
	return math.Sqrt(p.dot(p)) - 0.5 + 0.0016*math.Sin(52*p.x)*math.Sin(52*p.y)*math.Sin(52*p.z)
}

func egg(p vector) float64 {
	p = p.plus(vector{0.5, -0.3, -1.45})
	p = vector{p.x*0.8 - p.z*0.6, p.y, p.x*0.6 + p.z*0.8} // it lies aslant
	wide := 0.31 * (1 - 0.16*p.x)
	return (math.Sqrt(p.x*p.x/(0.42*0.42)*wide*wide+p.y*p.y+p.z*p.z) - wide) * 0.8
}

func bowl(p vector) float64 {
	p = p.plus(vector{-1.62, -0.78, 0.55})
	shell := math.Abs(math.Sqrt(p.dot(p))-0.76) - 0.035
	return max(shell, p.y) * 0.9
}

func foot(p vector) float64 {
	p = p.plus(vector{-1.62, 0, 0.55})
	return max(math.Hypot(p.x, p.z)-0.3, p.y-0.08)
}

// room is the table and the wall behind it, which meet in a curve as on a photographer's paper.
func room(p vector) float64 {
	const back, round = -2.6, 1.6
	if p.y < round && p.z < back+round {
		return round - math.Hypot(p.y-round, p.z-back-round)
	}
	return min(p.y, p.z-back)
}

func bell(x, middle, width float64) float64 {
	x = (x - middle) / width
	return math.Exp(-x * x)
}

func distance(p vector) float64 {
	return min(vase(p), orange(p), egg(p), bowl(p), foot(p), room(p))
}

// material is how much light a place throws back, and how glossy it is.
func material(p vector) (albedo, gloss float64) {
	switch distance(p) {
	case vase(p):
		band := smooth(0.03, 0, math.Abs(p.y-1.32)) + smooth(0.03, 0, math.Abs(p.y-0.42))
		return 0.34 - 0.2*min(band, 1), 0.7
	case orange(p):
		return 0.62, 0.22
	case egg(p):
		return 0.95, 0.05
	case bowl(p), foot(p):
		return 0.8, 0.4
	default:
		return 0.4, 0
	}
}

// slope is the direction that leads away from the surface.
func slope(p vector) vector {
	const h = 1e-3
	return vector{
		distance(p.plus(vector{h, 0, 0})) - distance(p.plus(vector{-h, 0, 0})),
		distance(p.plus(vector{0, h, 0})) - distance(p.plus(vector{0, -h, 0})),
		distance(p.plus(vector{0, 0, h})) - distance(p.plus(vector{0, 0, -h})),
	}.unit()
}

// shadow is the share of a wide lamp that is seen: it depends on how close the way there passes by
// something, and on how far away that is.
func shadow(from, light vector) float64 {
	seen, t := 1.0, 0.02
	for range 60 {
		d := distance(from.plus(light.times(t)))
		seen = min(seen, 0.5+0.5*d/(0.09*t))
		if seen < 0 || t > 8 {
			break
		}
		t += min(max(d*0.7, 0.015), 0.3)
	}
	seen = max(seen, 0)
	return seen * seen * (3 - 2*seen)
}

// open is how little of the surroundings is hidden: less in corners.
func open(at, normal vector) float64 {
	hidden, weight := 0.0, 1.0
	for i := 1; i <= 5; i++ {
		far := 0.09 * float64(i)
		hidden += weight * (far - distance(at.plus(normal.times(far))))
		weight *= 0.75
	}
	return min(max(1-1.5*hidden, 0), 1)
}
