package main

import (
	"cmp"
	"fmt"
	"slices"
	"text/tabwriter"

	"lightsout/puzzlefile"
)

// counts is what a summary says of some puzzles.
type counts struct {
	Puzzles   int `json:"puzzles"`   // how many puzzles
	Solved    int `json:"solved"`    // how many answers reach the goal
	Minimal   int `json:"minimal"`   // of those, with as few presses as min_presses
	Malformed int `json:"malformed"` // without an answer, or with one that is not a list of switches
	Illegal   int `json:"illegal"`   // naming a switch that the board does not have
	// MeanExcess is how many presses more than min_presses a solved puzzle took; nil if that is known of none.
	MeanExcess *float64 `json:"mean_excess"` // mean presses beyond min_presses of solved puzzles; null if unknown

	compared, excess int // solved puzzles with min_presses, and their presses beyond it
}

func (c *counts) add(o *counts) {
	c.Puzzles, c.Solved, c.Minimal = c.Puzzles+o.Puzzles, c.Solved+o.Solved, c.Minimal+o.Minimal
	c.Malformed, c.Illegal = c.Malformed+o.Malformed, c.Illegal+o.Illegal
	c.compared, c.excess = c.compared+o.compared, c.excess+o.excess
	if c.compared > 0 {
		mean := float64(c.excess) / float64(c.compared)
		c.MeanExcess = &mean
	}
}

// class is puzzles on the same board that need the same number of presses; -1 is not known.
type class struct {
	board   string
	presses int
}

// gradeSummary counts verdicts, by board and difficulty.
type gradeSummary struct {
	classes       map[class]*counts
	lines, unread int
	failed        bool // some verdict is not that a puzzle is solved
}

func (s *gradeSummary) of(c class) *counts {
	if s.classes == nil {
		s.classes = map[class]*counts{}
	}
	if s.classes[c] == nil {
		s.classes[c] = &counts{}
	}
	return s.classes[c]
}

// add counts a verdict; the record is nil, or holds no puzzle, if it is not a puzzle.
func (s *gradeSummary) add(record *puzzlefile.Record, v *verdictJSON) {
	s.lines++
	s.failed = s.failed || !v.Solved || v.Error != ""
	if v.unread {
		s.unread++
		return
	}
	c := class{record.Board.Spec(), -1}
	if record.MinPresses != nil {
		c.presses = *record.MinPresses
	}
	one := counts{Puzzles: 1}
	if v.Solved {
		one.Solved = 1
	}
	if v.Minimum != nil {
		one.compared, one.excess = 1, v.PressCount-*record.MinPresses
		if *v.Minimum {
			one.Minimal = 1
		}
	}
	if v.Malformed {
		one.Malformed = 1
	}
	if v.Illegal {
		one.Illegal = 1
	}
	s.of(c).add(&one)
}

func (s *gradeSummary) merge(o *gradeSummary) {
	s.lines, s.unread, s.failed = s.lines+o.lines, s.unread+o.unread, s.failed || o.failed
	for c, n := range o.classes {
		s.of(c).add(n)
	}
}

// sorted lists the classes by board and difficulty, and what they add up to.
func (s *gradeSummary) sorted() (list []classJSON, all counts) {
	for c, n := range s.classes {
		row := classJSON{Board: c.board, counts: *n}
		if c.presses >= 0 {
			row.MinPresses = &c.presses
		}
		list = append(list, row)
		all.add(n)
	}
	slices.SortFunc(list, func(a, b classJSON) int {
		return cmp.Or(cmp.Compare(a.Board, b.Board), cmp.Compare(presses(a.MinPresses), presses(b.MinPresses)))
	})
	return list, all
}

func presses(n *int) int {
	if n == nil {
		return -1
	}
	return *n
}

// classJSON is a row of the summary.
type classJSON struct {
	Board      string `json:"board"`
	MinPresses *int   `json:"min_presses"` // the difficulty; null if unknown
	counts
}

type summaryJSON struct {
	Batch      string `json:"batch"`      // the file of --batch
	Lines      int    `json:"lines"`      // how many records it has
	Unreadable int    `json:"unreadable"` // how many of them are not puzzles
	counts
	Groups []classJSON `json:"groups"` // the same counts by board and difficulty
}

// maxRows is how many rows of the summary are printed; the file has all.
const maxRows = 40

// write prints the summary on standard error, and writes it to the file unless that is nil.
func (s *gradeSummary) write(con *console, batch string, file *target) error {
	list, all := s.sorted()
	t := tabwriter.NewWriter(con.err, 0, 0, 2, ' ', tabwriter.AlignRight)
	fmt.Fprint(t, "puzzles\tsolved\tminimal\tmean excess\tmalformed\tillegal\tmin presses\t  board\n")
	row := func(n *counts, presses *int, board string) {
		excess, fewest := "-", "-"
		if n.MeanExcess != nil {
			excess = fmt.Sprintf("%.3f", *n.MeanExcess)
		}
		if presses != nil {
			fewest = fmt.Sprint(*presses)
		}
		fmt.Fprintf(t, "%d\t%d\t%d\t%s\t%d\t%d\t%s\t  %s\n", n.Puzzles, n.Solved, n.Minimal, excess, n.Malformed, n.Illegal, fewest, clipSpec(board))
	}
	for i := range list {
		if i < maxRows || len(list) == maxRows+1 {
			row(&list[i].counts, list[i].MinPresses, list[i].Board)
		}
	}
	if len(list) > 1 {
		row(&all, nil, "all")
	}
	if len(list) > 0 {
		if err := t.Flush(); err != nil {
			return err
		}
	}
	if len(list) > maxRows+1 {
		fmt.Fprintf(con.err, "lightsout: %d more groups are not shown; --summary FILE writes all of them\n", len(list)-maxRows)
	}
	if file == nil {
		return nil
	}
	if list == nil {
		list = []classJSON{}
	}
	return writeJSON(file, summaryJSON{Batch: batch, Lines: s.lines, Unreadable: s.unread, counts: all, Groups: list})
}
