package bench

import (
	"fmt"
	"strings"
	"time"

	"lightsout/internal/suggest"
)

// question is what is asked about a puzzle.
type question string

// The questions.
const (
	askAny        question = "any"        // any answer to a random solvable state
	askUnsolvable question = "unsolvable" // a proof that a state one light away from a reachable one has no answer
	askAtMost     question = "at-most"    // an answer with at most the fewest presses possible
	askTooFew     question = "too-few"    // a proof that one press less is not enough
	askFewest     question = "min"        // an answer with the fewest presses, proved
	askBatch      question = "generate"   // a batch of solvable puzzles
)

var questions = []question{askAny, askUnsolvable, askAtMost, askTooFew, askFewest, askBatch}

// words is the question as a heading.
func (q question) words() string {
	switch q {
	case askAny:
		return "any answer"
	case askUnsolvable:
		return "proof that there is none"
	case askAtMost:
		return "an answer within the fewest presses"
	case askTooFew:
		return "proof that one press less is too few"
	case askFewest:
		return "the fewest presses"
	}
	return "a batch"
}

// suite is a table of what is measured.
type suite struct {
	Name    string
	About   string
	Repeats int           // how many seeds, unless the options say otherwise
	Timeout time.Duration // CPU time of one child, unless the options say otherwise; 0 is defaultTimeout
	Rows    []row
}

// row puts every question to every contestant, on boards of one family in every size.
type row struct {
	Family      string // one of the families
	Sizes       []int  // increasing: a contestant that gives up on all seeds of one skips the next
	Questions   []question
	Contestants []contestant
	Start       start
	Peers       []contestant // if peers are asked; nil is all that can answer the question
	Batch       int          // number of puzzles, for the question generate
}

// start is the state that a puzzle starts from.
type start string

// The starts. startDistance is for families whose size is the number of presses.
const (
	startRandom   start = ""         // a random reachable state
	startAllOn    start = "all"      // all lights on, whatever the seed
	startDistance start = "distance" // a state that needs as many presses as the size says
)

// Suites lists the names of the suites. The first one finishes in under a minute.
func Suites() []string {
	var names []string
	for _, s := range suites {
		names = append(names, s.Name)
	}
	return names
}

func suiteByName(name string) (suite, error) {
	for _, s := range suites {
		if s.Name == name {
			return s, nil
		}
	}
	return suite{}, fmt.Errorf("no such suite %q%s; the suites are %s", name, suggest.DidYouMean(name, Suites()), strings.Join(Suites(), " "))
}

var (
	anyOrNone  = []question{askAny, askUnsolvable}
	justAny    = []question{askAny}
	justFewest = []question{askFewest}
	bounded    = []question{askAtMost, askTooFew}
	noneOrFew  = []question{askUnsolvable, askAtMost, askTooFew}
	everything = []question{askAny, askUnsolvable, askAtMost, askTooFew}
	generating = []question{askBatch}
)

