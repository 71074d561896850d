package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"time"

	"lightsout/board"
	"lightsout/generate"
	"lightsout/internal/batch"
	"lightsout/internal/numbers"
	"lightsout/internal/stdio"
	"lightsout/play"
	"lightsout/puzzlefile"
)

var generateVerb = verb{
	name: "generate", summary: "puzzles in batches, sampled uniformly, as hard as you like",
	takes: "board mix number seed shard presses levels lit unique distinct min format prompt split output resume " +
		"explain-plan daily jobs",
	rare: "from symmetric unsolvable engine timeout max-memory",
	about: map[string]string{
		"board":   "a board, see lightsout help boards; may be given again (default 5x5)",
		"min":     "search for the fewest presses where that takes a search, and prove them",
		"presses": "P or A-B: only puzzles whose shortest answer has A to B presses",
	},
	usual: map[string]string{"engine": "nullspace", "format": "lo"},
	choices: map[string]func() []string{"engine": func() []string { return []string{"nullspace", "presses:K", "sat"} },
		"format": batchFormats},
	limits: "the command", run: runGenerate,
	questions: []question{
		{about: "a batch", takes: ofBatch, kind: manyRecords},
		{asked: "resume", takes: ofBatch, needs: "output", kind: growingFile},
		{asked: "explain-plan", takes: ofBatch},
		{asked: "daily", kind: manyRecords},
	},
}

// ofBatch are the flags that say which puzzles a batch has.
const ofBatch = "board mix number seed shard presses levels lit unique distinct min unsolvable split jobs from " +
	"symmetric engine"

// batchFormats are the formats of a batch; json is another word for jsonl.
func batchFormats() []string { return append(puzzleFormats(puzzlefile.Format.Batches), "json") }

type generateCommand struct {
	*call
	options     generate.Options
	count, from uint64
	shard, of   uint64
	form        generate.Form
}

func runGenerate(ctx context.Context, k *call) error {
	c := &generateCommand{call: k, count: k.whole("number"), from: k.whole("from")}
	if err := c.readFlags(); err != nil {
		return err
	}
	if c.given("daily") {
		return c.writeDaily(ctx)
	}
	boards, err := (&puzzles{call: k, colours: true}).boards(c.texts("board"))
	if err != nil {
		return err
	}
	if c.options.Mix, err = batch.Mix(c.text("mix"), len(boards)); err != nil {
		return fmt.Errorf("--mix: %w", err)
	}
	ctx, cancel := withTimeout(ctx, c.lapse("timeout"))
	defer cancel()
	status := k.con.Status("")
	defer status.Clear() // a search for the fewest presses of a puzzle shows it again
	c.options.Work = generate.Work{Jobs: c.number("jobs"), Progress: status.Say}
	puzzles, err := c.plan(ctx, boards)
	status.Clear()
	if ctx.Err() != nil {
		return cause(ctx)
	}
	if err != nil {
		return err
	}
	if c.yes("explain-plan") {
		var plans []string
		for _, plan := range puzzles.Plans() {
			plans = append(plans, plan.String())
		}
		_, err := k.con.Out.WriteString(strings.Join(plans, "\n"))
		return err
	}
	for _, p := range puzzles.Plans() {
		c.note(p)
	}
	if puzzles.Count() == 0 {
		fmt.Fprintln(k.con.Err, "lightsout: note: there is nothing to do: the batch, or this part of it, has no "+
			"puzzles")
	}
	switch {
	case c.yes("resume"):
		return c.writeOn(ctx, puzzles)
	case strings.Contains(c.text("output"), partName):
		return c.writeParts(ctx, puzzles)
	}
	if err := k.con.Output(c.text("output")); err != nil {
		return err
	}
	k.con.List()
	return c.write(ctx, puzzles, k.con.Out)
}

