package bench

import (
	"bytes"
	"flag"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
)

var update = flag.Bool("update", false, "rewrite the tables of docs/benchmarks.md from bench/results")

const docsFile = "../docs/benchmarks.md"

// kept are the results in bench/results, by folder.
type kept map[string][]Result

func readKept(t *testing.T) kept {
	t.Helper()
	archives, err := filepath.Glob(filepath.Join("results", "*", archiveFile))
	if err != nil || len(archives) == 0 {
		t.Fatalf("no results: %v", err)
	}
	k := kept{}
	for _, a := range archives {
		dir := filepath.Dir(a)
		if k[filepath.Base(dir)], err = readResults(dir); err != nil {
			t.Fatal(err)
		}
	}
	return k
}

// cell holds the CPU times of some contestants on an instance.
type cell struct {
	folder, instance string
	who              []string
}

func (k kept) results(c cell) []*Result {
	var list []*Result
	for i, r := range k[c.folder] {
		if r.Instance == c.instance && slices.Contains(c.who, r.Contestant) {
			list = append(list, &k[c.folder][i])
		}
	}
	return list
}

// medians are the contestants' medians over the seeds in increasing order; failures are infinite.
func (k kept) medians(c cell) []float64 {
	var list []float64
	for _, who := range c.who {
		if s := summarise(k.results(cell{c.folder, c.instance, []string{who}}), cpu); s.runs > 0 {
			list = append(list, s.median)
		}
	}
	slices.Sort(list)
	return list
}

// text is a median, or the range of several contestants' medians, and how many runs were answered if
// not all were. A dash means that none was; blank means that nobody was asked or the peer is missing.
func (k kept) text(c cell) string {
	all := summarise(k.results(c), cpu)
	medians := k.medians(c)
	if all.runs == 0 || all.right == 0 {
		return all.timed()
	}
	low, high := medians[0], medians[len(medians)-1]
	text := seconds(low)
	switch {
	case math.IsInf(low, 1):
		text = "limit"
	case math.IsInf(high, 1):
		text += " to limit"
	case seconds(low) != seconds(high):
		text += " to " + seconds(high)
	}
	if all.right < all.runs {
		text += fmt.Sprintf(", %d of %d", all.right, all.runs)
	}
	return text
}

// figure is a table of the page, between the lines <!-- figures: NAME --> and <!-- end -->.
type figure struct {
	name string
	head []string
	rows []figureRow
	// draw, if not nil, makes a table of something other than CPU times.
	draw func(t *testing.T, k kept) table
}

// figureRow is a label and a cell under each heading.
type figureRow struct {
	label string
	cells []cell
}

// over is a row of the same contestants on several instances.
func over(folder string, instances []string, label string, who ...string) figureRow {
	r := figureRow{label: label}
	for _, i := range instances {
		r.cells = append(r.cells, cell{folder, i, who})
	}
	return r
}

// named puts sizes into a pattern of instances.
func named(pattern string, sizes ...int) []string {
	var list []string
	for _, n := range sizes {
		list = append(list, fmt.Sprintf(pattern, n))
	}
	return list
}

func (f figure) render(t *testing.T, k kept) string {
	made := table{head: f.head}
	for _, r := range f.rows {
		cells := []string{r.label}
		for _, c := range r.cells {
			cells = append(cells, k.text(c))
		}
		for len(cells) < len(f.head) {
			cells = append(cells, "")
		}
		made.add(cells...)
	}
	if f.draw != nil {
		made = f.draw(t, k)
	}
	var b bytes.Buffer
	made.write(&b)
	return b.String()
}

var (
	// byLight are the encodings that write each light on its own.
	byLight = []string{"gini direct", "gini cut:3", "gini cut:4", "gini chain:4", "gini bdd", "gini arith"}
	byAll   = []string{"gini gauss:4", "gini kernel:4"} // and those that eliminate

	grids      = []int{6, 8, 10, 12, 13, 15, 18}
	wide       = []string{"hypercube-5-any", "hypercube-6-any", "king-7-any", "king-8-any"}
	minima     = []string{"grid-11-min", "grid-14-min", "grid-16-min", "grid-19-min", "torus-10-min"}
	sums       = []string{"grid-states-6-min", "grid-states-10-min", "grid-mod3-6-min", "grid-mod3-7-min", "grid-mod4-5-min", "grid-mod4-6-min"}
	far        = []int{1, 2, 3, 4, 5, 6, 7, 8, 10, 15}
	fourDims   = "3-to-the-4-any"
	fourAround = "torus-3-to-the-4-any"
)

