package bench

import (
	"bytes"
	"encoding/csv"
	"fmt"
	"io"
	"maps"
	"math"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"

	"lightsout/internal/whole"
)

// reportFile has the tables, and shows the plots.
const reportFile = "report.md"

// Report turns the results in a folder into a table of all measurements (results.csv), plots (SVG)
// and a report with tables of medians that shows them (report.md). It writes them to the same folder
// and returns the name of the report.
func Report(dir string) (string, error) {
	results, err := readResults(dir)
	if err != nil {
		return "", err
	}
	if len(results) == 0 {
		return "", fmt.Errorf("%s holds no results", dir)
	}
	machines, err := readMachines(dir)
	if err != nil && !os.IsNotExist(err) {
		return "", err
	}
	var rows bytes.Buffer
	if err := writeCSV(&rows, results); err != nil {
		return "", err
	}
	if err := whole.WriteFile(filepath.Join(dir, csvFile), rows.Bytes()); err != nil {
		return "", err
	}
	var text bytes.Buffer
	for _, suite := range distinct(results, func(r *Result) string { return r.Suite }) {
		s := &section{dir: dir, suite: suite}
		for i := range results {
			if results[i].Suite == suite {
				s.results = append(s.results, &results[i])
			}
		}
		if err := s.write(&text); err != nil {
			return "", err
		}
	}
	writeMachines(&text, machines)
	file := filepath.Join(dir, reportFile)
	return file, whole.WriteFile(file, text.Bytes())
}

// writeCSV writes results as a table with a column for each field.
func writeCSV(w io.Writer, results []Result) error {
	out := csv.NewWriter(w)
	var names []string
	for f := range reflect.TypeFor[Result]().Fields() {
		names = append(names, f.Tag.Get("json"))
	}
	if err := out.Write(names); err != nil {
		return err
	}
	for _, r := range results {
		var cells []string
		for _, v := range reflect.ValueOf(r).Fields() {
			cells = append(cells, fmt.Sprint(v))
		}
		if err := out.Write(cells); err != nil {
			return err
		}
	}
	out.Flush()
	return out.Error()
}

// section is the part of a report about one suite.
type section struct {
	dir     string
	suite   string
	part    string // which of the results, in words; "" is all
	results []*Result
}

func distinct[R any](list []R, of func(*R) string) []string {
	var names []string
	for i := range list {
		if n := of(&list[i]); !slices.Contains(names, n) {
			names = append(names, n)
		}
	}
	return names
}

// contestants lists the contestants in the order of the suite.
func (s *section) contestants() []string {
	names := distinct(s.results, func(r **Result) string { return (*r).Contestant })
	place := map[string]int{}
	if suite, err := builtIn(s.suite); err == nil {
		pairs, _ := suite.pairs(Options{Peers: true, Repeat: 1})
		for i, p := range slices.Backward(pairs) {
			place[p.Contestant] = i // of the first
		}
	}
	slices.SortStableFunc(names, func(a, b string) int { return place[a] - place[b] })
	return names
}

// only keeps the results that satisfy a condition.
func (s *section) only(keep func(*Result) bool) *section {
	part := &section{dir: s.dir, suite: s.suite, part: s.part}
	for _, r := range s.results {
		if keep(r) {
			part.results = append(part.results, r)
		}
	}
	return part
}

func (s *section) of(contestant string) *section {
	return s.only(func(r *Result) bool { return r.Contestant == contestant })
}

// sizes lists the sizes in increasing order.
func (s *section) sizes() []int {
	var list []int
	for _, r := range s.results {
		if !slices.Contains(list, r.Size) {
			list = append(list, r.Size)
		}
	}
	slices.Sort(list)
	return list
}

func (s *section) sized(size int) *section {
	return s.only(func(r *Result) bool { return r.Size == size })
}

// cpu is the time that contestants are compared by: of the child, or of one shot where it decoded many.
func cpu(r *Result) float64 {
	if r.Question == askDecode {
		return r.Shot
	}
	return r.CPU
}

// limits is the limit of CPU time, or its range where runs differ.
func (s *section) limits() string {
	low, high := s.results[0].Timeout, s.results[0].Timeout
	for _, r := range s.results {
		low, high = min(low, r.Timeout), max(high, r.Timeout)
	}
	if low == high {
		return decade(low)
	}
	return fmt.Sprintf("its limit (the limits range from %s to %s here, so failures weigh differently)", decade(low), decade(high))
}