// plan is the part of the batch that the flags ask for.
func (c *generateCommand) plan(ctx context.Context, boards []*board.Board) (*generate.Batch, error) {
	whole, err := generate.Plan(ctx, boards, c.options)
	if err != nil {
		return nil, named(err)
	}
	if err := whole.Check(c.form); err != nil {
		return nil, fmt.Errorf("--%w", err) // it begins with the name of the flag
	}
	part, err := whole.Part(c.from, c.count)
	if err != nil {
		return nil, named(err)
	}
	return part.Shard(c.shard, c.of)
}

// named makes a wrong field of the options the flag of that name.
func named(err error) error {
	if _, ok := errors.AsType[*generate.FieldError](err); ok {
		return fmt.Errorf("--%w", err)
	}
	return err
}

// note says what is not as one would expect of the puzzles of a board.
func (c *generateCommand) note(plan generate.BoardPlan) {
	spec := clipSpec(plan.Board.Spec())
	if !plan.Uniform {
		fmt.Fprintf(c.con.Err, "lightsout: note: --engine %s does not draw puzzles of %s evenly: some are likelier "+
			"than others\n", c.options.Engine, spec)
	}
	for _, r := range plan.Missing {
		fmt.Fprintf(c.con.Err, "lightsout: note: %v presses are left out: no puzzle on %s needs so many, or they are "+
			"too rare to be drawn\n", r, spec)
	}
	if len(plan.Short) > 0 {
		var few []string
		for _, s := range plan.Short {
			few = append(few, s.String())
		}
		fmt.Fprintf(c.con.Err, "lightsout: note: %s has too few such puzzles of some levels, and the ramp more of the "+
			"others: %s\n", spec, strings.Join(few, ", "))
	}
	if !plan.MinPresses && !plan.Unsolvable && (c.form.Format == "jsonl" || c.form.Format == "csv") {
		fmt.Fprintf(c.con.Err, "lightsout: note: the fewest presses on %s take a search, so min_presses is left open; "+
			"--min searches, where the board is not too large for it\n", spec)
	}
}

// readFlags reads the flags that are words.
func (c *generateCommand) readFlags() (err error) {
	if c.form.Format, err = c.nameFormat("format", c.text("format"), batchFormats()); err != nil {
		return err
	}
	if c.form.Format == "json" {
		c.form.Format = "jsonl"
	}
	c.options = generate.Options{
		Seed: c.whole("seed"), Unique: c.yes("unique"), Symmetric: c.text("symmetric"), Distinct: c.text("distinct"),
		Engine: c.text("engine"), Minimum: c.yes("min"),
	}
	for flag, to := range map[string]**generate.Range{"presses": &c.options.Presses, "lit": &c.options.Lit} {
		if c.text(flag) == "" {
			continue
		}
		low, high, err := numbers.Range(c.text(flag))
		if err != nil {
			return c.wrong(flag, err)
		}
		*to = &generate.Range{Low: low, High: high}
		c.options.AllowSolved = c.options.AllowSolved || low == 0
	}
	switch file := c.text("output"); {
	case c.from+c.count < c.from:
		return usagef("--from %d --number %d: puzzles are numbered up to 2^64", c.from, c.count)
	case c.yes("resume") && file == "-":
		return usagef("--resume needs a file to continue: -o FILE")
	case c.yes("resume") && strings.EqualFold(filepath.Ext(file), ".json"):
		return usagef("--resume: a .json file is one list, which cannot be continued; use -o FILE.jsonl")
	case strings.Contains(file, partName) && (c.text("split") == "" || c.yes("resume")):
		return usagef("-o %s: a file for each part goes with --split train:0.9,test:0.1, and without --resume", file)
	case strings.Contains(file, partName) && strings.EqualFold(filepath.Ext(file), ".json"):
		return usagef("-o %s: parts are written a record a line; use .jsonl", file)
	case c.given("split") && c.text("split") == "":
		return usagef("--split: name the parts and their shares, as in train:0.9,test:0.1")
	}
	c.form.Prompt, c.options.Count = c.text("prompt"), c.from+c.count
	if c.options.Split, err = batch.Split(c.text("split")); err != nil {
		return fmt.Errorf("--split: %w", err)
	}
	return cmp.Or(c.readShares(), c.readLevels())
}