// figures are the tables of the page, in their order there.
var figures = []figure{
	{name: "runs", draw: drawRuns},
	{name: "grids", head: []string{"grid", "6×6", "8×8", "10×10", "12×12", "13×13", "15×15", "18×18"}, rows: []figureRow{
		over("encodings", named("grid-%d-any", grids...), "light by light (6 encodings)", byLight...),
		over("encodings", named("grid-%d-any", grids...), "`gauss`, `kernel`", byAll...),
		over("encodings", named("grid-%d-any", grids...), "`chase`", "gini chase"),
	}},
	{name: "proofs", head: []string{"torus", "5×5", "6×6", "9×9"}, rows: []figureRow{
		over("encodings", named("torus-%d-unsolvable", 5, 6, 9), "light by light", byLight...),
		over("encodings", named("torus-%d-unsolvable", 5, 6, 9), "`gauss`, `kernel`", byAll...),
	}},
	{name: "quiet", head: []string{"grid (nullity)", "9×9 (8)", "14×14 (4)", "16×16 (8)", "19×19 (16)", "30×30 (20)"}, rows: []figureRow{
		over("encodings", named("grid-quiet-%d-any", 9, 14, 16, 19, 30), "light by light", byLight...),
		over("encodings", named("grid-quiet-%d-any", 9, 14, 16, 19, 30), "`gauss`, `kernel`", byAll...),
	}},
	{name: "chunks", head: []string{"switches around a light", "6: hypercube:5", "7: hypercube:6", "9: king 7×7", "9: king 8×8"}, rows: []figureRow{
		over("encodings", wide, "`direct`", "gini direct"),
		over("encodings", wide, "`cut:3`", "gini cut:3"),
		over("encodings", wide, "`cut:4`", "gini cut:4"),
		over("encodings", wide, "`cut:5`", "gini cut:5"),
		over("encodings", wide, "`cut:6`", "gini cut:6"),
		over("encodings", wide, "`bdd`", "gini bdd"),
		over("encodings", wide, "`arith`", "gini arith"),
	}},
	{name: "bounds", head: []string{"grid (nullity)", "5×5 (2)", "9×9 (8)", "11×11 (6)"}, rows: []figureRow{
		over("encodings", named("grid-quiet-%d-at-most", 5, 9, 11), "at most K, light by light", byLight...),
		over("encodings", named("grid-quiet-%d-at-most", 5, 9, 11), "at most K, `gauss`, `kernel`", byAll...),
		over("encodings", named("grid-quiet-%d-too-few", 5, 9, 11), "one press less, light by light", byLight...),
		over("encodings", named("grid-quiet-%d-too-few", 5, 9, 11), "one press less, `gauss`, `kernel`", byAll...),
	}},
	{name: "shapes", head: []string{"board", "any answer", "proof of none", "at most K", "one press less"}, rows: []figureRow{
		onAll("path:50", "path-50"), onAll("cycle:60", "cycle-60"), onAll("random tree of 80", "tree-80"), onAll("star:12", "star-12"),
		onAll("complete:13", "complete-13"), onAll("petersen", "petersen-10"), onAll("merlin", "merlin-9"), onAll("random cubic graph of 32", "cubic-32"),
		onAll("random triangulation of 36", "triangulation-6"), onAll("torus 6×6", "torus-6"), onAll("cylinder 9×9", "cylinder-9"), onAll("mobius 8×8", "mobius-8"),
		onAll("klein 6×6", "klein-6"), onAll("projective 5×5", "projective-5"), onAll("cube:3", "cube-3"), onAll("hypercube:5", "hypercube-5"),
		onAll("grid 3×3×3", "grid-3d-3"), onAll("grid 9×9, pattern x", "pattern-x-9"), onAll("grid 8×8, king", "king-8"), onAll("grid 7×7, knight", "pattern-knight-7"),
		onAll("grid 10×10, self off", "self-off-10"),
	}},
	{name: "counting", head: []string{"board (nullity)", "11×11 (6)", "14×14 (4)", "16×16 (8)", "19×19 (16)", "torus 10×10 (16)"}, rows: []figureRow{
		over("counting", minima, "`seq`", "gini kernel:4 seq"),
		over("counting", minima, "`totalizer`", "gini kernel:4 totalizer"),
		over("counting", minima, "`cardnet`", "gini kernel:4 cardnet"),
		over("counting", minima, "`adder`", "gini kernel:4 adder"),
		over("counting", minima, "coset search", "gf2"),
	}},
	{name: "sums", head: []string{"the fewest presses", "4×4 mod 6", "4×4 mod 10", "6×6 mod 3", "7×7 mod 3", "5×5 mod 4", "6×6 mod 4"}, rows: []figureRow{
		over("colours", sums, "`onehot`", "gini onehot"),
		over("colours", sums, "`order`", "gini order"),
		over("colours", sums, "`binary`", "gini binary"),
		over("colours", sums, "`tuples`", "gini tuples"),
		over("colours", sums, "clasp, `opb`", "clasp opb"),
		over("colours", sums, "`modular`", "modular"),
	}},
	{name: "rings", head: []string{"`modular` (answers)", "17×17 mod 3 (3^12)", "35×35 mod 3 (3^12)", "9×9 mod 4 (2^12)", "19×19 mod 4 (2^24)"}, rows: []figureRow{
		over("colours", []string{"grid-mod3-17-any", "grid-mod3-35-any", "grid-mod4-9-any", "grid-mod4-19-any"}, "any answer", "modular"),
		over("colours", []string{"grid-mod3-17-min", "grid-mod3-35-min", "grid-mod4-9-min", "grid-mod4-19-min"}, "the fewest presses", "modular"),
	}},
	{name: "peers", head: []string{"grid", "6×6", "8×8", "10×10", "12×12", "13×13", "15×15", "18×18"}, rows: []figureRow{
		over("peers", named("grid-%d-any", grids...), "gini, clauses", "gini direct"),
		over("peers", named("grid-%d-any", grids...), "minisat, clauses", "minisat direct", "minisat cut:4"),
		over("peers", named("grid-%d-any", grids...), "cadical, clauses", "cadical direct", "cadical cut:4"),
		over("peers", named("grid-%d-any", grids...), "cryptominisat5, clauses", "cryptominisat5 direct", "cryptominisat5 cut:4"),
		over("peers", named("grid-%d-any", grids...), "cryptominisat5, `xnf`", "cryptominisat5 xnf"),
		over("peers", named("grid-%d-any", grids...), "clasp, `opb`", "clasp opb"),
		over("peers", named("grid-%d-any", grids...), "z3, `smt2`", "z3 smt2"),
		over("peers", named("grid-%d-any", grids...), "glpsol, `lp`", "glpsol lp"),
		over("peers", named("grid-%d-any", grids...), "cbc, `lp`", "cbc lp"),
	}},
	{name: "solvers", draw: drawSolvers},
	{name: "growth", draw: drawGrowth},
	{name: "breakdown", draw: drawBreakdown},
	{name: "planning", head: []string{"presses", "1", "2", "3", "4", "5", "6", "7", "8", "10", "15"}, rows: []figureRow{
		over("planning", named("5x5-presses-%d-any", far...), "Prover9, planning", "prover9 prover9"),
		over("planning", named("5x5-presses-%d-any", far...), "E, planning", "eprover tptp"),
		over("planning", named("5x5-presses-%d-any", far...), "Mace4, any answer", "mace4 mace4"),
		over("planning", named("5x5-presses-%d-min", far...), "`bfs`, the fewest", "bfs"),
		over("planning", named("5x5-presses-%d-any", far...), "SAT, any answer", "gini direct", "minisat direct"),
		over("planning", named("5x5-presses-%d-min", far...), "SAT, the fewest", "gini direct", "gini kernel:4"),
		over("planning", named("5x5-presses-%d-min", far...), "cbc, the fewest", "cbc lp"),
	}},
	{name: "generators", draw: drawGenerators},
	{name: "chlond", head: []string{"3×3×3×3", "plain", "plain, longer limit", "symmetries broken"}, rows: []figureRow{
		{"glpsol, `lp` or `mathprog`", []cell{{"hypercube", fourDims, []string{"glpsol lp", "glpsol mathprog"}}}},
		chlond("glpsol --minisat, `mathprog`", "glpsol-minisat mathprog"),
		chlond("minisat, `arith`", "minisat arith"),
		chlond("minisat, `direct`", "minisat direct"),
		chlond("gini, `arith`", "gini arith"),
		chlond("gini, `direct`", "gini direct"),
		chlond("gini, `kernel:4`", "gini kernel:4"),
	}},
	{name: "hypertorus", head: []string{"torus 3×3×3×3", "plain", "symmetries broken"}, rows: []figureRow{
		hypertorus("glpsol, `lp`", "glpsol lp"),
		hypertorus("glpsol --minisat, `mathprog`", "glpsol-minisat mathprog"),
		hypertorus("minisat, `arith`", "minisat arith"),
		hypertorus("minisat, `direct`", "minisat direct"),
		hypertorus("gini, `arith`", "gini arith"),
		hypertorus("gini, `direct`", "gini direct"),
	}},
	{name: "scale", head: []string{"grid", "100×100", "500×500", "1000×1000", "2000×2000"}, rows: []figureRow{
		over("scale", named("grid-%d-any", 100, 500, 1000, 2000), "`polynomial`", "polynomial"),
		over("scale", named("grid-%d-any", 100, 500, 1000, 2000), "`chase`", "chase"),
		over("scale", named("grid-%d-any", 100, 500, 1000), "`gf2`, any graph", "gf2"),
	}},
	{name: "before", draw: drawBefore},
	{name: "curves", draw: drawCurves},
	{name: "dense", draw: drawDense},
}

