package bench

import (
	"fmt"
	"slices"
	"strings"
	"time"

	"lightsout/internal/suggest"
)

// Question is what is asked about a puzzle.
type Question string

// The questions.
const (
	AnyAnswer  Question = "any"        // a random solvable state: any answer
	Unsolvable Question = "unsolvable" // a state just outside the reachable ones: prove it
	AtMost     Question = "at-most"    // an answer with no more presses than the fewest
	TooFew     Question = "too-few"    // prove that one press less than the fewest does not do
	Fewest     Question = "min"        // the fewest presses, proved
	Batch      Question = "generate"   // a batch of solvable puzzles
)

var questions = []Question{AnyAnswer, Unsolvable, AtMost, TooFew, Fewest, Batch}

// words say it in a heading.
func (q Question) words() string {
	switch q {
	case AnyAnswer:
		return "any answer"
	case Unsolvable:
		return "proof that there is none"
	case AtMost:
		return "an answer within the fewest presses"
	case TooFew:
		return "proof that one press less is too few"
	case Fewest:
		return "the fewest presses"
	}
	return "a batch"
}

// Suite is a table of what is measured.
type Suite struct {
	Name    string
	About   string
	Repeats int           // with as many seeds, unless said otherwise
	Timeout time.Duration // of one child, unless said otherwise; 0 is DefaultTimeout
	Rows    []Row
}

// Row asks all its questions on boards of its family, of every size, of all its contestants.
type Row struct {
	Family      string // one of the families
	Sizes       []int  // rising: who gives up on all seeds of one is not asked the next
	Questions   []Question
	Contestants []Contestant
	Start       Start
	Peers       []Contestant // with --peers; nil: all that can answer the question
	Batch       int          // how many puzzles, of the question generate
}

// Start is where a puzzle starts from.
type Start string

// The starts. A distance is for families whose size is that distance.
const (
	Random   Start = ""         // a random reachable state
	AllOn    Start = "all"      // all lights on, whatever the seed
	Distance Start = "distance" // a state that takes as many presses as the size says
)

// Suites lists every suite, the default first.
func Suites() []Suite { return slices.Clone(suites) }

// SuiteByName finds a suite; an unknown name is an error that lists the known ones.
func SuiteByName(name string) (Suite, error) {
	var names []string
	for _, s := range suites {
		if s.Name == name {
			return s, nil
		}
		names = append(names, s.Name)
	}
	return Suite{}, fmt.Errorf("no such suite %q%s; the suites are %s", name, suggest.DidYouMean(name, names), strings.Join(names, " "))
}

// DefaultSuite is the one that is over in less than a minute.
const DefaultSuite = "quick"

var (
	anyOrNone  = []Question{AnyAnswer, Unsolvable}
	justAny    = []Question{AnyAnswer}
	justFewest = []Question{Fewest}
	bounded    = []Question{AtMost, TooFew}
	noneOrFew  = []Question{Unsolvable, AtMost, TooFew}
	everything = []Question{AnyAnswer, Unsolvable, AtMost, TooFew}
	generating = []Question{Batch}
)

