package main

import (
	"context"
	"fmt"
	"io"
	"math/bits"
	"os"
	"time"

	"lightsout/board"
	"lightsout/gridpoly"
	"lightsout/solve"
)

// streamFrom is the number of lights from which a grid, cylinder or torus is solved row by row,
// without ever holding a vector of its lights. Below it a picture or a list may still be wanted.
const streamFrom = 1 << 22

// streamed is a board that is solved row by row, and the lights that must change on it.
type streamed struct {
	board  *board.Board
	rows   int
	cols   int
	lights gridpoly.Lights
	close  func()
}

// streamed looks whether the question goes that way: a plain answer on a huge board, or the lights
// of a bitmap. It is nil if not.
func (c *solveCommand) streamed(args []string) (*streamed, error) {
	b, err := c.puzzles.theBoard()
	if err != nil {
		return nil, err
	}
	if len(args) == 1 && isPBM(args[0], c.puzzles.input) {
		return c.streamedPBM(b, args[0])
	}
	if len(args) > 0 || b == nil || b.Lights() < streamFrom || !c.plainQuestion() {
		return nil, nil
	}
	rows, cols, ok := b.Shape().CrossRows("grid", "cylinder", "torus")
	if !ok || b.Shape().Pattern.SelfOff {
		return nil, nil
	}
	s := &streamed{board: b, rows: rows, cols: cols, close: func() {}}
	on, err := c.streamedState("on", c.puzzles.on, s)
	if err != nil {
		return nil, err
	}
	goal, err := c.streamedState("goal", c.puzzles.goal, s)
	if err != nil {
		return nil, err
	}
	s.lights = on
	if c.puzzles.goal != "none" {
		s.lights = gridpoly.Sum(on, goal)
	}
	return s, nil
}

// plainQuestion reports whether any answer will do, whichever engine finds it.
func (c *solveCommand) plainQuestion() bool {
	for _, name := range []string{"min", "all", "hint", "steps", "explain", "forbid", "require", "at-most", "exactly", "symmetric", "break-symmetry", "xor", "card", "search"} {
		if c.flags.Changed(name) {
			return false
		}
	}
	return c.engine == "auto" || c.engine == "polynomial"
}

// streamedState is a state of the lights that need not be held in memory.
func (c *solveCommand) streamedState(flag, text string, s *streamed) (gridpoly.Lights, error) {
	switch text {
	case "all":
		return gridpoly.All(s.cols), nil
	case "none":
		return gridpoly.None(s.cols), nil
	case "random":
		seed := c.puzzles.seed
		if flag == "goal" {
			seed ^= 1 << 63 // another state than --on random of the same seed
		}
		return gridpoly.RandomSolvableLights(s.shape(), seed), nil
	}
	return nil, usagef("--%s: on a board of %d lights, use all, none, random, or a bitmap file instead of --on", flag, s.board.Lights())
}

func (s *streamed) shape() gridpoly.Shape {
	kind := s.board.Shape().Kind
	return gridpoly.Shape{Rows: s.rows, Cols: s.cols, WrapRows: kind == "torus", WrapCols: kind != "grid"}
}

// isPBM tells a bitmap by its first two bytes, or by --input.
func isPBM(file, kind string) bool {
	if kind != "" {
		return kind == "pbm"
	}
	f, err := os.Open(file)
	if err != nil {
		return false // whoever reads it next says why
	}
	defer f.Close()
	magic := make([]byte, 2)
	_, err = io.ReadFull(f, magic)
	return err == nil && string(magic) == "P4"
}

// streamedPBM takes the lights from a bitmap: a 1, which is black, is a light that is on. Without a
// board it is a grid of the bitmap's size.
func (c *solveCommand) streamedPBM(b *board.Board, file string) (*streamed, error) {
	for _, name := range []string{"on", "goal"} {
		if c.flags.Changed(name) {
			return nil, usagef("%s holds the lights: --%s does not go with it", file, name)
		}
	}
	if !c.plainQuestion() {
		return nil, usagef("%s: a bitmap gets a plain answer or --count; for other questions write its lights as text", file)
	}
	f, err := os.Open(file)
	if err != nil {
		return nil, err
	}
	info, err := f.Stat()
	if err != nil {
		f.Close()
		return nil, err
	}
	image, err := gridpoly.OpenPBM(file, f, info.Size())
	if err != nil {
		f.Close()
		return nil, err
	}
	rows, cols := image.Size()
	if b == nil {
		if b, err = board.Parse(fmt.Sprintf("grid:%dx%d", rows, cols)); err != nil {
			f.Close()
			return nil, err
		}
	}
	if d := b.Shape().Dims; len(d) != 2 || d[0] != rows || d[1] != cols {
		f.Close()
		return nil, usagef("%s is %d rows of %d, %s is not", file, rows, cols, b.Spec())
	}
	return &streamed{board: b, rows: rows, cols: cols, lights: image, close: func() { f.Close() }}, nil
}

