package bench

import (
	"cmp"
	"encoding/json"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"

	"gonum.org/v1/gonum/stat"

	"lightsout/internal/atomicfile"
)

// Report turns the results in a folder into plots (SVG and PDF) and a report with tables that shows them, in one of [Formats]: report.md, report.tex or report.html. It
// writes them to the same folder and returns the name of the report.
func Report(dir, format string) (string, error) {
	all, err := readResults(dir)
	if err != nil {
		return "", err
	}
	machines, err := readMachines(dir)
	if err != nil && !os.IsNotExist(err) {
		return "", err
	}
	d := &folderReport{dir: dir}
	for _, part := range all.split(func(r *Result) string { return r.Suite }) {
		d.measured(part)
	}
	d.conditions(all.ran(), machines)
	if d.err != nil {
		return "", d.err
	}
	text, extension, err := d.write(format)
	if err != nil {
		return "", err
	}
	file := filepath.Join(dir, "report."+extension)
	return file, atomicfile.WriteFile(file, text)
}

// folderReport is a document about the results of a folder, which is where its plots go.
type folderReport struct {
	document
	dir string
	err error // of drawing
}

// results are some of those of a folder.
type results []*Result

// distinct lists the names of things, each once.
func distinct[T any](list []T, name func(T) string) []string {
	var names []string
	for _, item := range list {
		if n := name(item); !slices.Contains(names, n) {
			names = append(names, n)
		}
	}
	return names
}

// split groups the results by a key, in the order in which the keys first appear.
func (s results) split(key func(*Result) string) []results {
	var parts []results
	at := map[string]int{}
	for _, r := range s {
		i, there := at[key(r)]
		if !there {
			i = len(parts)
			at[key(r)], parts = i, append(parts, nil)
		}
		parts[i] = append(parts[i], r)
	}
	return parts
}

// only keeps the results that satisfy a condition.
func (s results) only(keep func(*Result) bool) results {
	return slices.DeleteFunc(slices.Clone(s), func(r *Result) bool { return !keep(r) })
}

func (s results) ran() results { return s.only(func(r *Result) bool { return r.Outcome.Ran() }) }

func (s results) right() results { return s.only(func(r *Result) bool { return r.Outcome.Right() }) }

func (s results) of(contestant string) results {
	return s.only(func(r *Result) bool { return r.Contestant == contestant })
}

func (s results) bySolver() []results {
	return s.split(func(r *Result) string { return solverOf(r.Contestant) })
}

func (s results) bySize() []results {
	parts := s.split(func(r *Result) string { return fmt.Sprint(r.Size) })
	slices.SortFunc(parts, func(a, b results) int { return a[0].Size - b[0].Size })
	return parts
}

// contestants lists them in the order of the solvers, and for each in that of the encodings.
func (s results) contestants() []string {
	names := distinct(s, func(r *Result) string { return r.Contestant })
	solvers, encodings, countings := solverOrder(), encodingOrder(), countingNames()
	order := func(name string) []int {
		xor, card, _ := strings.Cut(encodingOf(name), " ")
		return []int{place(solvers, solverOf(name)), place(encodings, xor), place(countings, card)}
	}
	slices.SortStableFunc(names, func(a, b string) int { return slices.Compare(order(a), order(b)) })
	return names
}

// mostLines is how many contestants a plot or a table of pairs can show. More are shown solver by solver.
const mostLines = 10

// groups are the results that are shown together.
func (s results) groups() []results {
	if len(s.contestants()) <= mostLines {
		return []results{s}
	}
	return s.bySolver()
}

// parts are comparisons of like with like: what some contestant ran on and no part before has, and everyone who ran on all of
// it. Every result is in at least one.
func (s results) parts() []results {
	onAll := func(base results) results {
		asked, runs := map[string]bool{}, map[string]int{}
		for _, r := range base {
			asked[r.puzzle()] = true
		}
		same := s.only(func(r *Result) bool { return asked[r.puzzle()] })
		for _, r := range same {
			runs[r.Contestant]++
		}
		return same.only(func(r *Result) bool { return runs[r.Contestant] == len(base) })
	}
	var parts []results
	shown := map[*Result]bool{}
	for left := s; len(left) > 0; left = left.only(func(r *Result) bool { return !shown[r] }) {
		var best results
		for _, name := range left.contestants() {
			if part := onAll(left.of(name)); len(part) > len(best) {
				best = part
			}
		}
		for _, r := range best {
			shown[r] = true
		}
		parts = append(parts, best)
	}
	return parts
}