func (s *section) write(w io.Writer) error {
	fmt.Fprintf(w, "# Suite %s\n\n", s.suite)
	if suite, err := builtIn(s.suite); err == nil {
		fmt.Fprintf(w, "%s%s.\n\n", strings.ToUpper(suite.About[:1]), suite.About[1:])
	}
	fmt.Fprintf(w, "CPU time of one child process, including its start: the median over the seeds. In parentheses is its\n"+
		"95 %% confidence interval (bootstrap over the seeds) or, for fewer than %d seeds, the range. A dash means\n"+
		"that no seed was answered within %s of CPU time. PAR-2 is the mean CPU time, counting twice the limit\n"+
		"for each failure. A contestant that gives up on every seed of a size skips the larger sizes, and those\n"+
		"count as failures. Missing peers are not counted.\n\n", enoughSeeds, s.limits())
	s.totals(w)
	if err := s.showAll(w, "Answered over time", "cactus", (*section).cactus); err != nil {
		return err
	}
	if err := s.curves(w); err != nil {
		return err
	}
	for _, part := range s.families() {
		if err := part.family(w, part.results[0].Family, part.results[0].Question); err != nil {
			return err
		}
	}
	return nil
}

// families are the parts of one family and question each.
func (s *section) families() []*section {
	key := func(r **Result) string { return (*r).Family + "|" + string((*r).Question) }
	var list []*section
	for _, k := range distinct(s.results, key) {
		list = append(list, s.only(func(r *Result) bool { return key(&r) == k }))
	}
	return list
}

// show draws a plot and links it.
func (s *section) show(w io.Writer, title, name string, draw func(file string) (bool, error)) error {
	file := fmt.Sprintf("%s-%s.svg", s.suite, name)
	drawn, err := draw(filepath.Join(s.dir, file))
	if err != nil || !drawn {
		return err
	}
	fmt.Fprintf(w, "![%s: %s](%s)\n\n", s.suite, title, file)
	return nil
}

// mostCurves is how many contestants a plot can show. More are drawn solver by solver.
const mostCurves = 20

// showAll draws one plot, or one for each solver if there are too many contestants.
func (s *section) showAll(w io.Writer, title, name string, draw func(s *section, file string) (bool, error)) error {
	if len(s.contestants()) <= mostCurves {
		return s.show(w, title, name, func(file string) (bool, error) { return draw(s, file) })
	}
	solver := func(r **Result) string { name, _, _ := strings.Cut((*r).Contestant, " "); return name }
	for _, who := range distinct(s.results, solver) {
		part := s.only(func(r *Result) bool { return solver(&r) == who })
		part.part = who
		err := part.show(w, title+", "+who, name+"-"+slugOf(who), func(file string) (bool, error) { return draw(part, file) })
		if err != nil {
			return err
		}
	}
	return nil
}

// columns are the outcomes that the totals show: the usual ones, and others where they happened.
func (s *section) columns() []outcome {
	usual := []outcome{gaveUp, outOfMemory, skipped, wrong, failed}
	return slices.DeleteFunc(slices.Clone(outcomes), func(o outcome) bool {
		happened := slices.ContainsFunc(s.results, func(r *Result) bool { return r.Outcome == o })
		return o.Right() || o == missing || !happened && !slices.Contains(usual, o)
	})
}

// words is the outcome as a heading.
func (o outcome) words() string { return strings.ReplaceAll(string(o), "-", " ") }

// totals has one line for each contestant.
func (s *section) totals(w io.Writer) {
	columns := s.columns()
	t := table{head: []string{"contestant", "right"}}
	for _, o := range columns {
		t.head = append(t.head, o.words())
	}
	t.head = append(t.head, "PAR-2", "peak memory")
	var absent []string
	asked := map[int]bool{}
	for _, name := range s.contestants() {
		part := s.of(name)
		n := map[outcome]int{}
		peak := int64(0)
		for _, r := range part.results {
			n[r.Outcome]++
			peak = max(peak, r.Peak)
		}
		if n[missing] == len(part.results) {
			absent = append(absent, name)
			continue
		}
		asked[len(part.results)] = true
		row := []string{name, fmt.Sprintf("%d of %d", n[solved]+n[refuted], len(part.results))}
		for _, o := range columns {
			row = append(row, blankZero(n[o]))
		}
		memory := ""
		if peak > 0 {
			memory = mebibytes(float64(peak))
		}
		t.add(append(row, seconds(par2(part.results)), memory)...)
	}
	t.write(w)
	if len(asked) > 1 {
		fmt.Fprintf(w, "\nNot every contestant ran on every instance: compare PAR-2 only between those with the same number of\nruns. The tables below compare all.\n")
	}
	if len(absent) > 0 {
		fmt.Fprintf(w, "\nNot installed: %s.\n", strings.Join(absent, ", "))
	}
	fmt.Fprintln(w)
}

