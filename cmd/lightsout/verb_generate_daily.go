package main

import (
	"context"
	"time"

	"lightsout/play"
	"lightsout/puzzlefile"
)

// writeDaily writes the daily puzzles of a date, which are those of the page: nothing else chooses them.
func (c *generateCommand) writeDaily(ctx context.Context) (err error) {
	day := time.Now()
	if c.text("daily") != "today" {
		if day, err = time.Parse(time.DateOnly, c.text("daily")); err != nil {
			return usagef("--daily %s: write a date, such as 2026-11-25, or today", c.text("daily"))
		}
	}
	day, err = time.Parse(time.DateOnly, day.Format(time.DateOnly)) // today's date, whatever the time zone
	if err != nil {
		return err
	}
	ctx, cancel := withTimeout(ctx, c.lapse("timeout"))
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
	if err := c.con.Output(c.text("output")); err != nil {
		return err
	}
	c.con.several()
	writers := make([]*puzzlefile.Writer, len(puzzles))
	for k, p := range puzzles {
		form := puzzlefile.Form{Format: c.form.Format, Prompt: c.form.Prompt}
		if writers[k], err = puzzlefile.NewWriter(form, p.Board); err != nil {
			return err
		}
	}
	head, heads, err := puzzlefile.Heads(writers)
	text := []byte(head)
	for k, p := range puzzles {
		if err == nil {
			text, err = writers[k].Append(append(text, heads[k]...), p)
		}
	}
	if err == nil {
		_, err = c.con.Out.Write(text)
	}
	return err
}