// measured reports on one suite.
func (d *folderReport) measured(s results) {
	d.heading(1, "Suite "+s[0].Suite)
	var file suiteFile
	if text, err := suiteText(s[0].Suite); err == nil && json.Unmarshal(text, &file) == nil {
		d.paragraph(strings.ToUpper(file.About[:1]) + file.About[1:] + ".")
	}
	d.paragraph(fmt.Sprintf("A time is from the puzzle to the answer: the CPU time of one child process, with its start, and the time to write the "+
		"formula, which gini does within its child. An instance is a board with a question; a run is an instance with a seed. A time in a table of one family is the median over the seeds; a dash means that "+
		"most seeds were not answered within the limit. PAR-2 is the mean time, counting twice the limit for each failure; compare it between contestants with the same number of runs. In parentheses are "+
		"95 %% confidence intervals (bootstrap over the runs), where there are %d runs or more. What did not run enters no score.", enoughRuns))
	d.paragraph(fmt.Sprintf("Contestants are compared on runs that all of them made. Mean times are geometric and over these runs; where a failure counts as "+
		"the limit, the mean is a lower bound (>). Mean conflicts are shifted geometric means, by %d, over the runs that all who tell their conflicts answered.", conflictShift))
	d.paragraph("Tables of pairs compare instances, by the medians over the seeds. They have the geometric mean of the row's time divided by the column's, where both are right; on how many instances the row was faster and " +
		"slower, failures being slowest; and a star where a sign test finds that difference at 5 %, with Holm's correction for all pairs of the table.")
	d.paragraph("Where two encodings give a solver the same clauses, in the same or another order, they are not compared, and the tables say so. How much the times differ nevertheless is the noise: " +
		"a smaller factor between two encodings means nothing.")
	d.paragraph(fmt.Sprintf("Growth is a line through the logarithms of the medians over the sizes that take at least %s and that most seeds answered, "+
		"if these are %d or more and R² ≥ %v; the interval is a bootstrap over the seeds.", seconds(measurable), enoughSizes, enoughR2))
	d.totals(s)
	d.notRun(s)
	for k, part := range s.ran().parts() {
		d.compare(part, k)
	}
	for _, part := range s.split((*Result).family) {
		d.family(part)
	}
}

// compare sets contestants against each other that ran on the same instances. Of several such parts, this is the k-th.
func (d *folderReport) compare(s results, k int) {
	runs := plural(len(distinct(s, (*Result).puzzle)), "run")
	instances := distinct(s, func(r *Result) string { return r.Instance + r.Digest })
	d.heading(2, fmt.Sprintf("Compared on %s of %s: %s", runs, plural(len(instances), "instance"), strings.Join(distinct(s, (*Result).family), "; ")))
	number := ""
	if k > 0 {
		number = fmt.Sprintf("-%d", k+1)
	}
	d.show(s, "cactus"+number, runs+", answered within a time", results.cactus)
	for _, part := range s.bySolver() {
		d.scatter(part, "scatter"+number)
	}
	for _, part := range s.groups() {
		d.means(part, "mean time", results.typicalTime)
		d.means(part.withConflicts(), "mean conflicts", results.conflicts)
		d.duels(part)
	}
	d.noise(s)
}

