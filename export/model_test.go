package export_test

import (
	"errors"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"testing/iotest"

	"pgregory.net/rapid"

	"lightsout/board"
	"lightsout/cnf"
	"lightsout/export"
	"lightsout/gf2"
	"lightsout/internal/boardtest"
	"lightsout/internal/boardtest/tier"
)

// The files in testdata/model are what solvers printed, unchanged, each named after its solver and
// version: *.sat.txt for 3x3 from all on, whose one answer is the corners and the centre (Gawalt),
// *.unsat.txt for path:2 with one light on, which has none.
func TestReadModelOfRealSolvers(t *testing.T) {
	files, err := filepath.Glob(filepath.Join("testdata", "model", "*.txt"))
	if err != nil || len(files) == 0 {
		t.Fatal("no samples", err)
	}
	for _, file := range files {
		t.Run(filepath.Base(file), func(t *testing.T) {
			f, err := os.Open(file)
			if err != nil {
				t.Fatal(err)
			}
			defer f.Close()
			if strings.HasSuffix(file, ".unsat.txt") {
				x, err := readModel(f, file, 2)
				wantNone(t, x, err, unsat)
				return
			}
			x, err := readModel(f, file, 9)
			if err != nil {
				t.Fatal(err)
			}
			if want := "101010101"; x.String() != want {
				t.Errorf("%v, not %s", x, want)
			}
		})
	}
}

// readModel is ReadModel for a board with so many switches, two states and no lights.
func readModel(r io.Reader, name string, switches int) (gf2.Vec, error) {
	b, err := board.FromToggles("switches", 0, make([][]int, switches))
	if err != nil {
		panic(err)
	}
	m, err := export.ReadModel(r, name, b, export.Options{})
	if err != nil {
		return gf2.Vec{}, err
	}
	return m.Presses.Bits(), nil
}

// Verdicts of a solver that prints no answer.
const (
	unsat  = true
	gaveUp = false
)

func wantNone(t *testing.T, x gf2.Vec, err error, verdict bool) {
	t.Helper()
	var none *export.NoModelError
	if !errors.As(err, &none) || none.Unsat != verdict {
		t.Errorf("%v, %v, but expected a verdict with Unsat = %v", x, err, verdict)
	}
}

// Every real output, truncated anywhere, is refused or still gives the whole answer, never another.
func TestReadModelOfCutOutput(t *testing.T) {
	files, err := filepath.Glob(filepath.Join("testdata", "model", "*.sat.txt"))
	if err != nil {
		t.Fatal(err)
	}
	for _, file := range files {
		data, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		// cbc may omit columns that are 0 and has no closing line, so truncation cannot always be
		// detected; but what is left never exceeds the answer.
		mayLose := strings.Contains(file, "cbc")
		for n := range data {
			if n%tier.Size(47, 1) > 0 && n < len(data)-tier.Size(40, 200) {
				continue // reading takes as long as the text, and the end decides
			}
			x, err := readModel(strings.NewReader(string(data[:n])), file, 9)
			switch {
			case err != nil || x.String() == "101010101":
			case mayLose && x.Overlap(gf2.VecOf(9, 0, 2, 4, 6, 8)) == x.Weight():
			default:
				t.Fatalf("%s, cut to %d bytes: %v", file, n, x)
			}
		}
	}
}

