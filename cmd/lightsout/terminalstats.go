package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/google/renameio/v2"

	"lightsout/internal/strictjson"
)

// statistics is what is remembered of games, in lightsout/statistics.json of the user's configuration
// directory. The page saves and reads the same format (play/web/js/progress.js).
type statistics struct {
	Version  int           `json:"version"` // 1
	Boards   []boardRecord `json:"boards"`
	Daily    []dailyRecord `json:"daily"` // by date, the oldest first
	Campaign []levelRecord `json:"campaign,omitempty"`
}

// boardRecord is the games on a board whose puzzles need that many presses.
type boardRecord struct {
	Board   string `json:"board"`
	Presses int    `json:"presses"`
	Played  int    `json:"played"`
	Solved  int    `json:"solved"`
	// Alone counts those solved without a hint; only they make a record.
	Alone       int     `json:"without_hints"`
	BestPresses int     `json:"best_presses,omitempty"`
	BestSeconds float64 `json:"best_seconds,omitempty"`
}

// dailyRecord is a daily puzzle that was solved, the first time.
type dailyRecord struct {
	Date    string  `json:"date"`
	Presses int     `json:"presses"`
	Seconds float64 `json:"seconds"`
	Hints   int     `json:"hints"`
	// Shown means that the answer was shown, and Late that the day was over; both are the page's.
	Shown bool `json:"shown,omitempty"`
	Late  bool `json:"late,omitempty"`
}

// levelRecord is the best solution of a level of the campaign; levels count from 1.
type levelRecord struct {
	Board   string `json:"board"`
	Level   int    `json:"level"`
	Presses int    `json:"presses"`
	Stars   int    `json:"stars"`
}

// statisticsFile is the file of this user, or "" if there is no place for it.
func statisticsFile() string {
	dir, err := os.UserConfigDir()
	if err != nil {
		return ""
	}
	return filepath.Join(dir, "lightsout", "statistics.json")
}

// maxStatistics is the longest file that is read: some ten thousand boards.
const maxStatistics = 4 << 20

// readStatistics reads the file; one that does not exist is empty.
func readStatistics(file string) (*statistics, error) {
	if info, err := os.Stat(file); err == nil && info.Size() > maxStatistics {
		return nil, fmt.Errorf("%s: longer than %d bytes; move it away to begin anew", file, maxStatistics)
	}
	text, err := os.ReadFile(file)
	if errors.Is(err, fs.ErrNotExist) {
		return &statistics{Version: 1}, nil
	}
	if err != nil {
		return nil, err
	}
	s, err := parseStatistics(text)
	if err != nil {
		return nil, fmt.Errorf("%s: %w; mend it, or move it away to begin anew", file, err)
	}
	return s, nil
}

func parseStatistics(text []byte) (*statistics, error) {
	s := &statistics{}
	if err := strictjson.Decode(text, s, strictjson.Known); err != nil {
		return nil, err
	}
	if s.Version != 1 {
		return nil, fmt.Errorf("version %d is not known here, only 1", s.Version)
	}
	return s, nil
}

// updateStatistics changes the file, which is read again first: another game may be open.
func updateStatistics(file string, change func(*statistics)) error {
	s, err := readStatistics(file)
	if err != nil {
		return err
	}
	change(s)
	s.Boards, s.Daily = append([]boardRecord{}, s.Boards...), append([]dailyRecord{}, s.Daily...) // [] rather than null
	text, err := json.MarshalIndent(s, "", "  ")
	if err != nil {
		return err
	}
	if err := os.MkdirAll(filepath.Dir(file), 0o755); err != nil {
		return err
	}
	return renameio.WriteFile(file, append(text, '\n'), 0o644)
}

// board is the record of a board, new if there is none.
func (s *statistics) board(name string, presses int) *boardRecord {
	for i, b := range s.Boards {
		if b.Board == name && b.Presses == presses {
			return &s.Boards[i]
		}
	}
	s.Boards = append(s.Boards, boardRecord{Board: name, Presses: presses})
	return &s.Boards[len(s.Boards)-1]
}

