package main

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"strconv"
	"time"

	"github.com/spf13/pflag"

	"lightsout/board"
	"lightsout/census"
	"lightsout/census/database"
)

var censusVerb = verb{
	name: "census", args: "[SPEC | N]…", summary: "every state of a board by how far it is from dark",
	details: "Boards of up to 28 switches, by SPEC; a number N is short for NxN. Without --db, --csv or\n" +
		"--path: how many states need how many presses. The database has a row for every solvable\n" +
		"state of a square grid in lightsout_states(size, state, row, col, to_go, destination_state);\n" +
		"docs/census.md describes it, and the tables for other boards.",
	examples: []example{
		{"lightsout census --board 5x5 --db 5x5.db", "all 8,388,608 states, in SQLite"},
		{"lightsout census 3 4 5 --db small.db --compact", "a tenth of the size, same queries"},
		{"lightsout census --path 3 4 5", "a shortest path from all on, press by press"},
		{"lightsout census --board merlin --csv -o merlin.csv", "as text"},
	},
	setup: func(flags *pflag.FlagSet) func(context.Context, *console, []string) error {
		c := &censusCommand{}
		flags.StringArrayVarP(&c.boards, "board", "b", nil, "a board: `SPEC`, may be given again (default 5x5)")
		c.flags = flags
		flags.StringVar(&c.db, "db", "", "write, or with --path read, the SQLite database `FILE`")
		flags.BoolVar(&c.compact, "compact", false, "with --db: runs of states, and views in place of tables")
		flags.BoolVar(&c.force, "force", false, "with --db: replace an existing file")
		flags.BoolVar(&c.csv, "csv", false, "write the states as CSV")
		flags.BoolVar(&c.path, "path", false, "for square grids: a shortest path from all on, as state: (row, col)")
		flags.StringVarP(&c.file, "output", "o", "", "write to `FILE`, which appears once complete")
		flags.DurationVar(&c.timeout, "timeout", 0, "give up after this long, e.g. 30s; 0 is never")
		return c.run
	},
}

type censusCommand struct {
	flags          *pflag.FlagSet
	boards         []string
	db, file       string
	compact, force bool
	csv, path      bool
	timeout        time.Duration
}

func (c *censusCommand) run(ctx context.Context, con *console, args []string) error {
	switch {
	case c.db == "" && c.flags.Changed("db"):
		return usagef("--db names no file")
	case c.csv && c.path:
		return usagef("--csv does not go with --path; choose one")
	case c.csv && c.db != "":
		return usagef("--csv does not go with --db; choose one")
	case c.db == "" && c.compact:
		return usagef("--compact goes with --db")
	case c.path && (c.compact || c.force):
		return usagef("--path reads a database; --compact and --force are for writing one")
	case c.db == ":memory:":
		return usagef("--db :memory: would be gone at the end; name a file")
	case c.force && c.db == "":
		return usagef("--force goes with --db")
	case c.db != "" && !c.path && c.file != "":
		return usagef("-o does not go with --db, which names the file already")
	}
	if err := checkTimeout(c.timeout); err != nil {
		return err
	}
	ctx, cancel := withTimeout(ctx, c.timeout)
	defer cancel()
	boards, err := c.parse(args)
	if err != nil {
		return err
	}
	if err := con.output(c.file); err != nil {
		return err
	}
	switch {
	case c.path:
		return c.paths(ctx, con, boards)
	case c.db != "":
		return c.database(ctx, con, boards)
	case c.csv && len(boards) > 1:
		return usagef("--csv takes one board at a time, not %d", len(boards))
	}
	for _, b := range boards {
		if err := c.one(ctx, con, b); err != nil {
			return err
		}
	}
	return nil
}

// parse reads the boards: a number is the side of a square.
func (c *censusCommand) parse(args []string) (boards []*board.Board, err error) {
	specs := append(c.boards, args...)
	if len(specs) == 0 {
		specs = []string{"5x5"}
	}
	seen := map[string]bool{}
	for _, spec := range specs {
		if n, err := strconv.Atoi(spec); err == nil {
			spec = fmt.Sprintf("%dx%d", n, n)
		}
		b, err := board.Parse(spec)
		if err != nil {
			if info, e := os.Stat(spec); e == nil && info.Mode().IsRegular() {
				return nil, usagef("%v; the board of a graph file is graph:%s", err, spec)
			}
			return nil, err
		}
		if !seen[b.Spec()] {
			boards = append(boards, b)
		}
		seen[b.Spec()] = true
	}
	return boards, nil
}

// one writes the table of a board as text: all of it, or how many states need how many presses.
func (c *censusCommand) one(ctx context.Context, con *console, b *board.Board) error {
	bar := con.workBar("states")
	defer bar.clear()
	t, err := census.NewTable(ctx, b, func(done, all int) { bar.show("weighing "+b.Spec(), done, all) })
	var large *board.TooLargeError
	switch {
	case errors.As(err, &large) && !c.csv:
		return usagef("%v; lightsout info --board %s --distribution counts the states without a table", err, b.Spec())
	case err != nil:
		return err
	}
	if c.csv {
		err := t.WriteCSV(ctx, con.out, func(done, all int) { bar.show("writing "+b.Spec(), done, all) })
		if con.wrote() != nil {
			return reported(exitUsage) // what could not be written is reported when the output is closed
		}
		return err
	}
	counts := t.Distribution()
	bar.clear()
	fmt.Fprintf(con.out, "%s: %s, depth %d\n", b.Spec(), plural(t.Len(), "solvable state", "solvable states"), len(counts)-1)
	for w, n := range counts {
		fmt.Fprintf(con.out, "%4d  %s\n", w, n)
	}
	return nil
}

func (c *censusCommand) database(ctx context.Context, con *console, boards []*board.Board) error {
	bar := con.workBar("states")
	defer bar.clear()
	err := database.Write(ctx, c.db, boards, database.Options{Compact: c.compact, Force: c.force, Progress: bar.show})
	switch {
	case errors.Is(err, fs.ErrExist):
		return usagef("%s exists; --force replaces it", c.db)
	case errors.Is(err, fs.ErrNotExist):
		return usagef("%v; its directory must exist", err)
	}
	return err
}

func (c *censusCommand) paths(ctx context.Context, con *console, boards []*board.Board) error {
	find := census.SquarePath
	if c.db != "" {
		db, err := database.Open(c.db)
		switch {
		case errors.Is(err, fs.ErrNotExist):
			return usagef("--db %s does not exist; leave out --path to write it, or --db to compute the path", c.db)
		case err != nil:
			return err
		}
		defer db.Close()
		find = db.SquarePath
	}
	for i, b := range boards {
		n, _, ok := b.Shape().CrossRows("grid")
		if !ok || b.Spec() != fmt.Sprintf("grid:%dx%d", n, n) {
			return usagef("--path is for square grids, not %s", b.Spec())
		}
		steps, err := find(ctx, n)
		var unknown *database.NotListedError
		switch {
		case errors.As(err, &unknown):
			return usagef("%v; without --db the path is computed", err)
		case err != nil:
			return err
		}
		if i > 0 {
			fmt.Fprintln(con.out)
		}
		for _, s := range steps {
			fmt.Fprintln(con.out, s)
		}
	}
	return nil
}