func TestReadModel(t *testing.T) {
	for _, c := range []struct {
		name, text, want string
	}{
		{"literals on several lines", "s SATISFIABLE\nv 1 -2\nv 3 4 5\nv 0\n", "101"},
		{"comments anywhere", "c hello\n\ncomment\ns SATISFIABLE\nv -1 -2 3 0\nc bye", "001"},
		{"values before the status", "v 1 2 -3 0\ns SATISFIABLE\n", "110"},
		{"values alone", "v 1 2 -3 0\n", "110"},
		{"Windows line ends", "s SATISFIABLE\r\nv 1 2 -3 0\r\n", "110"},
		{"the last answer counts", "v 1 2 3 0\no 3\nv 1 -2 -3 0\no 1\ns OPTIMUM FOUND\n", "100"},
		{"first literal of two digits", "s SATISFIABLE\nv 10 11 1 -2 3 0\n", "101"},
		{"variables left out", "s SATISFIABLE\nv 1 0\n", "100"},
		{"pseudo-Boolean", "s OPTIMUM FOUND\nv x1 -x2\nv x3 -x4\n", "101"},
		// MaxSAT Evaluation 2022, rules for solvers: the values as one string of bits.
		{"MaxSAT 2022", "c x\no 2\ns OPTIMUM FOUND\nv 10110\n", "101"},
		{"MaxSAT before 2022", "o 2\ns OPTIMUM FOUND\nv 1 -2 3 4\n", "101"},
		{"anytime MaxSAT", "o 2\ns UNKNOWN\nv 101\n", "101"},
		{"minisat", "SAT\n1 -2 3 -4 0\n", "101"},
		{"integers of an SMT solver", "sat\n(model\n(define-fun x1 () Int 1) (define-fun x2 () Int 0)\n(define-fun |x3| () Int 1))", "101"},
		{"an SMT solver that leaves out", "sat\n((define-fun x2 () Bool true))", "010"},
		{"an SMT model with more", "sat\n((define-fun y () Bool true) (define-fun x2 () Bool true) (define-fun f ((a Int)) Int (ite (= a 1) 1 0)) (define-fun x9 () Int 7))", "010"},
		{"MiniZinc's own output", "x = array1d(1..3, [1, 0, 1]);\nd = [0, 0];\n----------\n", "101"},
		{"MiniZinc with truth values", "x = [true, false, true];\n----------\n==========\n", "101"},
		{"the last of MiniZinc", "x = [1, 1, 1];\n----------\nx = [1, 0, 1];\n----------\n% time\n==========\n", "101"},
		{"MiniZinc out of time with an answer", "x = [1, 0, 1];\n----------\n=====UNKNOWN=====\n", "101"},
		{"cbc, zeros left out", "Optimal - objective value 2.00000000\n      0 x1    1    1\n      2 x3  0.9999999  1\n", "101"},
		{"cbc out of time with an answer", "Stopped on time - objective value 2.00000000\n      0 x1    1    1\n**    2 x3  1  1\n", "101"},
		{"cbc with its log", "Optimal - objective value 7\nsome log\n\nOptimal - objective value 2.00000000\n      0 x1  1 1\n", "100"},
		{"glpsol, rounding", "s mip 1 4 f 2\ni 1 2\nj 1 0.999999\nj 2 -1e-09\nj 3 1\nj 4 0.5\ne o f\n", "101"},
		{"a list of presses", "1, 3\n", "101"},
		{"a list of presses on lines", "3\n1\n", "101"},
		{"a list of literals", "1 -2 3 -4 5 0\n", "101"},
	} {
		t.Run(c.name, func(t *testing.T) {
			x, err := readModel(strings.NewReader(c.text), "out", 3)
			if err != nil {
				t.Fatal(err)
			}
			if x.String() != c.want {
				t.Errorf("%v, not %s", x, c.want)
			}
		})
	}
}

func TestReadModelWithoutSwitches(t *testing.T) {
	for _, text := range []string{
		"s SATISFIABLE\nv 0\n", "s SATISFIABLE\n", "v \ns SATISFIABLE\n", "SAT\n 0\n", "SAT\n",
		"sat\n(\n)\n", "x = [];\n----------\n", "s mip 1 1 o 0\ni 1 0\nj 1 0\ne o f\n",
		"Optimal - objective value 0.00000000\n      0 nothing   0    0\n",
	} {
		if x, err := readModel(strings.NewReader(text), "out", 0); err != nil || x.Len() != 0 {
			t.Errorf("%q: %v, %v", text, x, err)
		}
	}
}

