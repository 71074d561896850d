package main

import (
	"context"
	"fmt"
	"io"
	"strings"
	"time"

	"github.com/spf13/pflag"

	"lightsout/board"
	"lightsout/gf2"
	"lightsout/internal/atomicfile"
	"lightsout/research/depth"
	"lightsout/solve"
)

var depthVerb = verb{
	name: "depth", args: "BOARD", summary: "bounds on the presses that the hardest state needs",
	setup: func(flags *pflag.FlagSet) func(context.Context, io.Writer, io.Writer, string) error {
		c := &depthCommand{}
		flags.DurationVar(&c.timeout, "timeout", 0, "stop the searches after this `TIME`; 0 is never")
		flags.StringVarP(&c.file, "output", "o", "", "write a state that shows the lower bound to `FILE`, as bits")
		return c.run
	},
}

type depthCommand struct {
	timeout time.Duration
	file    string
}

func (c *depthCommand) run(ctx context.Context, out, diagnostics io.Writer, spec string) error {
	b, quiet, err := quietPatterns(ctx, spec)
	if err != nil {
		return err
	}
	if c.timeout > 0 {
		var cancel context.CancelFunc
		ctx, cancel = context.WithTimeout(ctx, c.timeout)
		defer cancel()
	}
	found, err := depth.Find(ctx, b, quiet, func(lower, upper int) {
		fmt.Fprintf(diagnostics, "%s: %d … %d\n", time.Now().Format(time.TimeOnly), lower, upper)
	})
	if err != nil {
		return err
	}
	fmt.Fprintf(out, "%s: nullity %d, depth %d … %d (%s)\n", b.Spec(), len(quiet), found.Lower, found.Upper, found.Proof)
	if found.Presses.Len() == 0 {
		fmt.Fprintln(out, "the lower bound comes from counting; there is no state that shows it")
		return nil
	}
	if n := found.Presses.Weight(); n > found.Lower {
		fmt.Fprintf(out, "the state was found piece by piece: it has an answer of %d presses\n", n)
	}
	if c.file == "" {
		return nil
	}
	return atomicfile.WriteFile(c.file, []byte(bits(b, b.Apply(found.Presses))))
}

// bits is a state as lightsout reads it, with the board.
func bits(b *board.Board, state gf2.Vec) string {
	var text strings.Builder
	fmt.Fprintf(&text, "c board %s\n", b.Spec())
	for l := range b.Lights() {
		digit := byte('0')
		if state.Bit(l) {
			digit = '1'
		}
		text.WriteByte(digit)
	}
	return text.String() + "\n"
}

// quietPatterns is a board, and a basis of its quiet patterns.
func quietPatterns(ctx context.Context, spec string) (*board.Board, []gf2.Vec, error) {
	b, err := board.Parse(spec)
	if err != nil {
		return nil, nil, err
	}
	if err := b.TwoStates(); err != nil {
		return nil, nil, err
	}
	quiet, err := solve.Solver{}.Quiet(ctx, b)
	return b, quiet, err
}
