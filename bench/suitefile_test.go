package bench

import (
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
	var list []string
	for _, p := range must(matching(o))(t) {
		list = append(list, p.Instance+" "+p.Contestant)
	}
	return list
}

// What the options say and what a suite file says are the same thing.
func TestOptionsAreASuite(t *testing.T) {
	dir := t.TempDir()
	for _, c := range []struct {
		options Options
		file    string
		want    []string
	}{
		{Options{Boards: []string{"5x5", "torus:6x6"}, Xor: "direct,cut"}, `{"blocks": [{"board": ["5x5", "torus:6x6"], "xor": ["direct", "cut"]}]}`,
			[]string{"grid-5-any gini direct", "grid-5-any gini cut:4", "torus-6-any gini direct", "torus-6-any gini cut:4"}},
		{Options{Boards: []string{"grid:NxN"}, N: "4-5,9", Question: "none,min", Engine: "gf2"},
			`{"defaults": {"engine": ["gf2"]}, "blocks": [{"board": ["grid:NxN"], "n": "4-5,9", "question": ["none", "min"]}]}`,
			[]string{"grid-4-unsolvable gf2", "grid-4-min gf2", "grid-5-unsolvable gf2", "grid-5-min gf2", "grid-9-unsolvable gf2", "grid-9-min gf2"}},
		{Options{Boards: []string{"3x4"}, Card: "seq,adder", Question: "at-most", Solvers: []string{"me=me {cnf}"}},
			`{"blocks": [{"board": ["3x4"], "card": ["seq", "adder"], "question": ["at-most"], "solver": ["me=me {cnf}"]}]}`,
			[]string{"grid-3x4-12-at-most gini cut:4 seq", "grid-3x4-12-at-most gini cut:4 adder", "grid-3x4-12-at-most me cut:4 seq", "grid-3x4-12-at-most me cut:4 adder"}},
		// Where no presses are counted, the counting encodings make no difference.
		{Options{Boards: []string{"4x4"}, Card: "seq,adder", Xor: "direct", Question: "any,min"},
			`{"blocks": [{"board": ["4x4"], "card": ["seq", "adder"], "xor": ["direct"], "question": ["any", "min"]}]}`,
			[]string{"grid-4-any gini direct", "grid-4-min gini direct seq", "grid-4-min gini direct adder"}},
		{Options{Boards: []string{"petersen"}, Solvers: []string{"me=me {opb}", "cadical cnf"}, Xor: "direct"}, `{"blocks": [{"board": ["petersen"], "solver": ["me=me {opb}", "cadical cnf"], "xor": ["direct"]}]}`,
			[]string{"petersen-10-any gini direct", "petersen-10-any me opb", "petersen-10-any cadical direct"}},
		{Options{Boards: []string{"regular:3x8", "grid:5x5,pattern=king"}, Engine: "gf2,sat", Xor: "direct"},
			`{"blocks": [{"board": ["regular:3x8", "grid:5x5,pattern=king"], "engine": ["gf2", "sat"], "xor": ["direct"]}]}`,
			[]string{"regular-3x8-8-any gf2", "regular-3x8-8-any gini direct", "grid-pattern-king-5-any gf2", "grid-pattern-king-5-any gini direct"}},
	} {
		if diff := cmp.Diff(c.want, listed(t, c.options)); diff != "" {
			t.Errorf("%+v: (-want +got)\n%s", c.options, diff)
		}
		if diff := cmp.Diff(c.want, listed(t, Options{Suite: write(t, dir, "my.json", c.file)})); diff != "" {
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

// A name is that of one program: a known solver with another command needs a name of its own, wherever it is said, and
// the same command under the same name is the same solver.
func TestANameIsOneProgram(t *testing.T) {
	for _, o := range []Options{
		{Boards: []string{"5x5"}, Solvers: []string{"kissat", "kissat=./other {cnf}"}, Xor: "direct"},
		{Boards: []string{"5x5"}, Solvers: []string{"cadical=./other {cnf}"}, Xor: "direct", Peers: true},
		{Suite: "study", Solvers: []string{"cadical=./other {cnf}"}},
		{Boards: []string{"5x5"}, Solvers: []string{"mine=./a {cnf}", "mine=./b {cnf}"}},
	} {
		if _, err := matching(o); err == nil || !strings.Contains(err.Error(), "is already the name of") || !strings.Contains(err.Error(), ", such as my-") {
			t.Errorf("%v: %v", o.Solvers, err)
		}
	}
	list := listed(t, Options{Boards: []string{"5x5"}, Solvers: []string{"mine=./a {cnf}", "mine=./a {cnf}", "kissat", "kissat=kissat --seed={seed} {cnf}"}, Xor: "direct"})
	if want := []string{"grid-5-any gini direct", "grid-5-any mine direct", "grid-5-any kissat direct"}; !slices.Equal(list, want) {
		t.Errorf("%q", list)
	}
}

// Without an engine, only other solvers are asked.
func TestEngineNone(t *testing.T) {
	dir := t.TempDir()
	want := []string{"grid-5-any cadical direct"}
	suite := write(t, dir, "my.json", `{"defaults": {"engine": ["sat"]}, "blocks": [{"board": ["5x5"], "xor": ["direct"], "engine": [], "solver": ["cadical"]}]}`)
	for _, o := range []Options{{Boards: []string{"5x5"}, Xor: "direct", Engine: "none", Solvers: []string{"cadical"}}, {Suite: suite}} {
		if list := listed(t, o); !slices.Equal(list, want) {
			t.Errorf("%q", list)
		}
	}
	for _, engine := range []string{"none", "none,sat"} {
		if _, err := matching(Options{Boards: []string{"5x5"}, Engine: engine}); err == nil || !strings.HasPrefix(err.Error(), "engine: ") {
			t.Errorf("%s: %v", engine, err)
		}
	}
}

// A file with several graphs or puzzles gives an instance of each. Puzzles keep their lights, and are
// asked only what makes sense.
func TestFilesAreInstances(t *testing.T) {
	dir := t.TempDir()
	graphs := write(t, dir, "many.g6", "DqK\nCF\n")
	puzzles := write(t, dir, "two.lo", "p lights 3 2\ne 1 2\ne 2 3\nl 1\n\np lights 2 1\ne 1 2\nl 1\n")
	write(t, dir, "my.json", `{"blocks": [{"board": ["many.g6", "graph:many.g6", "two.lo#2", "graph:two.lo#2"], "engine": ["gf2"]}]}`)
	got := listed(t, Options{Suite: filepath.Join(dir, "my.json")})
	if diff := cmp.Diff([]string{"many-g6-1-any gf2", "many-g6-2-any gf2", "two-lo-2-any gf2", "two-lo-2-2-any gf2"}, got); diff != "" {
		t.Error(diff)
	}
	s := must(Options{Boards: []string{graphs, puzzles}, Question: "any,none"}.plan())(t)
	for _, c := range []struct {
		row, size int
		q         question
		lights    int
		asked     bool
	}{{0, 1, askAny, 5, true}, {1, 1, askAny, 3, true}, {1, 1, askUnsolvable, 3, false}, {1, 2, askAny, 2, false}, {1, 2, askUnsolvable, 2, true}} {
		p, err := newInstance(t.Context(), s.Rows[c.row].Family, c.size, c.q, 1)
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
		s := must(Options{Boards: []string{write(t, dir, "g.col", text)}}.plan())(t)
		return s.Rows[0].Family.digestOf(1, 1)
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
		"":                          ":1: it is empty",
		"{}":                        ":1: blocks: there are none in this suite",
		"[]":                        ":1: a list is not an object",
		"board 5x5\n":               ":1: not JSON at byte 1: invalid character 'b'",
		"{\n\"blocks\": [\n":        ":3: the JSON ends too early",
		"{\"blocks\": [{}]} x":      ":1: not JSON at byte 18: invalid character 'x' after top-level value",
		"{\n\"about\": 3}":          ":2: about: a number is not a text",
		"{\n\"abuot\": \"x\"}":      `:2: abuot: there is no such field (did you mean "about"?)`,
		"{\n\"timeout\": \"fast\"}": `:2: timeout: "fast" is not a time`,
	} {
		name := write(t, dir, "my.json", text)
		if _, err := (Options{Suite: name}).plan(); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%.60q: %v, want %q", text, err, want)
		}
	}
	// The block begins on line 3, and what it says of its board comes on line 4.
	for text, want := range map[string]string{
		`"xor": ["direct"]`:                                      ":3: board: a block needs a board",
		`"board": ["5x5"], "xro": ["direct"]`:                    `:4: xro: there is no such field (did you mean "xor"?)`,
		`"board": "5x5"`:                                         ":4: board: a text is not a list",
		`"board": ["5y5"]`:                                       ":4: board: ",
		`"board": ["no.g6"]`:                                     ":4: board: there is no file no.g6",
		`"board": ["graph:no.g6"]`:                               ":4: board: ",
		`"board": ["bad.lo"]`:                                    "bad.lo:2: ",
		`"board": ["bad.lo#x"]`:                                  ":4: board: there is no file bad.lo#x",
		`"board": ["."]`:                                         "is a directory",
		`"board": ["grid:NxN"]`:                                  ":4: board: grid:NxN: its N needs numbers",
		`"board": ["grid:NxN"], "n": "5-3"`:                      `:4: n: "5-3" is neither a number nor a range`,
		`"board": ["grid:NxN"], "n": "1-999999999"`:              ":4: n: ",
		`"board": ["regular:3xN"], "n": "7"`:                     "even",
		`"board": ["regular:3x99999999"]`:                        "at most",
		`"board": ["5x5"], "n": "3"`:                             ":4: n: no board has an N",
		`"board": ["5x5"], "xor": ["drect"]`:                     `:4: xor: no such XOR encoding "drect" (did you mean "direct"?)`,
		`"board": ["5x5"], "card": ["sq"]`:                       `:4: card: no such counting encoding "sq"`,
		`"board": ["5x5"], "engine": ["gf3"]`:                    `:4: engine: no such engine "gf3" (did you mean "gf2"?)`,
		`"board": ["5x5"], "engine": ["gf2"], "xor": ["all"]`:    ":4: xor: goes with engine sat",
		`"board": ["5x5"], "engine": ["gf2"], "card": ["seq"]`:   ":4: card: goes with engine sat",
		`"board": ["5x5"], "question": ["why"]`:                  `:4: question: no such question "why"`,
		`"board": ["5x5"], "name": "A b"`:                        ":4: name: ",
		`"board": ["5x5", "6x6"], "name": "a"`:                   ":4: name: ",
		`"board": ["5x5"], "solver": ["kisat"]`:                  `:4: solver: no such solver "kisat" (did you mean "kissat"?)`,
		`"board": ["5x5"], "solver": ["minisat opb"]`:            `:4: solver: minisat does not read "opb"`,
		`"board": ["5x5"], "solver": ["z3 cnf"]`:                 `:4: solver: z3 does not read "cnf"`,
		`"board": ["5x5"], "solver": ["a=b {cfn}"]`:              `:4: solver: a: there is no placeholder {cfn} (did you mean "cnf"?)`,
		`"board": ["5x5"], "solver": ["a=b"]`:                    ":4: solver: a: the command reads no puzzle",
		`"board": ["5x5"], "solver": ["a="]`:                     ":4: solver: a: there is no command",
		`"board": ["5x5"], "solver": ["a=b {cnf} {opb}"]`:        ":4: solver: a: {cnf} and {opb}: a solver reads one file",
		`"board": ["5x5"], "solver": ["a=b 'c {cnf}"]`:           ":4: solver: a: a quote ' is not closed",
		`"board": ["5x5"], "solver": ["a=b {cnf}", "a=c {cnf}"]`: `:4: solver: a is already the name of "b {cnf}"`,
		`"board": ["5x5"], "solver": ["gf2=x {cnf}"]`:            ":4: solver: gf2 is already the name of a contestant",
	} {
		name := write(t, dir, "my.json", "{\n\"blocks\": [\n{\n"+text+"\n}\n]}\n")
		if _, err := (Options{Suite: name}).plan(); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%.60q: %v, want %q", text, err, want)
		}
	}
}

// The same mistakes in options begin with the word that a suite file has for them.
func TestOptionErrors(t *testing.T) {
	board := []string{"5x5"}
	for want, o := range map[string]Options{
		"xor: no such XOR encoding":       {Boards: board, Xor: "x"},
		"xor: goes with --board; a suite": {Suite: "quick", Xor: "direct"},
		"board: ":                         {Boards: []string{"5x"}},
		"choose one of them":              {Boards: board, Suite: "quick"},
		"more than 1000000 runs":          {Boards: board, Repeat: 1 << 30},
		"no such suite":                   {Suite: "quik"},
		"there is no suite file":          {Suite: "quik.json"},
		"nobody to ask: not asked: a {cnf}: cannot ask for the fewest presses; {opb} can": {Boards: board, Question: "min", Solvers: []string{"a=b {cnf}"}},
	} {
		if _, err := matching(o); err == nil || !strings.Contains(err.Error(), want) {
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

// A shard has every n-th instance with all its contestants, and together the shards have every pair once.
func TestShards(t *testing.T) {
	o := Options{Boards: []string{"grid:NxN"}, N: "4-8", Question: "any,none", Xor: "direct,cut:4", Repeat: 2}
	whole := must(matching(o))(t)
	key := func(p pair) string { return p.Instance + p.Contestant + strings.Repeat("'", int(p.Seed)) }
	owner := map[string]string{}
	for _, o.Shard = range []string{"1/3", "2/3", "3/3"} {
		part, err := matching(o)
		if err != nil || len(part) == 0 {
			t.Fatal(o.Shard, len(part), err)
		}
		for i, p := range part {
			if owner[key(p)] != "" {
				t.Errorf("%s is in %s and in %s", key(p), owner[key(p)], o.Shard)
			}
			owner[key(p)] = o.Shard
			if i%2 == 1 && p.puzzle() != part[i-1].puzzle() {
				t.Errorf("%s is without its rival", key(p))
			}
		}
	}
	if len(owner) != len(whole) {
		t.Errorf("%d pairs in the shards, %d in all", len(owner), len(whole))
	}
	for _, o.Shard = range []string{"0/3", "4/3", "3", "a/b", "1/2/3", "1/2x", "-1/2"} {
		if _, err := matching(o); err == nil || !strings.HasPrefix(err.Error(), "shard: ") {
			t.Errorf("%s: %v", o.Shard, err)
		}
	}
}