// beforeScale is the program as it was before large boards had methods of their own; see bench/measure.sh.
const beforeScale = "before lo"

// drawBefore sets time and memory then beside those of now, with the engine that is chosen now.
func drawBefore(_ *testing.T, k kept) table {
	made := table{head: []string{"board", "lights", "before", "", "now", "", "engine"}}
	for _, row := range []struct{ label, instance, engine string }{
		{"`mobius:300x300`", "mobius-300", "polynomial"},
		{"`mobius:1000x1000`", "mobius-1000", "polynomial"},
		{"`projective:500x500`", "projective-500", "polynomial"},
		{"`grid:1000x1000,pattern=x`", "grid-pattern-x-1000", "polynomial"},
		{"`hypercube:20`", "hypercube-20", "hypercube"},
		{"`grid:300x300,pattern=knight`", "grid-pattern-knight-300", "gf2"},
		{"`cube:300`", "cube-300", "gf2"},
		{"shuffled grid 500×500", "anonymous-500", "gf2"},
		{"shuffled grid 700×700", "anonymous-700", "gf2"},
	} {
		cells := []string{row.label, ""}
		for _, who := range []string{beforeScale, row.engine} {
			list := k.results(cell{"scale", row.instance + "-any", []string{who}})
			if len(list) > 0 {
				cells[1] = grouped(list[0].Lights)
			}
			cells = append(cells, seconds(summarise(list, cpu).median), mebibytes(summarise(list, peak).median))
		}
		made.add(append(cells, "`"+row.engine+"`")...)
	}
	return made
}

