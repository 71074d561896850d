package grade

import (
	"cmp"
	"encoding/json"
	"fmt"
	"io"
	"maps"
	"math"
	"slices"
	"text/tabwriter"

	"lightsout/internal/suggest"
	"lightsout/puzzlefile"
)

// counts is what a summary says of some puzzles.
type counts struct {
	Puzzles int `json:"puzzles"` // how many puzzles
	Solved  int `json:"solved"`  // how many answers reach the goal
	Minimal int `json:"minimal"` // of those, with as few presses as min_presses
	// Unsolvable is how many puzzles have no answer; they are solved by an answer that says so.
	Unsolvable int `json:"unsolvable,omitempty"`
	Malformed  int `json:"malformed"` // without an answer, or with one that is not a list of switches
	Illegal    int `json:"illegal"`   // naming a switch that the board does not have
	// MeanExcess is how many presses more than min_presses a solved puzzle took; nil if that is known of none.
	MeanExcess *float64 `json:"mean_excess"` // mean presses beyond min_presses of solved puzzles; null if unknown

	compared, excess int // solved puzzles with min_presses, and their presses beyond it
}

func (c *counts) add(o *counts) {
	c.Puzzles, c.Solved, c.Minimal = c.Puzzles+o.Puzzles, c.Solved+o.Solved, c.Minimal+o.Minimal
	c.Malformed, c.Illegal, c.Unsolvable = c.Malformed+o.Malformed, c.Illegal+o.Illegal, c.Unsolvable+o.Unsolvable
	c.compared, c.excess = c.compared+o.compared, c.excess+o.excess
	if c.compared > 0 {
		c.MeanExcess = new(float64(c.excess) / float64(c.compared))
	}
}

// class is puzzles on the same board that need the same number of presses; -1 is not known, and none is puzzles without
// an answer.
type class struct {
	board   string
	presses int
}

const none = math.MaxInt

// Summary counts verdicts, by board and difficulty.
type Summary struct {
	classes       map[class]*counts
	Lines, Unread int  // verdicts, and those on lines that are no puzzles
	Unchecked     int  // those on puzzles that are too large
	Failed        bool // some verdict is not that a puzzle is solved
}

// count adds to a class.
func (s *Summary) count(c class, n *counts) {
	if s.classes == nil {
		s.classes = map[class]*counts{}
	}
	if s.classes[c] == nil {
		s.classes[c] = &counts{}
	}
	s.classes[c].add(n)
}

// Add counts a verdict; the record is nil, or holds no puzzle, if it is not a puzzle, or one that is too large.
func (s *Summary) Add(record *puzzlefile.Record, v *Verdict) {
	s.Lines++
	s.Failed = s.Failed || !v.Solved || v.Error != ""
	switch {
	case v.Stopped != "":
		s.Unchecked++
		return
	case v.Fault == Unread:
		s.Unread++
		return
	}
	one := map[bool]int{true: 1}
	n := counts{Puzzles: 1, Solved: one[v.Solved], Malformed: one[v.Malformed], Illegal: one[v.Fault == Illegal]}
	c := class{record.Board.Spec(), -1}
	if record.Witness != nil && v.Fault != Refuted {
		n.Unsolvable, c.presses = 1, none
	} else if record.MinPresses != nil {
		c.presses = *record.MinPresses
	}
	if v.Minimum != nil {
		n.Minimal, n.compared, n.excess = one[*v.Minimum], 1, v.PressCount-c.presses
	}
	s.count(c, &n)
}

// Merge adds the counts of another summary.
func (s *Summary) Merge(o *Summary) {
	s.Lines, s.Unread, s.Failed = s.Lines+o.Lines, s.Unread+o.Unread, s.Failed || o.Failed
	s.Unchecked += o.Unchecked
	for c, n := range o.classes {
		s.count(c, n)
	}
}

// sorted lists the classes by board and difficulty, and what they add up to.
func (s *Summary) sorted() (list []classJSON, all counts) {
	list = []classJSON{}
	for _, c := range slices.SortedFunc(maps.Keys(s.classes), func(a, b class) int {
		return cmp.Or(cmp.Compare(a.board, b.board), cmp.Compare(a.presses, b.presses))
	}) {
		row := classJSON{Board: c.board, counts: *s.classes[c]}
		if c.presses >= 0 && c.presses != none {
			row.MinPresses = &c.presses
		}
		list = append(list, row)
		all.add(&row.counts)
	}
	return list, all
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
	Unchecked  int    `json:"unchecked,omitempty"`
	counts
	Groups []classJSON `json:"groups"` // the same counts by board and difficulty
}

// Write prints the summary as a table.
func (s *Summary) Write(w io.Writer) error {
	list, all := s.sorted()
	t := tabwriter.NewWriter(w, 0, 0, 2, ' ', tabwriter.AlignRight)
	fmt.Fprint(t, "puzzles\tsolved\tminimal\tmean excess\tmalformed\tillegal\tmin presses\t  board\n")
	if len(list) == 0 {
		return nil
	}
	if len(list) > 1 {
		list = append(list, classJSON{Board: "all", counts: all})
	}
	for _, n := range list {
		excess, fewest := "-", "-"
		if n.MeanExcess != nil {
			excess = fmt.Sprintf("%.3f", *n.MeanExcess)
		}
		if n.MinPresses != nil {
			fewest = fmt.Sprint(*n.MinPresses)
		} else if n.Unsolvable == n.Puzzles {
			fewest = "none"
		}
		fmt.Fprintf(t, "%d\t%d\t%d\t%s\t%d\t%d\t%s\t  %s\n", n.Puzzles, n.Solved, n.Minimal, excess, n.Malformed,
			n.Illegal, fewest, suggest.Clip(n.Board, 72))
	}
	return t.Flush()
}

// WriteJSON writes it as an object that names the file of the puzzles.
func (s *Summary) WriteJSON(w io.Writer, batch string) error {
	list, all := s.sorted()
	return json.NewEncoder(w).Encode(summaryJSON{
		Batch: batch, Lines: s.Lines, Unreadable: s.Unread, Unchecked: s.Unchecked, counts: all, Groups: list,
	})
}
