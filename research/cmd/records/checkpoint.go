package main

import (
	"errors"
	"fmt"
	"io/fs"
	"os"

	"github.com/spf13/pflag"

	"lightsout/gf2"
	"lightsout/internal/atomicfile"
	"lightsout/research/checkpoint"
	"lightsout/research/split"
)

// checkpointFlags are --checkpoint and --resume of a search for a minimum.
type checkpointFlags struct {
	file   string
	resume bool
	failed error // of the last attempt to write it
}

func (c *checkpointFlags) flags(flags *pflag.FlagSet) {
	flags.StringVar(&c.file, "checkpoint", "", "keep what is done in `FILE`, and go on from what is there with --resume")
	flags.BoolVar(&c.resume, "resume", false, "go on from what --checkpoint FILE has")
}

// savedMinimum is how far the proof is that no answer is lighter than one.
type savedMinimum struct {
	Board   string      `json:"board"`
	Presses []int       `json:"presses"`
	State   split.State `json:"state"`
}

const savedKind = "minimum 1"

func (c *checkpointFlags) keep(s savedMinimum) {
	if c.file == "" {
		return
	}
	text, err := checkpoint.Seal(savedKind, s)
	if err == nil {
		err = atomicfile.WriteFile(c.file, text)
	}
	c.failed = err
}

// saved is what the file has of this square; nil to begin.
func (c *checkpointFlags) saved(q *square) (*savedMinimum, error) {
	if c.file == "" {
		if c.resume {
			return nil, errors.New("--resume goes on from a checkpoint: name it with --checkpoint FILE")
		}
		return nil, nil
	}
	text, err := os.ReadFile(c.file)
	switch {
	case c.resume && err != nil:
		return nil, err
	case err == nil && !c.resume:
		return nil, fmt.Errorf("--checkpoint %s exists: --resume goes on from it; to begin anew remove the file", c.file)
	case errors.Is(err, fs.ErrNotExist):
		return nil, nil
	case err != nil:
		return nil, err
	}
	var s savedMinimum
	if err := checkpoint.Open(text, savedKind, &s); err != nil {
		return nil, fmt.Errorf("%s: %w", c.file, err)
	}
	lights := q.board.Lights()
	for _, x := range s.Presses {
		if x < 0 || x >= lights {
			return nil, fmt.Errorf("%s: %w: it presses switch %d of %d", c.file, checkpoint.ErrUnusable, x+1, lights)
		}
	}
	if s.Board != q.board.Spec() || !q.board.Apply(gf2.VecOf(lights, s.Presses...)).Equal(gf2.AllOnes(lights)) {
		return nil, fmt.Errorf("%s: %w: it belongs to another board", c.file, checkpoint.ErrUnusable)
	}
	return &s, nil
}