// suites is the one place that defines what is measured: a new suite is an entry here.
var suites = []suite{
	{Name: "quick", Repeats: 1, Timeout: 3 * time.Second, About: "a bit of everything, in under a minute", Rows: []row{
		{Family: "grid", Sizes: []int{5, 9}, Questions: []question{askAny, askUnsolvable, askTooFew}, Contestants: parities("direct", "cut:4", "kernel:4"),
			Peers: peerNamed("minisat direct", "cadical direct", "cryptominisat5 xnf", "clasp opb", "glpsol lp", "cbc lp", "z3 smt2")},
		{Family: "grid", Sizes: []int{5, 9}, Questions: justFewest, Contestants: join(countings(), engines("gf2"))},
		{Family: "grid", Sizes: []int{5}, Questions: justFewest, Contestants: engines("bfs")},
		{Family: "grid", Sizes: []int{100}, Questions: justAny, Contestants: engines("gf2", "chase", "polynomial")},
		{Family: "grid", Sizes: []int{4, 5}, Questions: generating, Contestants: generators(), Batch: 500},
	}},
	{Name: "encodings", Repeats: 3, About: "every XOR encoding on boards of every kind and increasing size", Rows: []row{
		{Family: "grid", Sizes: []int{6, 8, 10, 12, 13, 15, 18}, Questions: justAny, Contestants: everyParity()},
		{Family: "grid-quiet", Sizes: []int{9, 14, 16, 19, 30}, Questions: justAny, Contestants: everyParity()},
		{Family: "grid-quiet", Sizes: []int{4, 5, 9, 11}, Questions: []question{askUnsolvable}, Contestants: everyParity()},
		{Family: "grid-quiet", Sizes: []int{5, 9, 11}, Questions: bounded, Contestants: everyParity()},
		{Family: "torus", Sizes: []int{5, 6, 9}, Questions: anyOrNone, Contestants: everyParity()},
		{Family: "cylinder", Sizes: []int{7, 9, 11}, Questions: justAny, Contestants: everyParity()},
		{Family: "mobius", Sizes: []int{6, 8, 10}, Questions: justAny, Contestants: everyParity()},
		{Family: "klein", Sizes: []int{6, 8}, Questions: justAny, Contestants: everyParity()},
		{Family: "projective", Sizes: []int{5, 7}, Questions: justAny, Contestants: everyParity()},
		{Family: "hypercube", Sizes: []int{4, 5, 6}, Questions: justAny, Contestants: join(everyParity(), parities("cut:5", "cut:6"))},
		{Family: "cube", Sizes: []int{2, 3}, Questions: justAny, Contestants: everyParity()},
		{Family: "king", Sizes: []int{5, 6, 7, 8}, Questions: justAny, Contestants: join(everyParity(), parities("cut:5", "cut:6", "cut:8"))},
		{Family: "cubic", Sizes: []int{32, 48, 64}, Questions: justAny, Contestants: everyParity()},
		{Family: "triangulation", Sizes: []int{5, 6, 7}, Questions: justAny, Contestants: everyParity()},
		// Proofs and bounds on the boards above, where they have quiet patterns; and all questions on
		// small boards of the other shapes and patterns. On all of these everyone can answer.
		{Family: "torus", Sizes: []int{5, 6}, Questions: bounded, Contestants: everyParity()},
		{Family: "cylinder", Sizes: []int{5, 8, 9}, Questions: noneOrFew, Contestants: everyParity()},
		{Family: "mobius", Sizes: []int{5, 8}, Questions: noneOrFew, Contestants: everyParity()},
		{Family: "klein", Sizes: []int{5, 6}, Questions: noneOrFew, Contestants: everyParity()},
		{Family: "projective", Sizes: []int{5, 6}, Questions: noneOrFew, Contestants: everyParity()},
		{Family: "hypercube", Sizes: []int{3, 5}, Questions: noneOrFew, Contestants: everyParity()},
		{Family: "cube", Sizes: []int{2, 3}, Questions: noneOrFew, Contestants: everyParity()},
		{Family: "king", Sizes: []int{5, 8}, Questions: noneOrFew, Contestants: everyParity()},
		{Family: "cubic", Sizes: []int{16, 24, 32}, Questions: noneOrFew, Contestants: everyParity()},
		{Family: "triangulation", Sizes: []int{4, 5, 6}, Questions: noneOrFew, Contestants: everyParity()},
		{Family: "tree", Sizes: []int{20, 40, 80}, Questions: everything, Contestants: everyParity()},
		{Family: "path", Sizes: []int{8, 20, 50}, Questions: everything, Contestants: everyParity()},
		{Family: "cycle", Sizes: []int{12, 30, 60}, Questions: everything, Contestants: everyParity()},
		{Family: "complete", Sizes: []int{5, 9, 13}, Questions: everything, Contestants: everyParity()},
		{Family: "star", Sizes: []int{4, 8, 12}, Questions: everything, Contestants: everyParity()},
		{Family: "petersen", Sizes: []int{10}, Questions: everything, Contestants: everyParity()},
		{Family: "merlin", Sizes: []int{9}, Questions: []question{askAny, askAtMost, askTooFew}, Contestants: everyParity()},
		{Family: "pattern-x", Sizes: []int{5, 8, 9}, Questions: everything, Contestants: everyParity()},
		{Family: "pattern-knight", Sizes: []int{5, 6, 7, 8}, Questions: justAny, Contestants: everyParity()},
		{Family: "pattern-knight", Sizes: []int{6, 7}, Questions: noneOrFew, Contestants: everyParity()},
		{Family: "self-off", Sizes: []int{5, 6, 8, 10}, Questions: everything, Contestants: everyParity()},
		{Family: "grid-3d", Sizes: []int{2, 3, 4}, Questions: justAny, Contestants: everyParity()},
		{Family: "grid-3d", Sizes: []int{2, 3}, Questions: noneOrFew, Contestants: everyParity()},
	}},
	{Name: "counting", Repeats: 3, About: "every counting encoding, for the fewest presses", Rows: []row{
		{Family: "grid", Sizes: []int{4, 5, 9, 11, 14, 16, 19}, Questions: justFewest, Contestants: join(countings(), engines("gf2"))},
		{Family: "grid", Sizes: []int{5, 9, 14, 16}, Questions: bounded, Contestants: countings()},
		{Family: "torus", Sizes: []int{5, 6, 9, 10}, Questions: justFewest, Contestants: join(countings(), engines("gf2"))},
		{Family: "hypercube", Sizes: []int{3, 5}, Questions: justFewest, Contestants: join(countings(), engines("gf2"))},
	}},
	{Name: "engines", Repeats: 3, About: "the engines of this program, on the same puzzles", Rows: []row{
		{Family: "grid", Sizes: []int{3, 4, 5}, Questions: []question{askAny, askFewest}, Contestants: engines("gf2", "polynomial", "sat", "chase", "bfs")},
		{Family: "grid", Sizes: []int{9, 11, 16, 19, 23}, Questions: []question{askAny, askFewest}, Contestants: engines("gf2", "polynomial", "sat", "chase")},
		{Family: "grid", Sizes: []int{32, 64, 128}, Questions: justAny, Contestants: engines("gf2", "polynomial", "sat", "chase")},
		{Family: "torus", Sizes: []int{5, 10, 20, 40}, Questions: anyOrNone, Contestants: engines("gf2", "polynomial", "sat", "chase")},
		{Family: "grid", Sizes: []int{9, 11, 19, 23, 29}, Questions: justFewest, Contestants: minimum()},
	}},
	{Name: "generators", Repeats: 3, About: "three ways to generate: uniform draws, random presses, a SAT solver", Rows: []row{
		{Family: "grid", Sizes: []int{3, 4, 5, 7, 9, 12}, Questions: generating, Contestants: generators(), Batch: 2000},
		{Family: "torus", Sizes: []int{4, 5}, Questions: generating, Contestants: generators(), Batch: 2000},
	}},
	{Name: "scale", Repeats: 1, About: "large boards and large graphs", Rows: []row{
		{Family: "grid", Sizes: []int{100, 200, 500, 1000, 2000}, Questions: justAny, Contestants: engines("polynomial", "chase", "gf2")},
		{Family: "torus", Sizes: []int{100, 200, 500, 1000}, Questions: justAny, Contestants: engines("polynomial", "chase", "gf2")},
		// Boards whose structure an engine knows, beside elimination, which was the only way before.
		{Family: "mobius", Sizes: []int{100, 300, 1000, 3000}, Questions: justAny, Contestants: engines("polynomial", "gf2")},
		{Family: "klein", Sizes: []int{100, 300, 1000, 3000}, Questions: justAny, Contestants: engines("polynomial", "gf2")},
		{Family: "projective", Sizes: []int{100, 300, 500, 1000, 3000}, Questions: justAny, Contestants: engines("polynomial", "gf2")},
		{Family: "self-off", Sizes: []int{100, 300, 1000, 3000}, Questions: justAny, Contestants: engines("polynomial", "gf2")},
		{Family: "pattern-x", Sizes: []int{100, 300, 1000, 3000}, Questions: justAny, Contestants: engines("polynomial", "gf2")},
		{Family: "king", Sizes: []int{100, 300, 1000, 3000}, Questions: justAny, Contestants: engines("polynomial", "gf2")},
		{Family: "hypercube", Sizes: []int{12, 14, 16, 18, 20, 22}, Questions: justAny, Contestants: engines("hypercube", "gf2")},
		{Family: "grid-3d", Sizes: []int{10, 20, 30, 60, 100}, Questions: justAny, Contestants: engines("chase", "gf2")},
		{Family: "torus-3d", Sizes: []int{10, 20, 30, 60}, Questions: justAny, Contestants: engines("chase", "gf2")},
		{Family: "anonymous", Sizes: []int{50, 100, 200, 500, 700, 1000}, Questions: justAny, Contestants: engines("gf2")},
		{Family: "cubic", Sizes: []int{1000, 4000, 10000}, Questions: justAny, Contestants: engines("gf2")},
		{Family: "triangulation", Sizes: []int{30, 100, 200, 500}, Questions: justAny, Contestants: engines("gf2")},
		{Family: "scattered", Sizes: []int{100, 300, 500, 1000}, Questions: justAny, Contestants: engines("gf2")},
		{Family: "roads", Sizes: []int{100, 300, 500, 1000}, Questions: justAny, Contestants: engines("gf2")},
		{Family: "pattern-knight", Sizes: []int{100, 300, 1000}, Questions: justAny, Contestants: engines("gf2")},
		{Family: "cube", Sizes: []int{100, 300, 408}, Questions: justAny, Contestants: engines("gf2")},
		{Family: "tree", Sizes: []int{1000, 100000, 1000000}, Questions: justAny, Contestants: engines("gf2")},
	}},
	{Name: "planning", Repeats: 3, About: "planning from state to state against model finding, by the number of presses", Rows: []row{
		{Family: "5x5-presses", Sizes: []int{1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15}, Start: startDistance,
			Questions: justFewest, Contestants: join(engines("bfs", "gf2"), parities("direct", "kernel:4"))},
		{Family: "5x5-presses", Sizes: []int{1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15}, Start: startDistance,
			Questions: justAny, Contestants: join(engines("bfs"), parities("direct")), Peers: peerNamed("prover9", "eprover tptp", "mace4", "minisat direct")},
		{Family: "4x4-presses", Sizes: []int{1, 2, 3, 4, 5, 6, 7}, Start: startDistance,
			Questions: justAny, Contestants: join(engines("bfs"), parities("direct")), Peers: peerNamed("prover9", "eprover tptp", "mace4")},
	}},
	{Name: "hypercube", Repeats: 3, About: "Chlond's model of the puzzle in more dimensions, with and without symmetry breaking", Rows: []row{
		{Family: "3-to-the", Sizes: []int{2, 3, 4}, Start: startAllOn, Questions: justAny,
			Contestants: join(parities("arith", "direct"), broken("arith", "direct"), parities("kernel:4")),
			Peers:       peerNamed("glpsol lp", "glpsol mathprog", "glpsol-minisat mathprog", "minisat arith", "minisat direct", "minisat arith broken", "minisat direct broken")},
		{Family: "torus-3-to-the", Sizes: []int{2, 3, 4}, Start: startAllOn, Questions: justAny,
			Contestants: join(parities("arith", "direct"), broken("arith", "direct"), parities("kernel:4")),
			Peers:       peerNamed("glpsol lp", "glpsol-minisat mathprog", "minisat arith", "minisat direct", "minisat arith broken", "minisat direct broken")},
	}},
}
