package bench

import (
	"cmp"
	"errors"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"

	"lightsout/internal/atomicfile"
	"lightsout/internal/chart"
)

// Report turns the results in a folder into plots (SVG and PDF), results.csv and a report with tables that shows them,
// in one of [Formats]: report.md, report.tex or report.html. It writes them to the same folder. If filter is not "",
// the report is about the results whose "instance contestant" matches this regular expression. Besides the name of the
// report, Report returns what was to be measured and is not there.
func Report(dir, format, filter string) (file string, gaps []string, err error) {
	chosen, err := regexp.Compile(filter)
	if err != nil {
		return "", nil, fieldErrorf("filter", "not a regular expression: %w", err)
	}
	all, err := readResults(dir)
	if err != nil {
		return "", nil, err
	}
	machines, _, err := readFile(filepath.Join(dir, machineFile), "the description of a run", func(*machine) error {
		return nil
	})
	if err != nil && !os.IsNotExist(err) {
		return "", nil, err
	}
	if gaps, err = all.gaps(dir); err != nil {
		return "", nil, err
	}
	gaps = append(gaps, all.setApart()...)
	d := &folderReport{dir: dir}
	if len(gaps) > 0 {
		d.paragraph("Not complete: " + strings.Join(gaps, "; ") + ".")
	}
	all = all.only(func(r *Result) bool { return chosen.MatchString(r.Instance + " " + r.Contestant) })
	if len(all) == 0 {
		return "", nil, fieldErrorf("filter", "no result matches %q", filter)
	}
	if filter != "" {
		d.paragraph(fmt.Sprintf("Only results that match %q.", filter))
	}
	for _, part := range group(all, func(r *Result) string { return r.Suite }) {
		d.measured(part)
	}
	d.conditions(all.ran(), machines)
	if d.err != nil {
		return "", nil, d.err
	}
	text, extension, err := d.write(format)
	if err != nil {
		return "", nil, err
	}
	file = filepath.Join(dir, "report."+extension)
	err = errors.Join(atomicfile.WriteFile(filepath.Join(dir, csvFile), all.csv()), atomicfile.WriteFile(file, text))
	return file, gaps, err
}

// folderReport is a document about the results of a folder, which is where its plots go.
type folderReport struct {
	document
	dir string
	err error // of drawing
}

// results are some of those of a folder.
type results []*Result

// group puts together what has the same key, in the order in which the keys first appear.
func group[S ~[]T, T any, K comparable](list S, key func(T) K) (groups []S) {
	at := map[K]int{}
	for _, item := range list {
		i, there := at[key(item)]
		if !there {
			i = len(groups)
			at[key(item)], groups = i, append(groups, nil)
		}
		groups[i] = append(groups[i], item)
	}
	return groups
}