func (b *boardRecord) solved(presses int, seconds float64, hints int) {
	b.Solved++
	if hints > 0 {
		return
	}
	b.Alone++
	if b.Alone == 1 || presses < b.BestPresses {
		b.BestPresses = presses
	}
	if b.Alone == 1 || seconds < b.BestSeconds {
		b.BestSeconds = seconds
	}
}

// solvedDaily notes a daily puzzle; the first solution counts.
func (s *statistics) solvedDaily(d dailyRecord) {
	i, there := slices.BinarySearchFunc(s.Daily, d.Date, func(r dailyRecord, date string) int { return strings.Compare(r.Date, date) })
	if !there {
		s.Daily = slices.Insert(s.Daily, i, d)
	}
}

// level is the record of a level, or nil.
func (s *statistics) level(board string, level int) *levelRecord {
	for i, r := range s.Campaign {
		if r.Board == board && r.Level == level {
			return &s.Campaign[i]
		}
	}
	return nil
}

// solvedLevel notes a level; the best solution counts.
func (s *statistics) solvedLevel(r levelRecord) {
	switch old := s.level(r.Board, r.Level); {
	case old == nil:
		s.Campaign = append(s.Campaign, r)
	case r.Stars > old.Stars || r.Stars == old.Stars && r.Presses < old.Presses:
		*old = r
	}
}

// stars are those of the page: three for the fewest presses, one fewer with hints.
func stars(presses, best, hints int) int {
	n := 1
	switch {
	case presses <= best:
		n = 3
	case presses <= (3*best+1)/2:
		n = 2
	}
	if hints > 0 {
		n = max(1, n-1)
	}
	return n
}

// streak is how many days in a row were solved on their day, up to today or yesterday.
func (s *statistics) streak(today time.Time) int {
	done := map[string]bool{}
	for _, d := range s.Daily {
		done[d.Date] = !d.Late
	}
	n := 0
	day := today
	if !done[day.Format(time.DateOnly)] {
		day = day.AddDate(0, 0, -1)
	}
	for ; done[day.Format(time.DateOnly)]; day = day.AddDate(0, 0, -1) {
		n++
	}
	return n
}

// statisticsPage is the page of the key s.
func (g *terminalGame) statisticsPage() string {
	if g.stats == "" {
		return "Nothing is remembered: there is no configuration directory."
	}
	s, err := readStatistics(g.stats)
	if err != nil {
		return "The statistics cannot be read:\n" + err.Error()
	}
	var page strings.Builder
	fmt.Fprintf(&page, "Daily puzzles solved: %d, in a row: %d. Levels solved: %d\n\n", len(s.Daily), s.streak(g.now()), len(s.Campaign))
	fmt.Fprintf(&page, "%-22s %5s %6s %6s %5s %5s %7s\n", "board", "needs", "played", "solved", "alone", "best", "time")
	boards := slices.Clone(s.Boards)
	slices.SortStableFunc(boards, func(a, b boardRecord) int { return b.Played - a.Played })
	for _, b := range boards {
		needs, best, time := "-", "-", "-"
		if b.Presses > 0 {
			needs = fmt.Sprint(b.Presses)
		}
		if b.Alone > 0 {
			best, time = fmt.Sprint(b.BestPresses), clock(b.BestSeconds)
		}
		fmt.Fprintf(&page, "%-22.22s %5s %6d %6d %5d %5s %7s\n", b.Board, needs, b.Played, b.Solved, b.Alone, best, time)
	}
	return page.String()
}

// clock writes seconds as 1:23 or 1:02:03.
func clock(seconds float64) string {
	n := int(seconds)
	if n >= 3600 {
		return fmt.Sprintf("%d:%02d:%02d", n/3600, n/60%60, n%60)
	}
	return fmt.Sprintf("%d:%02d", n/60, n%60)
}
