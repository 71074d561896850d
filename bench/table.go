package bench

import (
	"fmt"
	"io"
	"math"
	"strings"
	"unicode/utf8"
)

// table is a Markdown table, padded so that it reads as plain text too.
type table struct {
	head []string
	rows [][]string
}

func (t *table) add(cells ...string) { t.rows = append(t.rows, cells) }

func (t *table) write(w io.Writer) {
	widths := make([]int, len(t.head))
	for _, row := range append([][]string{t.head}, t.rows...) {
		for i, cell := range row {
			widths[i] = max(widths[i], utf8.RuneCountInString(cell), 1)
		}
	}
	line := func(row []string) {
		for i, cell := range row {
			fmt.Fprintf(w, "| %s%s ", cell, strings.Repeat(" ", widths[i]-utf8.RuneCountInString(cell)))
		}
		fmt.Fprintln(w, "|")
	}
	line(t.head)
	for _, n := range widths {
		fmt.Fprintf(w, "|%s", strings.Repeat("-", n+2))
	}
	fmt.Fprintln(w, "|")
	for _, row := range t.rows {
		line(row)
	}
}

// seconds formats a time with about two digits and a unit.
func seconds(s float64) string {
	switch {
	case math.IsNaN(s):
		return ""
	case math.IsInf(s, 1):
		return "–"
	case s < 0.0000095:
		return fmt.Sprintf("%.1f µs", s*1e6)
	case s < 0.00095:
		return fmt.Sprintf("%.0f µs", s*1e6)
	case s < 0.0095:
		return fmt.Sprintf("%.1f ms", s*1e3)
	case s < 0.95:
		return fmt.Sprintf("%.0f ms", s*1e3)
	case s < 9.5:
		return fmt.Sprintf("%.1f s", s)
	}
	return fmt.Sprintf("%.0f s", s)
}

// thousands is a number with two digits that count, and commas.
func thousands(x float64) string {
	if math.IsInf(x, 0) || math.IsNaN(x) || x <= 0 {
		return ""
	}
	if unit := math.Pow(10, math.Floor(math.Log10(x))-1); unit > 1 {
		x = math.Round(x/unit) * unit
	}
	text := fmt.Sprintf("%.0f", x)
	if x < 9.5 {
		text = fmt.Sprintf("%.1f", x)
	}
	for i := len(text) - 3; i > 0 && x >= 1000; i -= 3 {
		text = text[:i] + "," + text[i:]
	}
	return text
}

// mebibytes formats an amount of memory.
func mebibytes(bytes float64) string {
	switch {
	case math.IsNaN(bytes):
		return ""
	case math.IsInf(bytes, 1):
		return "–"
	}
	return fmt.Sprintf("%.0f MiB", bytes/(1<<20))
}

// limited is a time that may be beyond the limit.
func limited(s float64) string {
	if math.IsInf(s, 1) {
		return "limit"
	}
	return seconds(s)
}

// timed formats a median with its interval or range, and how many seeds were answered if not all were.
func (s summary) timed() string {
	switch {
	case s.runs == 0:
		return ""
	case s.right == 0:
		return "–"
	}
	text := seconds(s.median)
	switch {
	case s.runs >= enoughSeeds:
		in := bootstrap([][]float64{s.all}, func(drawn [][]float64) float64 { return median(drawn[0]) })
		text += fmt.Sprintf(" (%s–%s)", limited(in.low), limited(in.top))
	case s.runs > 1:
		text += fmt.Sprintf(" (%s–%s)", seconds(s.low), seconds(s.top))
	}
	if s.right < s.runs {
		text += fmt.Sprintf(" %d/%d", s.right, s.runs)
	}
	return text
}
