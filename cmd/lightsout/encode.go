package main

import (
	"context"
	"errors"
	"strings"
	"time"

	"github.com/spf13/pflag"

	"lightsout/board"
	"lightsout/cnf"
	"lightsout/export"
	"lightsout/internal/suggest"
	"lightsout/solve"
)

func formatNames() []string {
	return suggest.Names(export.Formats(), func(f export.Format) string { return f.Name })
}

var encodeVerb = verb{
	name: "encode", args: "[FILE]", summary: "write a puzzle for another solver: SAT, pseudo-Boolean, integer, SMT, …",
	setup: func(flags *pflag.FlagSet) func(context.Context, *console, []string) error {
		c := &encodeCommand{flags: flags}
		c.puzzles.declare(flags, formulaKind)
		c.puzzles.most = cnf.MaxVar
		c.puzzles.unknown, c.puzzles.colours = true, true
		flags.StringVar(&c.to, "to", "cnf", "`FORMAT`: "+strings.Join(formatNames(), " "))
		takesOneOf(flags, "to", formatNames())
		c.encodings.declare(flags)
		flags.BoolVar(&c.min, "min", false, "ask for the fewest presses")
		c.constraints.declare(flags)
		flags.BoolVar(&c.nearest, "nearest", false, "ask for the fewest wrong lights, then the fewest presses")
		flags.BoolVar(&c.projected, "projected", false, "mark the switches for model counters, which then count answers")
		flags.StringVar(&c.proof, "proof", "", "write a proof of unsolvability to `FILE`, named .lrat or .drat")
		flags.BoolVar(&c.binary, "binary", false, "with --proof: the binary form")
		flags.StringVarP(&c.file, "output", "o", "", "write to `FILE`, which appears once complete")
		flags.DurationVar(&c.timeout, "timeout", 0, "give up after this `TIME`, e.g. 30s; 0 is never")
		onlyInMore(flags, "binary", "timeout")
		declareMemory(flags)
		return c.run
	},
}

type encodeCommand struct {
	flags        *pflag.FlagSet
	puzzles      puzzleFlags
	constraints  constraintFlags
	encodings    encodingFlags
	to, file     string
	min, nearest bool
	projected    bool
	proof        string
	binary       bool
	timeout      time.Duration
}

func (c *encodeCommand) run(ctx context.Context, con *console, args []string) error {
	to, err := nameFormat(c.flags, "to", c.to, c.file, formatNames())
	if err != nil {
		return err
	}
	c.to = to
	format, err := export.FormatByName(c.to)
	if err != nil {
		return usagef("--to: %v", err)
	}
	if format.Card && c.encodings.card != "" && !c.constraints.bounded() {
		return usagef("--card says how presses are counted: it goes with --at-most or --exactly")
	}
	if err := c.constraints.validate(); err != nil {
		return err
	}
	switch {
	case c.nearest && c.constraints.bounded():
		return usagef("--nearest goes without bounds on the presses")
	case c.nearest && c.puzzles.onUnknown():
		return usagef("--nearest needs lights to be near to: it does not go with --on unknown")
	case c.min && c.puzzles.onUnknown():
		return usagef("--min does not go with --on unknown: the fewest presses would be none")
	}
	if err := c.validateProof(); err != nil {
		return err
	}
	con.files.kind = manyRecords
	con.endAfter(c.timeout)
	if err := con.output(c.file); err != nil {
		return err
	}
	if con.isFormula(args, c.puzzles.input) {
		return c.formula(ctx, con, args[0])
	}
	p, err := c.puzzles.one(ctx, con, args)
	if err != nil {
		return err
	}
	if err := takesStates(c.flags, p.Board); err != nil {
		return err
	}
	opt, err := c.options(p.Board)
	if err != nil {
		return err
	}
	if c.proof != "" {
		if err := c.prove(ctx, con, p, opt); err != nil {
			return err
		}
	}
	err = export.Write(con.out, p, c.to, opt)
	if unsupported, ok := errors.AsType[*export.UnsupportedError](err); ok {
		return usagef("%s: %v", c.flagOf(unsupported.Option), err)
	}
	return err
}

// flagOf names the flag that set an option; without one it is the format that does not take the board.
func (c *encodeCommand) flagOf(option string) string {
	if c.flags.Changed("exactly") && (option == "AtMost" || option == "AtLeast") {
		return "--exactly"
	}
	return map[string]string{
		"": "--to", "Min": "--min", "AtMost": "--at-most", "Xor": "--xor", "Card": "--card",
		"Nearest": "--nearest", "Unknown": "--on unknown", "Projected": "--projected",
	}[option]
}

func (c *encodeCommand) options(b *board.Board) (export.Options, error) {
	var s solve.Solver
	if err := c.constraints.apply(&s, b); err != nil {
		return export.Options{}, err
	}
	opt := export.Options{
		Xor: c.encodings.xor, Card: c.encodings.card, Min: c.min, AtMost: s.AtMost, Forbid: s.Forbid, Require: s.Require,
		Nearest: c.nearest, Unknown: c.puzzles.onUnknown(),
		Projected: c.projected,
	}
	if s.AtLeast != nil {
		opt.AtLeast = *s.AtLeast
	}
	return opt, nil
}
