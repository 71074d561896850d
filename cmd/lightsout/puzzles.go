package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"strings"

	"lightsout/board"
	"lightsout/internal/stdio"
	"lightsout/puzzlefile"
)

// puzzles are those that a verb works on: those of a FILE, or a board and its lights.
type puzzles struct {
	*call
	warned string // the last warning about a board
	most   int    // the most switches and lights that the verb can handle; 0 is no limit
	// several is what else to do about a file with several puzzles, for a verb that takes one.
	several string
	// unknown: the verb takes --on unknown, which leaves the lights at the start open.
	unknown bool
	// colours: the verb takes boards whose lights have more than two states. Others never get one.
	colours bool
	// empty: a file without any puzzle is no mistake.
	empty bool
	// listed: what comes of a file that holds several puzzles is a list.
	listed bool
}

// puzzleKinds are the kinds of files that hold puzzles, for --input.
func puzzleKinds() []string { return puzzleFormats(puzzlefile.Format.Reads) }

// puzzleOrFormula are those of verbs that take formulas too.
func puzzleOrFormula() []string { return append(puzzleKinds(), formulaKind) }

// onUnknown reports whether the lights at the start are left open.
func (f *puzzles) onUnknown() bool { return f.unknown && f.text("on") == "unknown" }

// spec is the SPEC of --board in a verb that takes one, or "".
func (c *call) spec() (string, error) {
	switch specs := c.texts("board"); {
	case len(specs) > 1:
		return "", usagef("%s takes one --board, not %d", c.verb.name, len(specs))
	case len(specs) == 1 && strings.TrimSpace(specs[0]) == "":
		return "", errNoSpec
	case len(specs) == 1:
		return specs[0], nil
	}
	return "", nil
}

// theBoard is the board named by --board, or nil.
func (f *puzzles) theBoard() (*board.Board, error) {
	spec, err := f.spec()
	if err != nil || spec == "" {
		return nil, err
	}
	return f.boardOf(spec)
}

// boardOf is the board of a SPEC on the command line.
func (f *puzzles) boardOf(spec string) (*board.Board, error) {
	b, err := f.parse(spec)
	if err == nil {
		f.note(b)
		return b, nil
	}
	file, family := puzzlefile.BoardFile(spec), oneOfFamily(spec)
	if _, no := os.Stat(spec); no == nil {
		return nil, usagef("--board %s: a board from a file is --board graph:%s", spec, spec)
	} else if _, no := f.parse(family); no == nil && family != spec && file == "" {
		return nil, usagef("%s is a family of boards: lightsout info makes a table of it, as in lightsout info %[1]s "+
			"--n 1-9", spec)
	} else if errors.Is(err, fs.ErrNotExist) {
		return nil, usagef("--board %s: there is no file %s", spec, file)
	}
	return nil, err
}

// boards are those of SPECs, by default the classic one.
func (f *puzzles) boards(specs []string) (list []*board.Board, err error) {
	if len(specs) == 0 {
		specs = []string{"classic"}
	}
	for _, spec := range specs {
		if strings.TrimSpace(spec) == "" {
			return nil, errNoSpec
		}
		b, err := f.boardOf(spec)
		if err != nil {
			return nil, err
		}
		list = append(list, b)
	}
	return list, nil
}

var errNoSpec = usagef("--board: no SPEC given; write it as in --board 5x5")

// parse reads a SPEC that the verb can work with.
func (f *puzzles) parse(spec string) (*board.Board, error) {
	b, err := puzzlefile.ParseBoard(spec)
	if err == nil {
		err = f.takes(b)
	}
	return b, err
}

// takes refuses a board whose lights have more states than the verb can work with.
func (f *puzzles) takes(b *board.Board) error {
	if f.colours {
		return nil
	}
	return b.TwoStates()
}

// note passes on what was doubtful about a board's file, once.
func (f *puzzles) note(b *board.Board) {
	if w := b.Warning(); w != "" && w != f.warned {
		fmt.Fprintf(f.con.Err, "lightsout: note: %s\n", w)
		f.warned = w
	}
}

// one is the puzzle of a verb that takes only one. A file that holds several is refused before
// anything is written.
func (f *puzzles) one(ctx context.Context) (*board.Puzzle, error) {
	var first *board.Puzzle
	err := f.each(ctx, func(p *board.Puzzle) error {
		if first != nil {
			return usagef("%s: %s holds several puzzles, and %s takes one; name it by its number, as in %s#1%s",
				p.Origin, f.args[0], f.verb.name, f.args[0], f.several)
		}
		first = p
		return nil
	})
	return first, err
}

