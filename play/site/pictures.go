package main

import (
	"context"
	"fmt"
	"image/png"
	"os"
	"path/filepath"

	"lightsout/board"
	"lightsout/internal/drawing"
	"lightsout/internal/paper"
)

// icon is the picture of the page in a system's menu. Of a maskable one, systems may cut off all but the
// circle in the middle that is four fifths as wide.
type icon struct {
	side     int
	maskable bool
}

var icons = []icon{{192, false}, {512, false}, {512, true}}

func (i icon) name() string {
	if i.maskable {
		return fmt.Sprintf("icon-%d-maskable.png", i.side)
	}
	return fmt.Sprintf("icon-%d.png", i.side)
}

const (
	previewWidth  = 1200 // as most programs show it beside a link
	previewHeight = 630
	previewAlt    = "Lit and dark lamps on boards of squares, hexagons and triangles, and the words Lights Out"
)

func writePictures(_ context.Context, dir string) error {
	theme, err := drawing.ThemeByName("dark")
	if err != nil {
		return err
	}
	for _, i := range icons {
		p := &poster{theme: theme}
		side := float64(i.side)
		p.begin(side, side)
		margin := 0.04 * side
		if i.maskable {
			margin = 0.2 * side
		}
		p.board("3x3", ".#./###/.#.", drawing.Point{X: margin, Y: margin}, side-2*margin)
		if err := p.write(filepath.Join(dir, i.name())); err != nil {
			return err
		}
	}
	p := &poster{theme: theme}
	p.begin(previewWidth, previewHeight)
	p.board("5x5", "..#../.#.#./#.#.#/.#.#./..#..", drawing.Point{X: 60, Y: 75}, 480)
	p.text("Lights Out", drawing.Point{X: 600, Y: 170}, 112)
	p.text("Switch every light off, on any board", drawing.Point{X: 604, Y: 268}, 32)
	p.board("hex:3", "r1c1,r2c2,r3c3,r4c2,r5c1", drawing.Point{X: 600, Y: 350}, 190)
	p.board("triangle:4", "1,5-7", drawing.Point{X: 800, Y: 350}, 190)
	p.board("petersen", "1-5", drawing.Point{X: 990, Y: 350}, 190)
	return p.write(filepath.Join(dir, "preview.png"))
}

// poster is a picture that holds boards and words, in pixels.
type poster struct {
	theme drawing.Theme
	scene drawing.Scene
	err   error
}

func (p *poster) begin(width, height float64) {
	p.scene = drawing.Scene{Width: width, Height: height}
	p.add(drawing.Shape{Points: []drawing.Point{{}, {X: width}, {X: width, Y: height}, {Y: height}}, Closed: true, Fill: p.theme.Page()})
}

func (p *poster) add(shapes ...drawing.Shape) {
	p.scene.Groups = append(p.scene.Groups, drawing.Group{Part: "page", Light: -1, Switch: -1, Shapes: shapes})
}

func (p *poster) text(words string, at drawing.Point, size float64) {
	p.add(drawing.Shape{Points: []drawing.Point{at}, Text: words, Size: size, Anchor: drawing.Start, Fill: p.theme.Text()})
}

// board adds a board with some lights on, in the middle of a square.
func (p *poster) board(spec, on string, at drawing.Point, side float64) {
	if p.err != nil {
		return
	}
	b, err := board.Parse(spec)
	if err != nil {
		p.err = err
		return
	}
	puzzle := board.NewPuzzle(b)
	if p.err = puzzle.SetLights(on, "", 1); p.err != nil {
		return
	}
	plan, err := drawing.New(b)
	if err != nil {
		p.err = err
		return
	}
	look := drawing.LookOf(puzzle)
	look.Theme = p.theme
	scene := plan.Scene(look)
	scale := side / max(scene.Width, scene.Height)
	at.X += (side - scene.Width*scale) / 2
	at.Y += (side - scene.Height*scale) / 2
	p.scene.Groups = append(p.scene.Groups, scene.Placed(at, scale)...)
}

func (p *poster) write(file string) error {
	if p.err != nil {
		return p.err
	}
	picture, err := paper.Image(&p.scene, drawing.Unit) // a unit is a pixel then
	if err != nil {
		return err
	}
	f, err := os.Create(file)
	if err != nil {
		return err
	}
	if err := png.Encode(f, picture); err != nil {
		_ = f.Close()
		return err
	}
	return f.Close()
}
