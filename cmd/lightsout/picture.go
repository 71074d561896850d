package main

import (
	"context"
	"fmt"
	"image/png"
	"io"
	"path/filepath"
	"slices"
	"strings"

	"github.com/spf13/pflag"

	"lightsout/board"
	"lightsout/gf2"
	"lightsout/picture"
)

var pictureVerb = verb{
	name: "picture", args: "IN", summary: "draw an image with lights: the nearest picture that clicks can show",
	details: "IN is a PNG, JPEG or GIF file; - is standard input. Black is off, white is on. If the wrong\npixels or the clicks are not proved to be the fewest within --timeout, the best proved bound\nis printed.",
	examples: []example{
		{"lightsout picture cat.jpg -o lights.png --width 100", "the fewest wrong pixels, usually none"},
		{"lightsout picture cat.jpg --size 50x50 --hide --diff wrong.png", "mark what is wrong"},
	},
	setup: func(flags *pflag.FlagSet) func(context.Context, *console, []string) error {
		c := &pictureCommand{}
		c.image.declare(flags, "write the picture to `FILE`: PNG, or SVG or PBM by its name")
		flags.StringVar(&c.diff, "diff", "", "a PNG `FILE` with wrong pixels marked: red is on, blue is off")
		flags.BoolVar(&c.svg, "svg", false, "-o is SVG")
		flags.BoolVar(&c.pbm, "pbm", false, "-o is a PBM bitmap, one pixel per cell")
		flags.BoolVar(&c.sheet, "sheet", false, "print a sheet to paint by clicks")
		flags.BoolVar(&c.ascii, "ascii", false, "the sheet in plain ASCII")
		declareMemory(flags)
		return c.run
	},
}

type pictureCommand struct {
	image           imageFlags
	diff            string
	svg, pbm, sheet bool
	ascii           bool
}

func (c *pictureCommand) run(ctx context.Context, con *console, args []string) error {
	if err := c.validate(args); err != nil {
		return err
	}
	g, err := c.image.load(con, args[0])
	if err != nil {
		return err
	}
	b, err := c.image.boardFor(ctx, g)
	if err != nil {
		return err
	}
	style, err := c.image.paint(b)
	if err != nil {
		return err
	}
	start, err := c.image.startState(con, b)
	if err != nil {
		return err
	}
	con.concerns(b, "")
	con.json = c.image.json && c.image.output != "-"
	r, err := c.image.reach(ctx, con, b, start, g)
	if err != nil {
		return err
	}
	if err := c.writeFiles(con, r, style); err != nil {
		return err
	}
	return c.report(ctx, con, g, r, start)
}

func (c *pictureCommand) validate(args []string) error {
	if err := c.image.validate(); err != nil {
		return err
	}
	switch {
	case len(args) != 1:
		return usagef("picture takes one image, not %d", len(args))
	case c.diff != "" && c.diff == c.image.output:
		return usagef("-o and --diff name the same file %s: give each its own", c.diff)
	case c.svg && c.pbm:
		return usagef("--svg and --pbm are two formats: choose one")
	case (c.svg || c.pbm) && c.image.output == "":
		return usagef("--svg and --pbm need -o FILE")
	case !c.svg && !c.pbm && namesOther(c.image.output, ".png", ".svg", ".pbm"):
		return usagef("-o %s: pictures are written as PNG, SVG or PBM (and animations as GIF, by animate); use .png", c.image.output)
	case c.sheet && c.image.json:
		return usagef("--sheet and --json are two formats: choose one")
	case c.sheet && c.image.output == "-":
		return usagef("the picture and the sheet cannot both go to standard output")
	}
	return nil
}

// mediaSuffixes are those of images and films. A file that has one but is something else confuses
// every program that opens it.
var mediaSuffixes = []string{
	".png", ".svg", ".pbm", ".gif", ".jpg", ".jpeg", ".bmp", ".tif", ".tiff", ".webp", ".avif", ".pdf",
	".apng", ".mp4", ".m4v", ".mov", ".avi", ".mkv", ".webm", ".mpg", ".mpeg", ".ogv",
}

// namesOther reports whether the suffix of a file names a format other than those written.
func namesOther(file string, written ...string) bool {
	suffix := strings.ToLower(filepath.Ext(file))
	return slices.Contains(mediaSuffixes, suffix) && !slices.Contains(written, suffix)
}

func (c *pictureCommand) writeFiles(con *console, r *picture.Reached, style picture.Style) error {
	file := c.image.output
	if file != "" {
		err := con.writeFile(file, func(w io.Writer) error {
			switch {
			case c.svg || strings.HasSuffix(file, ".svg"):
				return style.WriteSVG(w, r.Board, r.Picture)
			case c.pbm || strings.HasSuffix(file, ".pbm"):
				return r.WritePBM(w)
			}
			return png.Encode(w, style.Paint(r.Board, r.Picture))
		})
		if err != nil {
			return err
		}
	}
	if c.diff == "" {
		return nil
	}
	return con.writeFile(c.diff, func(w io.Writer) error { return png.Encode(w, style.PaintDiff(r)) })
}

// pictureJSON is the report as JSON.
type pictureJSON struct {
	Board        string  `json:"board"`
	Wrong        int     `json:"wrong"`
	WrongProved  bool    `json:"wrong_proved"`
	WrongLower   int     `json:"wrong_lower"`
	WrongPixels  []int   `json:"wrong_pixels"`
	Clicks       int     `json:"clicks"`
	ClicksProved bool    `json:"clicks_proved"`
	ClicksLower  int     `json:"clicks_lower"`
	Nullity      int     `json:"nullity"`
	Stopped      string  `json:"stopped,omitempty"` // why a proof asked for is missing
	Seconds      float64 `json:"seconds"`
}

