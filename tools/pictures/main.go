// Command pictures makes the gray images of examples/pictures, sphere.png, wave.png and still.png, from formulas.
//
//	go run -C tools/pictures .        # in the module's root; writes into examples/pictures
//
// The first two are meant to be dithered to about 100×100 cells: large shapes, all grays, soft edges. The
// still life has fine tones, for larger boards.
package main

import (
	"fmt"
	"image"
	"image/color"
	"image/png"
	"math"
	"os"
	"path/filepath"
)

// The images are side×side pixels, and each pixel is the mean of fine×fine points.
const (
	side = 512
	fine = 3
)

func main() {
	dir := filepath.Join("..", "..", "examples", "pictures")
	if len(os.Args) > 1 {
		dir = os.Args[1]
	}
	for name, shade := range map[string]func(x, y float64) float64{"sphere.png": sphere, "wave.png": wave, "still.png": still} {
		if err := write(filepath.Join(dir, name), shade); err != nil {
			fmt.Fprintln(os.Stderr, err)
			os.Exit(1)
		}
	}
}

// write renders a picture of the square from -1 to 1, y upwards.
func write(file string, shade func(x, y float64) float64) error {
	img := image.NewGray(image.Rect(0, 0, side, side))
	for row := range side {
		for col := range side {
			sum := 0.0
			for i := range fine * fine {
				x := float64(col) + (float64(i%fine)+0.5)/fine
				y := float64(row) + (float64(i/fine)+0.5)/fine
				sum += shade(2*x/side-1, 1-2*y/side)
			}
			light := min(max(sum/(fine*fine), 0), 1)
			img.SetGray(col, row, color.Gray{Y: uint8(math.Round(255 * math.Pow(light, 1/2.2)))})
		}
	}
	f, err := os.Create(file)
	if err != nil {
		return err
	}
	if err := png.Encode(f, img); err != nil {
		f.Close()
		return err
	}
	return f.Close()
}

type vector struct{ x, y, z float64 }

func (a vector) dot(b vector) float64   { return a.x*b.x + a.y*b.y + a.z*b.z }
func (a vector) plus(b vector) vector   { return vector{a.x + b.x, a.y + b.y, a.z + b.z} }
func (a vector) times(k float64) vector { return vector{k * a.x, k * a.y, k * a.z} }
func (a vector) unit() vector           { return a.times(1 / math.Sqrt(a.dot(a))) }
func smooth(from, to, x float64) float64 {
	t := min(max((x-from)/(to-from), 0), 1)
	return t * t * (3 - 2*t)
}

// sphere is a ball on a floor, lit from the upper left, seen slightly from above.
func sphere(x, y float64) float64 {
	eye := vector{0, 0.55, 4}
	ray := vector{x * 0.42, y*0.42 - 0.12, -1}.unit()
	light := vector{-0.65, 0.85, 0.6}.unit()
	ball := vector{0, 0.08, 0}
	const radius = 1.0

	if at, ok := hit(eye, ray, ball, radius); ok {
		normal := at.plus(ball.times(-1)).times(1 / radius)
		diffuse := max(normal.dot(light), 0)
		half := light.plus(ray.times(-1)).unit()
		shine := math.Pow(max(normal.dot(half), 0), 70)
		rim := math.Pow(1+normal.dot(ray), 4)
		bounce := 0.07 * max(-normal.y, 0)
		return 0.005 + 0.85*math.Pow(diffuse, 1.25) + 0.6*shine + 0.12*rim + bounce
	}
	const floor = -0.92
	if ray.y >= 0 {
		return 0
	}
	t := (floor - eye.y) / ray.y
	at := eye.plus(ray.times(t))
	shadow := 1.0
	// The shadow is soft: it depends on how close the ray to the light passes to the ball.
	to := ball.plus(at.times(-1))
	along := to.dot(light)
	if along > 0 {
		miss := math.Sqrt(max(to.dot(to)-along*along, 0))
		shadow = 0.08 + 0.92*smooth(0.72, 1.18, miss)
	}
	touch := smooth(0, 1.1, math.Hypot(at.x-ball.x, at.z-ball.z)) // little light reaches the floor under the ball
	far := smooth(0.5, 3.4, math.Hypot(at.x, at.z))
	return 0.42 * shadow * (0.3 + 0.7*touch) * (1 - far)
}

// hit is where a ray meets a ball first.
func hit(from, ray, ball vector, radius float64) (vector, bool) {
	to := ball.plus(from.times(-1))
	along := to.dot(ray)
	miss := to.dot(to) - along*along
	if along < 0 || miss > radius*radius {
		return vector{}, false
	}
	return from.plus(ray.times(along - math.Sqrt(radius*radius-miss))), true
}

// wave is the ripples around a drop in dark water, lit low from the left.
func wave(x, y float64) float64 {
	eye := vector{0, 6.6, 7.6}
	ray := vector{x * 0.56, y*0.56 - 0.86, -1}.unit()
	if ray.y > -0.05 {
		return 0
	}
	// March down to the surface, then halve the last step.
	t, step := (eye.y-0.5)/-ray.y, 0.02
	at := eye.plus(ray.times(t))
	for at.y > height(at.x, at.z) && t < 60 {
		t += step
		at = eye.plus(ray.times(t))
	}
	for range 12 {
		step /= 2
		if at.y > height(at.x, at.z) {
			t += step
		} else {
			t -= step
		}
		at = eye.plus(ray.times(t))
	}
	const h = 1e-3
	normal := vector{
		(height(at.x-h, at.z) - height(at.x+h, at.z)) / (2 * h), 1,
		(height(at.x, at.z-h) - height(at.x, at.z+h)) / (2 * h),
	}.unit()
	light := vector{-0.85, 0.42, 0.35}.unit()
	mirror := ray.plus(normal.times(-2 * ray.dot(normal)))
	diffuse := smooth(-0.05, 1.05, normal.dot(light))
	shine := math.Pow(max(mirror.dot(light), 0), 6)
	fade := smooth(5.6, 3.0, math.Hypot(at.x, at.z))
	return (0.01 + 0.95*diffuse + 0.5*shine) * fade
}

// height is the water's.
func height(x, z float64) float64 {
	r := math.Hypot(x, z)
	return 0.36 * math.Cos(3.7*r) * math.Exp(-0.24*r)
}
