package main

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"os"

	"github.com/spf13/pflag"

	"lightsout/board"
	"lightsout/gf2"
)

// puzzleFlags say which puzzles a verb works on: a FILE, or a board and its lights.
type puzzleFlags struct {
	flags *pflag.FlagSet
	board string
	on    string
	goal  string
	seed  uint64
	input string
	most  int // the most switches and lights the verb can do anything with; 0 is no limit
}

// declareBoard declares only --board, for verbs that ask about boards.
func (f *puzzleFlags) declareBoard(flags *pflag.FlagSet) {
	f.flags = flags
	flags.StringVarP(&f.board, "board", "b", "", "the board: `SPEC`, see lightsout help (default 5x5)")
	takesOneOf(flags, "board", board.Names())
}

// declare declares all; more are kinds of FILE that the verb takes besides puzzle files.
func (f *puzzleFlags) declare(flags *pflag.FlagSet, more ...string) {
	f.declareBoard(flags)
	flags.StringVar(&f.on, "on", "all", "`LIGHTS` on at the start: all, none, random, 0/1 or ./#, integer")
	flags.StringVar(&f.goal, "goal", "none", "`LIGHTS` on in the end, likewise")
	flags.Uint64Var(&f.seed, "seed", 1, "`SEED` of random")
	f.declareInput(flags, more...)
}

func (f *puzzleFlags) declareInput(flags *pflag.FlagSet, more ...string) {
	kinds := append(puzzleFormats(board.Format.Reads), more...)
	flags.StringVar(&f.input, "input", "", "`KIND` of FILE: "+joinWords(kinds)+" (default: by content)")
	takesOneOf(flags, "input", kinds)
}

// theBoard is the board named by --board, or nil.
func (f *puzzleFlags) theBoard() (*board.Board, error) {
	if f.board == "" {
		return nil, nil
	}
	return board.Parse(f.board)
}

// each calls do with every puzzle: those of FILE ("-": standard input) one by one as they are
// read, or the one that the flags describe.
func (f *puzzleFlags) each(ctx context.Context, con *console, args []string, do func(*board.Puzzle) error) error {
	if len(args) > 1 {
		return usagef("one FILE at a time, not %d", len(args))
	}
	b, err := f.theBoard()
	if err != nil {
		return err
	}
	if len(args) == 0 {
		if b == nil {
			b, _ = board.Parse("classic")
		}
		p, err := f.onBoard(b)
		if err != nil {
			return err
		}
		return do(p)
	}
	src, err := con.source(args[0])
	if err != nil {
		return err
	}
	defer src.close()
	return f.eachOf(ctx, con, src, b, do)
}

// eachOf calls do with every puzzle of a file. Where puzzles come as they are made, each answer goes
// out before the next is read.
func (f *puzzleFlags) eachOf(ctx context.Context, con *console, src *source, b *board.Board, do func(*board.Puzzle) error) error {
	r := board.NewReader(src, board.ReaderOptions{Name: src.name, Kind: f.input, Board: b})
	for {
		p, err := r.Next()
		if errors.Is(err, io.EOF) {
			return nil
		}
		if errors.Is(err, board.ErrNeedsBoard) {
			return fmt.Errorf("%w; give it with --board SPEC", err)
		}
		if err != nil {
			return err
		}
		if err := f.override(p); err != nil {
			return err
		}
		err = do(p)
		if err == nil && src.flow {
			err = con.out.Flush()
		}
		if err == nil {
			err = con.wrote()
		}
		if err != nil {
			return err
		}
		if ctx.Err() != nil {
			return cause(ctx)
		}
	}
}

// onBoard is the puzzle that --board, --on and --goal describe.
func (f *puzzleFlags) onBoard(b *board.Board) (*board.Puzzle, error) {
	if err := board.CheckSize(b); err != nil {
		return nil, err
	}
	if f.most > 0 && max(b.Switches(), b.Lights()) > f.most {
		return nil, &board.TooLargeError{What: b.Spec(), Limit: fmt.Sprintf("up to %d switches and lights can be written", f.most)}
	}
	p := board.NewPuzzle(b)
	return p, f.override(p)
}

// override lets the flags that were given replace what the puzzle says. Random states are reachable
// from each other; the goal is drawn first, from what --on says unless that is random too.
func (f *puzzleFlags) override(p *board.Puzzle) error {
	var err error
	randomOn := f.flags.Changed("on") && f.on == "random"
	if f.flags.Changed("on") && !randomOn {
		if p.On, err = board.ParseState(p.Board, f.on); err != nil {
			return usagef("--on: %v", err)
		}
	}
	switch {
	case !f.flags.Changed("goal"):
	case f.goal == "random" && randomOn:
		p.Goal, err = randomState(p.Board, gf2.NewVec(p.Board.Lights()), f.seed, goalStream)
	case f.goal == "random":
		p.Goal, err = randomState(p.Board, p.On, f.seed, goalStream)
	default:
		if p.Goal, err = board.ParseState(p.Board, f.goal); err != nil {
			return usagef("--goal: %v", err)
		}
	}
	if err == nil && randomOn {
		p.On, err = randomState(p.Board, p.Goal, f.seed, onStream)
	}
	return err
}

// source is a file, or standard input, that is being read.
type source struct {
	*bufio.Reader
	name string
	file *os.File // nil for standard input
	flow bool     // it comes as it is made: a pipe, a terminal
}

func (s *source) close() {
	if s.file != nil {
		s.file.Close()
	}
}

// source opens a file, or standard input for "-".
func (c *console) source(file string) (*source, error) {
	if s := c.peeked; s != nil && s.name == file {
		c.peeked = nil
		return s, nil
	}
	if file == "-" {
		return &source{Reader: bufio.NewReaderSize(c.in, 1<<16), name: "-", flow: true}, nil
	}
	f, err := os.Open(file)
	if err != nil {
		if _, e := board.Parse(file); e == nil && errors.Is(err, os.ErrNotExist) {
			return nil, usagef("there is no file %s; if you mean the board, write --board %s", file, file)
		}
		return nil, err
	}
	info, err := f.Stat()
	if err == nil && info.IsDir() {
		err = usagef("%s: is a directory; name a file", file)
	}
	if err != nil {
		f.Close()
		return nil, err
	}
	return &source{Reader: bufio.NewReaderSize(f, 1<<16), name: file, file: f, flow: !info.Mode().IsRegular()}, nil
}

// open is source for whoever only reads.
func (c *console) open(file string) (in io.Reader, name string, closeFile func(), err error) {
	s, err := c.source(file)
	if err != nil {
		return nil, "", nil, err
	}
	return s, s.name, s.close, nil
}

// switches reads a LIST of switches; the flag's name is for the message.
func switches(b *board.Board, flag, list string) ([]int, error) {
	s, err := board.ParseSwitches(b, list)
	if err != nil {
		return nil, usagef("--%s: %v", flag, err)
	}
	return s, nil
}

// readLimited reads all of a stream that should be short.
func readLimited(in io.Reader, name string, limit int64) (string, error) {
	text, err := io.ReadAll(io.LimitReader(in, limit+1))
	if err != nil {
		return "", err
	}
	if int64(len(text)) > limit {
		return "", usagef("%s: longer than %d bytes", name, limit)
	}
	return string(text), nil
}
