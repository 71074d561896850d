package bench

import (
	"math"
	"os"
	"slices"
	"strings"
	"testing"
)

// best and worst are the smallest and largest median of the contestants on an instance: infinite if
// most of its seeds failed, and NaN if nobody was asked.
func (k kept) best(folder, instance string, who ...string) float64 {
	if m := k.medians(cell{folder, instance, who}); len(m) > 0 {
		return m[0]
	}
	return math.NaN()
}

func (k kept) worst(folder, instance string, who ...string) float64 {
	if m := k.medians(cell{folder, instance, who}); len(m) > 0 {
		return m[len(m)-1]
	}
	return math.NaN()
}

// allRight and noneRight are about every run of the contestants on an instance. A missing peer satisfies
// neither.
func (k kept) allRight(folder, instance string, who ...string) bool {
	list := k.results(cell{folder, instance, who})
	return len(list) > 0 && !slices.ContainsFunc(list, func(r *Result) bool { return !r.Outcome.Right() })
}

func (k kept) noneRight(folder, instance string, who ...string) bool {
	list := k.results(cell{folder, instance, who})
	return len(list) > 0 && !slices.ContainsFunc(list, func(r *Result) bool { return r.Outcome.Right() || r.Outcome == missing })
}

// every reports whether some results of a folder match picks, and all of those satisfy holds.
func (k kept) every(folder string, picks, holds func(*Result) bool) bool {
	picked := 0
	for i := range k[folder] {
		if r := &k[folder][i]; picks(r) {
			picked++
			if !holds(r) {
				return false
			}
		}
	}
	return picked > 0
}

// exponents reports whether the times of some curves of the folder scale grow as powers between two.
func (k kept) exponents(picks func(curve) bool, low, top float64) bool {
	picked := 0
	for _, c := range k.section("scale").costCurves() {
		if e := c.time.power.slope; picks(c) && !math.IsNaN(e) {
			picked++
			if e < low || e > top {
				return false
			}
		}
	}
	return picked > 1
}

func isRight(r *Result) bool { return r.Outcome.Right() }

func (k kept) mostFail(folder, instance string, who ...string) bool {
	all := summarise(k.results(cell{folder, instance, who}), cpu)
	return all.right*2 < all.runs
}

// steep are the boards of the suite scale whose cost once grew fastest.
var steep = []string{"mobius", "projective", "grid-pattern-x", "grid-pattern-knight", "cube", "scattered", "anonymous"}