// totals has one line for each contestant that ran.
func (d *folderReport) totals(s results) {
	names := s.ran().contestants()
	s = s.only(func(r *Result) bool { return slices.Contains(names, r.Contestant) })
	columns := slices.DeleteFunc(slices.Clone(outcomes), func(o outcome) bool {
		return o.Right() || !slices.ContainsFunc(s, func(r *Result) bool { return r.Outcome == o })
	})
	t := &table{Head: []string{"contestant", "solved", "PAR-2", "95 % interval"}}
	for _, o := range columns {
		t.Head = append(t.Head, o.words())
	}
	t.Head = append(t.Head, "peak memory")
	for _, name := range names {
		part := s.of(name)
		ran, peak := len(part.ran()), int64(0)
		for _, r := range part {
			peak = max(peak, r.Peak)
		}
		score, within := par2(part)
		row := []string{name, fmt.Sprintf("%d of %d", len(part.right()), ran), seconds(score), within.String()}
		for _, o := range columns {
			row = append(row, unlessZero(len(part.only(func(r *Result) bool { return r.Outcome == o })), ""))
		}
		t.add(append(row, unlessZero(int(peak>>20), " MiB"))...)
	}
	d.table(t)
}

func unlessZero(n int, unit string) string {
	if n == 0 {
		return ""
	}
	return fmt.Sprint(n, unit)
}

// notRun says who was not run, and why.
func (d *folderReport) notRun(s results) {
	sum := Summary{Outcomes: map[string]int{}}
	for _, r := range s {
		sum.count(r)
	}
	t := &table{Head: []string{"not run", "why"}}
	for _, n := range sum.NotRun {
		t.add(n.names(), n.Outcome.words()+": "+n.Why)
	}
	d.table(t)
}

// show draws a plot of each group, and shows it.
func (d *folderReport) show(s results, name, title string, draw func(s results, title string) *chart) {
	if len(s) == 0 {
		return
	}
	groups := s.groups()
	for _, part := range groups {
		file, caption := s[0].Suite+"-"+name, title
		solver := solverOf(part[0].Contestant)
		if len(part.bySolver()) == 1 {
			caption += ", " + solver
		}
		if len(groups) > 1 {
			file += "-" + slugOf(solver)
		}
		d.plot(draw(part, caption), file, caption)
	}
}

// plot saves a chart, unless there is nothing on it, and shows it.
func (d *folderReport) plot(c *chart, file, caption string) {
	if c == nil {
		return
	}
	d.err = cmp.Or(d.err, c.save(filepath.Join(d.dir, file)))
	d.figure(caption, file)
}

// scatter sets the best contestant of a solver against the next one that mostly has other formulas.
func (d *folderReport) scatter(s results, name string) {
	names := s.contestants()
	score := func(name string) float64 { return stat.Mean(times(s.of(name), 2), nil) }
	slices.SortStableFunc(names, func(a, b string) int { return cmp.Compare(score(a), score(b)) })
	for _, other := range names[1:] {
		pairs := onBoth(s.of(names[0]), s.of(other))
		if same := slices.DeleteFunc(slices.Clone(pairs), func(p results) bool { return !p.sameFormula() }); 2*len(same) > len(pairs) {
			continue
		}
		file := fmt.Sprintf("%s-%s-%s", s[0].Suite, name, slugOf(solverOf(other)))
		d.plot(s.scatter(names[0], other), file, fmt.Sprintf("%s against %s, run by run", names[0], other))
		return
	}
}

// duels compares the contestants pair by pair.
func (d *folderReport) duels(s results) {
	names := s.contestants()
	found := make([][]*duel, len(names))
	for i := range names {
		for k := i + 1; k < len(names); k++ {
			found[i] = append(found[i], meet(s.of(names[i]), s.of(names[k])))
		}
	}
	correct(slices.Concat(found...))
	shown := s.shownAll()
	d.table(matrix(s.corner("pairs"), shown[:len(names)-1], shown[1:], func(i, k int) string {
		if k < i {
			return ""
		}
		return found[i][k-i].String()
	}))
}

// corner is the head of a table, with the solver if that is everybody's.
func (s results) corner(of string) string {
	if len(s.bySolver()) > 1 {
		return of
	}
	return solverOf(s[0].Contestant) + ", " + of
}

// shownAll are the contestants as a table or a plot shows them.
func (s results) shownAll() []string {
	return distinct(s.contestants(), s.shown)
}

