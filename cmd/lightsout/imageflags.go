package main

import (
	"cmp"
	"context"
	"encoding/hex"
	"errors"
	"fmt"
	"image/color"
	"io"
	"strconv"
	"strings"
	"time"

	"github.com/spf13/pflag"

	"lightsout/board"
	"lightsout/gf2"
	"lightsout/internal/whole"
	"lightsout/picture"
	"lightsout/puzzlefile"
	"lightsout/solve"
)

// imageFlags are the flags that picture and animate share: how images become states of a board, and
// how states are painted.
type imageFlags struct {
	flags     *pflag.FlagSet
	board     string
	size      string
	width     int
	dither    string
	gamma     float64
	contrast  float64
	invert    bool
	start     string
	hide      bool
	anyClicks bool
	timeout   time.Duration
	scale     int
	style     string
	colours   string
	format    string
	json      bool
	output    string
}

func (f *imageFlags) declare(flags *pflag.FlagSet, output string) {
	f.flags = flags
	flags.StringVarP(&f.output, "output", "o", "", output)
	flags.StringVar(&f.size, "size", "", "`RxC`: rows and columns of a grid")
	flags.IntVar(&f.width, "width", 0, "`COLUMNS` of a grid, keeping the proportions of the image (default: about 64, so that\nthe grid can show every picture)")
	flags.StringVarP(&f.board, "board", "b", "", "`SPEC` of any other board with rows and columns, e.g. torus:60x80")
	flags.StringVar(&f.dither, "dither", "floyd-steinberg", "gray to black and white: "+joinWords(picture.Ditherings()))
	takesOneOf(flags, "dither", picture.Ditherings())
	flags.Float64Var(&f.gamma, "gamma", 1, "above 1 lightens, below 1 darkens the middle tones")
	flags.Float64Var(&f.contrast, "contrast", 1, "above 1 more, below 1 less")
	flags.BoolVar(&f.invert, "invert", false, "a negative")
	flags.StringVar(&f.start, "start", "all", "the lights on before the first click: all, none or an `IMAGE`")
	flags.BoolVar(&f.hide, "hide", false, "of equally few wrong pixels, choose those in middle grays, where they show least")
	flags.BoolVar(&f.anyClicks, "any-clicks", false, "accept any clicks, not only the fewest")
	flags.DurationVar(&f.timeout, "timeout", 20*time.Second, "give up proving after this `TIME`; 0 means never")
	flags.IntVar(&f.scale, "scale", 0, "`PIXELS` per cell (default: about 512 in all)")
	flags.StringVar(&f.style, "style", "squares", "lights as "+joinWords(picture.Shapes()))
	takesOneOf(flags, "style", picture.Shapes())
	flags.StringVar(&f.colours, "colours", "000000,ffffff", "`OFF,ON` in hexadecimal")
	flags.StringVar(&f.format, "format", "text", "`FORMAT` of the report: text|json")
	takesOneOf(flags, "format", []string{"text", "json"})
	flags.BoolVar(&f.json, "json", false, "short for --format json")
}

func (f *imageFlags) validate() error {
	f.json = f.json || f.format == "json"
	switch {
	case f.format != "text" && f.format != "json":
		return usagef("no such format %q; the formats are text|json", f.format)
	case f.flags.Changed("board") && (f.flags.Changed("size") || f.flags.Changed("width")):
		return usagef("--board includes a size: leave out --size and --width")
	case f.flags.Changed("size") && f.flags.Changed("width"):
		return usagef("--size and --width both set the size: choose one")
	case f.width < 1 && f.flags.Changed("width"):
		return usagef("--width %d: use a positive number", f.width)
	case !(f.gamma > 0 && f.gamma <= 100):
		return usagef("--gamma %v: use a number above 0, up to 100", f.gamma)
	case !(f.contrast >= 0 && f.contrast <= 100):
		return usagef("--contrast %v: use a number from 0 to 100", f.contrast)
	case f.scale < 0:
		return usagef("--scale %d: use a positive number", f.scale)
	}
	return checkTimeout(f.timeout)
}

// load reads an image file; "-" is standard input.
func (f *imageFlags) load(con *console, file string) (*picture.Gray, error) {
	in, name, closeFile, err := con.open(file)
	if err != nil {
		return nil, err
	}
	defer closeFile()
	return picture.Load(in, name)
}

// maxPicture is the most cells that a picture may have.
const maxPicture = 1 << 24

// defaultWidth is about how many columns a picture has unless its size is asked for.
const defaultWidth = 64

// wholeGrid is the grid of nullity 0 nearest in width to one of that many columns, keeping the
// proportions of the image: it can show every picture. It is "" if there is none near.
func wholeGrid(ctx context.Context, g *picture.Gray, width int) (string, error) {
	for away := range 2 * min(width, 32) {
		cols := width + (away+1)/2*(1-2*(away%2)) // first the width itself, then one less, one more, …
		if cols < 1 || g.Fit(cols) > maxPicture/cols {
			continue
		}
		b, err := board.Parse(fmt.Sprintf("grid:%dx%d", g.Fit(cols), cols))
		if err != nil {
			return "", err
		}
		nullity, err := solve.Nullity(ctx, b)
		if err != nil {
			return "", err
		}
		if nullity == 0 {
			return b.Spec(), nil
		}
	}
	return "", nil
}