// report prints what was reached and what is proved. A missing proof is exit code 3.
func (c *pictureCommand) report(ctx context.Context, con *console, g *picture.Gray, r *picture.Reached, start gf2.Vec) error {
	stopped := ""
	if !r.WrongProved || !r.ClicksProved && !c.image.anyClicks {
		stopped = whyUnproved(r.Stopped)
	}
	var err error
	switch {
	case c.image.json:
		err = writeJSON(con.reports(c.image.output), pictureJSON{
			Board: r.Board.Spec(), Wrong: r.Wrong.Weight(), WrongProved: r.WrongProved, WrongLower: r.WrongLower, WrongPixels: r.Wrong.Indices(),
			Clicks: r.Clicks.Weight(), ClicksProved: r.ClicksProved, ClicksLower: r.ClicksLower, Nullity: r.Nullity, Stopped: stopped, Seconds: r.Elapsed.Seconds(),
		})
	case c.sheet:
		c.printSheet(con, r, start)
	default:
		w := con.reports(c.image.output)
		fmt.Fprintf(w, "%s, nullity %d\n", clipSpec(r.Board.Spec()), r.Nullity)
		fmt.Fprintln(w, wrongLine(r))
		fmt.Fprintln(w, clicksLine(r))
		if stopped != "" {
			fmt.Fprintf(w, "not proved: %s\n", unprovedLine(r, c.image.anyClicks, stopped))
		}
		if rows, cols := r.Board.Layout().Size(); r.Wrong.Weight() > 0 && c.image.board == "" && rows == g.Fit(cols) {
			if spec, err := wholeGrid(ctx, g, cols); err == nil && spec != "" {
				fmt.Fprintf(w, "%s can show every picture: use --size %s\n", spec, strings.TrimPrefix(spec, "grid:"))
			}
		}
	}
	if err == nil && stopped != "" {
		return reported(exitGaveUp)
	}
	return err
}

// reports is the stream for the report: not the one that the picture goes to.
func (c *console) reports(output string) io.Writer {
	if output == "-" {
		return c.err
	}
	return c.out
}

// wrongLine describes the wrong pixels: how many, what is proved, and where they are.
func wrongLine(r *picture.Reached) string {
	n := r.Wrong.Weight()
	if n == 0 {
		return "no wrong pixels"
	}
	line := plural(n, "wrong pixel", "wrong pixels")
	if r.WrongProved {
		line += ", no reachable picture has fewer"
	} else {
		line += fmt.Sprintf(", every reachable picture has at least %d", r.WrongLower)
	}
	const most = 64
	if n > most {
		return line
	}
	var at []string
	for cell := range r.Wrong.Ones() {
		row, col := r.Board.Layout().Place(cell)
		at = append(at, fmt.Sprintf("r%dc%d", row+1, col+1))
	}
	return line + ": " + strings.Join(at, " ")
}

// unprovedLine says what the searches did not finish, why, and what to do.
func unprovedLine(r *picture.Reached, anyClicks bool, stopped string) string {
	var missing []string
	if !r.WrongProved {
		missing = append(missing, fmt.Sprintf("that every reachable picture has %s or more", plural(r.Wrong.Weight(), "wrong pixel", "wrong pixels")))
	}
	if !r.ClicksProved && !anyClicks {
		missing = append(missing, fmt.Sprintf("that this picture needs %s", plural(r.Clicks.Weight(), "click", "clicks")))
	}
	line := strings.Join(missing, ", and ") + "; " + stopped
	if !r.ClicksProved && !anyClicks {
		line += " (--any-clicks does without the fewest)"
	}
	return line
}

func clicksLine(r *picture.Reached) string {
	line := plural(r.Clicks.Weight(), "click", "clicks")
	switch {
	case r.ClicksProved && r.Wrong.IsZero():
		return line + ", the fewest possible"
	case r.ClicksProved:
		return line + ", the fewest that show this picture"
	default:
		return line + fmt.Sprintf(" (at least %d are needed)", r.ClicksLower)
	}
}

// printSheet prints instructions for painting the picture by hand: the starting board with the clicks
// marked on it, the clicks as a list, row by row, and the result.
func (c *pictureCommand) printSheet(con *console, r *picture.Reached, start gf2.Vec) {
	brush, _ := brushes(con, c.ascii)
	fmt.Fprintf(con.out, "Paint by clicks: %s, %s\n", clipSpec(r.Board.Spec()), clicksLine(r))
	fmt.Fprintln(con.out, "Click every marked cell once, in any order.")
	if drawable(r.Board) {
		fmt.Fprintln(con.out, "\nStart with this, and click the marked cells:")
		textDrawing{board: r.Board, lit: start, marked: r.Clicks, brush: brush}.drawWithLegend(con.out)
	}
	fmt.Fprintln(con.out, "\nThe clicks, row by row:")
	sheetRows(con.out, r.Board, r.Clicks)
	if drawable(r.Board) {
		fmt.Fprintln(con.out, "\nThe result:")
		textDrawing{board: r.Board, lit: r.Picture, brush: brush}.draw(con.out)
	}
	fmt.Fprintln(con.out, wrongLine(r))
}

// sheetRows lists cells by row and column.
func sheetRows(w io.Writer, b *board.Board, cells gf2.Vec) {
	rows, cols := b.Layout().Size()
	for r := range rows {
		var list []string
		for c := range cols {
			if cell := b.Layout().Cell(r, c); cell >= 0 && cells.Bit(cell) {
				list = append(list, fmt.Sprint(c+1))
			}
		}
		if len(list) > 0 {
			fmt.Fprintf(w, "%3d:  %s\n", r+1, strings.Join(list, " "))
		}
	}
}
