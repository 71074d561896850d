package main

import (
	"context"
	"fmt"
	"io"
	"math/bits"
	"strings"
	"time"

	"lightsout/board"
	"lightsout/internal/gridpoly"
	"lightsout/solve"
)

// streamFrom is the number of lights from which a grid, cylinder or torus is solved row by row,
// without ever holding a vector of its lights. Below it a picture or a list may still be wanted.
const streamFrom = 1 << 17

// streamed is a board that is solved row by row, and the lights that must change on it.
type streamed struct {
	board  *board.Board
	shape  gridpoly.Shape
	lights gridpoly.Lights
}

// streamed looks whether the question goes that way, and answers it if so: a plain answer on a huge
// board, or about the lights of a bitmap.
func (c *solveCommand) streamed(ctx context.Context, con *console, args []string) (handled bool, err error) {
	b, err := c.puzzles.theBoard()
	if err != nil {
		return false, err
	}
	if len(args) == 1 {
		return c.streamedFile(ctx, con, b, args[0])
	}
	if len(args) > 0 || b == nil || b.Lights() < streamFrom || !c.plainQuestion() {
		return false, nil
	}
	shape, ok := solve.RowShape(b)
	if !ok {
		return false, nil
	}
	s := &streamed{board: b, shape: shape}
	if s.lights, err = c.streamedChange(s); err != nil {
		return true, err
	}
	return true, c.stream(ctx, con, s)
}

// streamedChange is what must change. A random start is reachable from the goal, and a random goal
// from the start, so that only the presses between them count.
func (c *solveCommand) streamedChange(s *streamed) (gridpoly.Lights, error) {
	switch "random" {
	case c.puzzles.on:
		return randomChange(s.board, s.shape, c.puzzles.seed, onStream), nil
	case c.puzzles.goal:
		return randomChange(s.board, s.shape, c.puzzles.seed, goalStream), nil
	}
	on, err := c.streamedState("on", c.puzzles.on, s)
	if err != nil || c.puzzles.goal == "none" {
		return on, err
	}
	goal, err := c.streamedState("goal", c.puzzles.goal, s)
	if err != nil {
		return nil, err
	}
	return gridpoly.Sum(on, goal), nil
}

// plainQuestion reports whether any answer will do, or their number, whichever engine finds it.
func (c *solveCommand) plainQuestion() bool {
	return !c.given("min", "all", "all-min", "hint", "steps", "explain", "forbid", "require", "at-most", "exactly", "symmetric", "break-symmetry", "xor", "card", "nearest") &&
		(c.engine == "auto" || c.engine == "polynomial")
}

// streamedState is a state of the lights that need not be held in memory.
func (c *solveCommand) streamedState(flag, text string, s *streamed) (gridpoly.Lights, error) {
	switch text {
	case "all":
		return gridpoly.All(s.shape.Cols), nil
	case "none":
		return gridpoly.None(s.shape.Cols), nil
	}
	return nil, usagef("--%s: on a board of %d lights, use all, none, random, or a bitmap file instead of --on", flag, s.board.Lights())
}

// streamedFile answers about a bitmap, told by its first two bytes or by --input; other files are
// read as puzzles from the same source, which may be a pipe.
func (c *solveCommand) streamedFile(ctx context.Context, con *console, b *board.Board, file string) (handled bool, err error) {
	if c.puzzles.input != "" && c.puzzles.input != "pbm" {
		return false, nil
	}
	src, err := con.source(file)
	if err != nil {
		return true, err
	}
	magic, _ := src.Peek(2)
	if c.puzzles.input != "pbm" && string(magic) != "P4" {
		if string(magic) == "P1" {
			src.close()
			return true, usagef("%s:1: a plain bitmap (P1); only raw ones (P4) are read", src.name)
		}
		con.peeked = src
		return false, nil
	}
	defer src.close()
	if c.given("on", "goal") {
		return true, usagef("%s holds the lights: --on and --goal do not go with it", src.name)
	}
	if !c.plainQuestion() {
		return true, usagef("%s: a bitmap gets a plain answer or --count; for other questions write its lights as text", src.name)
	}
	image, err := openPBM(src)
	if err != nil {
		return true, err
	}
	rows, cols := image.Size()
	if b == nil {
		if b, err = board.Parse(fmt.Sprintf("grid:%dx%d", rows, cols)); err != nil {
			return true, err
		}
	}
	shape, ok := solve.RowShape(b)
	if !ok || shape.Rows != rows || shape.Cols != cols {
		return true, usagef("%s is %d rows of %d; it takes a grid, cylinder or torus of that size, which %s is not", src.name, rows, cols, b.Spec())
	}
	return true, c.stream(ctx, con, &streamed{board: b, shape: shape, lights: image})
}