// suites is the one place that says what is measured.
var suites = []Suite{
	{Name: "quick", Repeats: 1, Timeout: 3 * time.Second, About: "a bit of everything, in under a minute", Rows: []Row{
		{Family: "grid", Sizes: []int{5, 9}, Questions: []Question{AnyAnswer, Unsolvable, TooFew}, Contestants: parities("direct", "cut:4", "kernel:4"),
			Peers: peerNamed("minisat direct", "cadical direct", "cryptominisat5 xnf", "clasp opb", "glpsol lp", "cbc lp", "z3 smt2")},
		{Family: "grid", Sizes: []int{5, 9}, Questions: justFewest, Contestants: join(countings(), engines("gf2"))},
		{Family: "grid", Sizes: []int{5}, Questions: justFewest, Contestants: engines("bfs")},
		{Family: "grid", Sizes: []int{100}, Questions: justAny, Contestants: engines("gf2", "chase", "polynomial")},
		{Family: "grid", Sizes: []int{4, 5}, Questions: generating, Contestants: generators(), Batch: 500},
	}},
	{Name: "encodings", Repeats: 3, About: "every XOR encoding on boards of every kind and rising size", Rows: []Row{
		{Family: "grid", Sizes: []int{6, 8, 10, 12, 13, 15, 18}, Questions: justAny, Contestants: everyParity()},
		{Family: "grid-quiet", Sizes: []int{9, 14, 16, 19, 30}, Questions: justAny, Contestants: everyParity()},
		{Family: "grid-quiet", Sizes: []int{4, 5, 9, 11}, Questions: []Question{Unsolvable}, Contestants: everyParity()},
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
		{Family: "merlin", Sizes: []int{9}, Questions: []Question{AnyAnswer, AtMost, TooFew}, Contestants: everyParity()},
		{Family: "pattern-x", Sizes: []int{5, 8, 9}, Questions: everything, Contestants: everyParity()},
		{Family: "pattern-knight", Sizes: []int{5, 6, 7, 8}, Questions: justAny, Contestants: everyParity()},
		{Family: "pattern-knight", Sizes: []int{6, 7}, Questions: noneOrFew, Contestants: everyParity()},
		{Family: "self-off", Sizes: []int{5, 6, 8, 10}, Questions: everything, Contestants: everyParity()},
		{Family: "grid-3d", Sizes: []int{2, 3, 4}, Questions: justAny, Contestants: everyParity()},
		{Family: "grid-3d", Sizes: []int{2, 3}, Questions: noneOrFew, Contestants: everyParity()},
	}},
	{Name: "counting", Repeats: 3, About: "every counting encoding, for the fewest presses", Rows: []Row{
		{Family: "grid", Sizes: []int{4, 5, 9, 11, 14, 16, 19}, Questions: justFewest, Contestants: join(countings(), engines("gf2"))},
		{Family: "grid", Sizes: []int{5, 9, 14, 16}, Questions: bounded, Contestants: countings()},
		{Family: "torus", Sizes: []int{5, 6, 9, 10}, Questions: justFewest, Contestants: join(countings(), engines("gf2"))},
		{Family: "hypercube", Sizes: []int{3, 5}, Questions: justFewest, Contestants: join(countings(), engines("gf2"))},
	}},
	{Name: "engines", Repeats: 3, About: "the engines of this program, on the same puzzles", Rows: []Row{
		{Family: "grid", Sizes: []int{3, 4, 5}, Questions: []Question{AnyAnswer, Fewest}, Contestants: engines("gf2", "polynomial", "sat", "chase", "bfs")},
		{Family: "grid", Sizes: []int{9, 11, 16, 19, 23}, Questions: []Question{AnyAnswer, Fewest}, Contestants: engines("gf2", "polynomial", "sat", "chase")},
		{Family: "grid", Sizes: []int{32, 64, 128}, Questions: justAny, Contestants: engines("gf2", "polynomial", "sat", "chase")},
		{Family: "torus", Sizes: []int{5, 10, 20, 40}, Questions: anyOrNone, Contestants: engines("gf2", "polynomial", "sat", "chase")},
		{Family: "grid", Sizes: []int{9, 11, 19, 23, 29}, Questions: justFewest, Contestants: minimum()},
	}},
	{Name: "generators", Repeats: 3, About: "three ways to generate: evenly, by random presses, by a SAT solver", Rows: []Row{
		{Family: "grid", Sizes: []int{3, 4, 5, 7, 9, 12}, Questions: generating, Contestants: generators(), Batch: 2000},
		{Family: "torus", Sizes: []int{4, 5}, Questions: generating, Contestants: generators(), Batch: 2000},
	}},
	{Name: "scale", Repeats: 1, About: "large boards and large graphs", Rows: []Row{
		{Family: "grid", Sizes: []int{100, 200, 500, 1000, 2000}, Questions: justAny, Contestants: engines("polynomial", "chase", "gf2")},
		{Family: "torus", Sizes: []int{100, 200, 500, 1000}, Questions: justAny, Contestants: engines("polynomial", "chase", "gf2")},
		{Family: "anonymous", Sizes: []int{50, 100, 200}, Questions: justAny, Contestants: engines("gf2")},
		{Family: "cubic", Sizes: []int{1000, 4000, 10000}, Questions: justAny, Contestants: engines("gf2")},
		{Family: "triangulation", Sizes: []int{30, 100, 200}, Questions: justAny, Contestants: engines("gf2")},
		{Family: "tree", Sizes: []int{1000, 100000, 1000000}, Questions: justAny, Contestants: engines("gf2")},
	}},
	{Name: "planning", Repeats: 3, About: "planning from state to state against model finding, by the number of presses", Rows: []Row{
		{Family: "5x5-presses", Sizes: []int{1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15}, Start: Distance,
			Questions: justFewest, Contestants: join(engines("bfs", "gf2"), parities("direct", "kernel:4"))},
		{Family: "5x5-presses", Sizes: []int{1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15}, Start: Distance,
			Questions: justAny, Contestants: join(engines("bfs"), parities("direct")), Peers: peerNamed("prover9", "eprover tptp", "mace4", "minisat direct")},
		{Family: "4x4-presses", Sizes: []int{1, 2, 3, 4, 5, 6, 7}, Start: Distance,
			Questions: justAny, Contestants: join(engines("bfs"), parities("direct")), Peers: peerNamed("prover9", "eprover tptp", "mace4")},
	}},
	{Name: "hypercube", Repeats: 3, About: "Chlond's model of the puzzle in more dimensions, with and without symmetry breaking", Rows: []Row{
		{Family: "3-to-the", Sizes: []int{2, 3, 4}, Start: AllOn, Questions: justAny,
			Contestants: join(parities("arith", "direct"), broken("arith", "direct"), parities("kernel:4")),
			Peers:       peerNamed("glpsol lp", "glpsol mathprog", "minisat arith", "minisat direct", "minisat arith broken", "minisat direct broken")},
		{Family: "torus-3-to-the", Sizes: []int{2, 3, 4}, Start: AllOn, Questions: justAny,
			Contestants: join(parities("arith", "direct"), broken("arith", "direct"), parities("kernel:4")),
			Peers:       peerNamed("glpsol lp", "minisat arith", "minisat direct", "minisat arith broken", "minisat direct broken")},
	}},
}
