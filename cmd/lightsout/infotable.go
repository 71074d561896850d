package main

import (
	"context"
	"fmt"
	"strconv"
	"strings"

	"lightsout/board"
	"lightsout/solve"
)

// table prints rank and nullity for a family of boards: --board grid:NxN --n 1-100.
func (c *infoCommand) table(ctx context.Context, con *console, args []string) error {
	spec := c.puzzles.board
	switch {
	case len(args) > 0:
		return usagef("--n makes a table of boards: it goes with --board, not with FILE")
	case !strings.Contains(spec, "N"):
		return usagef("--n needs an N in --board, for example grid:NxN or torus:5xN, to put the numbers in")
	case c.quiet || c.chaseTable || c.symmetries || c.depth || c.distribution:
		return usagef("--n prints a line per board: ask for --quiet, --chase-table, --symmetries, --depth or --distribution board by board")
	}
	from, to, err := parseRange("n", c.n)
	if err != nil {
		return err
	}
	if c.format.format == "text" {
		fmt.Fprintf(con.out, "%8s %16s %16s %8s\n", "N", "lights", "rank", "nullity")
	}
	for n := from; n <= to; n++ {
		if ctx.Err() != nil {
			return cause(ctx)
		}
		b, err := board.ParseColours(strings.ReplaceAll(spec, "N", strconv.Itoa(n)))
		if err != nil {
			return err
		}
		con.concerns(b, "")
		if b.States() > 2 {
			if err := c.colourRow(ctx, con, b, n); err != nil {
				return err
			}
			continue
		}
		nullity, err := solve.Nullity(ctx, b)
		if err != nil {
			return err
		}
		rank := b.Switches() - nullity
		if c.format.format == "json" {
			err = writeJSON(con.out, newInfo(b, rank))
		} else {
			_, err = fmt.Fprintf(con.out, "%8d %16d %16d %8d\n", n, b.Lights(), rank, nullity)
		}
		if err != nil {
			return err
		}
	}
	return nil
}
