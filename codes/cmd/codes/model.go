package main

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"math"
	"os"
	"slices"
	"strings"

	"github.com/dustin/go-humanize"
	"github.com/spf13/pflag"

	"lightsout/board"
	"lightsout/codes/decode"
	"lightsout/internal/suggest"
	"lightsout/puzzlefile"
)

// modelFlags say which code a verb works on, and with what.
type modelFlags struct {
	input, logical string
	maxMemory      string
	jobs           int
	json           bool
}

func (m *modelFlags) declare(flags *pflag.FlagSet) {
	flags.StringVar(&m.logical, "logical", "", "`FILE` of logical operators, a row of 0 and 1 each")
	flags.StringVar(&m.input, "input", "", "`KIND` of MODEL: dem, or a kind of file of lightsout (default: by content)")
	flags.StringVar(&m.maxMemory, "max-memory", "1GiB", "for the tables of a shot, at most this `SIZE`")
	flags.IntVar(&m.jobs, "jobs", 0, "decode on `N` cores (default: all)")
	flags.BoolVar(&m.json, "json", false, "a JSON object on each line")
}

// options checks the flags.
func (m *modelFlags) options() (decode.Options, error) {
	bytes, err := humanize.ParseBytes(m.maxMemory)
	if err != nil || bytes == 0 || bytes > math.MaxInt64 {
		return decode.Options{}, fmt.Errorf("--max-memory %s: not a number of bytes, as in 2GiB", m.maxMemory)
	}
	if m.jobs < 0 {
		return decode.Options{}, fmt.Errorf("--jobs %d: at least one", m.jobs)
	}
	kinds := []string{"dem"}
	for _, f := range puzzlefile.Formats() {
		if f.Reads() {
			kinds = append(kinds, f.Name)
		}
	}
	return decode.Options{MaxMemory: int64(bytes)}, oneOf("input", m.input, kinds)
}

// oneOf refuses a word that a flag does not take.
func oneOf(flag, word string, words []string) error {
	if word == "" || slices.Contains(words, word) {
		return nil
	}
	return fmt.Errorf("--%s=%s is unknown%s; it is one of %s", flag, word, suggest.DidYouMean(word, words),
		strings.Join(words, "|"))
}

// model reads MODEL, which is a file or, if there is no such file, a SPEC, and the observables of --logical. A .dem
// file has no board.
func (m *modelFlags) model(con *console, name string) (*decode.Model, *board.Board, error) {
	model, b, err := m.plainModel(con, name)
	switch {
	case err != nil || m.logical == "":
		return model, b, err
	case model.Observables > 0:
		return nil, nil, errors.New("--logical: the .dem file says already which observables its errors change")
	}
	src, err := con.Open(m.logical)
	if err != nil {
		return nil, nil, err
	}
	defer src.Close()
	rows, err := decode.ReadLogical(bufio.NewReaderSize(src, 1<<16), src.Name, model.Bits)
	if err == nil {
		err = model.SetObservables(rows)
	}
	return model, b, err
}

func (m *modelFlags) plainModel(con *console, name string) (*decode.Model, *board.Board, error) {
	file, only := puzzlefile.FileNumber(name)
	if _, err := os.Stat(file); name != "-" && errors.Is(err, os.ErrNotExist) {
		b, specErr := puzzlefile.ParseBoard(name)
		switch {
		case specErr == nil && m.input != "":
			return nil, nil, fmt.Errorf("--input goes with a file; %s is a board", name)
		case specErr == nil:
			model, err := decode.FromBoard(b)
			return model, b, errors.Join(err, con.Use("", puzzlefile.BoardFile(name)))
		case strings.ContainsAny(name, "/.") && !strings.HasPrefix(name, "graph:"):
			return nil, nil, err
		}
		return nil, nil, fmt.Errorf("there is no file %s, and no such board: %w", name, specErr)
	}
	src, err := con.Open(file)
	if err != nil {
		return nil, nil, err
	}
	defer src.Close()
	model, p, err := decode.ReadModel(src, puzzlefile.ReaderOptions{Name: src.Name, Kind: m.input, Only: only})
	if err != nil || p == nil {
		return model, nil, err
	}
	if w := p.Board.Warning(); w != "" {
		con.note("note: %s", w)
	}
	if p.Board.IsGraph() {
		con.note("note: %s: this is a graph, not a matrix: every node is a bit and a check, and a bit flips its own "+
			"check and those of its neighbours", p.Origin)
	}
	return model, p.Board, nil
}

// cause is the context's, if that ended, or else the error.
func cause(ctx context.Context, err error) error {
	if ctx.Err() != nil {
		return context.Cause(ctx)
	}
	return err
}