// distinct lists the names of things, each once.
func distinct[T any](list []T, name func(T) string) (names []string) {
	for _, same := range group(list, name) {
		names = append(names, name(same[0]))
	}
	return names
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

func (s results) bySolver() []results { return group(s, (*Result).solver) }

func (r *Result) solver() string   { return solverOf(r.Contestant) }
func (r *Result) encoding() string { return encodingOf(r.Contestant) }

func (s results) bySize() []results {
	parts := group(s, func(r *Result) int { return r.Size })
	slices.SortFunc(parts, func(a, b results) int { return a[0].Size - b[0].Size })
	return parts
}

// contestants lists them in the order of the solvers, and for each in that of the encodings.
func (s results) contestants() []string {
	names := distinct(s, func(r *Result) string { return r.Contestant })
	solvers, countings := solverOrder(), countingNames()
	order := func(name string) []int {
		xor, card, _ := strings.Cut(encodingOf(name), " ")
		return append(append([]int{place(solvers, solverOf(name))}, encodingPlace(xor)...), place(countings, card))
	}
	slices.SortStableFunc(names, func(a, b string) int { return slices.Compare(order(a), order(b)) })
	return names
}

// ranked lists them by PAR-2, the best first.
func (s results) ranked() []string {
	names := s.contestants()
	slices.SortStableFunc(names, func(a, b string) int { return cmp.Compare(s.of(a).par2(), s.of(b).par2()) })
	return names
}

// par2 is the mean time, where a failure counts as two limits.
func (s results) par2() float64 { return mean(times(s, 2)) }

// mostLines is how many contestants a plot or a table of pairs can show. More are shown solver by solver.
const mostLines = 10

// groups are the results that are shown together.
func (s results) groups() []results {
	if len(s.contestants()) <= mostLines {
		return []results{s}
	}
	return s.bySolver()
}

// parts are comparisons of like with like: what some contestant ran on and no part before has, and everyone who ran on
// all of it. Every result is in at least one.
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
	for line := range strings.Lines(aboutReports) {
		d.paragraph(strings.TrimSpace(line))
	}
	d.totals(s)
	d.proofs(s)
	d.notRun(s)
	for k, part := range s.ran().parts() {
		d.compare(part, k)
	}
	for _, part := range group(s, (*Result).family) {
		d.family(part)
	}
}

// compare sets contestants against each other that ran on the same instances. Of several such parts, this is the k-th.
func (d *folderReport) compare(s results, k int) {
	d.heading(2, fmt.Sprintf("Compared on %s: %s", s.extent(), strings.Join(distinct(s, (*Result).family), "; ")))
	number := strings.TrimSuffix(fmt.Sprintf("-%d", k+1), "-1") // the first has none
	d.show(s, "cactus"+number, s.runs()+", answered within a time", results.cactus)
	for _, part := range s.bySolver() {
		d.scatter(part, "scatter"+number)
	}
	for _, part := range s.groups() {
		d.means(part, "mean time", results.typicalTime)
		d.means(part.withConflicts(), "mean conflicts", results.conflicts)
	}
	d.scores(s)
	d.factors(s, s.alike())
	d.noise(s)
}

// totals has one line for each contestant that ran.
func (d *folderReport) totals(s results) {
	t := &table{Head: []string{"contestant", "solved", "not solved", "peak memory"}}
	for _, name := range s.ran().contestants() {
		part := s.of(name)
		most := slices.MaxFunc(part, func(a, b *Result) int { return cmp.Compare(a.Peak, b.Peak) }).Peak >> 20
		peak := strings.TrimPrefix(fmt.Sprintf("%d MiB", most), "0 MiB") // which is not known
		t.add(name, part.solved(), part.summary().otherwise(), peak)
	}
	d.table(t)
}

// scores has PAR-2 of contestants that ran on the same puzzles, the best first, and of the best of all on each of them.
func (d *folderReport) scores(s results) {
	t := &table{Head: []string{"contestant", "PAR-2", "95 % interval", "solved", "instances", "failures"}}
	add := func(name string, part results) {
		t.add(name, seconds(part.par2()), interval(part.timesByInstance(2), mean).text(seconds), part.solved(),
			len(part.byInstance()), part.summary().otherwise())
	}
	names := s.ranked()
	for _, name := range names {
		add(name, s.of(name))
	}
	if len(names) > 1 {
		add("virtual best", s.best())
	}
	d.table(t)
}

func (s results) solved() string { return fmt.Sprintf("%d of %d", len(s.right()), len(s.ran())) }

// outline is what a run prints at its end: PAR-2, and the factors of all over the best.
func (s results) outline() string {
	parts := s.ran().parts()
	if len(parts) == 0 {
		return ""
	}
	part := parts[0]
	var d folderReport
	d.scores(part)
	names := part.ranked()
	var pairs [][2]string
	for _, name := range names[1:] {
		pairs = append(pairs, [2]string{name, names[0]})
	}
	d.factors(part, pairs)
	var text strings.Builder
	text.WriteString(part.extent())
	for _, e := range d.document {
		fmt.Fprintf(&text, "\n%s", e.Table)
	}
	if left := len(parts) - 1; left > 0 {
		fmt.Fprintf(&text, "\nnot everybody was asked the same: the report has %s more\n", plural(left, "table"))
	}
	return text.String()
}