func TestReadModelSaysThatThereIsNone(t *testing.T) {
	for text, verdict := range map[string]bool{
		"s UNSATISFIABLE\n":                         unsat,
		"c hi\ns UNKNOWN\n":                         gaveUp,
		"s INDETERMINATE\n":                         gaveUp,
		"c --- banner\nc UNKNOWN\n":                 gaveUp,
		"UNSAT\n":                                   unsat,
		"INDET\n":                                   gaveUp,
		"restarts : 1\n\nUNSATISFIABLE\n":           unsat,
		"unsat\n":                                   unsat,
		"unknown\n(error \"line 1\")\n":             gaveUp,
		"unknown\n((define-fun x1 () Bool true))\n": gaveUp, // where the search stopped
		"timeout\n":                                 gaveUp,
		"=====UNSATISFIABLE=====\n":                 unsat,
		"=====UNKNOWN=====\n":                       gaveUp,
		"=====ERROR=====\n":                         gaveUp,
		"s mip 2 3 n 0\n":                           unsat,
		"s mip 2 3 u 0\n":                           gaveUp,
		"Infeasible - objective value 0.00000000\n": unsat,
		"Optimal - objective value 0\nlog\nInfeasible - objective value 0\n":                      unsat, // the first is in the log
		"Integer infeasible - objective value 1.00000000\n":                                       unsat,
		"Stopped on time (no integer solution - continuous used) - objective value 18.24590164\n": gaveUp,
		// Those of Prover9 and Mace4 are of x2.prover9.out and of the exit codes in the manual's section Running Prover9.
		"# No proof found!\n# SZS status CounterSatisfiable\n":                                unsat,
		"% SZS status Satisfiable for puzzle\n":                                               unsat,
		"# Failure: Resource limit exceeded (time)\n# SZS status ResourceOut\n":               gaveUp,
		"# SZS status GaveUp\n":                                                               gaveUp,
		"SEARCH FAILED\n\nExiting with failure.\n\nProcess 15837 exit (sos_empty) Wed Feb\n":  unsat,
		"SEARCH FAILED\n\nExiting with failure.\n\nProcess 15837 exit (max_megs) Wed Feb\n":   gaveUp,
		"============================== Mace4 ======\nProcess 15837 exit (exhausted) Wed Feb": unsat,
		"============================== Mace4 ======\nProcess 1 exit (max_sec_no) Wed Feb\n":  gaveUp,
	} {
		x, err := readModel(strings.NewReader(text), "out", 3)
		wantNone(t, x, err, verdict)
		if err != nil && !strings.HasPrefix(err.Error(), "out: the solver ") {
			t.Error(err)
		}
	}
}

