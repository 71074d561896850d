package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"runtime/debug"
	"sync"
	"time"

	"github.com/spf13/pflag"

	"lightsout/internal/atomicfile"
	"lightsout/research/distribution"
)

var distributionVerb = verb{
	name: "distribution", args: "BOARD", summary: "how many states need 0, 1, 2, … presses, counted for hours if need be",
	setup: func(flags *pflag.FlagSet) func(context.Context, io.Writer, io.Writer, string) error {
		c := &distributionCommand{}
		flags.StringVar(&c.checkpoint, "checkpoint", "", "keep what is done in `FILE`, and go on from what is there with --resume")
		flags.BoolVar(&c.resume, "resume", false, "go on from what --checkpoint FILE has")
		flags.IntVar(&c.memory, "max-memory", 8, "use about so many `GB`")
		return c.run
	},
}

type distributionCommand struct {
	checkpoint string
	resume     bool
	memory     int
}

func (c *distributionCommand) run(ctx context.Context, out, diagnostics io.Writer, spec string) error {
	saved, err := c.saved()
	if err != nil {
		return err
	}
	b, quiet, err := quietPatterns(ctx, spec)
	if err != nil {
		return err
	}
	if len(quiet) == 0 {
		return fmt.Errorf("%s has no quiet patterns: its distribution is a row of Pascal's triangle", b.Spec())
	}
	if c.memory < 1 || c.memory > 1<<20 {
		return fmt.Errorf("--max-memory %d: give a number of gigabytes", c.memory)
	}
	debug.SetMemoryLimit(int64(c.memory) << 30)
	o := distribution.Options{Saved: saved, Progress: everyMinute(diagnostics)}
	if c.checkpoint != "" {
		o.Save = func(_, _ int, state func() []byte) {
			if err := atomicfile.WriteFile(c.checkpoint, state()); err != nil {
				fmt.Fprintf(diagnostics, "--checkpoint: %v; the counting goes on\n", err)
			}
		}
	}
	counts, err := distribution.Count(ctx, b, quiet, o)
	if err != nil {
		return err
	}
	if saved != nil {
		fmt.Fprintf(out, "c resumed from %s: what was counted before is as trustworthy as that file\n", c.checkpoint)
	}
	fmt.Fprintf(out, "c %s: the counts add up to 2^%d\n", b.Spec(), b.Switches()-len(quiet))
	for w, n := range counts {
		fmt.Fprintf(out, "needing %d: %v\n", w, n)
	}
	return nil
}

// saved is what the checkpoint has; nil to begin.
func (c *distributionCommand) saved() ([]byte, error) {
	if c.checkpoint == "" {
		if c.resume {
			return nil, errors.New("--resume goes on from a checkpoint: name it with --checkpoint FILE")
		}
		return nil, nil
	}
	data, err := os.ReadFile(c.checkpoint)
	switch {
	case c.resume:
		return data, err
	case err == nil:
		return nil, fmt.Errorf("--checkpoint %s exists: --resume goes on from it; to begin anew remove the file", c.checkpoint)
	case !errors.Is(err, fs.ErrNotExist):
		return nil, err
	}
	return nil, nil
}

// everyMinute tells how far the counting is, once in a while.
func everyMinute(diagnostics io.Writer) func(done, all int) {
	var mu sync.Mutex
	last := time.Now()
	return func(done, all int) {
		mu.Lock()
		defer mu.Unlock()
		if now := time.Now(); now.Sub(last) >= time.Minute || done == all {
			last = now
			fmt.Fprintf(diagnostics, "%s: %d of %d parts\n", now.Format(time.TimeOnly), done, all)
		}
	}
}
