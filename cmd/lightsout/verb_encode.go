package main

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"lightsout/board"
	"lightsout/cnf"
	"lightsout/export"
	"lightsout/internal/suggest"
	"lightsout/puzzlefile"
	"lightsout/solve"
)

func formatNames() []string { return append(solverFormats(), graphKinds()...) }

func solverFormats() []string {
	return suggest.Names(export.Formats(), func(f export.Format) string { return f.Name })
}

// graphKinds are the kinds of files that hold a graph, without a question about it.
func graphKinds() []string { return puzzleFormats(puzzlefile.Format.WritesGraph) }

// graphKind is the kind of that name, or whose files have it as their extension: col is dimacs. It is the name itself
// if there is none.
func graphKind(name string) string {
	for _, f := range puzzlefile.Formats() {
		if f.WritesGraph() && slices.Contains(f.Extensions(), name) {
			return f.Name
		}
	}
	return name
}

var encodeVerb = verb{
	name: "encode", args: "[PUZZLE]", count: count{0, 1},
	summary: "write a puzzle for another solver, or its graph for another program",
	takes:   "board on goal input to xor card min forbid require at-most exactly nearest projected proof output",
	rare:    "seed binary timeout max-memory",
	choices: map[string]func() []string{"input": puzzleOrFormula},
	about: map[string]string{"min": "ask for the fewest presses",
		"proof": "write a proof that there is no model, .lrat or .drat"},
	limits: "the command", run: runEncode,
	questions: []question{
		{about: "a formula", takes: "min nearest at-most exactly card projected", kind: manyRecords},
		{asked: "proof", takes: "binary card at-most exactly", needs: "output", kind: manyRecords},
	},
}

type encodeCommand struct {
	*call
	puzzles puzzles
	to      string
}

func runEncode(ctx context.Context, k *call) error {
	c := &encodeCommand{call: k, puzzles: puzzles{call: k, most: cnf.MaxVar, unknown: true, colours: true}}
	k.con.endAfter(c.lapse("timeout"), 0)
	var err error
	c.to, err = c.nameFormat("to", graphKind(c.text("to")), formatNames())
	if err != nil {
		return err
	}
	if known := formatNames(); !slices.Contains(known, c.to) {
		return usagef("--to: unknown format %q%s; the formats are %s", c.to, suggest.DidYouMean(c.to, known),
			strings.Join(known, ", "))
	}
	if slices.Contains(graphKinds(), c.to) {
		return c.graph(ctx)
	}
	format, err := export.FormatByName(c.to)
	if err != nil {
		return usagef("--to: %v", err)
	}
	if err := c.checkBounds(); format.Card && err != nil {
		return err
	}
	if err := c.validateProof(); err != nil {
		return err
	}
	if err := k.con.Output(c.text("output")); err != nil {
		return err
	}
	if k.con.isFormula(k.args, c.text("input")) {
		return c.formula(ctx, k.args[0])
	}
	return c.encode(ctx)
}

// encode writes the puzzle, and the proof that it has no answer if one is wanted.
func (c *encodeCommand) encode(ctx context.Context) error {
	p, err := c.puzzles.one(ctx)
	if err != nil {
		return err
	}
	if err := c.takesStates(p.Board); err != nil {
		return err
	}
	opt, err := c.options(p.Board)
	if err != nil {
		return err
	}
	if c.given("proof") {
		if err := c.prove(ctx, p, opt); err != nil {
			return err
		}
	}
	err = export.Write(c.con.Out, p, c.to, opt)
	if unsupported, ok := errors.AsType[*export.UnsupportedError](err); ok {
		return usagef("%s: %v", c.flagOf(unsupported.Option), err)
	}
	if wrong, ok := errors.AsType[*export.OptionError](err); ok {
		return usagef("%s: %v", c.flagOf(wrong.Option), err)
	}
	return err
}

// graph writes the graph of the puzzle, or the whole puzzle, as a file without a question about it.
func (c *encodeCommand) graph(ctx context.Context) error {
	for flag := range strings.FieldsSeq("xor card min forbid require at-most exactly nearest projected proof binary") {
		if c.given(flag) {
			return usagef("--%s asks something of a solver, and a file of the kind %s asks nothing", flag, c.to)
		}
	}
	if c.puzzles.onUnknown() {
		return usagef("--on unknown asks something of a solver, and a file of the kind %s asks nothing", c.to)
	}
	if err := c.con.Output(c.text("output")); err != nil {
		return err
	}
	c.puzzles.most = 0
	p, err := c.puzzles.one(ctx)
	if err != nil {
		return err
	}
	lost, err := puzzlefile.WriteGraph(c.con.Out, c.to, p)
	if _, large := errors.AsType[*board.TooLargeError](err); err != nil && !large {
		return usagef("--to: %v", err)
	}
	if err != nil {
		return err
	}
	if lost != nil {
		fmt.Fprintf(c.con.Err, "lightsout: note: %s does not keep %s; lo does\n", c.to, strings.Join(lost, " or "))
	}
	return nil
}

// flagOf names the flag that set an option; without one it is the format that does not take the board.
func (c *encodeCommand) flagOf(option string) string {
	if c.given("exactly") && (option == "AtMost" || option == "AtLeast") {
		return "--exactly"
	}
	return map[string]string{
		"": "--to", "Min": "--min", "AtMost": "--at-most", "Xor": "--xor", "Card": "--card",
		"Nearest": "--nearest", "Unknown": "--on unknown", "Projected": "--projected",
	}[option]
}

func (c *encodeCommand) options(b *board.Board) (export.Options, error) {
	var s solve.Solver
	if err := c.constrain(&s, b); err != nil {
		return export.Options{}, err
	}
	opt := export.Options{
		Xor: c.text("xor"), Card: c.text("card"), Min: c.yes("min"), AtMost: s.AtMost, Forbid: s.Forbid,
		Require: s.Require,
		Nearest: c.yes("nearest"), Unknown: c.puzzles.onUnknown(), Projected: c.yes("projected"),
	}
	if s.AtLeast != nil {
		opt.AtLeast = *s.AtLeast
	}
	return opt, nil
}