// An answer is claimed to be the best only if the solver says so: at a limit it prints the best that it found.
func TestOptimal(t *testing.T) {
	b := boardtest.Parse(t, "1x3")
	for text, want := range map[string]bool{
		"o 2\ns OPTIMUM FOUND\nv x1 -x2 x3\n":                                                      true,
		"o 2\ns SATISFIABLE\nv x1 -x2 x3\n":                                                        false,
		"o 2\nv x1 -x2 x3\n":                                                                       false,
		"o 2\ns UNKNOWN\nv 101\n":                                                                  false,
		"s mip 0 3 o 2\nj 1 1\nj 2 0\nj 3 1\ne o f\n":                                              true,
		"s mip 0 3 f 2\nj 1 1\nj 2 0\nj 3 1\ne o f\n":                                              false,
		"Optimal - objective value 2\n 0 x1 1 1\n 2 x3 1 1\n":                                      true,
		"Stopped on time - objective value 2\n 0 x1 1 1\n 2 x3 1 1\n":                              false,
		"Optimal - objective value 1\nStopped on time - objective value 2\n 0 x1 1 1\n 2 x3 1 1\n": false,
		"x = [1, 1, 1];\n----------\nx = [1, 0, 1];\n----------\n==========\n":                     true,
		"x = [1, 0, 1];\n----------\n":                                                             false,
		"x = [1, 0, 1];\n----------\n=====UNKNOWN=====\n":                                          false,
		"sat\n((define-fun x1 () Bool true) (define-fun x3 () Bool true))\n":                       true,
		"((define-fun x1 () Bool true) (define-fun x3 () Bool true))\n":                            false,
		"New solution: 2 (0 backtracks)\n 1 0 1\nOptimum: 2 in 0 backtracks\n":                     true,
		"New solution: 2 (0 backtracks)\n 1 0 1\nend.\n":                                           false,
		"SAT\n1 -2 3 0\n": false,
		"1 3\n":           false,
	} {
		m, err := export.ReadModel(strings.NewReader(text), "t", b, export.Options{})
		if err != nil || m.Optimal != want || m.Presses.Weight() != 2 {
			t.Errorf("%q: %+v, %v", text, m, err)
		}
	}
}