// extent is how many runs of how many instances there are.
func (s results) extent() string { return s.runs() + " of " + plural(len(s.byInstance()), "instance") }

func (s results) runs() string { return plural(len(group(s, (*Result).puzzle)), "run") }

// best are the results of the virtual best contestant: on each puzzle, the fastest right one.
func (s results) best() results {
	var list results
	for _, same := range group(s, (*Result).puzzle) {
		list = append(list, slices.MinFunc(same, func(a, b *Result) int {
			return cmp.Compare(results{a}.par2(), results{b}.par2())
		}))
	}
	return list
}

// notRun says who was not run, and why.
func (d *folderReport) notRun(s results) {
	t := &table{Head: []string{"not run", "why"}}
	for _, n := range s.summary().NotRun {
		t.add(n.names(), n.Outcome.words()+": "+n.Why)
	}
	d.table(t)
}

// show draws a plot of each group, and shows it.
func (d *folderReport) show(s results, name, title string, draw func(s results, title string) *chart.Chart) {
	if len(s) == 0 {
		return
	}
	groups := s.groups()
	for _, part := range groups {
		file, caption := s[0].Suite+"-"+name, part.corner(title)
		if len(groups) > 1 {
			file += "-" + slugOf(solverOf(part[0].Contestant))
		}
		d.plot(draw(part, caption), file, caption)
	}
}

// plot saves a chart, unless there is nothing on it, and shows it.
func (d *folderReport) plot(c *chart.Chart, file, caption string) {
	if c == nil {
		return
	}
	for _, ending := range []string{".svg", ".pdf"} {
		d.err = cmp.Or(d.err, c.Write(filepath.Join(d.dir, file+ending)))
	}
	d.figure(caption, file)
}

// scatter sets the best contestant of a solver against the next one with other formulas.
func (d *folderReport) scatter(s results, name string) {
	names := s.ranked()
	for _, other := range names[1:] {
		if c := s.scatter(names[0], other); c != nil {
			file := fmt.Sprintf("%s-%s-%s", s[0].Suite, name, slugOf(solverOf(other)))
			d.plot(c, file, fmt.Sprintf("%s against %s, run by run", names[0], other))
			return
		}
	}
}

// alike are the pairs of contestants with one solver, or with one encoding.
func (s results) alike() (pairs [][2]string) {
	names := s.contestants()
	for i, a := range names {
		for _, b := range names[i+1:] {
			if solverOf(a) == solverOf(b) || encodingOf(a) == encodingOf(b) {
				pairs = append(pairs, [2]string{a, b})
			}
		}
	}
	return pairs
}

// factors compares contestants pair by pair.
func (d *folderReport) factors(s results, pairs [][2]string) {
	t := &table{Head: []string{"A", "B", "A over B", "95 % interval", "faster", "instances", "runs", "failures of A",
		"of B", "left out"}}
	for _, names := range pairs {
		f := compare(s.of(names[0]), s.of(names[1]))
		var left []string
		if f.easy > 0 {
			left = append(left, fmt.Sprintf("%d below %s", f.easy, seconds(floor)))
		}
		if f.same > 0 {
			left = append(left, fmt.Sprintf("%d with the same formula", f.same))
		}
		t.add(names[0], names[1], f, f.interval().text(ratio), f.faster(names), len(f.ratios), f.runs, f.failed[0],
			f.failed[1], strings.Join(left, ", "))
	}
	d.table(t)
}

// corner is the head of a table or a plot, with the solver if that is everybody's.
func (s results) corner(of string) string {
	if len(s.bySolver()) > 1 {
		return of
	}
	return solverOf(s[0].Contestant) + ", " + of
}

