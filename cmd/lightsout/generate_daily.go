package main

import (
	"context"
	"slices"
	"time"

	"github.com/spf13/pflag"

	"lightsout/generate"
	"lightsout/play"
	"lightsout/puzzlefile"
)

// writeDaily writes the daily puzzles of a date, which are those of the page: nothing else chooses them.
func (c *generateCommand) writeDaily(ctx context.Context, con *console) (err error) {
	c.flags.Visit(func(f *pflag.Flag) {
		with := []string{"daily", "format", "prompt", "output", "timeout", "max-memory"}
		if err == nil && !slices.Contains(with, f.Name) {
			err = usagef("--daily goes without --%s: the date alone chooses the puzzles", f.Name)
		}
	})
	if err != nil {
		return err
	}
	day := time.Now()
	if c.daily != "today" {
		if day, err = time.Parse(time.DateOnly, c.daily); err != nil {
			return usagef("--daily %s: write a date, such as 2026-11-25, or today", c.daily)
		}
	}
	day, err = time.Parse(time.DateOnly, day.Format(time.DateOnly)) // today's date, whatever the time zone
	if err != nil {
		return err
	}
	ctx, cancel := withTimeout(ctx, c.timeout)
	defer cancel()
	var puzzles []*puzzlefile.Record
	for _, door := range play.Doors(day) {
		puzzle, err := play.Daily(ctx, day, door)
		if ctx.Err() != nil {
			return cause(ctx)
		}
		if err != nil {
			return err
		}
		puzzles = append(puzzles, puzzle)
	}
	con.files.kind = manyRecords
	if err := con.output(c.file); err != nil {
		return err
	}
	return generate.WriteRecords(ctx, con.out, c.format, c.prompt, puzzles)
}