// drawCurves is the table of cost curves in the report of the folder scale.
func drawCurves(_ *testing.T, k kept) table {
	return tableOfCurves(k.section("scale").costCurves())
}

func (k kept) section(folder string) *section {
	s := &section{suite: folder}
	for i := range k[folder] {
		s.results = append(s.results, &k[folder][i])
	}
	return s
}

// onAll is a row of all questions, for the encodings that write each light on its own.
func onAll(label, board string) figureRow {
	r := figureRow{label: label}
	for _, q := range decisions {
		r.cells = append(r.cells, cell{"encodings", board + "-" + string(q), byLight})
	}
	return r
}

func chlond(label, who string) figureRow {
	return figureRow{label, []cell{{"hypercube", fourDims, []string{who}}, {"hypercube-longer", fourDims, []string{who}}, {"hypercube", fourDims, []string{who + " broken"}}}}
}

func hypertorus(label, who string) figureRow {
	return figureRow{label, []cell{{"hypercube", fourAround, []string{who}}, {"hypercube", fourAround, []string{who + " broken"}}}}
}

// cdcl are the solvers that learn clauses, as the suite solvers runs them; lightByLight are the encodings
// that leave the parities to them.
var (
	cdcl         = []string{"gini", "minisat", "cadical", "cryptominisat5", "picosat", "glucose", "kissat"}
	lightByLight = []string{"direct", "cut:3", "cut:4", "chain:4", "bdd", "arith"}
	atOnce       = []string{"gauss:4", "kernel:4", "chase"}
)

// throughSolvers is a table of encodings by solvers.
func throughSolvers(corner string, encodings []string, cell func(solver, encoding string) string) table {
	t := table{head: append([]string{corner}, cdcl...)}
	for _, e := range encodings {
		row := []string{"`" + e + "`"}
		for _, s := range cdcl {
			row = append(row, cell(s, e))
		}
		t.add(row...)
	}
	return t
}

