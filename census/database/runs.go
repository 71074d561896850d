package database

import (
	"bufio"
	"container/heap"
	"context"
	"encoding/binary"
	"errors"
	"io"
	"iter"
	"os"
	"path/filepath"
	"slices"

	"lightsout/census"
	"lightsout/internal/sqlitefile"
)

// runBits is the number of coefficients that vary within a run.
const runBits = 6

// runLength is the number of states in a run of a table.
func runLength(t *census.Table) int { return 1 << min(runBits, t.Rank()) }

// run is consecutive states of a board.
type run struct {
	state int64 // the first
	board int
	bytes []byte // the characters of presses, and then those of to_go
}

func (r *run) before(o *run) bool {
	return r.state < o.state || r.state == o.state && r.board < o.board
}

// runsOf are the runs of a table in order, each overwritten by the next.
func runsOf(id int, t *census.Table, progress func(done, all int)) iter.Seq[*run] {
	return func(yield func(*run) bool) {
		length := runLength(t)
		r := &run{board: id, bytes: make([]byte, 2*length)}
		for from := 0; from < t.Len(); from += length {
			for i := range length {
				e := t.At(from + i)
				if i == 0 {
					r.state = int64(e.State)
				}
				r.bytes[i] = '0' + byte(e.Press)
				r.bytes[length+i] = '0' + byte(e.ToGo)
			}
			if !yield(r) {
				return
			}
			if done := from + length; done%batch == 0 || done == t.Len() {
				progress(done, t.Len())
			}
		}
	}
}

// compact writes the states as runs. The key of a run begins with its state, so the runs of all boards
// are one sequence: those of all boards but the last wait in a file until they are merged with the last ones.
func (w *writer) compact(ctx context.Context, id int, t *census.Table, last bool) error {
	for i := range runLength(t) {
		if err := w.offsets.Insert(integer(id), integer(i), sqlitefile.Int(int64(t.At(i).State))); err != nil {
			return err
		}
	}
	runs := runsOf(id, t, w.progress("writing "+t.Board().Spec()))
	if !last {
		return w.waiting.add(ctx, runs)
	}
	for r, err := range w.waiting.merge(runs) {
		if err == nil && ctx.Err() != nil {
			err = context.Cause(ctx)
		}
		if err != nil {
			return err
		}
		half := len(r.bytes) / 2
		if err := w.runs.Insert(sqlitefile.Int(r.state), integer(r.board), sqlitefile.Text(string(r.bytes[:half])), sqlitefile.Text(string(r.bytes[half:]))); err != nil {
			return err
		}
	}
	return nil
}

// waitingRuns are the runs of some boards in a temporary file, board by board: for each run its state in eight
// bytes, and its characters. Merging takes a buffer for each board, whatever their sizes.
type waitingRuns struct {
	beside  string // the file that they are to be part of
	file    *os.File
	out     *bufio.Writer
	size    int64
	cursors []*cursor
}

// cursor goes through the runs of a board.
type cursor struct {
	run
	from int64 // in the file
	size int64
	in   *bufio.Reader
}

// add appends the runs of a board.
func (w *waitingRuns) add(ctx context.Context, runs iter.Seq[*run]) (err error) {
	if w.file == nil {
		if w.file, err = os.CreateTemp(filepath.Dir(w.beside), filepath.Base(w.beside)+"-*"); err != nil {
			return err
		}
		// Where a file can lose its name while it is open, nothing is left even if the program is killed.
		_ = os.Remove(w.file.Name())
		w.out = bufio.NewWriter(w.file)
	}
	c := &cursor{from: w.size}
	for r := range runs {
		if ctx.Err() != nil {
			return context.Cause(ctx)
		}
		if c.bytes == nil {
			c.board, c.bytes = r.board, make([]byte, len(r.bytes))
		}
		var state [8]byte
		binary.BigEndian.PutUint64(state[:], uint64(r.state))
		if _, err := w.out.Write(state[:]); err != nil {
			return err
		}
		if _, err := w.out.Write(r.bytes); err != nil {
			return err
		}
		w.size += int64(len(state) + len(r.bytes))
	}
	c.size = w.size - c.from
	w.cursors = append(w.cursors, c)
	return nil
}

// merge are the runs that wait, and those of one more board, in order.
func (w *waitingRuns) merge(runs iter.Seq[*run]) iter.Seq2[*run, error] {
	return func(yield func(*run, error) bool) {
		var waiting cursors
		if w.file != nil {
			if err := w.out.Flush(); err != nil {
				yield(nil, err)
				return
			}
		}
		for _, c := range w.cursors {
			c.in = bufio.NewReader(io.NewSectionReader(w.file, c.from, c.size))
			if more, err := c.next(); err != nil {
				yield(nil, err)
				return
			} else if more {
				waiting = append(waiting, c)
			}
		}
		heap.Init(&waiting)
		pop := func() bool {
			if !yield(&waiting[0].run, nil) {
				return false
			}
			switch more, err := waiting[0].next(); {
			case err != nil:
				yield(nil, err)
				return false
			case more:
				heap.Fix(&waiting, 0)
			default:
				heap.Pop(&waiting)
			}
			return true
		}
		for r := range runs {
			for len(waiting) > 0 && waiting[0].before(r) {
				if !pop() {
					return
				}
			}
			if !yield(r, nil) {
				return
			}
		}
		for len(waiting) > 0 && pop() {
		}
	}
}

