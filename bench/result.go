package bench

import (
	"fmt"
	"regexp"
	"slices"
	"strings"
)

// outcome is how one contestant fared on one instance.
type outcome string

// The outcomes. The first two are correct answers, and all others are failures; of those only wrong
// is an incorrect answer.
const (
	solved      outcome = "solved"        // an answer, which was replayed; or a batch, with every puzzle checked
	refuted     outcome = "unsolvable"    // "there is no answer", which is true
	gaveUp      outcome = "gave-up"       // at the time limit, or at a limit of the contestant's own
	outOfMemory outcome = "out-of-memory" // over the memory limit
	wrong       outcome = "wrong"         // the answer is not correct
	failed      outcome = "error"         // it did not start, or crashed
	unreadable  outcome = "unreadable"    // it printed something that is not an answer
	hung        outcome = "hung"          // it used no processor time for as long as its limit, and did not end
	forked      outcome = "forked"        // it ended and left processes running, which were killed
	missing     outcome = "missing"       // the peer is not installed
	skipped     outcome = "skipped"       // not run, because every seed of a smaller size gave up
)

// outcomes are in the order in which summaries list them.
var outcomes = []outcome{solved, refuted, gaveUp, outOfMemory, skipped, wrong, failed, unreadable, hung, forked, missing}

// Right reports whether the answer is correct.
func (o outcome) Right() bool { return o == solved || o == refuted }

// Bad reports whether the outcome is a fault that somebody has to look into: a wrong answer or a child
// that failed.
func (o outcome) Bad() bool {
	return o == wrong || o == failed || o == unreadable || o == hung || o == forked
}

// tired reports whether a contestant with this outcome is likely to fail on larger boards too.
func (o outcome) tired() bool { return o == gaveUp || o == outOfMemory || o == skipped || o == hung }

// Result is one measurement: one contestant on one instance with one seed. It is a line of
// results.jsonl, and the JSON names are the columns of results.csv.
//
// Question is "any", "unsolvable", "at-most", "too-few", "min", "generate" or "decode". Outcome is "solved" or
// "unsolvable" for a correct answer; otherwise "gave-up", "out-of-memory", "wrong", "error" (it crashed),
// "unreadable" (its output is no answer), "hung", "forked" (it left processes behind), "missing" (the
// solver is not installed) or "skipped" (it gave up on every seed of a smaller size).
type Result struct {
	Suite      string   `json:"suite"`
	Instance   string   `json:"instance"`
	Family     string   `json:"family"`
	Size       int      `json:"size"`
	Lights     int      `json:"lights"`
	Switches   int      `json:"switches"`
	Nullity    int      `json:"nullity"` // -1 if not computed
	Question   question `json:"question"`
	Bound      int      `json:"bound"` // of at-most and too-few
	Seed       uint64   `json:"seed"`
	Contestant string   `json:"contestant"`
	Outcome    outcome  `json:"outcome"`
	CPU        float64  `json:"cpu_seconds"`  // of the whole process group
	Wall       float64  `json:"wall_seconds"` //
	Peak       int64    `json:"peak_bytes"`   // resident memory; 0 if the child ended too soon to sample
	Presses    int      `json:"presses"`      // of the answer; -1 if there is none
	Vars       int      `json:"variables"`    // of the formula; 0 if there is no formula
	Clauses    int      `json:"clauses"`      //
	Batch      int      `json:"batch"`        // for generate: number of puzzles; for decode: of shots
	Distinct   int      `json:"distinct"`     // number of different puzzles
	Expected   float64  `json:"expected_distinct"`
	MeanFewest float64  `json:"mean_fewest_presses"` // over the batch; -1 if too costly to compute
	Timeout    float64  `json:"timeout_seconds"`
	Memory     int64    `json:"memory_bytes"`
	Version    string   `json:"version"` // of the contestant
	Run        string   `json:"run"`     // the line of machine.jsonl
	Note       string   `json:"note"`
	Board      string   `json:"board"`    // its SPEC, or FILE#K
	Digest     string   `json:"digest"`   // tells boards of the same name apart; "" in the built-in suites
	Literals   int      `json:"literals"` //
	Auxiliary  int      `json:"auxiliary_variables"`
	Encoding   float64  `json:"encode_seconds"`     // writing the formula or the peer's file; 0 if not known
	Solving    float64  `json:"solve_seconds"`      // within the solver; of a peer, its CPU time
	Conflicts  int      `json:"conflicts"`          // as the solver tells; -1 if it does not
	Decisions  int      `json:"decisions"`          //
	Shot       float64  `json:"shot_seconds"`       // for decode: the median over the shots
	WorstShot  float64  `json:"worst_shot_seconds"` //
}

// key identifies what was measured. A later result replaces an earlier one with the same key.
func (r *Result) key() string {
	return strings.Join([]string{r.Suite, r.Instance, r.Contestant, fmt.Sprint(r.Seed), r.Digest}, "|")
}

// slug is the form of suite and family names; reports build file names from them.
var slug = regexp.MustCompile(`^[a-z0-9]+(-[a-z0-9]+)*$`)

// sound rejects results that no run writes.
func (r *Result) sound() error {
	switch {
	case !slug.MatchString(r.Suite):
		return fmt.Errorf("%q is not a suite name", r.Suite)
	case !slug.MatchString(r.Family):
		return fmt.Errorf("%q is not a family of boards", r.Family)
	case !slices.Contains(questions, r.Question):
		return fmt.Errorf("%q is not a question", r.Question)
	case r.Instance != instanceName(r.Family, r.Size, r.Question):
		return fmt.Errorf("the instance is %q, but family, size and question give %q", r.Instance, instanceName(r.Family, r.Size, r.Question))
	case !contestantName.MatchString(r.Contestant):
		return fmt.Errorf("%q is not a contestant", r.Contestant)
	case !slices.Contains(outcomes, r.Outcome):
		return fmt.Errorf("%q is not an outcome", r.Outcome)
	case r.Size < 1 || r.Lights < 1:
		return fmt.Errorf("a board of size %d with %d lights", r.Size, r.Lights)
	case r.CPU < 0 || r.Timeout < 0:
		return fmt.Errorf("%v s of CPU time within a limit of %v s", r.CPU, r.Timeout)
	}
	return nil
}

// contestantName admits nothing that would break a Markdown table.
var contestantName = regexp.MustCompile(`^[A-Za-z0-9][A-Za-z0-9:.+_ -]*$`)

// settled reports whether a resumed run can skip this measurement. An answer stands, right or wrong. A
// run that hit a limit is repeated if that limit is larger now. A missing or failed contestant is
// always tried again.
func (r *Result) settled(o Options) bool {
	sameTime, sameMemory := r.Timeout >= o.Timeout.Seconds(), r.Memory >= o.Memory
	switch r.Outcome {
	case solved, refuted, wrong:
		return true
	case gaveUp:
		return sameTime
	case outOfMemory:
		return sameMemory
	case skipped:
		return sameTime && sameMemory && !o.AllSizes
	}
	return false
}
