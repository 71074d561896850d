package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"sort"
	"strings"

	"github.com/spf13/pflag"

	"lightsout/board"
	"lightsout/export"
	"lightsout/gf2"
	"lightsout/solve"
)

var checkVerb = verb{
	name: "check", args: "[FILE] --presses LIST | --model FILE | --batch FILE", summary: "replay presses on a puzzle and say what stays lit",
	details: "No engine is involved: the presses are replayed one by one. A LIST is written 1,4-7 or\nr2c3,r2c4, or as one 0 or 1 per switch, or is a bitmap that solve --format pbm wrote; @FILE or -\nreads it from a file or standard input. A model is what a solver printed: SAT, PB and MaxSAT\ncompetition output, minisat, glpsol, cbc, z3, minizinc, clasp, mace4, or a proof of a planner\n(eprover, prover9). A batch is lines of JSON with the fields that generate --format jsonl\nwrites: board, on or rows, presses (from 0); each line gets a verdict.",
	examples: []example{
		{"lightsout check --board 3x3 --presses 1,3,5,7,9", "does that solve 3x3 from all on?"},
		{"lightsout encode -b 9x9 | cadical -q | lightsout check -b 9x9 --model -", "another solver's answer, checked"},
		{"lightsout check --batch answers.jsonl", "a verdict for every line"},
	},
	setup: func(flags *pflag.FlagSet) func(context.Context, *console, []string) error {
		c := &checkCommand{flags: flags}
		c.puzzles.declare(flags)
		flags.StringVar(&c.presses, "presses", "", "`LIST` of switches to press, in order")
		flags.StringVar(&c.model, "model", "", "`FILE` that a solver wrote of the encoded puzzle; - is standard input")
		flags.StringVar(&c.batch, "batch", "", "`FILE` of puzzles with their answers, one JSON object per line")
		flags.BoolVar(&c.allowFiles, "allow-files", false, "boards of --batch may be graph:FILE, and are opened")
		flags.StringVar(&c.certificate, "certificate", "", "`FILE` that solve --min --certificate wrote: verify its claims")
		flags.BoolVar(&c.nearest, "nearest", false, "lights may be wrong, if no presses leave fewer wrong")
		flags.StringVar(&c.errors, "errors", "", "with --nearest: only these `LIGHTS` may be wrong: a LIST, or row:K")
		c.puzzles.unknown = true
		c.format.declare(flags, "text", "json")
		return c.run
	},
}

type checkCommand struct {
	flags   *pflag.FlagSet
	puzzles puzzleFlags
	format  formatFlags
	presses string
	batch   string
	model   string

	certificate string
	allowFiles  bool

	nearest bool
	errors  string
}

type checkJSON struct {
	Board      string `json:"board"`
	Solved     bool   `json:"solved"`
	PressCount int    `json:"press_count"`
	Wrong      []int  `json:"wrong"`
	Lit        []int  `json:"lit"`
	Forbidden  []int  `json:"forbidden"`

	On *[]int `json:"on,omitempty"` // with --on unknown: the lights that the model chose

	// With --nearest: how few wrong lights are possible.
	NearestCount  *int   `json:"nearest_count,omitempty"`
	NearestLower  *int   `json:"nearest_lower,omitempty"`
	NearestProved *bool  `json:"nearest_proved,omitempty"`
	NearestProof  string `json:"nearest_proof,omitempty"`
}

func (c *checkCommand) run(ctx context.Context, con *console, args []string) error {
	if c.flags.Changed("certificate") {
		if len(args) > 0 || c.flags.Changed("presses") || c.flags.Changed("model") || c.flags.Changed("board") {
			return usagef("--certificate FILE holds the puzzle and the presses: give no others")
		}
		if err := c.format.open(con); err != nil {
			return err
		}
		return c.certify(ctx, con)
	}
	if c.flags.Changed("batch") {
		if len(args) > 0 || c.flags.Changed("presses") || c.flags.Changed("model") || c.flags.Changed("board") {
			return usagef("--batch FILE holds the puzzles and their presses: give no others")
		}
		if err := c.format.open(con); err != nil {
			return err
		}
		return c.checkBatch(ctx, con)
	}
	switch {
	case c.allowFiles:
		return usagef("--allow-files goes with --batch")
	case c.flags.Changed("presses") && c.flags.Changed("model"):
		return usagef("--presses and --model both say what to replay: give only one")
	case !c.flags.Changed("presses") && !c.flags.Changed("model"):
		return usagef("check needs --presses LIST, --model FILE, --batch FILE or --certificate FILE")
	case len(args) > 0 && args[0] == "-" && (c.presses == "-" || c.model == "-"):
		return usagef("the puzzle and what to replay cannot both come from standard input")
	case c.puzzles.onUnknown() && (!c.flags.Changed("model") || c.nearest):
		return usagef("--on unknown goes with --model, which holds the lights, and without --nearest")
	}
	if err := checkErrors(c.flags, c.nearest); err != nil {
		return err
	}
	if err := c.format.open(con); err != nil {
		return err
	}
	var err error
	puzzles, outcome := 0, reported(exitDone)
	err = c.puzzles.each(ctx, con, args, func(p *board.Puzzle) error {
		if puzzles++; puzzles > 1 {
			return usagef("%s: check replays one list on one puzzle, but FILE holds several", p.Origin)
		}
		if c.puzzles.onUnknown() {
			outcome, err = c.unknown(ctx, con, p)
			return err
		}
		presses, err := c.read(con, p.Board)
		if err != nil {
			return err
		}
		v := solve.Check(p, presses)
		if c.nearest {
			outcome, err = c.near(ctx, con, p, presses, v)
			return err
		}
		if !v.Solved {
			outcome = reported(exitNo)
		}
		return c.write(con, p, presses, v)
	})
	if err == nil && outcome != exitDone {
		return outcome
	}
	return err
}