func blankZero(n int) string {
	if n == 0 {
		return ""
	}
	return fmt.Sprint(n)
}

// family writes the tables and plots of one family and question.
func (s *section) family(w io.Writer, family string, q question) error {
	title := fmt.Sprintf("%s, %s", family, q.words())
	fmt.Fprintf(w, "## %s\n\n", title)
	if q == askDecode {
		fmt.Fprintf(w, "This program decodes a batch in one child, each shot %d times, of which the fastest counts. Other solvers are\nasked about the first shot of each seed, and their time is the CPU time of the child.\n\n", rounds)
	}
	plot := family + "-" + string(q)
	sizes := s.sizes()
	head := []string{"size (lights, nullity)"}
	for _, n := range sizes {
		at := s.sized(n).results[0]
		head = append(head, fmt.Sprintf("%d (%d%s)", n, at.Lights, nullityWord(at.Nullity)))
	}
	t := table{head: head}
	switch {
	case q == askDecode:
		t = s.shots()
	case len(sizes) > mostColumns:
		t = s.overall()
	default:
		for _, name := range s.contestants() {
			row := []string{name}
			for _, n := range sizes {
				row = append(row, summarise(s.of(name).sized(n).results, cpu).timed())
			}
			t.add(row...)
		}
	}
	t.write(w)
	fmt.Fprintln(w)
	if q.engine() == "" && !s.large() { // large boards have curves
		s.growths(w)
	}
	if q == askBatch {
		s.distribution(w)
		return s.show(w, title+": CPU time per puzzle", plot, s.perPuzzle)
	}
	if err := s.showAll(w, title+": "+timeLabel(q), plot, (*section).timeOverSize); err != nil {
		return err
	}
	if s.large() {
		if err := s.showAll(w, title+": peak memory", plot+"-memory", (*section).memoryOverSize); err != nil {
			return err
		}
	}
	if q != askAny && q != askAtMost {
		return nil // the formula is the same as for another question, or grows during the search
	}
	if err := s.show(w, title+": clauses", plot+"-clauses", s.clausesOverSize); err != nil {
		return err
	}
	return s.show(w, title+": variables", plot+"-variables", s.variablesOverSize)
}

// shots is a table of the time per shot: a line for each code and contestant.
func (s *section) shots() table {
	t := table{head: []string{"size (bits, checks)", "contestant", "median", "worst", "shots", "shots a second", "unfinished"}}
	for _, n := range s.sizes() {
		for _, name := range s.contestants() {
			part := s.of(name).sized(n)
			sum := summarise(part.results, cpu)
			if sum.runs == 0 {
				continue
			}
			at := part.results[0]
			row := []string{fmt.Sprintf("%d (%d, %d)", n, at.Switches, at.Lights), name, limited(sum.median), "", "", "", blankZero(sum.runs - sum.right)}
			if sum.right > 0 {
				worst, shots := part.shotTotals()
				row[3], row[4] = seconds(worst), fmt.Sprint(shots)
				row[5] = thousands(1 / sum.median)
			}
			t.add(row...)
		}
	}
	return t
}

// shotTotals is the time of the slowest shot that was answered, and how many were.
func (s *section) shotTotals() (worst float64, shots int) {
	for _, r := range s.results {
		if r.Outcome.Right() {
			worst, shots = max(worst, r.WorstShot), shots+r.Batch
		}
	}
	return worst, shots
}

// mostColumns is how many sizes a table shows side by side. The puzzles of a file may be more.
const mostColumns = 20

// overall is a table of all puzzles together.
func (s *section) overall() table {
	t := table{head: []string{"all sizes or puzzles together", "right", "CPU time", "PAR-2"}}
	for _, name := range s.contestants() {
		part := s.of(name).results
		sum := summarise(part, cpu)
		t.add(name, fmt.Sprintf("%d of %d", sum.right, sum.runs), sum.timed(), seconds(par2(part)))
	}
	return t
}