// maxPipedPBM is how large a bitmap may be that comes through a pipe and must be kept.
const maxPipedPBM = 1 << 31

func openPBM(src *source) (*gridpoly.PBM, error) {
	if src.flow {
		text, err := readLimited(src, src.name, maxPipedPBM)
		if err != nil {
			return nil, err
		}
		return gridpoly.OpenPBM(src.name, strings.NewReader(text), int64(len(text)))
	}
	info, err := src.file.Stat()
	if err != nil {
		return nil, err
	}
	return gridpoly.OpenPBM(src.name, src.file, info.Size())
}

// stream solves row by row and writes what was found.
func (c *solveCommand) stream(ctx context.Context, con *console, s *streamed) error {
	ctx, cancel := c.limited(ctx)
	defer cancel()
	st, err := solve.StreamRows(ctx, s.board, s.lights)
	if err != nil {
		return err
	}
	b := s.board
	if !st.Solvable {
		return c.streamRefuted(con, s, st)
	}
	if c.count {
		out := &solveOutput{con: con, puzzle: &board.Puzzle{Board: b}, format: c.format.format}
		return out.count(answersOf(st.Nullity), st.Elapsed)
	}
	switch c.format.format {
	case "json":
		object := solve.Answer{
			Board: b.Spec(), Lights: b.Lights(), Switches: b.Switches(), Rank: &st.Rank, Nullity: &st.Nullity,
			Solvable: true, PressCount: &st.PressCount, Minimum: new(st.Nullity == 0), LowerBound: &st.LowerBound,
			Answers: answersOf(st.Nullity).String(), Engine: "polynomial", Seconds: st.Elapsed.Seconds(),
		}
		if *object.Minimum {
			object.Proof = "the only answer"
		}
		if c.listPresses || st.PressCount <= maxListed {
			list, err := s.indices(st.Presses, st.PressCount)
			if err != nil {
				return err
			}
			object.Presses = list
		}
		return writeJSON(con.out, object)
	case "pbm":
		return gridpoly.WritePBM(ctx, con.out, s.shape, st.Presses)
	case "bits":
		return s.bits(con.out, st.Presses)
	}
	fmt.Fprintf(con.out, "%s, %d lights, nullity %d: %s\n", b.Spec(), b.Lights(), st.Nullity, countWords(answersOf(st.Nullity)))
	if c.listPresses || st.PressCount <= maxListed {
		list, err := s.indices(st.Presses, st.PressCount)
		if err != nil {
			return err
		}
		fmt.Fprintf(con.out, "%s: %s\n", plural(st.PressCount, "press", "presses"), commaList(list))
		return nil
	}
	fmt.Fprintf(con.out, "%s, found and checked in %s (--format pbm -o FILE draws them)\n", plural(st.PressCount, "press", "presses"), st.Elapsed.Round(time.Microsecond))
	return nil
}

func (c *solveCommand) streamRefuted(con *console, s *streamed, st *solve.Stream) error {
	words := fmt.Sprintf("unsolvable: there are %d lights of which every switch touches an even number, but %d of them must change", st.WitnessCount, st.MustChange)
	switch c.format.format {
	case "json":
		object := solve.Answer{Board: s.board.Spec(), Lights: s.board.Lights(), Switches: s.board.Switches(), WitnessCount: st.WitnessCount, Seconds: st.Elapsed.Seconds()}
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
	return reported(exitNo)
}

// eachRow reads cells row by row.
func (s *streamed) eachRow(cells gridpoly.Lights, do func(row int, words []uint64) error) error {
	next, buf := cells.From(0), make([]uint64, (s.shape.Cols+63)/64)
	for r := range s.shape.Rows {
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
				list = append(list, r*s.shape.Cols+k*64+bits.TrailingZeros64(w))
			}
		}
		return nil
	})
	return list, err
}

// bits writes cells as 0 and 1.
func (s *streamed) bits(w io.Writer, cells gridpoly.Lights) error {
	line := make([]byte, s.shape.Cols)
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
