package bench

import (
	"bytes"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// listed is what a plan would measure with one seed: "instance contestant".
func listed(t *testing.T, o Options) []string {
	t.Helper()
	o.Repeat = 1
	pairs, err := o.pairs()
	if err != nil {
		t.Fatal(err)
	}
	var list []string
	for _, p := range pairs {
		list = append(list, p.Instance+" "+p.Contestant)
	}
	return list
}

// write makes a file in a folder and returns its name.
func write(t *testing.T, dir, name, text string) string {
	t.Helper()
	file := filepath.Join(dir, name)
	if err := os.WriteFile(file, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
	return file
}

// What the options say and what a suite file says are the same thing.
func TestOptionsAreASuite(t *testing.T) {
	dir := t.TempDir()
	for _, c := range []struct {
		options Options
		file    string
		want    []string
	}{
		{Options{Boards: []string{"5x5", "torus:6x6"}, Xor: "direct,cut"}, "board 5x5\nboard torus:6x6\nxor direct,cut\n",
			[]string{"grid-5-any gini direct", "grid-5-any gini cut:4", "torus-6-any gini direct", "torus-6-any gini cut:4"}},
		{Options{Boards: []string{"grid:NxN"}, N: "4-5,9", Question: "none,min", Engine: "gf2"}, "# c\nengine gf2\n\nboard grid:NxN\nn 4-5,9\nquestion none,min\n",
			[]string{"grid-4-unsolvable gf2", "grid-4-min gf2", "grid-5-unsolvable gf2", "grid-5-min gf2", "grid-9-unsolvable gf2", "grid-9-min gf2"}},
		{Options{Boards: []string{"3x4"}, Card: "seq,adder", Question: "at-most", Solvers: []string{"me=me {cnf}"}}, "board 3x4\ncard seq,adder\nquestion at-most\nsolver me=me {cnf}\n",
			[]string{"grid-3x4-12-at-most gini kernel:4 seq", "grid-3x4-12-at-most gini kernel:4 adder", "grid-3x4-12-at-most me cut:4 seq", "grid-3x4-12-at-most me cut:4 adder"}},
		// Where no presses are counted, the counting encodings make no difference.
		{Options{Boards: []string{"4x4"}, Card: "seq,adder", Xor: "direct", Question: "any,min"}, "board 4x4\ncard seq,adder\nxor direct\nquestion any,min\n",
			[]string{"grid-4-any gini direct", "grid-4-min gini direct seq", "grid-4-min gini direct adder"}},
		{Options{Boards: []string{"petersen"}, Solvers: []string{"me=me {opb}", "cadical direct"}}, "board petersen\nsolver me=me {opb}\nsolver cadical direct\n",
			[]string{"petersen-10-any me opb", "petersen-10-any cadical direct"}},
		{Options{Boards: []string{"cubic:8", "grid:5x5,pattern=king"}, Engine: "gf2,sat", Xor: "direct broken"}, "board cubic:8\nboard grid:5x5,pattern=king\nengine gf2,sat\nxor direct broken\n",
			[]string{"cubic-8-any gf2", "cubic-8-any gini direct broken", "grid-pattern-king-5-any gf2", "grid-pattern-king-5-any gini direct broken"}},
	} {
		if diff := cmp.Diff(c.want, listed(t, c.options)); diff != "" {
			t.Errorf("%+v: (-want +got)\n%s", c.options, diff)
		}
		if diff := cmp.Diff(c.want, listed(t, Options{Suite: write(t, dir, "my.suite", c.file)})); diff != "" {
			t.Errorf("%q: (-want +got)\n%s", c.file, diff)
		}
	}
}

// A solver of one's own joins a built-in suite, with the encodings that each row compares.
func TestSolverJoinsASuite(t *testing.T) {
	list := listed(t, Options{Suite: "quick", Solvers: []string{"me=me {cnf}"}, Filter: " me "})
	want := []string{"grid-5-any me direct", "grid-5-any me cut:4", "grid-5-any me kernel:4", "grid-5-unsolvable me direct"}
	if len(list) < 4 || !slices.Equal(list[:4], want) {
		t.Errorf("%q", list)
	}
	if slices.ContainsFunc(list, func(p string) bool { return strings.Contains(p, "-min ") }) {
		t.Error("clauses cannot ask for the fewest presses")
	}
}

// A command under the name of a known solver takes its place, also among the peers.
func TestOwnCommandTakesAKnownName(t *testing.T) {
	s, err := Options{Boards: []string{"5x5"}, Solvers: []string{"kissat", "kissat=kissat -q {cnf}"}, Xor: "direct"}.plan()
	if err != nil {
		t.Fatal(err)
	}
	for _, peers := range []bool{false, true} {
		pairs, err := s.pairs(Options{Peers: peers})
		if err != nil {
			t.Fatal(err)
		}
		var commands []string
		for _, p := range pairs {
			if p.Contestant == "kissat direct" {
				commands = append(commands, p.who.peer.command)
			}
		}
		if !slices.Equal(commands, []string{"kissat -q {cnf}"}) {
			t.Errorf("%q", commands)
		}
	}
}

// A file with several graphs or puzzles gives an instance of each. Puzzles keep their lights, and are
// asked only what makes sense.
func TestFilesAreInstances(t *testing.T) {
	dir := t.TempDir()
	graphs := write(t, dir, "many.g6", "DqK\nCF\n")
	puzzles := write(t, dir, "two.lo", "p lights 3 2\ne 1 2\ne 2 3\nl 1\n\np lights 2 1\ne 1 2\nl 1\n")
	write(t, dir, "my.suite", "board many.g6\nboard graph:many.g6\nboard two.lo#2\nboard graph:two.lo#2\nengine gf2\n")
	got := listed(t, Options{Suite: filepath.Join(dir, "my.suite")})
	if diff := cmp.Diff([]string{"many-1-any gf2", "many-2-any gf2", "two-2-any gf2", "two-2-2-any gf2"}, got); diff != "" {
		t.Error(diff)
	}
	s, err := Options{Boards: []string{graphs, puzzles}, Question: "any,none"}.plan()
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		row, size int
		q         question
		lights    int
		asked     bool
	}{{0, 1, askAny, 5, true}, {1, 1, askAny, 3, true}, {1, 1, askUnsolvable, 3, false}, {1, 2, askAny, 2, false}, {1, 2, askUnsolvable, 2, true}} {
		p, err := newInstance(t.Context(), s.Rows[c.row], c.size, c.q, 1)
		if (err == nil) != c.asked {
			t.Errorf("%+v: %v", c, err)
		}
		if err == nil && (p.puzzle.Board.Lights() != c.lights || c.row == 1 && p.puzzle.On.Weight() != 1) {
			t.Errorf("%+v: %d lights, %d on", c, p.puzzle.Board.Lights(), p.puzzle.On.Weight())
		}
	}
}

// A file that changes is another puzzle, though it has the same name: its results are not resumed.
func TestDigestTellsFilesApart(t *testing.T) {
	dir := t.TempDir()
	digest := func(text string) string {
		s, err := Options{Boards: []string{write(t, dir, "g.col", text)}}.plan()
		if err != nil {
			t.Fatal(err)
		}
		return s.Rows[0].Family.digestOf(1, s.Rows[0].Start)
	}
	one, two := digest("p edge 3 2\ne 1 2\ne 2 3\n"), digest("p edge 3 2\ne 1 2\ne 1 3\n")
	if one == "" || one == two || one != digest("p edge 3 2\ne 1 2\ne 2 3\n") {
		t.Errorf("%q and %q", one, two)
	}
}

// Every mistake in a suite file is reported with its line and what to do.
func TestSuiteFileErrors(t *testing.T) {
	dir := t.TempDir()
	write(t, dir, "bad.lo", "p lights 2 1\ne 1 9\n")
	for text, want := range map[string]string{
		"":                                               ":1: there is no board in this suite",
		"about x\n":                                      ":1: there is no board in this suite",
		"board 5x5\nxro direct\n":                        `:2: xro: no such word (did you mean "xor"?)`,
		"board\n":                                        ":1: board: nothing follows",
		"board 5x5\nrepeat 3\n":                          ":2: repeat: belongs before the first board",
		"repeat none\nboard 5x5\n":                       `:1: repeat: "none" is not a number of seeds`,
		"timeout fast\nboard 5x5\n":                      `:1: timeout: "fast" is not a time`,
		"takes 3 days\nboard 5x5\n":                      `:1: takes: "3 days" is not a time`,
		"name a\nboard 5x5\n":                            ":1: name: belongs to a board",
		"board 5y5\n":                                    ":1: board: ",
		"board no.g6\n":                                  ":1: board: there is no file no.g6",
		"board graph:no.g6\n":                            ":1: board: ",
		"board bad.lo\n":                                 "bad.lo:2: ",
		"board bad.lo#x\n":                               ":1: board: there is no file bad.lo#x",
		"board .\n":                                      "is a directory",
		"board grid:NxN\n":                               ":1: board: grid:NxN: its N needs numbers",
		"board grid:NxN\nn 5-3\n":                        `:2: n: "5-3" is neither a number nor a range`,
		"board grid:NxN\nn 1-999999999\n":                ":2: n: ",
		"board cubic:N\nn 5\n":                           "even",
		"board tree:99999999\n":                          "more than",
		"board 5x5\nn 3\n":                               ":2: n: no board has an N",
		"board 5x5\nxor drect\n":                         `:2: xor: no such XOR encoding "drect" (did you mean "direct"?)`,
		"board 5x5\ncard sq\n":                           `:2: card: no such counting encoding "sq"`,
		"board 5x5\nengine gf3\n":                        `:2: engine: no such engine "gf3" (did you mean "gf2"?)`,
		"board 5x5\nengine gf2\nxor all\n":               ":3: xor: goes with engine sat",
		"board 5x5\nengine gf2\ncard seq\n":              ":3: card: goes with engine sat",
		"board 5x5\nengine sat\nmethod gray\n":           ":3: method: goes with engine gf2",
		"board 5x5\nboard 6x6\non r9c9\n":                ":3: on: ",
		"board 5x5\nquestion why\n":                      `:2: question: no such question "why"`,
		"board 5x5\nquestion any,generate\n":             ":2: question: generate goes with no other question",
		"board 5x5\nxor direct\nxor cut\n":               ":3: xor: said twice",
		"board 5x5\nbatch 3\n":                           ":2: batch: goes with the questions generate and decode",
		"board hexcolor:5\nquestion decode\nflips 80%\n": ":3: flips: \"80%\" is not a rate of flips",
		"board hexcolor:5\nquestion decode\nflips 1%, 0.01\n":   ":3: flips: 0.01 is said twice",
		"board hexcolor:5\nquestion decode\nengine gf2\n":       ":3: engine: the question decode has an engine of its own",
		"board hexcolor:5\nquestion decode,min\n":               ":2: question: decode goes with no other question",
		"board hexcolor:5\nflips 1%\non all\n":                  ":2: flips: says where to start from, and so does on",
		"board shuffled:hexcolor:4\nquestion decode\n":          ":1: board: ",
		"board 5x5\nquestion generate\nbatch -1\n":              ":3: batch: ",
		"board 5x5\nname A b\n":                                 ":2: name: ",
		"board 5x5\nboard 6x6\nname a\n":                        ":3: name: one name for 2 boards",
		"board 5x5\npresses many\n":                             ":2: presses: ",
		"board 5x5\npresses N\n":                                ":1: board: presses N takes its numbers from n",
		"board 5x5\npresses 3\non all\n":                        ":2: presses: says where to start from",
		"board 5x5\nsolver kisat\n":                             `:2: solver: no such solver "kisat" (did you mean "kissat"?)`,
		"board 5x5\nsolver minisat opb\n":                       `:2: solver: minisat: no such XOR encoding "opb"`,
		"board 5x5\nsolver z3 cnf\n":                            `:2: solver: z3 does not read "cnf"`,
		"board 5x5\nsolver a=b {cfn}\n":                         `:2: solver: a: there is no placeholder {cfn} (did you mean "cnf"?)`,
		"board 5x5\nsolver a=b\n":                               ":2: solver: a: the command reads no puzzle",
		"board 5x5\nsolver a=\n":                                ":2: solver: a: there is no command",
		"board 5x5\nsolver a=b {cnf} {opb}\n":                   ":2: solver: a: {cnf} and {opb}: a solver reads one file",
		"board 5x5\nsolver a=b 'c {cnf}\n":                      ":2: solver: a: a quote ' is not closed",
		"board 5x5\nsolver a=b {cnf}\nsolver a=c {cnf}\n":       `:3: solver: a is already the name of "b {cnf}"`,
		"board 5x5\nsolver gf2=x {cnf}\n":                       ":2: solver: gf2 is already the name of a contestant",
		"board 5x5\nquestion min\nsolver a=b {cnf}\n":           ":3: solver: {cnf} cannot ask for the fewest presses; use {wcnf}",
		"board 5x5\npeers minisat, nobody\n":                    `:2: peers: no such solver "nobody"`,
		"board 5x5\n" + strings.Repeat("x", maxLine+1) + " y\n": ":2: the line is longer than 65536 bytes",
	} {
		name := write(t, dir, "my.suite", text)
		if _, err := suiteByName(name); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%.60q: %v, want %q", text, err, want)
		}
	}
}

