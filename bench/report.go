package bench

import (
	"cmp"
	"fmt"
	"maps"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"lightsout/internal/atomicfile"
)

// Report turns the results in a folder into plots (SVG and PDF) and a report with tables that shows them, in one of [Formats]: report.md, report.tex or report.html. It
// writes them to the same folder and returns the name of the report.
func Report(dir, format string) (string, error) {
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
	all := &section{dir: dir}
	for i := range results {
		all.results = append(all.results, &results[i])
	}
	doc := &document{format: format}
	doc.begin("Benchmark results")
	for _, suite := range distinct(results, func(r *Result) string { return r.Suite }) {
		s := all.only(func(r *Result) bool { return r.Suite == suite })
		if s.suite = suite; s.write(doc) != nil {
			return "", s.err
		}
	}
	all.conditions(doc, machines)
	doc.end()
	file := filepath.Join(dir, "report."+extensions[format])
	return file, atomicfile.WriteFile(file, doc.Bytes())
}

// section is some of the results of one suite.
type section struct {
	dir     string
	suite   string
	results []*Result
	err     error // of drawing
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

// contestants lists them in the order of the solvers, and for each in that of the encodings.
func (s *section) contestants() []string {
	names := distinct(s.results, func(r **Result) string { return (*r).Contestant })
	solvers, encodings := solverOrder(), encodingOrder()
	order := func(name string) []int {
		xor, card, _ := strings.Cut(encodingOf(name), " ")
		return []int{place(solvers, solverOf(name)), place(encodings, xor), place(countingNames(), card)}
	}
	slices.SortStableFunc(names, func(a, b string) int { return slices.Compare(order(a), order(b)) })
	return names
}

// only keeps the results that satisfy a condition.
func (s *section) only(keep func(*Result) bool) *section {
	part := &section{dir: s.dir, suite: s.suite}
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

func (s *section) sized(size int) *section {
	return s.only(func(r *Result) bool { return r.Size == size })
}

// ran keeps what was run.
func (s *section) ran() *section { return s.only(func(r *Result) bool { return r.Outcome.Ran() }) }

// sizes lists the sizes in increasing order.
func (s *section) sizes() []int {
	found := map[int]bool{}
	for _, r := range s.results {
		found[r.Size] = true
	}
	return slices.Sorted(maps.Keys(found))
}

// fair keeps as much as possible such that all contestants ran on the same instances, so that a plot compares
// like with like: the instances of some contestant, and everyone who ran on all of these. The others are named.
func (s *section) fair() (fair *section, others []string) {
	runs := map[string]map[string]bool{}
	for _, r := range s.results {
		if runs[r.Contestant] == nil {
			runs[r.Contestant] = map[string]bool{}
		}
		if r.Outcome.Ran() {
			runs[r.Contestant][r.instance()] = true
		}
	}
	covers := func(name string, instances map[string]bool) bool {
		for i := range instances {
			if !runs[name][i] {
				return false
			}
		}
		return true
	}
	var best map[string]bool
	score := 0
	for _, name := range s.contestants() {
		n := 0
		for other := range runs {
			if covers(other, runs[name]) {
				n++
			}
		}
		if n*len(runs[name]) > score {
			best, score = runs[name], n*len(runs[name])
		}
	}
	for _, name := range s.contestants() {
		if !covers(name, best) && len(runs[name]) > 0 {
			others = append(others, name)
		}
	}
	return s.only(func(r *Result) bool { return best[r.instance()] && covers(r.Contestant, best) }), others
}

// write reports on one suite.
func (s *section) write(d *document) error {
	d.heading(1, "Suite "+s.suite)
	if suite, err := builtIn(s.suite); err == nil {
		d.paragraph(strings.ToUpper(suite.About[:1]) + suite.About[1:] + ".")
	}
	d.paragraph("Times are CPU times of one child process, with its start. A time in a table is the median over the seeds; a dash means that " +
		"most seeds were not answered within the limit. PAR-2 is the mean CPU time, counting twice the limit for each failure. In parentheses are " +
		"95 % confidence intervals (bootstrap over the runs). What did not run enters no score.")
	s.totals(d)
	s.notRun(d)
	fair, others := s.fair()
	fair.show(d, "cactus", "Instances answered within a time", (*section).cactus)
	fair.scatters(d)
	if len(others) > 0 {
		d.paragraph("Not drawn, because they did not run on all of these instances: " + strings.Join(others, ", ") + ".")
	}
	s.duels(d)
	s.err = fair.err
	key := func(r **Result) string { return (*r).Family + "|" + string((*r).Question) }
	for _, k := range distinct(s.results, key) {
		part := s.only(func(r *Result) bool { return key(&r) == k })
		part.family(d)
		s.err = cmp.Or(s.err, part.err)
	}
	return s.err
}

// totals has one line for each contestant.
func (s *section) totals(d *document) {
	columns := slices.DeleteFunc(slices.Clone(outcomes), func(o outcome) bool {
		return o.Right() || !slices.ContainsFunc(s.results, func(r *Result) bool { return r.Outcome == o })
	})
	t := table{head: []string{"contestant", "solved", "PAR-2", "95 % interval"}}
	for _, o := range columns {
		t.head = append(t.head, o.words())
	}
	t.head = append(t.head, "peak memory")
	asked := map[int]bool{}
	for _, name := range s.contestants() {
		part := s.of(name)
		n, ran, peak := map[outcome]int{}, 0, int64(0)
		for _, r := range part.results {
			n[r.Outcome]++
			if r.Outcome.Ran() {
				ran++
			}
			peak = max(peak, r.Peak)
		}
		row := []string{name, "", "", ""}
		if ran > 0 {
			asked[ran] = true
			score, within := par2(part.results)
			row = []string{name, fmt.Sprintf("%d of %d", n[solved]+n[refuted], ran), seconds(score), within.String()}
		}
		for _, o := range columns {
			row = append(row, blankZero(n[o]))
		}
		t.add(append(row, mebibytes(peak))...)
	}
	d.table(t)
	if len(asked) > 1 {
		d.paragraph("Not every contestant ran on every instance: compare PAR-2 only between those with the same number of runs.")
	}
}

func blankZero(n int) string {
	if n == 0 {
		return ""
	}
	return fmt.Sprint(n)
}

func mebibytes(bytes int64) string {
	if bytes == 0 {
		return ""
	}
	return fmt.Sprintf("%d MiB", bytes>>20)
}

// notRun says who was not run, how often, and why.
func (s *section) notRun(d *document) {
	t := table{head: []string{"not run", "why", "pairs", "for instance"}}
	rows := map[[2]string]int{}
	for _, r := range s.results {
		if r.Outcome.Ran() {
			continue
		}
		key := [2]string{r.Contestant, strings.TrimSuffix(r.Outcome.words()+": "+r.Note, ": ")}
		if rows[key] == 0 {
			t.add(key[0], key[1], "", r.Instance)
		}
		rows[key]++
	}
	for _, row := range t.rows {
		row[2] = fmt.Sprint(rows[[2]string{row[0], row[1]}])
	}
	if len(t.rows) > 0 {
		d.table(t)
	}
}

// mostLines is how many contestants a plot can show. More are drawn solver by solver.
const mostLines = 10

// show draws a plot, or one for each solver if there are too many contestants, and shows it.
func (s *section) show(d *document, name, title string, draw func(s *section, title, file string) (bool, error)) {
	if len(s.contestants()) > mostLines {
		for _, who := range distinct(s.results, func(r **Result) string { return solverOf((*r).Contestant) }) {
			part := s.only(func(r *Result) bool { return solverOf(r.Contestant) == who })
			if n := len(part.contestants()); n <= 2*mostLines && n < len(s.contestants()) {
				part.show(d, name+"-"+slugOf(who), title+", "+who, draw)
				s.err = cmp.Or(s.err, part.err)
			}
		}
		return
	}
	file := s.suite + "-" + name
	there, err := draw(s, title, file)
	s.err = cmp.Or(s.err, err)
	if there && err == nil {
		d.figure(title, file)
	}
}

// scatters sets the two best contestants of each solver against each other.
func (s *section) scatters(d *document) {
	best := map[string][]string{}
	score := func(name string) float64 { return mean(penalties(s.of(name).results)) }
	for _, name := range s.contestants() {
		best[solverOf(name)] = append(best[solverOf(name)], name)
	}
	for _, solver := range slices.Sorted(maps.Keys(best)) {
		names := best[solver]
		slices.SortStableFunc(names, func(a, b string) int { return cmp.Compare(score(a), score(b)) })
		if len(names) < 2 {
			continue
		}
		file := fmt.Sprintf("%s-scatter-%s", s.suite, slugOf(solver))
		there, err := s.scatter(names[0], names[1], file)
		s.err = cmp.Or(s.err, err)
		if there && err == nil {
			d.figure(fmt.Sprintf("%s against %s, instance by instance", names[0], names[1]), file)
		}
	}
}

// duels compares the contestants pair by pair, solver by solver if there are too many.
func (s *section) duels(d *document) {
	ran := s.ran()
	groups := [][]string{ran.contestants()}
	if len(groups[0]) > mostLines {
		groups = nil
		for _, who := range distinct(ran.results, func(r **Result) string { return solverOf((*r).Contestant) }) {
			groups = append(groups, slices.DeleteFunc(ran.contestants(), func(c string) bool { return solverOf(c) != who }))
		}
	}
	first := true
	for _, names := range groups {
		if len(names) < 2 {
			continue
		}
		if first {
			d.heading(2, "Pair by pair")
			d.paragraph("The geometric mean of the row's CPU time divided by the column's, where both are right; how often the row was faster or " +
				"slower, failures being slowest; a star where a sign test finds that difference at 5 %, with Holm's correction for all pairs of the table.")
			first = false
		}
		d.table(ran.duelTable(names))
	}
}

func (s *section) duelTable(names []string) table {
	parts := map[string][]*Result{}
	for _, name := range names {
		parts[name] = s.of(name).results
	}
	found := map[[2]string]*duel{}
	var all []*duel
	for i, a := range names {
		for _, b := range names[:i] {
			d := meet(parts[a], parts[b])
			found[[2]string{a, b}] = &d
			all = append(all, &d)
		}
	}
	correct(all)
	t := table{head: append([]string{""}, names...)}
	for _, a := range names {
		row := []string{a}
		for _, b := range names {
			cell := ""
			if d := found[[2]string{a, b}]; d != nil {
				cell = d.cell()
			} else if d := found[[2]string{b, a}]; d != nil {
				cell = d.reversed().cell()
			}
			row = append(row, cell)
		}
		t.add(row...)
	}
	return t
}

// cell is the duel in a table.
func (d *duel) cell() string {
	if d.wins+d.losses == 0 {
		return ""
	}
	text := fmt.Sprintf("%d:%d", d.wins, d.losses)
	if len(d.ratios) > 0 {
		text = fmt.Sprintf("%.2f (%s)", geometricMean(d.ratios), text)
	}
	if d.p < 0.05 {
		text += "*"
	}
	return text
}

// mostColumns is how many sizes a table shows side by side. The puzzles of a file may be more.
const mostColumns = 12

// family reports on one family and question.
func (s *section) family(d *document) {
	first := s.results[0]
	title := fmt.Sprintf("%s, %s", first.Family, first.Question.words())
	d.heading(2, title)
	sizes := s.sizes()
	t := table{head: []string{"size (lights, nullity)"}}
	if len(sizes) > mostColumns {
		sizes = nil
		t.head = []string{"all sizes or puzzles together", "solved", "median"}
	}
	for _, n := range sizes {
		at := s.sized(n).results[0]
		t.head = append(t.head, strings.TrimSuffix(fmt.Sprintf("%d (%d, %s", n, at.Lights, optional(at.Nullity)), ", ")+")")
	}
	var grown []growth
	for _, name := range s.contestants() {
		part := s.of(name)
		row := []string{name}
		if sizes == nil {
			row = append(row, part.answered(), part.cell())
		}
		for _, n := range sizes {
			row = append(row, part.sized(n).cell())
		}
		t.add(row...)
		grown = append(grown, part.growth())
	}
	d.table(t)
	s.growths(d, grown)
	s.formulas(d)
	// Whoever ran on a size ran on all its seeds, so that every point compares like with like.
	ran := s.ran()
	ran.show(d, first.Family+"-"+string(first.Question), title, (*section).scaling)
	s.err = ran.err
}

func optional(n *int) string {
	if n == nil {
		return ""
	}
	return fmt.Sprint(*n)
}

// answered is how many runs of a contestant were answered.
func (s *section) answered() string {
	all := timesOf(s.results)
	right := slices.DeleteFunc(slices.Clone(all), func(t float64) bool { return math.IsInf(t, 1) })
	return fmt.Sprintf("%d of %d", len(right), len(all))
}

// cell is the median of a contestant's runs with its interval, and how many were answered if not all were.
func (s *section) cell() string {
	all := timesOf(s.results)
	if len(all) == 0 {
		if len(s.results) > 0 {
			return s.results[0].Outcome.words()
		}
		return ""
	}
	text := seconds(median(all))
	if len(all) > 1 {
		text += fmt.Sprintf(" (%v)", bootstrap([][]float64{all}, func(drawn [][]float64) float64 { return median(drawn[0]) }))
	}
	if slices.ContainsFunc(all, func(t float64) bool { return math.IsInf(t, 1) }) {
		text += ", " + s.answered()
	}
	return text
}

// growth fits the results of one contestant on one family.
func (s *section) growth() growth {
	var lights []float64
	var times [][]float64
	for _, n := range s.sizes() {
		part := s.sized(n).results
		lights, times = append(lights, float64(part[0].Lights)), append(times, timesOf(part))
	}
	return fitGrowth(lights, times)
}

// growths shows how the time of each contestant grows with the board.
func (s *section) growths(d *document, list []growth) {
	if !slices.ContainsFunc(list, func(g growth) bool { return g.sizes >= enoughSizes }) {
		if slices.ContainsFunc(list, func(g growth) bool { return g.sizes > 0 }) {
			d.paragraph(fmt.Sprintf("Growth: too few sizes; a line takes %d that take at least %s and that most seeds answered.", enoughSizes, seconds(measurable)))
		}
		return
	}
	d.paragraph(fmt.Sprintf("Growth: a line through the logarithms of the medians over the sizes that take at least %s and that most seeds answered, "+
		"if these are %d or more and R² ≥ %v, else too few; the interval is a bootstrap over the seeds.", seconds(measurable), enoughSizes, enoughR2))
	t := table{head: []string{"growth", "time doubles every", "95 % interval", "sizes", "R²"}}
	for i, name := range s.contestants() {
		g := list[i]
		switch {
		case g.sizes < enoughSizes:
			t.add(name, "too few", "", fmt.Sprint(g.sizes), "")
		case g.r2 < enoughR2:
			t.add(name, "too few", "", fmt.Sprint(g.sizes), fmt.Sprintf("%.2f", g.r2))
		default: // reciprocals turn the ends
			t.add(name, doubling(g.slope), doubling(g.within.top)+" to "+doubling(g.within.low), fmt.Sprint(g.sizes), fmt.Sprintf("%.2f", g.r2))
		}
	}
	d.table(t)
}

// doubling is a slope as people say it.
func doubling(slope float64) string {
	if slope <= 1e-4 {
		return "never"
	}
	return fmt.Sprintf("%.1f lights", 1/slope)
}

// formulas has the size of each encoding's formula, at the largest size that all encodings took.
func (s *section) formulas(d *document) {
	formulas := s.only(func(r *Result) bool { return r.Vars > 0 })
	encodings := distinct(formulas.results, func(r **Result) string { return encodingOf((*r).Contestant) })
	for _, n := range slices.Backward(formulas.sizes()) {
		at := formulas.sized(n)
		t := table{head: []string{fmt.Sprintf("formula at size %d", n), "variables", "clauses", "literals", "literals per clause"}}
		for _, e := range encodings {
			i := slices.IndexFunc(at.results, func(r *Result) bool { return encodingOf(r.Contestant) == e })
			if i >= 0 {
				r := at.results[i]
				t.add(e, fmt.Sprint(r.Vars), fmt.Sprint(r.Clauses), fmt.Sprint(r.Literals), fmt.Sprintf("%.1f", float64(r.Literals)/float64(max(r.Clauses, 1))))
			}
		}
		if len(t.rows) == len(encodings) {
			d.table(t)
			return
		}
	}
}
