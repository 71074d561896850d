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
func (s *section) cactus(file string) (bool, error) {
	c := plot.New(s.titled("Instances answered within a time"), "instances answered", "CPU time")
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
		c.Curve(name, i, list)
	}
	if most < 2 {
		return false, nil
	}
	low, top := plot.Decades(all)
	plot.LogAxis(c.Y, low, top, decade)
	c.X.Min, c.X.Max = 0, float64(most)
	c.X.Ticks = plot.WholeTicks
	return true, c.Save(file)
}

// titled is the title of a plot, with the part of the suite that it shows.
func (s *section) titled(what string) string {
	if s.part != "" {
		what += ": " + s.part
	}
	return fmt.Sprintf("%s (suite %s)", what, s.suite)
}

// heading says what a plot over sizes shows.
func (s *section) heading(label string) string {
	what := strings.ToUpper(label[:1]) + label[1:]
	first := s.results[0]
	if slices.ContainsFunc(s.results, func(r *Result) bool { return r.Family != first.Family || r.Question != first.Question }) {
		return s.titled(what + " as boards grow")
	}
	if q := first.Question; q != askDecode && q != askBatch {
		what += " for " + q.words()
	}
	return s.titled(what + " on " + familyWords(first.Family))
}

// plurals are what the usual families are called in a title.
var plurals = map[string]string{
	"grid": "grids", "torus": "tori", "hypercube": "hypercubes", "cylinder": "cylinders", "mobius": "Möbius strips", "klein": "Klein bottles",
	"projective": "projective planes", "cube": "surfaces of cubes", "path": "paths", "cycle": "cycles", "star": "stars", "tree": "trees",
	"complete": "complete graphs", "cubic": "cubic graphs", "triangulation": "triangulations", "roads": "road networks",
	"grid-quiet": "grids with quiet patterns", "grid-3d": "grids of three dimensions", "torus-3d": "tori of three dimensions",
	"3-to-the": "3×3×…×3", "torus-3-to-the": "tori 3×3×…×3", "4x4-presses": "4×4", "5x5-presses": "5×5",
	"king": "grids with the king's pattern", "pattern-x": "grids with the pattern x", "pattern-knight": "grids with the knight's pattern",
	"self-off": "grids where a press spares its own light",
}

func familyWords(family string) string {
	if words, ok := plurals[family]; ok {
		return words
	}
	return strings.ReplaceAll(family, "-", " ")
}

// line is a line of a plot over the number of lights.
type line struct {
	name    string
	results []*Result
}

// lines has one for each contestant.
func (s *section) lines() []line {
	var list []line
	for _, name := range s.contestants() {
		list = append(list, line{name, s.of(name).results})
	}
	return list
}

// costs is what a plot shows. Values must be positive.
type costs struct {
	label string // of the axis
	value func(*Result) float64
	tick  func(float64) string
	limit float64 // 0 is none
}

// overSize draws lines over the number of lights, or over the size itself where the lights do not tell
// sizes apart. Sizes on which most seeds failed have no point.
func (s *section) overSize(file string, lines []line, of costs) (bool, error) {
	if len(s.results) == 0 {
		return false, nil
	}
	lights, axis := func(r *Result) float64 { return float64(r.Lights) }, lightsAxis
	c := plot.New(s.heading(of.label), "lights", of.label)
	if len(distinct(s.results, func(r **Result) string { return fmt.Sprint((*r).Lights) })) == 1 {
		if of.limit == 0 {
			return false, nil // one board has one formula
		}
		lights = func(r *Result) float64 { return float64(r.Size) }
		c.X.Label = "presses that the puzzle takes"
		axis = plot.CountedAxis
	}
	var xs, ys []float64
	for i, l := range lines {
		var list []plot.Point
		byX := map[float64][]*Result{} // the puzzles of a file may have as many lights
		for _, r := range l.results {
			byX[lights(r)] = append(byX[lights(r)], r)
		}
		for _, x := range slices.Sorted(maps.Keys(byX)) {
			sum := summarise(byX[x], of.value)
			if math.IsNaN(sum.median) || math.IsInf(sum.median, 1) {
				continue
			}
			list = append(list, plot.Point{X: x, Y: sum.median, Low: min(sum.low, sum.median), Top: max(sum.top, sum.median)})
			xs, ys = append(xs, x), append(ys, sum.low, sum.top)
		}
		c.Line(l.name, i, list)
	}
	if len(slices.Compact(slices.Sorted(slices.Values(xs)))) < 2 {
		return false, nil
	}
	if of.limit > 0 && slices.Max(ys) > of.limit/10 {
		c.Level("the limit", of.limit)
		ys = append(ys, of.limit)
	}
	low, top := plot.Decades(ys)
	plot.LogAxis(c.Y, low, top, of.tick)
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

// lightsAxis has marks at the sizes that were measured, or at powers of ten if boards are large.
func lightsAxis(a *plot.Axis, values []float64) {
	if slices.Max(values) < largeBoard {
		plot.MarkedAxis(a, values)
		return
	}
	low, top := plot.Decades(values)
	plot.LogAxis(a, low, top, plot.Power)
}

func (s *section) times() costs {
	return costs{timeLabel(s.results[0].Question), drawnTime, decade, s.results[0].Timeout}
}

func (s *section) timeOverSize(file string) (bool, error) {
	return s.overSize(file, s.lines(), s.times())
}

func (s *section) perPuzzle(file string) (bool, error) {
	each := func(r *Result) float64 { return drawnTime(r) / float64(max(r.Batch, 1)) }
	return s.overSize(file, s.lines(), costs{"CPU time per puzzle", each, decade, math.Inf(1)})
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

func (s *section) clausesOverSize(file string) (bool, error) {
	f := s.formulas()
	return f.overSize(file, f.lines(), costs{"clauses", func(r *Result) float64 { return float64(r.Clauses) }, plot.Power, 0})
}

func (s *section) variablesOverSize(file string) (bool, error) {
	f := s.formulas()
	return f.overSize(file, f.lines(), costs{"variables", func(r *Result) float64 { return float64(r.Vars) }, plot.Power, 0})
}
