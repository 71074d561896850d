package main

import (
	"context"
	"errors"
	"strings"

	"github.com/spf13/pflag"

	"lightsout/board"
	"lightsout/cnf"
	"lightsout/export"
	"lightsout/solve"
)

func formatNames() []string {
	var names []string
	for _, f := range export.Formats() {
		names = append(names, f.Name)
	}
	return names
}

var encodeVerb = verb{
	name: "encode", args: "[FILE]", summary: "write a puzzle for another solver: SAT, pseudo-Boolean, integer, SMT, …",
	details: "Variable i is switch i. lightsout check --model reads what the solver prints. tptp and prover9\nare for theorem provers, which search from state to state and print a proof.",
	examples: []example{
		{"lightsout encode -b 9x9 | cadical -q | lightsout check -b 9x9 --model -", "another solver's answer, checked"},
		{"lightsout encode -b 9x9 --to opb --min -o 9.opb", "the fewest presses, as pseudo-Boolean"},
	},
	setup: func(flags *pflag.FlagSet) func(context.Context, *console, []string) error {
		c := &encodeCommand{flags: flags}
		c.puzzles.declare(flags)
		c.puzzles.most = cnf.MaxVar
		flags.StringVar(&c.to, "to", "cnf", "`FORMAT`: "+strings.Join(formatNames(), " "))
		takesOneOf(flags, "to", formatNames())
		c.encodings.declare(flags)
		flags.BoolVar(&c.min, "min", false, "ask for the fewest presses")
		c.constraints.declare(flags)
		flags.StringVarP(&c.file, "output", "o", "", "write to `FILE`, which appears once complete")
		return c.run
	},
}

type encodeCommand struct {
	flags       *pflag.FlagSet
	puzzles     puzzleFlags
	constraints constraintFlags
	encodings   encodingFlags
	to, file    string
	min         bool
}

func (c *encodeCommand) run(ctx context.Context, con *console, args []string) error {
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
	if err := con.output(c.file); err != nil {
		return err
	}
	p, err := c.puzzles.one(ctx, con, args)
	if err != nil {
		return err
	}
	opt, err := c.options(p.Board)
	if err != nil {
		return err
	}
	err = export.Write(con.out, p, c.to, opt)
	if unsupported, ok := errors.AsType[*export.UnsupportedError](err); ok {
		return usagef("%s: %v", c.flagOf(unsupported.Option), err)
	}
	return err
}

// flagOf names the flag that set an option.
func (c *encodeCommand) flagOf(option string) string {
	if c.flags.Changed("exactly") && (option == "AtMost" || option == "AtLeast") {
		return "--exactly"
	}
	return map[string]string{"Min": "--min", "AtMost": "--at-most", "Xor": "--xor", "Card": "--card"}[option]
}

func (c *encodeCommand) options(b *board.Board) (export.Options, error) {
	var s solve.Solver
	err := c.constraints.apply(&s, b)
	opt := export.Options{Xor: c.encodings.xor, Card: c.encodings.card, Min: c.min, AtMost: s.AtMost, Forbid: s.Forbid, Require: s.Require}
	if s.AtLeast != nil {
		opt.AtLeast = *s.AtLeast
	}
	return opt, err
}