func TestReadModelErrors(t *testing.T) {
	const theorem = "# SZS status Theorem\n"
	for _, c := range []struct{ text, want string }{
		{"", "out:1: the output is empty"},
		{"\n \n", "out:1: the output is empty"},
		{"hello\n", `out:1: "hello" is neither the output of a known solver nor a list`},
		{"1\n2\nx y\n", `out:3: "x y" is neither`},
		{"1 2 4\n", "out:1: there is no switch 4"},
		{"1 -1\n", "out:1: switch 1 is both pressed and not pressed"},
		{"1 99999999999\n", `out:1: "99999999999" is not a literal`},
		{"s SATISFIABLE\n", "out:1: the solver says \"SATISFIABLE\" but gives no values"},
		{"s SATISFIABLE\nv 1 2 3", "out:2: the values do not end with 0"},
		{"s SATISFIABLE\nv 1 2 x 0\n", `out:2: "x" is not a literal`},
		{"s SATISFIABLE\nv 1 2 2147483648 0\n", `out:2: "2147483648" is not a literal`},
		{"s SATISFIABLE\nv 1 0 2\n", `out:2: "2" after the 0`},
		{"s SATISFIABLE\nv 1\nv -1 0\n", "out:3: switch 1 is both"},
		{"s OPTIMUM FOUND\nv 10\n", "out:2: no value for switch 3 of 3"},
		{"s OPTIMUM\nv 101\n", `out:2: unknown status "OPTIMUM"`},
		{"s SATISFIABLE\nv 1 2 3 0\nError!\n", `out:3: "Error!" is not a line`},
		{"SAT\n", "out:1: no values follow SAT"},
		{"SAT\n1 -2 3\n", "out:2: the values do not end with 0"},
		{"log\nSATISFIABLE\n", "out:2: no values follow SATISFIABLE: give minisat a file"},
		{"sat\n", "out:1: the solver says sat but gives no values"},
		{"sat\n(\n (define-fun x1 () Bool\n", "out:3: 2 parentheses are not closed"},
		{"sat\n)\n", "out:2: a closing parenthesis without"},
		{"sat\n((define-fun x1 () Int\n (- 1)))\n", "out:3: the value of switch 1 is (, neither 0 nor 1"},
		{"sat\n((define-fun x1 () Int 2))\n", "out:2: the value of switch 1 is 2, neither 0 nor 1"},
		{"x = [1, 0, 1];\n", "out:1: neither an answer nor a verdict: the output is truncated"},
		{"----------\n", "out:1: an answer without a line"},
		{"1 3\n3\n", "out:2: switch 3 is pressed 2 times, which is as good as not at all"},
		{"x = [1, 0];\n----------\n", "out:1: no value for switch 3 of 3"},
		{"x = [1, 0, 1, 1];\n----------\n", "out:1: more than 3 values"},
		{"x = [1, , 1];\n----------\n", "out:1: no value for switch 3 of 3"},
		{"x = [1, 0, 1\n----------\n", "is not an array of values"},
		{"s mip 1 2 o 0\n", "out:1: 2 columns for 3 switches"},
		{"s mip 1 x o 0\n", `out:1: "x" is not a number of columns`},
		{"s mip 1 3 o\n", "out:1: \"s mip 1 3 o\" is not a header"},
		{"s mip 0 3 o 0\nj 1 0\nj 3 0\n", `out:3: "j 3 0" where column 2 is expected`},
		{"s mip 0 3 o 0\nj 1 0\ne o f\n", "out:3: 1 columns, but the header promises 3"},
		{"s mip 0 3 o 0\nj 1 0.5\n", "out:2: the value of switch 1 is 0.5, neither 0 nor 1"},
		{"s mip 0 3 o 0\nj 1 NaN\n", "out:2: the value of switch 1 is NaN"},
		{"s mip 0 3 o 0\nj 1 0\n", "out:2: no 'e o f' at the end"},
		{"s mip 0 3 o 0\nk 1 0\n", `out:2: "k 1 0" in glpsol's solution`},
		{"s bas 1 1 f f 0\n", "out:1: glpsol solved the relaxation"},
		{"Optimal - objective value 1\n 0 x4 1 1\n", "out:2: there is no switch 4"},
		{"Optimal - objective value 1\n 0 x1 1\n", "out:2: \" 0 x1 1\" where a column is expected"},
		{"Optimal - objective value 1\n 0 x1 0.3 0\n", "out:2: the value of switch 1 is 0.3"},
		{"s UNSATISFIABLE\ns SATISFIABLE\n", `out:2: the output contradicts itself: "s SATISFIABLE" says that there is an answer, and "s UNSATISFIABLE" that`},
		{"s SATISFIABLE\nv 1 2 3 0\ns UNSATISFIABLE\n", "out:1: the output contradicts itself"},
		{"v 1 2 3 0\ns UNSATISFIABLE\n", "out:1: the output contradicts itself"},
		{"SAT\n1 2 3 0\nUNSAT\n", "out:1: the output contradicts itself"},
		{"unsat\nsat\n((define-fun x1 () Bool true))\n", "contradicts itself"},
		{"x = [1, 0, 1];\n----------\n=====UNSATISFIABLE=====\n", "out:2: the output contradicts itself"},
		{"s mip 1 3 n 0\ns mip 1 3 o 0\n", "out:2: the output contradicts itself"},
		{"New solution: 1 (0 backtracks)\n 1 0 0\nNo solution in 0 backtracks\n", "out:1: the output contradicts itself"},
		{"# SZS status Theorem\n# SZS status Satisfiable\n", "out:1: the output contradicts itself"},
		{"THEOREM PROVED\nProcess 1 exit (sos_empty) now\n", "out:1: the output contradicts itself"},
		{"interpretation( 4, [number=1], [\nexit (exhausted)\n", "out:1: the output contradicts itself"},
		{"Unbounded - objective value 1\n", `out:1: unknown status "Unbounded - objective value 1"`},
		{"s SATISFIABLE\nv <instantiation> <list> x1 x2 x3", "out:2: the instantiation has no list or no values"},
		{"s SATISFIABLE\nv <instantiation> <list> x1 x2 </list> <values> 0 1 </values>", "out:2: no value for switch 3 of 3"},
		{"s SATISFIABLE\nv <instantiation> <list> x1 x2 x3 </list> <values> 0 1 </values>", "out:2: 2 values for 3 variables"},
		{"s SATISFIABLE\nv <instantiation> <list> x1 x2 x3 </list> <values> 0x999999 </values>", "out:2: more values than the 3 variables"},
		{"s SATISFIABLE\nv <instantiation> <list> x1 x2 x3 </list> <values> 0x 1 1 </values>", `out:2: "0x" is not a value`},
		{"s SATISFIABLE\nv <instantiation> <list> x1 x2 x3 </list> <values> 0 2 1 </values> v\n", "out:2: the value of switch 2 is 2"},
		{theorem, "out:1: the prover says Theorem but prints no proof"},
		{theorem + "cnf(a, axiom, (b), file('p', start)).\n", "out:1: the prover says Theorem but prints no proof"},
		{theorem + "cnf(a, plain, ($false), inference(pm,[],[b])).\n", `out:2: "b" is not an earlier step`},
		{theorem + "\ncnf(a, plain, ($false), file('p', press_4)).\n", "out:3: there is no switch 4"},
		{theorem + "cnf(a, plain, ($false), file('p', press_0)).\n", "out:2: there is no switch 0"},
		{theorem + "cnf(a, plain, ($false)).\n", "out:2: a step without a source"},
		{theorem + "cnf(a, plain, ($false), file('p', press_1))", "out:2: an unfinished step"},
		{theorem + "cnf(a, plain, " + strings.Repeat("(", 5000), "out:2: an unfinished step"},
		{theorem + "cnf(a, plain, ($false], b).", "out:2: an unfinished step"},
		{"THEOREM PROVED\n10 $F # answer(4).  [resolve(9,a,6,a)].\n", "out:2: there is no switch 4"},
		{"THEOREM PROVED\n", "out:1: neither an answer nor a verdict"},
		{"interpretation( 3, [number=1, seconds=0], [\n relation(press(_), [ 0, 1 ]) ]).", "out:2: 1 values of press for 3 switches"},
		{"interpretation( 3, [number=1, seconds=0], [\n", "out:1: neither an answer nor a verdict"},
	} {
		x, err := readModel(strings.NewReader(c.text), "out", 3)
		var wrong *cnf.SyntaxError
		if !errors.As(err, &wrong) || !strings.Contains(err.Error(), c.want) || !strings.HasPrefix(err.Error(), "out:") {
			t.Errorf("%.80q: %v, %v; not %q", c.text, x, err, c.want)
		}
	}
}

