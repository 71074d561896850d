package bench

import (
	"cmp"
	"fmt"
	"io"
	"regexp"
	"slices"

	"lightsout/internal/numbers"
)

// pair is one instance and one contestant: what is known of their result before they run.
type pair struct {
	Result

	family family
	who    contestant
}

// List writes what [Run] would measure, a line for each instance, seed and contestant, and who would not be asked.
func List(w io.Writer, o Options) error {
	suite, err := o.plan()
	if err != nil {
		return err
	}
	list, err := suite.matching(o)
	for _, p := range list {
		if p.Outcome != notAsked {
			fmt.Fprintf(w, "%-28s seed %d  %-32s %s\n", p.Instance, p.Seed, p.Board, p.Contestant)
		}
	}
	for _, n := range refused(list) {
		fmt.Fprintln(w, n)
	}
	return err
}

// NotRun is a reason why some did not run.
type NotRun struct {
	Outcome outcome  // missing or not-asked
	Who     []string // solvers, instances, or contestants with their instances
	Why     string
}

// String is the reason with some of those it holds for.
func (n NotRun) String() string {
	return fmt.Sprintf("%s: %s: %s", n.Outcome.words(), n.names(), n.Why)
}

func (n NotRun) names() string { return someOf(n.Who, 10) }

// leftOut adds somebody to those that did not run for the same reason.
func leftOut(list []NotRun, o outcome, who, why string) []NotRun {
	i := slices.IndexFunc(list, func(n NotRun) bool { return n.Outcome == o && n.Why == why })
	if i < 0 {
		i, list = len(list), append(list, NotRun{Outcome: o, Why: why})
	}
	if !slices.Contains(list[i].Who, who) {
		list[i].Who = append(list[i].Who, who)
	}
	return list
}

// refused says who of the pairs is not asked, and why.
func refused(list []pair) (left []NotRun) {
	for _, p := range list {
		if p.Outcome == notAsked {
			left = leftOut(left, notAsked, p.who.reads(), p.Note)
		}
	}
	return left
}

// matching lists the pairs in the order they run, with those that are not asked. It is an error if there are no others.
func (s *suite) matching(o Options) ([]pair, error) {
	filter, err := regexp.Compile(o.Filter)
	if err != nil {
		return nil, fieldErrorf("filter", "not a regular expression: %w", err)
	}
	list, err := s.pairs(filter, cmp.Or(o.Repeat, s.Repeat))
	s.digest = digestOf(list)
	if err == nil && o.Shard != "" {
		return sharded(list, o.Shard)
	}
	switch {
	case err != nil || slices.ContainsFunc(list, func(p pair) bool { return p.Outcome != notAsked }):
	case len(list) > 0:
		err = fmt.Errorf("there is nobody to ask: %v", refused(list)[0])
	default:
		err = fmt.Errorf("nothing in the suite %s matches %q; --list without it shows all (instances of the question "+
			"none end in -unsolvable), --peers adds other solvers", s.Name, o.Filter)
	}
	return list, err
}

// sharded keeps shard i of n: every n-th instance with a seed, with all its contestants, so that contestants that are
// compared run on the same machine, and every shard gets boards of all sizes.
func sharded(list []pair, shard string) ([]pair, error) {
	i, n, err := numbers.Shard(shard)
	if err != nil {
		return nil, fieldErrorf("shard", "%q: %w", shard, err)
	}
	var kept []pair
	run := -1
	for k, p := range list {
		if k == 0 || p.puzzle() != list[k-1].puzzle() {
			run++
		}
		if uint64(run)%n == i-1 {
			kept = append(kept, p)
		}
	}
	return kept, nil
}

func (s *suite) pairs(filter *regexp.Regexp, repeats int) (list []pair, err error) {
	if repeats > mostPairs {
		return nil, fmt.Errorf("the suite %s has more than %d runs: ask for less", s.Name, mostPairs)
	}
	listed := map[string]bool{} // two rows may have a board and a contestant in common
	for _, row := range s.Rows {
		for _, size := range row.Sizes {
			for _, q := range row.Questions {
				f := row.Family
				res := Result{
					Suite: s.Name, Instance: instanceName(f.name, size, q), Family: f.name, Size: size, Question: q,
				}
				for seed := uint64(1); seed <= uint64(repeats); seed++ {
					if res.Seed = seed; seed == 1 || isDrawn(f.template) {
						res.Board, res.Digest = f.about(size, seed), f.digestOf(size, seed)
					}
					for _, who := range row.Contestants {
						if !q.counts() {
							who.Card = "" // where no presses are counted, it makes no difference
						}
						res.Contestant, res.Command = who.Name(), who.command(f, q)
						if !filter.MatchString(res.Instance+" "+res.Contestant) || listed[res.key()] {
							continue
						}
						listed[res.key()] = true
						p := pair{res, f, who}
						if why := who.refuses(f, size, q); why != nil {
							p.Outcome, p.Note = notAsked, why.Error()
						}
						list = append(list, p)
					}
					if len(list) > mostPairs {
						return nil, fmt.Errorf("the suite %s has more than %d runs: ask for less", s.Name, mostPairs)
					}
				}
			}
		}
	}
	return list, nil
}