// family is what a table has a row for: boards and a question.
func (r *Result) family() string { return r.Family + ", " + string(r.Question) }

// means has a mean of every contestant on every family, from which factors are computed, or who has the same formulas; and of
// how many runs.
func (d *folderReport) means(s results, of string, cell func(s results) string) {
	if len(s) == 0 {
		return
	}
	names, families := s.contestants(), s.split((*Result).family)
	rows, columns := distinct(s, (*Result).family), append(s.shownAll(), "runs")
	d.table(matrix(s.corner(of), rows, columns, func(i, k int) string {
		if k == len(names) {
			return fmt.Sprint(len(distinct(families[i], (*Result).puzzle)))
		}
		if twin := families[i].twin(names[:k+1]); twin != "" {
			return "as " + s.shown(twin)
		}
		return cell(families[i].of(names[k]))
	}))
}

// typical is the geometric mean of the times; a failure counts as the limit.
func (s results) typical() float64 { return stat.GeometricMean(times(s, 1), nil) }

// typicalTime is that mean in a table, a lower bound if there was a failure.
func (s results) typicalTime() string {
	if len(s.right()) < len(s) {
		return "> " + seconds(s.typical())
	}
	return seconds(s.typical())
}

// withConflicts are the runs that all contestants answered who tell their conflicts.
func (s results) withConflicts() results {
	tells := s.right().only(func(r *Result) bool { return r.Conflicts != nil })
	runs := map[string]int{}
	for _, r := range tells {
		runs[r.puzzle()]++
	}
	all := len(tells.contestants())
	return tells.only(func(r *Result) bool { return runs[r.puzzle()] == all })
}

// conflictShift keeps easy runs, with no conflicts or few, from deciding a mean.
const conflictShift = 10

// conflicts is the shifted geometric mean of the conflicts.
func (s results) conflicts() string {
	var all []float64
	for _, r := range s {
		all = append(all, float64(*r.Conflicts+conflictShift))
	}
	return fmt.Sprintf("%.0f", stat.GeometricMean(all, nil)-conflictShift)
}

// mostColumns is how many sizes a table shows side by side. The puzzles of a file may be more.
const mostColumns = 12

// family reports on one family and question.
func (d *folderReport) family(s results) {
	title := fmt.Sprintf("%s, %s", s[0].Family, s[0].Question.words())
	d.heading(2, title)
	names, sizes := s.contestants(), s.bySize()
	if len(sizes) <= mostColumns {
		var columns []string
		for _, at := range sizes {
			about := fmt.Sprintf("%d (%d", at[0].Size, at[0].Lights)
			if at[0].Nullity != nil {
				about += fmt.Sprintf(", %d", *at[0].Nullity)
			}
			columns = append(columns, about+")")
		}
		d.table(matrix("size (lights, nullity)", names, columns, func(i, k int) string { return sizes[k].of(names[i]).cell() }))
	} else {
		d.table(matrix("all sizes or puzzles together", names, []string{"median"}, func(i, _ int) string { return s.of(names[i]).cell() }))
	}
	d.growths(s)
	d.formulas(s)
	// Whoever ran on a size ran on all its seeds, so that every point compares like with like.
	d.show(s.ran(), s[0].Family+"-"+string(s[0].Question), title, results.scaling)
}

// cell is the median of a contestant's runs with its interval, and how many were answered if not all were.
func (s results) cell() string {
	all := timesOf(s)
	switch {
	case len(s) == 0:
		return ""
	case len(all) == 0:
		return s[0].Outcome.words()
	}
	text := seconds(median(all))
	if within := bootstrap([][]float64{all}, func(drawn [][]float64) float64 { return median(drawn[0]) }).String(); within != "" {
		text += " (" + within + ")"
	}
	if n := len(s.right()); n < len(all) {
		text += fmt.Sprintf(", %d of %d", n, len(all))
	}
	return text
}