// The same mistakes in options begin with the word that a suite file has for them.
func TestOptionErrors(t *testing.T) {
	board := []string{"5x5"}
	for want, o := range map[string]Options{
		"xor: no such XOR encoding":              {Boards: board, Xor: "x"},
		"xor: goes with boards; a suite":         {Suite: "quick", Xor: "direct"},
		"board: ":                                {Boards: []string{"5x"}},
		"choose one of them":                     {Boards: board, Suite: "quick"},
		"more than 1000000 runs":                 {Boards: board, Repeat: 1 << 30},
		"solver: the suite engines asks nothing": {Suite: "generators", Solvers: []string{"a=b {cnf}"}},
		"no such suite":                          {Suite: "quik"},
		"no such file":                           {Suite: "quik.suite"},
	} {
		want = strings.Replace(want, "engines asks", "generators asks", 1)
		if _, err := o.pairs(); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%+v: %v, want %q", o, err, want)
		}
	}
}

func TestSplitWords(t *testing.T) {
	for line, want := range map[string][]string{
		``: nil, ` a  b `: {"a", "b"}, `a 'b c'd "e'f"`: {"a", "b cd", "e'f"}, `sh -c 'x {cnf} | y' ''`: {"sh", "-c", "x {cnf} | y", ""},
	} {
		if got, err := splitWords(line); err != nil || !slices.Equal(got, want) {
			t.Errorf("%s: %q, %v", line, got, err)
		}
	}
}

func FuzzSuite(f *testing.F) {
	for _, name := range Suites() {
		text, err := suiteFiles.ReadFile("suites/" + name + suiteSuffix)
		if err != nil {
			f.Fatal(err)
		}
		f.Add(text)
	}
	f.Add([]byte("board grid:3^N\nn 1-3\nsolver a=b 'c d' {cnf}\n"))
	f.Fuzz(func(t *testing.T, text []byte) {
		if bytes.Contains(text, []byte("/")) || len(text) > 1<<12 {
			return // files of the machine are no business of a fuzzer
		}
		s, err := parseSuite(suite{own: true}, "fuzz.suite", text)
		if err != nil && !strings.HasPrefix(err.Error(), "fuzz.suite:") {
			t.Errorf("%q: an error without its place: %v", text, err)
		}
		if err == nil {
			for _, r := range s.Rows {
				if len(r.Sizes) == 0 || len(r.Questions) == 0 || !slug.MatchString(r.Family.name) {
					t.Errorf("%q: %+v", text, r)
				}
			}
		}
	})
}