func drawSolvers(_ *testing.T, k kept) table {
	return throughSolvers("13×13", append(slices.Clone(lightByLight), atOnce...), func(solver, encoding string) string {
		return summarise(k.results(cell{"solvers", "grid-13-any", []string{solver + " " + encoding}}), cpu).timed()
	})
}

// growthOf is how the time of one contestant grows on grids.
func (k kept) growthOf(solver, encoding string) growth {
	s := &section{}
	for i := range k["solvers"] {
		if r := &k["solvers"][i]; r.Family == "grid" && r.Question == askAny && r.Contestant == solver+" "+encoding {
			s.results = append(s.results, r)
		}
	}
	return s.growth(cpu, measurable)
}

func drawGrowth(_ *testing.T, k kept) table {
	return throughSolvers("lights that double the time", lightByLight, func(solver, encoding string) string {
		g := k.growthOf(solver, encoding).exponential
		if math.IsNaN(g.slope) {
			return ""
		}
		longest := 1 / g.within.low
		top := fmt.Sprintf("%.0f", longest)
		if perLights(longest) == never {
			top = "∞"
		}
		return fmt.Sprintf("%.0f (%.0f–%s)", 1/g.slope, 1/g.within.top, top)
	})
}

// drawBreakdown shows how many seeds of the largest grid were answered.
func drawBreakdown(_ *testing.T, k kept) table {
	return throughSolvers("15×15", lightByLight, func(solver, encoding string) string {
		all := summarise(k.results(cell{"solvers", "grid-15-any", []string{solver + " " + encoding}}), cpu)
		return fmt.Sprintf("%d of %d", all.right, all.runs)
	})
}

// concordance is Kendall's W: 1 if all solvers put the encodings into the same order, 0 if their orders have
// nothing in common. Failures come last, and ties share their ranks.
func (k kept) concordance(instance string) float64 {
	sums := make([]float64, len(lightByLight))
	for _, s := range cdcl {
		var times []float64
		for _, e := range lightByLight {
			times = append(times, summarise(k.results(cell{"solvers", instance, []string{s + " " + e}}), cpu).median)
		}
		for i, a := range times {
			rank := 0.5
			for _, b := range times {
				switch {
				case b < a:
					rank++
				case b == a:
					rank += 0.5
				}
			}
			sums[i] += rank
		}
	}
	m, n := float64(len(cdcl)), float64(len(lightByLight))
	mean, spread := m*(n+1)/2, 0.0
	for _, s := range sums {
		spread += (s - mean) * (s - mean)
	}
	return 12 * spread / (m * m * (n*n*n - n))
}

// drawRuns shows the conditions under which each folder was measured.
func drawRuns(t *testing.T, k kept) table {
	made := table{head: []string{"folder", "suite", "limit", "memory", "seeds", "at a time", "load before", "commit"}}
	for _, folder := range sortedNames(k) {
		machines, err := readMachines(filepath.Join("results", folder))
		if err != nil {
			t.Fatal(err)
		}
		for _, m := range machines {
			made.add(fmt.Sprintf("[%s](../bench/results/%s)", folder, folder), m.Suite, decade(m.Timeout), fmt.Sprintf("%d MiB", m.Limit>>20),
				fmt.Sprint(m.Repeats), fmt.Sprint(m.Jobs), fmt.Sprintf("%.1f", m.Load), fmt.Sprintf("%.10s", m.Commit))
		}
	}
	return made
}

func sortedNames(k kept) []string {
	var names []string
	for name := range k {
		names = append(names, name)
	}
	slices.Sort(names)
	return names
}

// drawGenerators compares batches of the generators, by the first seed.
func drawGenerators(_ *testing.T, k kept) table {
	who := []string{"generate nullspace", "generate presses", "generate sat", "sgt-flip flip"}
	made := table{head: []string{"grid", "", "uniform draws", "`nullspace`", "`presses`", "`sat`", "Flip"}}
	for _, n := range []int{3, 4, 5, 12} {
		different := []string{fmt.Sprintf("%d×%d", n, n), "different puzzles", ""}
		fewest := []string{"", "mean of the fewest presses", ""}
		times := []string{"", "CPU time of the batch", ""}
		for _, w := range who {
			c := cell{"generators", fmt.Sprintf("grid-%d-generate", n), []string{w}}
			d, f := "", ""
			if list := k.results(c); len(list) > 0 && list[0].Outcome == solved {
				d, f = fmt.Sprint(list[0].Distinct), fmt.Sprintf("%.1f", list[0].MeanFewest)
				different[2] = fmt.Sprintf("%.0f", list[0].Expected)
			}
			different, fewest, times = append(different, d), append(fewest, f), append(times, k.text(c))
		}
		made.add(different...)
		made.add(fewest...)
		made.add(times...)
	}
	return made
}