// each calls do with every puzzle: those of FILE ("-": standard input) one by one as they are
// read, or of FILE#K only the K-th, or the one that the flags describe.
func (f *puzzles) each(ctx context.Context, do func(*board.Puzzle) error) error {
	b, err := f.theBoard()
	if err != nil {
		return err
	}
	if len(f.args) == 0 {
		if b == nil {
			b, _ = board.Parse("classic")
		}
		f.con.concerns(b, "")
		p, err := f.onBoard(b)
		if err != nil {
			return err
		}
		return do(p)
	}
	r, src, err := f.reader(f.args[0], b)
	if err != nil {
		return err
	}
	defer src.Close()
	for {
		p, err := r.Next()
		if errors.Is(err, io.EOF) {
			return nil
		}
		if err != nil {
			return withFlagHint(err)
		}
		if err := f.takes(p.Board); err != nil {
			return fmt.Errorf("%s: %w", p.Origin, err)
		}
		f.con.concerns(p.Board, p.Origin)
		f.note(p.Board)
		if err := f.override(p); err != nil {
			return err
		}
		if err := do(p); err != nil {
			return err
		}
		if ctx.Err() != nil {
			return cause(ctx)
		}
	}
}

// withFlagHint says what to do about a file that does not name its board, or whose kind cannot be told.
func withFlagHint(err error) error {
	unknown, isUnknown := errors.AsType[*puzzlefile.KindError](err)
	switch {
	case errors.Is(err, puzzlefile.ErrNeedsBoard):
		return fmt.Errorf("%w; give it with --board SPEC", err)
	case isUnknown && len(unknown.Kinds) == 1:
		return fmt.Errorf("%w; or say --input %s", err, unknown.Kinds[0])
	case isUnknown:
		most := len(unknown.Kinds) - 1
		return fmt.Errorf("%w; say --input %s or --input %s", err, strings.Join(unknown.Kinds[:most], ", --input "),
			unknown.Kinds[most])
	}
	return err
}

// reader opens FILE, or FILE#K for its K-th puzzle; b is the board given by --board, or nil.
func (f *puzzles) reader(arg string, b *board.Board) (*puzzlefile.Reader, *stdio.Source, error) {
	graph, isGraph := puzzlefile.ParseGraph(arg)
	if isGraph {
		arg = graph.File
	}
	file, only := puzzlefile.FileNumber(arg)
	if isGraph {
		only = max(only, 1)
	}
	if f.con.isFormula([]string{file}, f.text("input")) {
		return nil, nil,
			usagef("%s is a formula, and %s takes a puzzle; solve, encode, check --model and bench take formulas",
				file, f.verb.name)
	}
	src, err := f.con.Open(file)
	if cut := strings.LastIndexByte(file, '#'); errors.Is(err, os.ErrNotExist) && only == 0 && cut > 0 {
		if _, e := os.Stat(file[:cut]); e == nil {
			return nil, nil, usagef("%s: %q is not the number of a puzzle; they are counted from 1, as in %s#1", file,
				file[cut+1:], file[:cut])
		}
	}
	if err != nil {
		return nil, nil, noFile(arg, err)
	}
	opt := puzzlefile.ReaderOptions{Name: src.Name, Kind: f.text("input"), Board: b, Only: only, Empty: f.empty,
		Undirected: graph.Undirected, Names: graph.Names}
	r := puzzlefile.NewReader(src.Reader, opt)
	if f.listed && r.Several() {
		f.con.several()
	}
	return r, src, nil
}

// onBoard is the puzzle that --board, --on and --goal describe.
func (f *puzzles) onBoard(b *board.Board) (*board.Puzzle, error) {
	if err := b.CheckSize(); err != nil {
		return nil, err
	}
	if f.most > 0 && max(b.Switches(), b.Lights()) > f.most {
		return nil, &board.TooLargeError{What: b.Spec(),
			Limit: fmt.Sprintf("up to %d switches and lights can be written", f.most)}
	}
	p := &board.Puzzle{Board: b, On: b.Dark(), Goal: b.Dark()}
	if !f.given("on") { // else a billion lights would be written twice
		p = board.NewPuzzle(b)
	}
	return p, f.override(p)
}

// override lets the flags that were given replace what the puzzle says.
func (f *puzzles) override(p *board.Puzzle) error {
	given := func(flag string) (string, error) {
		switch {
		case !f.given(flag):
			return "", nil
		case strings.TrimSpace(f.text(flag)) == "":
			return "", usagef("--%s: no lights given: use all, none, a list such as 3,5-8, or a picture of 0 and 1",
				flag)
		}
		return f.text(flag), nil
	}
	on, err := given("on")
	switch {
	case f.onUnknown():
		on = "none"
	case on == "unknown":
		return usagef("--on unknown: only encode and check --model take unknown lights")
	}
	if err != nil {
		return err
	}
	goal, err := given("goal")
	if err != nil {
		return err
	}
	seed := uint64(1)
	if f.given("seed") {
		seed = f.whole("seed")
	}
	if err := p.SetLights(on, goal, seed); err != nil {
		if large, ok := errors.AsType[*board.TooLargeError](err); ok {
			return large
		}
		if wrong, ok := errors.AsType[*board.LightsError](err); ok {
			return usagef("--%s: %v", wrong.Side, wrong.Err)
		}
		return err
	}
	return nil
}

// switches reads a LIST of switches; an error names the flag.
func switches(b *board.Board, flag, list string) ([]int, error) {
	s, err := b.ParseSwitches(list)
	if err != nil {
		return nil, usagef("--%s: %v", flag, err)
	}
	return s, nil
}