// remove removes the file.
func (w *waitingRuns) remove() error {
	if w.file == nil {
		return nil
	}
	err := w.file.Close()
	if e := os.Remove(w.file.Name()); !errors.Is(e, os.ErrNotExist) {
		err = errors.Join(err, e)
	}
	return err
}

// next reads the next run; more is false at the end.
func (c *cursor) next() (more bool, err error) {
	var state [8]byte
	switch _, err := io.ReadFull(c.in, state[:]); {
	case errors.Is(err, io.EOF):
		return false, nil
	case err != nil:
		return false, err
	}
	c.state = int64(binary.BigEndian.Uint64(state[:]))
	_, err = io.ReadFull(c.in, c.bytes)
	return err == nil, err
}

// cursors are a heap, the first run on top.
type cursors []*cursor

func (h cursors) Len() int           { return len(h) }
func (h cursors) Less(i, j int) bool { return h[i].before(&h[j].run) }
func (h cursors) Swap(i, j int)      { h[i], h[j] = h[j], h[i] }
func (h *cursors) Push(x any)        { *h = append(*h, x.(*cursor)) }

func (h *cursors) Pop() any {
	last := (*h)[len(*h)-1]
	*h = (*h)[:len(*h)-1]
	return last
}

// isCompact reports whether a database has runs.
func isCompact(db *sqlitefile.File) bool {
	return slices.ContainsFunc(db.Schema(), func(o sqlitefile.Object) bool { return o.Type == "table" && o.Name == "lightsout_runs" })
}

// runsReader reads the states of one board of a compact database.
type runsReader struct {
	board          int64
	flips          []int64 // by offset
	runs, switches *sqlitefile.Table
}

// findRuns finds the path in a compact database, each state by its key: its run begins with one of the states that
// differ from it by an offset.
func (w *wanted) findRuns(ctx context.Context, db *sqlitefile.File) error {
	r, err := newRunsReader(ctx, db, w.n)
	if r == nil || err != nil {
		return err
	}
	for !w.dark {
		fields, found, err := r.state(ctx, w.state)
		if err != nil {
			return err
		}
		if !found {
			return nil
		}
		if err := w.row(fields); err != nil {
			return err
		}
	}
	return nil
}

// newRunsReader finds the board of a size; nil if there is none.
func newRunsReader(ctx context.Context, db *sqlitefile.File, n int) (*runsReader, error) {
	tables := map[string]*sqlitefile.Table{}
	for name, columns := range map[string][]string{
		"lightsout_boards":   {"id", "spec", "size"},
		"lightsout_offsets":  {"board", "offset", "flips"},
		"lightsout_runs":     {"state", "board", "presses", "to_go"},
		"lightsout_switches": {"board", "switch", "row", "col", "flips"},
	} {
		t, err := db.Table(name)
		if err != nil {
			return nil, err
		}
		if have := t.Columns(); len(have) < len(columns) || !slices.Equal(have[:len(columns)], columns) {
			return nil, &sqlitefile.Error{Reason: sqlitefile.Missing, What: name + " has other columns"}
		}
		tables[name] = t
	}
	r := &runsReader{runs: tables["lightsout_runs"], switches: tables["lightsout_switches"]}
	for row, err := range tables["lightsout_boards"].Rows(ctx) {
		if err != nil {
			return nil, err
		}
		if row[2] == integer(n) {
			r.board = row[0].Int
		}
	}
	if r.board == 0 {
		return nil, nil
	}
	for row, err := range tables["lightsout_offsets"].Lookup(ctx, r.board) {
		if err != nil {
			return nil, err
		}
		r.flips = append(r.flips, row[2].Int)
	}
	return r, nil
}

// state is row, col, to_go and destination_state of a state.
func (r *runsReader) state(ctx context.Context, state int64) (fields [4]sqlitefile.Value, found bool, err error) {
	for i, flips := range r.flips {
		for row, err := range r.runs.Lookup(ctx, state^flips, r.board) {
			if err != nil {
				return fields, false, err
			}
			if presses, toGo := row[2].Text, row[3].Text; i < len(presses) && i < len(toGo) {
				fields[2] = integer(int(toGo[i]) - '0')
				return r.press(ctx, state, int64(presses[i])-'0', fields)
			}
			return fields, true, nil
		}
	}
	return fields, false, nil
}

// press adds where a switch is and where it leads.
func (r *runsReader) press(ctx context.Context, state, press int64, fields [4]sqlitefile.Value) (_ [4]sqlitefile.Value, found bool, err error) {
	for row, err := range r.switches.Lookup(ctx, r.board, press) {
		if err != nil {
			return fields, false, err
		}
		fields[0], fields[1], fields[3] = row[2], row[3], integer(-1)
		if press >= 0 {
			fields[3] = sqlitefile.Int(state ^ row[4].Int)
		}
	}
	return fields, true, nil
}
