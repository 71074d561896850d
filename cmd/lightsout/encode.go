package main

import (
	"context"
	"errors"
	"strings"

	"github.com/spf13/pflag"

	"lightsout/board"
	"lightsout/cnf"
	"lightsout/export"
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
		flags.IntVar(&c.atMost, "at-most", 0, "ask for at most `K` presses")
		flags.IntVar(&c.exactly, "exactly", 0, "ask for exactly `K` presses")
		flags.StringVar(&c.forbid, "forbid", "", "`LIST` of switches that must not be pressed")
		flags.StringVar(&c.require, "require", "", "`LIST` of switches that must be pressed")
		flags.StringVarP(&c.file, "output", "o", "", "write to `FILE`, which appears once complete")
		return c.run
	},
}

type encodeCommand struct {
	flags           *pflag.FlagSet
	puzzles         puzzleFlags
	encodings       encodingFlags
	to, file        string
	min             bool
	atMost, exactly int
	forbid, require string
}

func (c *encodeCommand) run(ctx context.Context, con *console, args []string) error {
	if _, err := export.FormatByName(c.to); err != nil {
		return usagef("--to: %v", err)
	}
	if c.atMost < 0 || c.exactly < 0 {
		return usagef("a number of presses starts at 0")
	}
	if c.flags.Changed("exactly") && c.flags.Changed("at-most") && c.exactly > c.atMost {
		return usagef("--exactly %d and --at-most %d contradict each other", c.exactly, c.atMost)
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
	opt := export.Options{Xor: c.encodings.xor, Card: c.encodings.card, Min: c.min}
	if c.flags.Changed("at-most") {
		opt.AtMost = &c.atMost
	}
	if c.flags.Changed("exactly") {
		opt.AtMost, opt.AtLeast = &c.exactly, c.exactly
	}
	var err error
	if opt.Forbid, err = switches(b, "forbid", c.forbid); err != nil {
		return opt, err
	}
	opt.Require, err = switches(b, "require", c.require)
	return opt, err
}
