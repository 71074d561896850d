package bench

import (
	"cmp"
	"fmt"
	"io"
	"regexp"
	"slices"
	"strings"
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
	list, _, left, err := suite.matching(o)
	for _, p := range list {
		fmt.Fprintf(w, "%-28s seed %d  %-32s %s\n", p.Instance, p.Seed, p.Board, p.Contestant)
	}
	for _, n := range left {
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

func (n NotRun) names() string {
	const most = 10
	text := strings.Join(n.Who[:min(len(n.Who), most)], ", ")
	if len(n.Who) > most {
		text += fmt.Sprintf(" and %d more", len(n.Who)-most)
	}
	return text
}

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

// matching lists the pairs in the order they run, those that are not asked, and why. It is an error if there are no pairs.
func (s *suite) matching(o Options) (list, refused []pair, left []NotRun, err error) {
	filter, err := regexp.Compile(o.Filter)
	if err != nil {
		return nil, nil, nil, fmt.Errorf("the filter is not a regular expression: %w", err)
	}
	all, left, err := s.pairs(filter, cmp.Or(o.Repeat, s.Repeat))
	if err == nil && o.Shard != "" {
		all, err = sharded(all, o.Shard)
	}
	for _, p := range all {
		if p.Outcome == notAsked {
			refused = append(refused, p)
		} else {
			list = append(list, p)
		}
	}
	switch {
	case err != nil || len(list) > 0 || o.Shard != "":
	case len(left) > 0:
		err = fmt.Errorf("there is nobody to ask: %v", left[0])
	default:
		err = fmt.Errorf("nothing in the suite %s matches %q; --list without it shows all, --peers adds other solvers", s.Name, o.Filter)
	}
	return list, refused, left, err
}

// sharded keeps shard i of n: every n-th instance, with all its contestants, so that contestants that are
// compared run on the same machine, and every shard gets boards of all sizes.
func sharded(list []pair, shard string) ([]pair, error) {
	var i, n int
	if _, err := fmt.Sscanf(shard+" ", "%d/%d ", &i, &n); err != nil || i < 1 || i > n {
		return nil, fieldErrorf("shard", "%q: write i/n with i from 1 to n, such as 2/7", shard)
	}
	var kept []pair
	instance := -1
	for k, p := range list {
		if k == 0 || !p.sameInstance(list[k-1]) {
			instance++
		}
		if instance%n == i-1 {
			kept = append(kept, p)
		}
	}
	return kept, nil
}

// sameInstance reports whether two pairs are about the same puzzle and question.
func (p pair) sameInstance(q pair) bool { return p.puzzle() == q.puzzle() }

func (s *suite) pairs(filter *regexp.Regexp, repeats int) (list []pair, left []NotRun, err error) {
	listed := map[string]bool{} // two rows may have a board and a contestant in common
	for _, row := range s.Rows {
		for _, size := range row.Sizes {
			for _, q := range row.Questions {
				f, before := row.Family, len(list)
				res := Result{
					Suite: s.Name, Instance: instanceName(f.name, size, q), Family: f.name, Size: size, Board: f.about(size),
					Digest: f.digestOf(size), Question: q,
				}
				for seed := range uint64(repeats) {
					for _, who := range row.Contestants {
						if !q.bounds() && q != askFewest {
							who.Card = "" // where no presses are counted, it makes no difference
						}
						res.Seed, res.Contestant, res.Command = seed+1, who.Name(), who.command(f, q)
						if !filter.MatchString(res.Instance+" "+res.Contestant) || listed[res.key()] {
							continue
						}
						listed[res.key()] = true
						p := pair{res, f, who}
						if why := who.refuses(f, size, q); why != nil {
							left = leftOut(left, notAsked, who.reads(), why.Error())
							p.Outcome, p.Note = notAsked, why.Error()
						}
						list = append(list, p)
					}
					// Every seed adds as many, so the first one tells how many there will be.
					if added := len(list) - before; seed == 0 && added > 0 && repeats > (mostPairs-before)/added {
						return nil, nil, fmt.Errorf("the suite %s has more than %d runs: ask for less", s.Name, mostPairs)
					}
				}
			}
		}
	}
	return list, left, nil
}