// write tells what a replay found.
func (c *checkCommand) write(con *console, p *board.Puzzle, presses []int, v solve.Replay) error {
	if c.format.format == "json" {
		return writeJSON(con.out, replayJSON(p, presses, v))
	}
	c.text(con, p, presses, v)
	return nil
}

func replayJSON(p *board.Puzzle, presses []int, v solve.Replay) checkJSON {
	return checkJSON{
		Board: p.Board.Spec(), Solved: v.Solved, PressCount: len(presses),
		Wrong: v.Wrong, Lit: v.Lit, Forbidden: v.Forbidden,
	}
}

// read returns what to replay: a list of presses, or a solver's model.
func (c *checkCommand) read(con *console, b *board.Board) ([]int, error) {
	if c.flags.Changed("model") {
		in, name, closeFile, err := con.open(c.model)
		if err != nil {
			return nil, err
		}
		defer closeFile()
		model, err := export.ReadModel(in, name, b.Switches()+c.wrongLights(b))
		if err != nil {
			return nil, noModel(err)
		}
		presses := model.Indices()
		return presses[:sort.SearchInts(presses, b.Switches())], nil
	}
	list, err := con.listText(c.presses)
	if err != nil {
		return nil, err
	}
	if strings.HasPrefix(list, "P4") || strings.HasPrefix(list, "P1") {
		return readBitmap("--presses "+c.presses, list, b)
	}
	return switches(b, "presses", list)
}

// noModel says what to do about a solver that found nothing.
func noModel(err error) error {
	if none, ok := errors.AsType[*export.NoModelError](err); ok && none.Unsat {
		return fmt.Errorf("%w; no replay can check that, but lightsout solve can prove it or find an answer", err)
	}
	return err
}

// readBitmap reads the presses that solve --format pbm wrote: black pixels.
func readBitmap(name, image string, b *board.Board) ([]int, error) {
	p, err := board.NewReader(strings.NewReader(image), board.ReaderOptions{Name: name, Kind: "pbm", Board: b}).Next()
	if err != nil {
		return nil, err
	}
	return p.On.Indices(), nil
}

func (c *checkCommand) text(con *console, p *board.Puzzle, presses []int, v solve.Replay) {
	switch {
	case v.Solved:
		fmt.Fprintf(con.out, "solved: %s on %s reach the goal\n", plural(len(presses), "press", "presses"), clipSpec(p.Board.Spec()))
		return
	case len(v.Wrong) > 0:
		begin := "not solved: after"
		if c.nearest {
			begin = "after"
		}
		fmt.Fprintf(con.out, "%s %s on %s, %s from the goal: %s\n", begin, plural(len(presses), "press", "presses"), clipSpec(p.Board.Spec()), plural(len(v.Wrong), "light differs", "lights differ"), commaList(v.Wrong))
	}
	if len(v.Forbidden) > 0 {
		fmt.Fprintf(con.out, "not allowed: the puzzle forbids switch %s\n", commaList(v.Forbidden))
	}
	if drawable(p.Board) && len(v.Wrong) > 0 {
		_, brush := brushes(con, c.format.ascii)
		lit, wrong := gf2.VecOf(p.Board.Lights(), v.Lit...), gf2.VecOf(p.Board.Lights(), v.Wrong...)
		drawing{board: p.Board, lit: lit, marked: wrong, brush: brush}.draw(con.out)
	}
}

// maxListText bounds what is read where a list of presses is expected.
const maxListText = 1 << 30

// listText is a LIST as given, or read from @FILE, or from standard input for "-".
func (c *console) listText(text string) (string, error) {
	switch {
	case text == "-":
		return readLimited(c.in, "-", maxListText)
	case len(text) > 1 && text[0] == '@':
		f, err := os.Open(text[1:])
		if err != nil {
			return "", err
		}
		defer f.Close()
		return readLimited(f, text[1:], maxListText)
	}
	return text, nil
}