// drawDense shows BenchmarkEliminate, from what it printed; lines "kernels: NAME" tell with which kernels.
func drawDense(t *testing.T, _ kept) table {
	t.Helper()
	text, err := os.ReadFile(filepath.Join("testdata", "eliminate.txt"))
	if err != nil {
		t.Fatal(err)
	}
	made := table{head: []string{"matrix", "kernels", "M4RI", "ours, one core", "of M4RI's", "two cores, of M4RI's", "copying, one core", "copying, two"}}
	kernels := ""
	for line := range strings.Lines(string(text)) {
		if name, found := strings.CutPrefix(line, "kernels: "); found {
			kernels = strings.TrimSpace(name)
		}
		size, rest, found := strings.Cut(strings.TrimPrefix(line, "BenchmarkEliminate/"), "-")
		if !found || !strings.HasPrefix(line, "BenchmarkEliminate/") {
			continue
		}
		value := map[string]float64{}
		fields := strings.Fields(rest)
		for i := 2; i+1 < len(fields); i += 2 { // after the cores and the rounds
			if value[fields[i+1]], err = strconv.ParseFloat(fields[i], 64); err != nil {
				t.Fatal(err)
			}
		}
		made.add(size+"²", kernels, seconds(value["m4ri-s"]), seconds(value["ours-1core-s"]),
			fmt.Sprintf("%.2f", value["ours-1core/m4ri"]), fmt.Sprintf("%.2f", value["ours/m4ri"]),
			seconds(value["copying-1core-s"]), seconds(value["copying-s"]))
	}
	return made
}

var figureBlock = regexp.MustCompile(`(?s)(<!-- figures: (\w+) -->\n).*?(<!-- end -->)`)

// Every table of measurements on the page agrees with bench/results. After a new run, make figures
// rewrites them.
func TestDocsFigures(t *testing.T) {
	text, err := os.ReadFile(docsFile)
	if err != nil {
		t.Fatal(err)
	}
	k := readKept(t)
	var shown []string
	rendered := figureBlock.ReplaceAllStringFunc(string(text), func(block string) string {
		parts := figureBlock.FindStringSubmatch(block)
		shown = append(shown, parts[2])
		i := slices.IndexFunc(figures, func(f figure) bool { return f.name == parts[2] })
		if i < 0 {
			t.Fatalf("%s has a table %q that figures does not declare", docsFile, parts[2])
		}
		return parts[1] + figures[i].render(t, k) + parts[3]
	})
	if *update {
		if err := os.WriteFile(docsFile, []byte(rendered), 0o644); err != nil {
			t.Fatal(err)
		}
		return
	}
	for i, f := range figures {
		if i >= len(shown) || shown[i] != f.name {
			t.Fatalf("%s has the tables %v, not %s at place %d", docsFile, shown, f.name, i+1)
		}
	}
	was, is := strings.Split(string(text), "\n"), strings.Split(rendered, "\n")
	for i := range min(len(was), len(is)) {
		if was[i] != is[i] {
			t.Fatalf("%s:%d: says %q, the results say %q (make figures)", docsFile, i+1, was[i], is[i])
		}
	}
	if len(was) != len(is) {
		t.Fatalf("%s is out of date (make figures)", docsFile)
	}
}

// Outside its tables the page quotes no time or memory that was measured here. Any number with such a
// unit is somebody else's figure, a limit or an order of magnitude, and is listed below.
func TestDocsQuoteFiguresInTablesOnly(t *testing.T) {
	text, err := os.ReadFile(docsFile)
	if err != nil {
		t.Fatal(err)
	}
	elsewhere := []string{
		"1000 MB",     // Fazakas, Keresztes and Groza
		"20 s", "6 s", // Chlond
		"60s", "10 ms", // an example, and the resolution of the figures
		"5s", "20s", "30s", // examples of a suite file
	}
	prose := figureBlock.ReplaceAllString(string(text), "")
	for _, q := range regexp.MustCompile(`\d[\d.]* ?(µs|ms|s|MiB|MB|GiB|GB)\b`).FindAllString(prose, -1) {
		if !slices.Contains(elsewhere, q) {
			t.Errorf("%s quotes %q outside its tables", docsFile, q)
		}
	}
}
