package bench

import (
	"fmt"
	"io"
	"math"
	"slices"
)

// largeBoard is the number of lights from which boards are large: costs are then compared over several
// powers of ten, as powers of the lights.
const largeBoard = 10_000

// mostLines is how many boards a plot of cost curves shows: as many as there are colours.
const mostLines = 7

// large reports whether this is about large boards of several sizes.
func (s *section) large() bool {
	return len(s.sizes()) >= 3 && slices.ContainsFunc(s.results, func(r *Result) bool { return r.Lights >= largeBoard })
}

// measuredMemory are the results whose peak is known: a child may end before anybody looks.
func (s *section) measuredMemory() *section {
	return s.only(func(r *Result) bool { return r.Peak > 0 || !r.Outcome.Right() })
}

func peak(r *Result) float64 { return float64(r.Peak) }

// memory is drawn in MiB, so that its decades have plain labels.
func memory() costs {
	return costs{"peak memory", func(r *Result) float64 { return peak(r) / (1 << 20) }, func(m float64) string { return mebibytes(m * (1 << 20)) }, 0}
}

func (s *section) memoryOverSize(file string) (bool, error) {
	m := s.measuredMemory()
	return m.overSize(file, m.lines(), memory())
}

// curve is what one contestant needs on the boards of one family as they grow.
type curve struct {
	board        string // the family, and the question unless it is any answer
	who          string
	part         *section
	time, memory growth
}

// start is what starting a child takes: the time of the cheapest answer, and what [LeastMemory] allows for.
func (s *section) start() (time, memory float64) {
	time = math.Inf(1)
	for _, r := range s.results {
		if r.Outcome.Right() {
			time = min(time, r.CPU)
		}
	}
	return time, LeastMemory / 2
}

// beyond is a cost without that of starting, which would hide how the rest grows.
func beyond(start float64, value func(*Result) float64) func(*Result) float64 {
	return func(r *Result) float64 { return max(0, value(r)-start) }
}

// costCurves lists those of large boards.
func (s *section) costCurves() []curve {
	var list []curve
	time, memory := s.start()
	for _, f := range s.families() {
		if !f.large() || f.results[0].Question == askBatch {
			continue
		}
		board := f.results[0].Family
		if q := f.results[0].Question; q != askAny {
			board += ", " + q.words()
		}
		for _, who := range f.contestants() {
			part := f.of(who)
			list = append(list, curve{board, who, part, part.growth(beyond(time, cpu), measurable), part.growth(beyond(memory, peak), memory)})
		}
	}
	return list
}

// largest is the largest size that most seeds answered, 0 if there is none.
func (c curve) largest() int {
	for _, n := range slices.Backward(c.part.sizes()) {
		if m := summarise(c.part.sized(n).results, cpu).median; !math.IsInf(m, 1) && !math.IsNaN(m) {
			return n
		}
	}
	return 0
}

// asPower is the power of the lights that a cost grows as, and how well that fits; blank if too few sizes
// cost enough.
func (g growth) asPower() string {
	if math.IsNaN(g.power.slope) {
		return ""
	}
	return fmt.Sprintf("%s (R² %.2f)", powerLaw.words(g.power.slope), g.power.r2)
}

// tableOfCurves has a row for each.
func tableOfCurves(list []curve) table {
	t := table{head: []string{"boards", "contestant", "largest answered", "CPU time", "grows as", "peak memory", "grows as"}}
	for _, c := range list {
		n := c.largest()
		if n == 0 {
			t.add(c.board, c.who, "–", "", "", "", "")
			continue
		}
		at := c.part.sized(n)
		t.add(c.board, c.who, fmt.Sprintf("%d (%s lights)", n, grouped(at.results[0].Lights)),
			seconds(summarise(at.results, cpu).median), c.time.asPower(),
			mebibytes(summarise(at.measuredMemory().results, peak).median), c.memory.asPower())
	}
	return t
}

// grouped writes a number with a comma after every three digits.
func grouped(n int) string {
	text := fmt.Sprint(n)
	for i := len(text) - 3; i > 0; i -= 3 {
		text = text[:i] + "," + text[i:]
	}
	return text
}

// curves compares the costs of large boards: a table, and plots for each contestant.
func (s *section) curves(w io.Writer) error {
	list := s.costCurves()
	if len(list) == 0 {
		return nil
	}
	time, memory := s.start()
	fmt.Fprintf(w, "## Cost curves\n\nTime and memory as powers of the number of lights: a line through the logarithms of what the medians are\n"+
		"above %s and %s, the cost of starting, over three sizes or more where that is at least %s or %s.\n\n",
		seconds(time), mebibytes(memory), seconds(measurable), mebibytes(memory))
	t := tableOfCurves(list)
	t.write(w)
	fmt.Fprintln(w)
	for _, who := range s.contestants() {
		mine := slices.DeleteFunc(slices.Clone(list), func(c curve) bool { return c.who != who || c.largest() == 0 })
		plots := (len(mine) + mostLines - 1) / mostLines
		for i := range plots {
			some := mine[len(mine)*i/plots : len(mine)*(i+1)/plots]
			title, name := who, "curves-"+slugOf(who)
			if plots > 1 {
				title, name = fmt.Sprintf("%s, %d of %d", who, i+1, plots), fmt.Sprintf("%s-%d", name, i+1)
			}
			if err := s.showCurves(w, title, name, some); err != nil {
				return err
			}
		}
	}
	return nil
}

// showCurves draws the time and the memory of some curves.
func (s *section) showCurves(w io.Writer, title, name string, list []curve) error {
	var time, space []line
	of := &section{suite: s.suite, dir: s.dir, part: title}
	for _, c := range list {
		time = append(time, line{withPower(c.board, c.time), c.part.results})
		space = append(space, line{withPower(c.board, c.memory), c.part.measuredMemory().results})
		of.results = append(of.results, c.part.results...)
	}
	err := of.show(w, title+": CPU time", name+"-time", func(file string) (bool, error) {
		return of.overSize(file, time, of.times())
	})
	if err != nil {
		return err
	}
	return of.show(w, title+": peak memory", name+"-memory", func(file string) (bool, error) {
		return of.overSize(file, space, memory())
	})
}

// withPower is the name of a line in the legend, with its exponent.
func withPower(name string, g growth) string {
	if math.IsNaN(g.power.slope) {
		return name
	}
	return fmt.Sprintf("%s, %s", name, powerLaw.words(g.power.slope))
}