// family is what a table has a row for: boards and a question.
func (r *Result) family() string { return r.Family + ", " + string(r.Question) }

// means has a mean of every contestant on every family, from which factors are computed, or who has the same formulas;
// and of how many runs.
func (d *folderReport) means(s results, of string, cell func(s results) string) {
	if len(s) == 0 {
		return
	}
	names, families := s.contestants(), group(s, (*Result).family)
	rows, columns := distinct(s, (*Result).family), append(distinct(names, s.shown), "runs")
	d.table(matrix(s.corner(of), rows, columns, func(i, k int) string {
		if k == len(names) {
			return fmt.Sprint(len(group(families[i], (*Result).puzzle)))
		}
		if twin := families[i].twin(names[:k+1]); twin != "" {
			return "as " + s.shown(twin)
		}
		return cell(families[i].of(names[k]))
	}))
}

// typical is the geometric mean of the times; a failure counts as the limit.
func (s results) typical() float64 { return geometricMean(times(s, 1)) }

// typicalTime is that mean in a table, a lower bound if there was a failure.
func (s results) typicalTime() string {
	if len(s.right()) < len(s) {
		return "> " + seconds(s.typical())
	}
	return seconds(s.typical())
}

// withConflicts are the runs that all contestants answered whose solvers tell their conflicts. (Some do not tell that
// there were none.)
func (s results) withConflicts() results {
	solvers := distinct(s.only(func(r *Result) bool { return r.Conflicts != nil }), (*Result).solver)
	tells := s.right().only(func(r *Result) bool { return slices.Contains(solvers, r.solver()) })
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
		all = append(all, float64(*cmp.Or(r.Conflicts, new(0))+conflictShift))
	}
	return fmt.Sprintf("%.0f", max(0, geometricMean(all)-conflictShift)) // rounding may make it less than 0
}

// mostColumns is how many sizes a table shows side by side. The puzzles of a file may be more.
const mostColumns = 12

// family reports on one family and question.
func (d *folderReport) family(s results) {
	title := fmt.Sprintf("%s, %s", s[0].Family, s[0].Question.words())
	d.heading(2, title)
	names, sizes := s.contestants(), s.bySize()
	var columns []string
	for _, at := range sizes {
		columns = append(columns, at.about())
	}
	if len(sizes) > mostColumns {
		sizes, columns = []results{s}, []string{"all"}
	}
	d.table(matrix("size or number (lights, nullity)", names, append(columns, "time doubles every"),
		func(i, k int) string {
			if k == len(sizes) {
				return s.of(names[i]).ran().growth()
			}
			return sizes[k].of(names[i]).cell()
		}))
	d.formulas(s)
	// Whoever ran on a size ran on all its seeds, so that every point compares like with like.
	d.show(s.ran(), s[0].Family+"-"+string(s[0].Question), title, results.scaling)
}

// about is a size with its lights, and the nullity, of which random boards have several. Where nobody ran these are not
// known.
func (s results) about() string {
	ran := s.ran()
	known := ran.only(func(r *Result) bool { return r.Nullity != nil })
	slices.SortFunc(known, func(a, b *Result) int { return *a.Nullity - *b.Nullity })
	switch {
	case len(ran) == 0:
		return fmt.Sprint(s[0].Size)
	case len(known) == 0:
		return fmt.Sprintf("%d (%d)", s[0].Size, ran[0].Lights)
	}
	ends := distinct(results{known[0], known[len(known)-1]}, func(r *Result) string { return fmt.Sprint(*r.Nullity) })
	return fmt.Sprintf("%d (%d, %s)", s[0].Size, ran[0].Lights, strings.Join(ends, "–"))
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
	if within := interval(s.timesByInstance(math.Inf(1)), median).text(seconds); within != "" {
		text += " (" + within + ")"
	}
	if n := len(s.right()); n < len(all) {
		text += fmt.Sprintf(", %d of %d", n, len(all))
	}
	return text
}