// growths shows how the time of each contestant grows with the board.
func (d *folderReport) growths(s results) {
	t := &table{Head: []string{"growth", "time doubles every", "95 % interval", "sizes", "R²"}}
	enough := false
	for _, name := range s.contestants() {
		var lights []float64
		var times [][]float64
		for _, part := range s.of(name).bySize() {
			lights, times = append(lights, float64(part[0].Lights)), append(times, timesOf(part))
		}
		g := fitGrowth(lights, times)
		enough = enough || g.sizes >= enoughSizes
		switch sizes, r2 := fmt.Sprint(g.sizes), fmt.Sprintf("%.2f", g.r2); {
		case g.sizes < enoughSizes:
			t.add(name, "too few sizes", "", sizes, "")
		case g.r2 < enoughR2:
			t.add(name, "not on a line", "", sizes, r2)
		case math.IsNaN(g.within.low):
			t.add(name, doubling(g.slope), "", sizes, r2)
		default: // reciprocals turn the ends
			t.add(name, doubling(g.slope), doubling(g.within.top)+" to "+doubling(g.within.low), sizes, r2)
		}
	}
	if !enough {
		d.paragraph("Growth: too few sizes.")
		return
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
func (d *folderReport) formulas(s results) {
	s = s.only(func(r *Result) bool { return r.Vars > 0 })
	encoding := func(r *Result) string { return encodingOf(r.Contestant) }
	for _, at := range slices.Backward(s.bySize()) {
		parts := at.split(encoding)
		if len(parts) < len(s.split(encoding)) {
			continue
		}
		t := &table{Head: []string{fmt.Sprintf("formula at size %d", at[0].Size), "variables", "clauses", "literals", "literals per clause", "written in", "same clauses as"}}
		for i, part := range parts {
			r, twin := part[0], ""
			if k := slices.IndexFunc(parts[:i], func(other results) bool { return other[0].Formula == r.Formula && r.Formula != "" }); k >= 0 {
				twin = encoding(parts[k][0])
			}
			var written []float64
			for _, r := range part.right() {
				written = append(written, r.Encoding)
			}
			t.add(encoding(r), fmt.Sprint(r.Vars), fmt.Sprint(r.Clauses), fmt.Sprint(r.Literals), fmt.Sprintf("%.1f", float64(r.Literals)/float64(max(r.Clauses, 1))),
				seconds(median(written)), twin)
		}
		d.table(t)
		return
	}
}

// busy is the load per core above which other work disturbs the measurements.
const busy = 1.5

// knownCommit is a commit without changes.
var knownCommit = regexp.MustCompile(`^[0-9a-f]{7,40}$`)

// conditions tells where and how everything was measured, and marks the runs that are not fit for publication.
func (d *folderReport) conditions(s results, machines []*machine) {
	d.heading(1, "Where this was measured")
	t := &table{Head: []string{"run", "suite", "machine", "load before", "highest load", "commit", "limits", "runs", "not for publication"}}
	for _, m := range machines {
		part := s.only(func(r *Result) bool { return r.Run == m.Run })
		if len(part) == 0 {
			continue // all of it was measured again
		}
		highest := m.Load
		for _, r := range part {
			highest = max(highest, r.Load)
		}
		var marks []string
		if highest > busy*float64(m.Cores) {
			marks = append(marks, fmt.Sprintf("load above %v per core", busy))
		}
		if !knownCommit.MatchString(m.Commit) {
			marks = append(marks, "the commit is not known")
		}
		t.add(m.Run, m.Suite, fmt.Sprintf("%s, %d cores, %d GiB, %s", m.CPU, m.Cores, m.Memory>>30, m.System), fmt.Sprintf("%.1f", m.Load),
			fmt.Sprintf("%.1f", highest), fmt.Sprintf("%.12s, %s", m.Commit, m.Go),
			fmt.Sprintf("%s, %d MiB", limit(m.Timeout), m.Limit>>20), fmt.Sprint(len(part)), strings.Join(marks, "; "))
	}
	d.table(t)
	solvers := &table{Head: []string{"contestant", "version", "command"}}
	for _, name := range s.contestants() {
		for _, part := range s.of(name).split(func(r *Result) string { return r.Version + "|" + r.Command }) {
			solvers.add(name, part[0].Version, part[0].Command)
		}
	}
	d.table(solvers)
}