// readShares reads the share of puzzles without an answer, and which part of the batch is wanted.
func (c *generateCommand) readShares() (err error) {
	if text := c.text("unsolvable"); text != "" {
		if c.options.Unsolvable, err = strconv.ParseFloat(text, 64); err != nil {
			return usagef("--unsolvable %s: write a share from 0 to 1, as in 0.1", text)
		}
	}
	if c.shard, c.of = 1, 1; c.text("shard") != "" {
		if c.shard, c.of, err = numbers.Shard(c.text("shard")); err != nil {
			return c.wrong("shard", err)
		}
	}
	return nil
}

func (c *generateCommand) readLevels() error {
	c.options.Levels = c.text("levels")
	if c.options.Levels != "ramp" {
		return nil
	}
	if c.from > 0 {
		return usagef("--levels ramp with --from: say how long the whole ramp is, --levels N")
	}
	if c.options.Levels = ""; c.count > 0 {
		c.options.Levels = strconv.FormatUint(c.count, 10)
	}
	return nil
}

// partName stands in a file's name for that of a part of the data set.
const partName = "{split}"

// writeParts writes a file for each part. Each is a pass of its own, since their lengths differ.
func (c *generateCommand) writeParts(ctx context.Context, puzzles *generate.Batch) error {
	var files []*stdio.Target
	for _, part := range c.options.Split {
		file, err := c.con.Create("-o", strings.ReplaceAll(c.text("output"), partName, part.Name))
		if err != nil {
			return err
		}
		files = append(files, file)
	}
	for k, part := range c.options.Split {
		c.form.Only = part.Name
		if err := c.write(ctx, puzzles, files[k]); err != nil {
			return err
		}
	}
	return nil
}

// writeOn continues a file in place.
func (c *generateCommand) writeOn(ctx context.Context, puzzles *generate.Batch) error {
	if err := c.con.Use("-o", c.text("output")); err != nil {
		return err
	}
	name := c.text("output")
	file, err := os.OpenFile(name, os.O_RDWR|os.O_CREATE, 0o644)
	if folder := filepath.Dir(name); errors.Is(err, fs.ErrNotExist) {
		return usagef("-o %s: there is no folder %s; make it first", name, folder)
	} else if err != nil {
		return err
	}
	defer file.Close()
	if info, err := file.Stat(); err == nil && !info.Mode().IsRegular() {
		return usagef("--resume needs a regular file, and %s is not one", c.text("output"))
	}
	rest, err := puzzles.Resume(ctx, file, c.form)
	if err != nil {
		return fmt.Errorf("--resume: %s: %w", c.text("output"), err)
	}
	if err := c.write(ctx, rest, wholeWrites{file}); err != nil {
		return err
	}
	return file.Close()
}

// wholeWrites is a file that grows by whole records: what does not fit on the disk is taken back.
type wholeWrites struct{ *os.File }

func (w wholeWrites) Write(records []byte) (int, error) {
	n, err := w.File.Write(records)
	if err == nil || n == 0 {
		return n, err
	}
	end, failed := w.Seek(int64(-n), io.SeekCurrent)
	return 0, errors.Join(err, cmp.Or(failed, w.Truncate(end)))
}

// write writes the batch, with a progress bar if somebody watches, unless the puzzles themselves
// are what there is to see.
func (c *generateCommand) write(ctx context.Context, puzzles *generate.Batch, w io.Writer) error {
	if !c.con.Terminal || w != c.con.Out {
		bar, done := c.con.WorkBar("puzzles"), uint64(0)
		defer bar.Clear()
		c.form.Progress = func(n uint64) {
			done += n
			bar.Show("generate", int(done), int(min(puzzles.Count(), 1<<62)))
		}
	}
	return puzzles.Write(ctx, w, c.form)
}

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