// claims are the comparisons that docs/benchmarks.md makes in words, each with a check against the kept
// results. They allow for a noisy machine. If one fails after a new run, change the sentence.
var claims = []struct {
	says  string
	holds func(k kept) bool
}{
	{"Not one answer of these runs was wrong, ours or a peer's.", func(k kept) bool {
		all := func(*Result) bool { return true }
		for folder := range k {
			if !k.every(folder, all, func(r *Result) bool { return r.Outcome != wrong && r.Outcome != failed }) {
				return false
			}
		}
		return len(k) > 0
	}},
	{"`gauss` and `kernel` answer everything in about the time it takes to start", func(k kept) bool {
		for _, who := range byAll {
			if !k.every("encodings", func(r *Result) bool { return r.Contestant == who },
				func(r *Result) bool { return isRight(r) && (r.Question != askAny || r.CPU <= 0.2) }) {
				return false
			}
		}
		return true
	}},
	{"take more than five times as long at 12×12, and at 18×18 most runs give up", func(k kept) bool {
		return k.best("encodings", "grid-12-any", byLight...) > 5*k.worst("encodings", "grid-6-any", byLight...) &&
			k.mostFail("encodings", "grid-18-any", byLight...)
	}},
	{"no encoding that writes light by light proves it on the 9×9 torus", func(k kept) bool {
		return k.noneRight("encodings", "torus-9-unsolvable", byLight...)
	}},
	{"30×30 with its 900 lights and 2^20 answers is easier than 15×15 with one", func(k kept) bool {
		return k.best("encodings", "grid-quiet-30-any", byLight...) < k.best("encodings", "grid-15-any", byLight...) &&
			k.allRight("encodings", "grid-quiet-30-any", "gini direct")
	}},
	{"on hypercube:6, writing an XOR whole is far worse than chunks of 3 to 5", func(k kept) bool {
		return k.best("encodings", "hypercube-6-any", "gini direct") > 3*k.worst("encodings", "hypercube-6-any", "gini cut:3", "gini cut:4", "gini cut:5")
	}},
	{"from 9×9 on, elimination first is ahead on both questions", func(k kept) bool {
		ahead := true
		for _, i := range append(named("grid-quiet-%d-at-most", 9, 11), named("grid-quiet-%d-too-few", 9, 11)...) {
			ahead = ahead && k.worst("encodings", i, byAll...) < k.best("encodings", i, byLight...)
		}
		return ahead
	}},
	{"Paths, cycles, stars and trees are narrow enough that any encoding will do", func(k kept) bool {
		quick := true
		for _, board := range []string{"path-50", "cycle-60", "star-12", "tree-80"} {
			for _, q := range decisions {
				if asked := board + "-" + string(q); q == askAny || len(k.results(cell{"encodings", asked, byLight})) > 0 {
					quick = quick && k.worst("encodings", asked, byLight...) < 0.1
				}
			}
		}
		return quick
	}},
	{"on complete graphs, the longest time is that of `direct`", func(k kept) bool {
		const board = "complete-13-unsolvable"
		return k.best("encodings", board, "gini direct") == k.worst("encodings", board, byLight...)
	}},
	{"the coset search is ahead of all of them from 16×16 on", func(k kept) bool {
		ahead := true
		for _, i := range []string{"grid-16-min", "grid-19-min", "torus-10-min"} {
			ahead = ahead && k.worst("counting", i, "gf2") < k.best("counting", i, "gini kernel:4 seq", "gini kernel:4 totalizer", "gini kernel:4 cardnet", "gini kernel:4 adder")
		}
		return ahead
	}},
	{"given XOR lines (`encode --to xnf`), which it combines by Gauss–Jordan elimination, it answers every size at once", func(k kept) bool {
		return k.allRight("peers", "grid-18-any", "cryptominisat5 xnf") && k.best("peers", "grid-18-any", "cryptominisat5 xnf") < 0.5
	}},
	{"cbc fails first and glpsol next, both before 15×15", func(k kept) bool {
		return k.noneRight("peers", "grid-15-any", "cbc lp", "glpsol lp") && k.best("peers", "grid-8-any", "glpsol lp") < k.best("peers", "grid-8-any", "cbc lp")
	}},
	{"minisat and cadical are faster than gini", func(k kept) bool {
		return max(k.best("peers", "grid-13-any", "minisat direct", "minisat cut:4"), k.best("peers", "grid-13-any", "cadical direct", "cadical cut:4")) < k.best("peers", "grid-13-any", "gini direct")
	}},
	{"on clauses all fail on most runs at 18×18", func(k kept) bool {
		return k.mostFail("peers", "grid-18-any", "gini direct", "minisat direct", "minisat cut:4", "cadical direct", "cadical cut:4", "cryptominisat5 direct", "cryptominisat5 cut:4", "clasp opb", "z3 smt2")
	}},
	{"on the torus it falls behind `totalizer`", func(k kept) bool {
		right := func(who string) int {
			return summarise(k.results(cell{"counting", "torus-10-min", []string{who}}), cpu).right
		}
		return right("gini kernel:4 totalizer") > right("gini kernel:4 adder") ||
			k.best("counting", "torus-10-min", "gini kernel:4 totalizer") < k.best("counting", "torus-10-min", "gini kernel:4 adder")
	}},
	{"`bfs` takes nearly twice as long for every press from 4 to 10", func(k kept) bool {
		ratio := k.best("planning", "5x5-presses-10-min", "bfs") / k.best("planning", "5x5-presses-4-min", "bfs")
		return ratio > math.Pow(1.5, 6) && ratio < math.Pow(2.5, 6)
	}},
	{"E fails after a handful of presses", func(k kept) bool {
		lost := true
		for _, i := range named("5x5-presses-%d-any", 7, 8, 9, 10, 11, 12, 13, 14, 15) {
			lost = lost && k.noneRight("planning", i, "eprover tptp")
		}
		return lost && k.allRight("planning", "5x5-presses-3-any", "eprover tptp")
	}},
	{"Prover9 itself finds plans of up to six presses", func(k kept) bool {
		found := true
		for _, i := range named("5x5-presses-%d-any", 1, 2, 3, 4, 5, 6) {
			found = found && k.allRight("planning", i, "prover9 prover9")
		}
		return found
	}},
	{"Mace4 answers every one in the time it takes to start", func(k kept) bool {
		quick := true
		for _, i := range named("5x5-presses-%d-any", far...) {
			quick = quick && k.worst("planning", i, "mace4 mace4") < 0.2
		}
		return quick
	}},
	{"glpsol's own MiniSat takes the model and answers within the limit", func(k kept) bool {
		return k.allRight("hypercube", fourDims, "glpsol-minisat mathprog") && k.noneRight("hypercube", fourDims, "glpsol mathprog")
	}},
	{"On 4×4, with its 2^12 reachable states, E finds a plan from everywhere", func(k kept) bool {
		found := true
		for _, i := range named("4x4-presses-%d-any", 1, 2, 3, 4, 5, 6, 7) {
			found = found && k.allRight("planning", i, "eprover tptp")
		}
		return found
	}},
	{"Model finding takes the time to start the process, however far the goal", func(k kept) bool {
		flat := true
		for _, i := range named("5x5-presses-%d-min", far...) {
			flat = flat && k.worst("planning", i, "gini direct", "gini kernel:4") < 0.05
		}
		return flat
	}},
	{"integer programming fails, SAT is near its limit, and breaking symmetries brings it within reach", func(k kept) bool {
		ok := k.noneRight("hypercube", fourDims, "glpsol lp", "glpsol mathprog")
		for _, who := range []string{"minisat arith", "minisat direct", "gini arith", "gini direct"} {
			ok = ok && k.best("hypercube", fourDims, who+" broken") < min(10, k.best("hypercube", fourDims, who))
		}
		return ok
	}},
	{"elimination makes the whole question vanish", func(k kept) bool {
		return k.best("hypercube", fourDims, "gini kernel:4") < 0.1
	}},
	{"is easy for everyone", func(k kept) bool {
		return k.allRight("hypercube", fourAround, "glpsol lp", "minisat arith", "minisat direct", "gini arith", "gini direct")
	}},
	{"asking a solver for each costs more than ten times that", func(k kept) bool {
		return k.best("generators", "grid-12-generate", "generate sat") > 10*k.best("generators", "grid-12-generate", "generate nullspace")
	}},
	{"on the smallest board half as many different ones", func(k kept) bool {
		distinct := func(who string) float64 {
			list := k.results(cell{"generators", "grid-3-generate", []string{who}})
			if len(list) == 0 || list[0].Outcome != solved {
				return math.NaN()
			}
			return float64(list[0].Distinct)
		}
		return math.Abs(distinct("generate presses")/distinct("generate nullspace")-0.5) < 0.1
	}},
	{"the polynomial equation and chasing solve 2000×2000 within seconds", func(k kept) bool {
		return k.worst("scale", "grid-2000-any", "polynomial", "chase") < 5
	}},
	{"Before, time grew faster than the lights to the power 1.3 on Möbius and projective boards, on patterns x and knight, on cubes, scattered points and shuffled grids", func(k kept) bool {
		return k.exponents(func(c curve) bool { return c.who == beforeScale && slices.Contains(steep, c.board) }, 1.3, 3)
	}},
	{"now elimination in blocks is about linear on all of these", func(k kept) bool {
		return k.exponents(func(c curve) bool { return c.who == "gf2" && slices.Contains(steep, c.board) }, 0.6, 1.15)
	}},
	{"so are the engines that know a board's structure", func(k kept) bool {
		return k.exponents(func(c curve) bool { return c.who == "polynomial" || c.who == "hypercube" }, 0.6, 1.15)
	}},
	{"No encoding that writes light by light is the best with", func(k kept) bool {
		best := map[string]bool{}
		for _, solver := range cdcl {
			fastest, who := math.Inf(1), ""
			for _, e := range lightByLight {
				if m := k.best("solvers", "grid-13-any", solver+" "+e); m < fastest {
					fastest, who = m, e
				}
			}
			best[who] = true
		}
		return len(best) > 1 && !best[""]
	}},
	{"coefficient of concordance is below one half at 12×12 and at 13×13", func(k kept) bool {
		return k.allRight("solvers", "grid-12-any", "kissat direct") && k.concordance("grid-12-any") < 0.5 && k.concordance("grid-13-any") < 0.5
	}},
	{"answers those in about the time it takes to start", func(k kept) bool {
		return k.every("solvers", func(r *Result) bool { return slices.Contains(atOnce, strings.SplitN(r.Contestant, " ", 2)[1]) },
			func(r *Result) bool { return isRight(r) && r.CPU < 0.1 })
	}},
	{"Whatever the encoding and the solver, one to six dozen more lights double the time", func(k kept) bool {
		fitted := 0
		for _, solver := range cdcl {
			for _, e := range lightByLight {
				g := k.growthOf(solver, e)
				if math.IsNaN(g.exponential.slope) {
					continue
				}
				if fitted++; 1/g.exponential.slope < 12 || 1/g.exponential.slope > 72 {
					return false
				}
			}
		}
		return fitted > 30
	}},
	{"no solver answers every seed with any encoding that writes light by", func(k kept) bool {
		for _, e := range lightByLight {
			for _, solver := range cdcl {
				all := summarise(k.results(cell{"solvers", "grid-15-any", []string{solver + " " + e}}), cpu)
				if all.runs == 0 || all.right == all.runs {
					return false
				}
			}
		}
		return true
	}},
}

func TestDocsClaims(t *testing.T) {
	text, err := os.ReadFile(docsFile)
	if err != nil {
		t.Fatal(err)
	}
	page := strings.Join(strings.Fields(string(text)), " ")
	k := readKept(t)
	for _, c := range claims {
		if !strings.Contains(page, c.says) {
			t.Errorf("%s does not say %q", docsFile, c.says)
		}
		if !c.holds(k) {
			t.Errorf("%s says %q, but the results in bench/results do not", docsFile, c.says)
		}
	}
}

// No claim holds without results, or about peers that were missing.
func TestClaimsNeedResults(t *testing.T) {
	absent := readKept(t)
	for folder, list := range absent {
		for i := range list {
			list[i].Outcome = missing
		}
		absent[folder] = list
	}
	for _, c := range claims {
		if c.holds(kept{}) {
			t.Errorf("%q holds of no results", c.says)
		}
		if c.holds(absent) && !strings.Contains(c.says, "Not one answer") {
			t.Errorf("%q holds where everyone is missing", c.says)
		}
	}
}