func TestReadModelReportsReadErrors(t *testing.T) {
	broken := errors.New("broken pipe")
	if _, err := readModel(iotest.ErrReader(broken), "out", 3); !errors.Is(err, broken) {
		t.Error(err)
	}
}

// The presses that a solver prints, in any dialect, are the presses that are read.
func TestReadModelReadsEveryDialect(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n := rapid.IntRange(1, 40).Draw(t, "switches")
		want := boardtest.DrawVec(t, n, "presses")
		auxiliary := rapid.IntRange(0, 5).Draw(t, "auxiliaries")
		dialect := rapid.SampledFrom(dialects).Draw(t, "dialect")
		text := dialect(want, auxiliary)
		got, err := readModel(strings.NewReader(text), "out", n)
		if err != nil || !got.Equal(want) {
			t.Fatalf("%v: %v, %v\n%s", want, got, err, text)
		}
	})
}

func FuzzReadModel(f *testing.F) {
	files, err := filepath.Glob(filepath.Join("testdata", "model", "*.txt"))
	if err != nil {
		f.Fatal(err)
	}
	for _, file := range files {
		data, err := os.ReadFile(file)
		if err != nil {
			f.Fatal(err)
		}
		f.Add(string(data), uint8(9))
	}
	for _, text := range []string{
		"v 10110\n", "v x1 -x2\n", "1 -2 0", "1,3", "sat\n((define-fun |x1| () Int 1))", "\"", "|", ";", "s mip", "SAT", "x = [",
		"c\nv 1 0\x14 ", "c\ns \n\xab0 ", "00 \x8c\x8c\x8c\n0", // no text
		"8 8", "s mip 0 10 o 0", // a list with a switch twice, another number of columns
		"v 1 2 3 4 5 6 7 8 9 10 11 12 13 014 -15 16\ns OPTIMUM FOUND", // more than there are
	} {
		f.Add(text, uint8(3))
		f.Add(text, uint8(53))
	}
	f.Add("v <list>0 0 0 x1 x2 x1 x2 x8 x8</list><values>0 0 0 0 1 0 1 0 0</values>", uint8(7))
	f.Add("# SZS status Theorem\n\ncnf(A,A, (a(0,A,A,a(A))!~a(A,A,A)), file('', press_99)).", uint8(9)) // no such switch
	f.Fuzz(func(t *testing.T, text string, switches uint8) {
		x, err := readModel(strings.NewReader(text), "out", int(switches))
		var none *export.NoModelError
		var wrong *cnf.SyntaxError
		switch {
		case err == nil && x.Len() != int(switches):
			t.Fatalf("%d presses for %d switches", x.Len(), switches)
		case err != nil && !errors.As(err, &none) && !errors.As(err, &wrong):
			t.Fatalf("an error of another kind: %v", err)
		case wrong != nil && (wrong.Line < 1 || wrong.Line > strings.Count(text, "\n")+1):
			t.Fatalf("line %d of %d: %v", wrong.Line, strings.Count(text, "\n")+1, err)
		}
	})
}