// growth says with how many more lights a contestant's time doubles, by least squares, or why that is not known.
func (s results) growth() string {
	var lights, doublings []float64
	for n, m := range s.medians() {
		if m >= measurable {
			lights, doublings = append(lights, n), append(doublings, math.Log2(m))
		}
	}
	if len(lights) < enoughSizes {
		return "too few sizes"
	}
	slope, r2 := slopeOf(lights, doublings)
	if !(r2 >= enoughR2 && slope > 1e-4) { // also where there is none
		return fmt.Sprintf("not on a line (R² %.2f)", r2)
	}
	return fmt.Sprintf("%.1f lights (R² %.2f)", 1/slope, r2)
}

// formulas has the size of each encoding's formula on its largest board, and how long it takes to write.
func (d *folderReport) formulas(s results) {
	t := &table{Head: []string{"formula", "at size or number", "variables", "clauses", "literals",
		"literals per clause", "written in"}}
	written := s.right().only(func(r *Result) bool { return r.Vars > 0 })
	for _, part := range group(written, (*Result).encoding) {
		sizes := part.bySize()
		largest := sizes[len(sizes)-1]
		var took []float64
		for _, r := range largest {
			took = append(took, r.Encoding)
		}
		r := largest[0]
		t.add(r.encoding(), r.Size, r.Vars, r.Clauses, r.Literals,
			fmt.Sprintf("%.1f", float64(r.Literals)/float64(max(r.Clauses, 1))), seconds(median(took)))
	}
	d.table(t)
}

// busy is the load per core above which other work disturbs the measurements.
const busy = 1.5

// knownCommit is a commit without changes.
var knownCommit = regexp.MustCompile(`^[0-9a-f]{7,40}$`)

// conditions tells where and how everything was measured, and marks the runs that are not fit for publication.
func (d *folderReport) conditions(s results, machines []*machine) {
	d.heading(1, "Where this was measured")
	t := &table{Head: []string{"run", "suite", "machine", "load before", "highest load", "commit", "limits",
		"measured by", "runs", "not for publication"}}
	for _, part := range group(s, func(r *Result) string { return r.Run }) {
		m := &machine{Run: part[0].Run, Suite: part[0].Suite, Timeout: part[0].Timeout, Limit: part[0].Memory}
		if i := slices.IndexFunc(machines, func(m *machine) bool { return m.Run == part[0].Run }); i >= 0 {
			m = machines[i]
		}
		highest := max(m.Load, slices.MaxFunc(part, func(a, b *Result) int { return cmp.Compare(a.Load, b.Load) }).Load)
		var marks []string
		if highest > busy*float64(max(m.Cores, 1)) { // of an unknown machine, one
			marks = append(marks, fmt.Sprintf("load above %v per core", busy))
		}
		if !knownCommit.MatchString(m.Commit) {
			marks = append(marks, "the commit is not known")
		}
		t.add(m.Run, m.Suite, fmt.Sprintf("%s, %d cores, %d GiB, %s", m.CPU, m.Cores, m.Memory>>30, m.System),
			fmt.Sprintf("%.1f", m.Load), fmt.Sprintf("%.1f", highest), fmt.Sprintf("%.12s, %s", m.Commit, m.Go),
			fmt.Sprintf("%s, %d MiB", limit(m.Timeout), m.Limit>>20),
			strings.Join(distinct(part, func(r *Result) string { return r.Measured }), ", "), len(part),
			strings.Join(marks, "; "))
	}
	d.table(t)
	solvers := &table{Head: []string{"contestant", "version", "command"}}
	for _, part := range group(s, func(r *Result) string { return r.Version + "|" + r.Command }) {
		solvers.add(strings.Join(part.contestants(), ", "), part[0].Version, part[0].Command)
	}
	d.table(solvers)
}
