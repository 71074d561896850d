package bench

import (
	"fmt"
	"maps"
	"math"
	"slices"
	"strings"

	"lightsout/internal/plot"
)

// decade is a power of ten of a second.
func decade(s float64) string { return strings.Replace(seconds(s), ".0 ", " ", 1) }

// shortest is what a time is drawn as that was too short to be measured: a logarithm has no zero.
const (
	shortest     = 1e-4
	shortestShot = 1e-7
)

func drawnTime(r *Result) float64 {
	if r.Question == askDecode {
		return max(r.Shot, shortestShot)
	}
	return max(r.CPU, shortest)
}

// cactus shows how many instances each contestant answers when each may take so long.
func (s *section) cactus(title, file string) (bool, error) {
	c := plot.New(s.suite+": "+lower(title), "instances answered", "CPU time")
	var all []float64
	most, asked := 0, 0
	for _, name := range s.contestants() {
		asked = max(asked, len(s.of(name).results))
	}
	for i, name := range s.contestants() {
		var times []float64
		part := s.of(name)
		if n := len(part.results); n < asked { // not every contestant takes every board
			name = fmt.Sprintf("%s (of %d)", name, n)
		}
		for _, r := range part.results {
			if r.Outcome.Right() {
				times = append(times, drawnTime(r))
			}
		}
		slices.Sort(times)
		var list []plot.Point
		for n, t := range times {
			list = append(list, plot.Point{X: float64(n + 1), Y: t, Low: t, Top: t})
		}
		most = max(most, len(times))
		all = append(all, times...)
		if err := c.Curve(name, i, list); err != nil {
			return false, err
		}
	}
	if most < 2 {
		return false, nil
	}
	low, top := plot.Decades(all)
	plot.LogAxis(c.Y, low, top, decade)
	c.X.Min, c.X.Max = 0, float64(most)
	c.X.Tick.Marker = plot.WholeTicks
	return true, c.Save(file)
}

func lower(title string) string { return strings.ToLower(title[:1]) + title[1:] }

// overSize draws a line for each contestant over the number of lights, or over the size itself
// where the lights do not tell sizes apart. Sizes on which most seeds failed have no point. Values must
// be positive.
func (s *section) overSize(title, yLabel, file string, limit float64, value func(*Result) float64) (bool, error) {
	lights, axis := func(r *Result) float64 { return float64(r.Lights) }, plot.MarkedAxis
	c := plot.New(s.suite+": "+title, "lights", yLabel)
	if len(distinct(s.results, func(r **Result) string { return fmt.Sprint((*r).Lights) })) == 1 {
		if limit == 0 {
			return false, nil // one board has one formula
		}
		lights = func(r *Result) float64 { return float64(r.Size) }
		c.X.Label.Text = "presses that the puzzle takes"
		axis = plot.CountedAxis
	}
	var xs, ys []float64
	for i, name := range s.contestants() {
		var list []plot.Point
		byX := map[float64][]*Result{} // the puzzles of a file may have as many lights
		for _, r := range s.of(name).results {
			byX[lights(r)] = append(byX[lights(r)], r)
		}
		for _, x := range slices.Sorted(maps.Keys(byX)) {
			sum := summarise(byX[x], value)
			if math.IsNaN(sum.median) || math.IsInf(sum.median, 1) {
				continue
			}
			list = append(list, plot.Point{X: x, Y: sum.median, Low: min(sum.low, sum.median), Top: max(sum.top, sum.median)})
			xs, ys = append(xs, x), append(ys, sum.low, sum.top)
		}
		if err := c.Line(name, i, list); err != nil {
			return false, err
		}
	}
	if len(slices.Compact(slices.Sorted(slices.Values(xs)))) < 2 {
		return false, nil
	}
	if limit > 0 && slices.Max(ys) > limit/10 {
		c.Level("the limit", limit)
		ys = append(ys, limit)
	}
	low, top := plot.Decades(ys)
	label := decade
	if limit == 0 {
		label = func(x float64) string { return fmt.Sprintf("%.0f", x) }
	}
	plot.LogAxis(c.Y, low, top, label)
	axis(c.X, xs)
	return true, c.Save(file)
}

// timeLabel is what cpu gives for a question.
func timeLabel(q question) string {
	if q == askDecode {
		return "time of a shot"
	}
	return "CPU time"
}

func (s *section) timeOverSize(title, file string) (bool, error) {
	return s.overSize(title, timeLabel(s.results[0].Question), file, s.results[0].Timeout, drawnTime)
}

func (s *section) perPuzzle(title, file string) (bool, error) {
	return s.overSize(title, "CPU time", file, math.Inf(1), func(r *Result) float64 { return drawnTime(r) / float64(max(r.Batch, 1)) })
}

// formulas are the results that had one, whatever became of them: its size is known even so.
func (s *section) formulas() *section {
	part := s.only(func(r *Result) bool { return r.Clauses > 0 && r.Vars > 0 })
	for i, r := range part.results {
		known := *r
		known.Outcome = solved
		part.results[i] = &known
	}
	return part
}

func (s *section) clausesOverSize(title, file string) (bool, error) {
	return s.formulas().overSize(title, "clauses", file, 0, func(r *Result) float64 { return float64(r.Clauses) })
}

func (s *section) variablesOverSize(title, file string) (bool, error) {
	return s.formulas().overSize(title, "variables", file, 0, func(r *Result) float64 { return float64(r.Vars) })
}