// What toulbar2 1.1.1 printed, with -s and with -w, about wcnf of 3×3.
func TestToulbar2(t *testing.T) {
	log := "c /usr/bin/toulbar2  version : 1.1.1\nloading wcnf file:t.wcnf\nInitial lower and upper bounds: [2, 10] 80.000%\n" +
		"New solution: 6 (3 backtracks, 9 nodes, depth 3)\n 1 1 1 0 1 0 1 0 1 1\nNew solution: 5 (5 backtracks, 14 nodes, depth 3)\n 1 0 1 0 1 0 1 0 1 1\n" +
		"Optimum: 5 in 6 backtracks and 15 nodes ( 0 removals by DEE) and 0.001 seconds.\nend.\n"
	b := boardtest.Parse(t, "3x3")
	for _, text := range []string{log, "1 0 1 0 1 0 1 0 1 1\n"} {
		m, err := export.ReadModel(strings.NewReader(text), "t", b, export.Options{})
		if err != nil || !slices.Equal(m.Presses.Indices(), []int{0, 2, 4, 6, 8}) {
			t.Errorf("%v, %v", m, err)
		}
	}
	none := "c /usr/bin/toulbar2  version : 1.1.1\nNo solution in 0 backtracks and 0 nodes ( 0 removals by DEE) and 0.001 seconds.\nend.\n"
	if _, err := export.ReadModel(strings.NewReader(none), "t", b, export.Options{}); !errors.As(err, new(*export.NoModelError)) {
		t.Error(err)
	}
	silent := "c /usr/bin/toulbar2  version : 1.1.1\nNew solution: 5 (5 backtracks, 14 nodes, depth 3)\nend.\n"
	if _, err := export.ReadModel(strings.NewReader(silent), "t", b, export.Options{}); err == nil || !strings.Contains(err.Error(), "give toulbar2 the option -s") {
		t.Error(err)
	}
}

// A solver may leave out what it is free to choose.
func TestFreeVariablesMayBeLeftOut(t *testing.T) {
	b := boardtest.Parse(t, "1x3")
	for _, text := range []string{"s SATISFIABLE\nv x2\n", "s SATISFIABLE\nv 2 0\n", "SAT\n2 0\n", "s OPTIMUM FOUND\nv 010\n"} {
		m, err := export.ReadModel(strings.NewReader(text), "t", b, export.Options{})
		if err != nil || !slices.Equal(m.Presses.Indices(), []int{1}) {
			t.Errorf("%q: %v, %v", text, m, err)
		}
	}
}