// growths fits how the time of each contestant grows with the board, where there are sizes enough. The
// contestants are compared by one law.
func (s *section) growths(w io.Writer) {
	var names []string
	var list []growth
	for _, name := range s.contestants() {
		if g := s.of(name).growth(cpu, measurable); !math.IsNaN(g.power.slope) {
			names, list = append(names, name), append(list, g)
		}
	}
	if len(list) == 0 {
		return
	}
	laws := []string{"time doubles every", "R² of a power of the lights"}
	best := lawOf(list)
	if best == powerLaw {
		laws = []string{"time grows as", "R² of doubling"}
	}
	t := table{head: []string{"growth", laws[0], "95 % interval", "sizes", "R²", laws[1]}}
	for i, g := range list {
		is, other := g.exponential, g.power
		if best == powerLaw {
			is, other = other, is
		}
		t.add(names[i], best.words(is.slope), best.interval(is.within), fmt.Sprint(g.sizes), fmt.Sprintf("%.2f", is.r2), fmt.Sprintf("%.2f", other.r2))
	}
	fmt.Fprintf(w, "Growth: a line through the logarithms of the medians, over sizes that take at least %s and that most seeds\n"+
		"answered; the interval is a bootstrap over the seeds. Of two laws, that time doubles with every so many lights and that\n"+
		"it grows as a power of the lights, the table has the one that fits better.\n\n", seconds(measurable))
	t.write(w)
	fmt.Fprintln(w)
}

// words is a slope as people say it.
func (l law) words(slope float64) string {
	if l == powerLaw {
		return fmt.Sprintf("lights^%.2f", slope)
	}
	return perLights(1 / slope)
}

// interval is that of a slope; blank if there is none.
func (l law) interval(of interval) string {
	switch {
	case math.IsNaN(of.low):
		return ""
	case l == exponentialLaw: // reciprocals turn the ends
		of.low, of.top = of.top, of.low
	}
	return fmt.Sprintf("%s to %s", l.words(of.low), l.words(of.top))
}

// growth fits the results of one contestant on one family. A cost of 0 was not measured.
func (s *section) growth(value func(*Result) float64, least float64) growth {
	var lights []float64
	var costs [][]float64
	for _, n := range s.sizes() {
		part := s.sized(n).results
		list := slices.DeleteFunc(timesOf(part, value), func(c float64) bool { return c == 0 })
		if len(list) > 0 {
			lights, costs = append(lights, float64(part[0].Lights)), append(costs, list)
		}
	}
	return fitGrowth(lights, costs, least)
}

// never stands for times that do not grow.
const never = "never"

// perLights is a number of lights after which time doubles; not all times grow.
func perLights(n float64) string {
	if n < 0 || n > 9999 {
		return never
	}
	return fmt.Sprintf("%.1f lights", n)
}

func nullityWord(k int) string {
	if k < 0 {
		return ""
	}
	return fmt.Sprintf(", %d", k)
}

// distribution compares the batches of the generators with uniform draws.
func (s *section) distribution(w io.Writer) {
	fmt.Fprint(w, "Different puzzles in a batch, the number expected of uniform draws, and the mean of the fewest presses:\n\n")
	sizes := s.sizes()
	head := []string{"size"}
	for _, n := range sizes {
		head = append(head, fmt.Sprint(n))
	}
	t := table{head: head}
	for _, name := range s.contestants() {
		row := []string{name}
		for _, n := range sizes {
			cell := ""
			for _, r := range s.of(name).sized(n).results {
				if r.Outcome != solved {
					continue
				}
				cell = fmt.Sprintf("%d of %d, uniform: %.0f", r.Distinct, r.Batch, r.Expected)
				if r.MeanFewest >= 0 {
					cell += fmt.Sprintf("; %.1f presses", r.MeanFewest)
				}
				break // one seed is enough
			}
			row = append(row, cell)
		}
		t.add(row...)
	}
	t.write(w)
	fmt.Fprintln(w)
}

// writeMachines describes the machines and settings of the runs.
func writeMachines(w io.Writer, machines []machine) {
	if len(machines) == 0 {
		return
	}
	fmt.Fprint(w, "# Where this was measured\n\n")
	for _, m := range machines {
		fmt.Fprintf(w, "- run %s, suite %s: %s, %d cores, %d GiB, %s; load %.1f when it began; commit %s, %s; %s of CPU time and %d MiB per child, %d at a time\n",
			m.Run, m.Suite, m.CPU, m.Cores, m.Memory>>30, m.System, m.Load, m.Commit, m.Go, decade(m.Timeout), m.Limit>>20, m.Jobs)
		var versions []string
		for _, name := range slices.Sorted(maps.Keys(m.Versions)) {
			versions = append(versions, name+" "+m.Versions[name])
		}
		fmt.Fprintf(w, "  versions: %s\n", strings.Join(versions, ", "))
	}
}