// boardFor is the board to draw the image on.
func (f *imageFlags) boardFor(ctx context.Context, g *picture.Gray) (*board.Board, error) {
	spec := f.board
	switch {
	case f.size != "":
		rows, cols, ok := strings.Cut(f.size, "x")
		if _, err := strconv.Atoi(rows); err != nil || !ok {
			return nil, usagef("--size %s: write rows and columns, as in 48x64", f.size)
		}
		spec = "grid:" + rows + "x" + cols
	case f.width > 0:
		spec = fmt.Sprintf("grid:%dx%d", g.Fit(f.width), f.width)
	case spec == "":
		var err error
		if spec, err = wholeGrid(ctx, g, defaultWidth); err != nil {
			return nil, err
		}
		spec = cmp.Or(spec, fmt.Sprintf("grid:%dx%d", g.Fit(defaultWidth), defaultWidth))
	}
	b, err := puzzlefile.ParseBoard(spec)
	if err != nil {
		return nil, err
	}
	if b.Layout() == nil {
		return nil, usagef("%s has no rows and columns to draw on", b.Spec())
	}
	if b.Outline(0) != nil {
		return nil, usagef("%s: pictures need square cells, and its cells are not", b.Spec())
	}
	if rows, cols := b.Layout().Size(); rows > maxPicture/cols {
		return nil, usagef("%s: pictures have at most %d cells", b.Spec(), maxPicture)
	}
	return b, nil
}

// gray is the image at the size of the board, in the tone of the flags.
func (f *imageFlags) gray(b *board.Board, g *picture.Gray) *picture.Gray {
	rows, cols := b.Layout().Size()
	return g.Resize(rows, cols).Adjust(f.gamma, f.contrast, f.invert)
}

// startState is the lights that are on before the first click.
func (f *imageFlags) startState(con *console, b *board.Board) (gf2.Vec, error) {
	switch f.start {
	case "all":
		return gf2.AllOnes(b.Lights()), nil
	case "none":
		return gf2.NewVec(b.Lights()), nil
	}
	g, err := f.load(con, f.start)
	if err != nil {
		return gf2.Vec{}, err
	}
	return f.gray(b, g).Dither(b, f.dither)
}

// reach finds the picture nearest to an image, within --timeout.
func (f *imageFlags) reach(ctx context.Context, con *console, b *board.Board, start gf2.Vec, g *picture.Gray) (*picture.Reached, error) {
	g = f.gray(b, g)
	wanted, err := g.Dither(b, f.dither)
	if err != nil {
		return nil, err
	}
	limited, cancel := withTimeout(ctx, f.timeout)
	defer cancel()
	bar := con.status(bestSoFar)
	defer bar.clear()
	q := picture.Request{Board: b, Start: start, Wanted: wanted, AnyClicks: f.anyClicks, Solver: solve.Solver{Progress: bar.show}}
	if f.hide {
		q.Visibility = g.Visibility(b)
	}
	r, err := picture.Reach(limited, q)
	if ctx.Err() != nil {
		return nil, cause(ctx)
	}
	return r, err
}

// paint is the style of the flags.
func (f *imageFlags) paint(b *board.Board) (picture.Style, error) {
	rows, cols := b.Layout().Size()
	s := picture.Style{Shape: f.style, Scale: f.scale}
	if s.Scale == 0 {
		s.Scale = max(1, 512/max(rows, cols))
	}
	off, on, ok := strings.Cut(f.colours, ",")
	var err1, err2 error
	s.Dark, err1 = parseColour(off)
	s.Light, err2 = parseColour(on)
	if !ok || err1 != nil || err2 != nil {
		return s, usagef("--colours %s: write two colours, as in 101020,ffd060", f.colours)
	}
	if err := s.Check(b); err != nil {
		return s, usagef("%v", err)
	}
	return s, nil
}

func parseColour(text string) (color.Color, error) {
	rgb, err := hex.DecodeString(strings.TrimPrefix(text, "#"))
	if err == nil && len(rgb) != 3 {
		err = errors.New("a colour has three parts")
	}
	if err != nil {
		return nil, err
	}
	return color.RGBA{rgb[0], rgb[1], rgb[2], 0xff}, nil
}

// writeFile writes a file that appears only once it is complete; "-" is standard output.
func (c *console) writeFile(file string, write func(io.Writer) error) error {
	if file == "-" {
		return write(c.out)
	}
	p, err := whole.Create(file)
	if err != nil {
		return usagef("%v", err)
	}
	defer func() { _ = p.Discard() }()
	if err := write(p); err != nil {
		return err
	}
	return p.Commit()
}