// stream solves row by row and writes what was found.
func (c *solveCommand) stream(ctx context.Context, con *console, s *streamed) error {
	defer s.close()
	if c.timeout > 0 {
		var cancel context.CancelFunc
		ctx, cancel = context.WithTimeout(ctx, c.timeout)
		defer cancel()
	}
	st, err := solve.StreamRows(ctx, s.board, s.lights)
	if err != nil {
		return err
	}
	b := s.board
	if !st.Solvable {
		return c.streamRefuted(con, s, st)
	}
	switch c.format.format {
	case "json":
		object := solveJSON{
			Board: b.Spec(), Lights: b.Lights(), Switches: b.Switches(), Rank: st.Rank, Nullity: st.Nullity,
			Solvable: true, PressCount: st.PressCount, Minimum: st.Nullity == 0,
			Answers: answersOf(st.Nullity).String(), Engine: "polynomial", Seconds: st.Elapsed.Seconds(),
		}
		if object.Minimum {
			object.LowerBound, object.Proof = st.PressCount, "the only answer"
		}
		if c.listPresses || st.PressCount <= maxListed {
			list, err := s.indices(st.Presses, st.PressCount)
			if err != nil {
				return err
			}
			object.Presses = &list
		}
		return writeJSON(con.out, object)
	case "pbm":
		return gridpoly.WritePBM(ctx, con.out, s.shape(), st.Presses)
	case "bits":
		return s.bits(con.out, st.Presses)
	}
	fmt.Fprintf(con.out, "%s, %d lights, nullity %d: %s\n", b.Spec(), b.Lights(), st.Nullity, countWords(answersOf(st.Nullity)))
	fmt.Fprintf(con.out, "%s, found and checked in %s (--format pbm -o FILE draws them)\n", plural(st.PressCount, "press", "presses"), st.Elapsed.Round(time.Microsecond))
	return nil
}

func (c *solveCommand) streamRefuted(con *console, s *streamed, st *solve.Stream) error {
	words := fmt.Sprintf("unsolvable: there are %d lights of which every switch touches an even number, but %d of them must change", st.WitnessCount, st.MustChange)
	switch c.format.format {
	case "json":
		object := unsolvableJSON{Board: s.board.Spec(), Lights: s.board.Lights(), Switches: s.board.Switches(), Seconds: st.Elapsed.Seconds()}
		if c.listPresses || st.WitnessCount <= maxListed {
			var err error
			if object.Witness, err = s.indices(st.Witness, st.WitnessCount); err != nil {
				return err
			}
		}
		if err := writeJSON(con.out, object); err != nil {
			return err
		}
	case "text":
		fmt.Fprintf(con.out, "%s, %d lights\n%s\n", s.board.Spec(), s.board.Lights(), words)
	default:
		fmt.Fprintf(con.err, "lightsout: %s\n", words)
	}
	return said(exitNo)
}

// eachRow reads cells row by row.
func (s *streamed) eachRow(cells gridpoly.Lights, do func(row int, words []uint64) error) error {
	next, buf := cells.From(0), make([]uint64, (s.cols+63)/64)
	for r := range s.rows {
		words, err := next(buf)
		if err == nil {
			err = do(r, words)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// indices lists cells by number.
func (s *streamed) indices(cells gridpoly.Lights, n int) ([]int, error) {
	list := make([]int, 0, n)
	err := s.eachRow(cells, func(r int, words []uint64) error {
		for k, w := range words {
			for ; w != 0; w &= w - 1 {
				list = append(list, r*s.cols+k*64+bits.TrailingZeros64(w))
			}
		}
		return nil
	})
	return list, err
}

// bits writes cells as 0 and 1.
func (s *streamed) bits(w io.Writer, cells gridpoly.Lights) error {
	line := make([]byte, s.cols)
	err := s.eachRow(cells, func(_ int, words []uint64) error {
		for i := range line {
			line[i] = '0' + byte(words[i/64]>>(i%64)&1)
		}
		_, err := w.Write(line)
		return err
	})
	if err != nil {
		return err
	}
	_, err = w.Write([]byte{'\n'})
	return err
}
