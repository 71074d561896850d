package bench

import (
	"cmp"
	"fmt"
	"io"
	"regexp"
)

// pair is one instance and one contestant: what is known of their result before they run.
type pair struct {
	Result

	row row
	who contestant
}

// List writes what [Run] would measure, a line for each instance, seed and contestant.
func List(w io.Writer, o Options) error {
	suite, err := o.plan()
	if err != nil {
		return err
	}
	list, err := suite.matching(o)
	for _, p := range list {
		fmt.Fprintf(w, "%-28s seed %d  %-32s %s\n", p.Instance, p.Seed, p.Board, p.Contestant)
	}
	return err
}

// matching lists the pairs in the order they run. It is an error if there are none.
func (s *suite) matching(o Options) ([]pair, error) {
	filter, err := regexp.Compile(o.Filter)
	if err != nil {
		return nil, fmt.Errorf("the filter is not a regular expression: %w", err)
	}
	list, err := s.pairs(filter, cmp.Or(o.Repeat, s.Repeat))
	if err == nil && len(list) == 0 {
		err = fmt.Errorf("nothing in the suite %s matches %q; --list without it shows all, --peers adds other solvers", s.Name, o.Filter)
	}
	if err != nil || o.Shard == "" {
		return list, err
	}
	return sharded(list, o.Shard)
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
func (p pair) sameInstance(q pair) bool { return p.instance() == q.instance() }

func (s *suite) pairs(filter *regexp.Regexp, repeats int) ([]pair, error) {
	var list []pair
	listed := map[string]bool{} // two rows may have a board and a contestant in common
	for _, row := range s.Rows {
		for _, size := range row.Sizes {
			for _, q := range row.Questions {
				f, before := row.Family, len(list)
				res := Result{
					Suite: s.Name, Instance: instanceName(f.name, size, q), Family: f.name, Size: size, Board: f.about(size),
					Digest: f.digestOf(size, row.On), Question: q,
				}
				for seed := range uint64(repeats) {
					for _, who := range row.asked(q) {
						res.Seed, res.Contestant, res.Command = seed+1, who.Name(), who.command(f, q)
						if filter.MatchString(res.Instance+" "+res.Contestant) && !listed[res.key()] {
							listed[res.key()] = true
							list = append(list, pair{res, row, who})
						}
					}
					// Every seed adds as many, so the first one tells how many there will be.
					if added := len(list) - before; seed == 0 && added > 0 && repeats > (mostPairs-before)/added {
						return nil, fmt.Errorf("the suite %s has more than %d runs: ask for less", s.Name, mostPairs)
					}
				}
			}
		}
	}
	return list, nil
}

// asked are the contestants that can answer a question. Where no presses are counted, counting encodings make no
// difference.
func (r row) asked(q question) []contestant {
	var list []contestant
	for _, c := range r.Contestants {
		if !q.bounds() && q != askFewest {
			c.Card = ""
		}
		if c.answers(q) {
			list = append(list, c)
		}
	}
	return list
}

// noteUnable notes which questions contestants cannot be asked, because of their format.
func (s *suite) noteUnable(notes map[string]string) {
	for _, r := range s.Rows {
		for _, c := range r.Contestants {
			for _, q := range r.Questions {
				if !c.answers(q) {
					notes[fmt.Sprintf("%s, question %s", c.peer.Name, q)] = c.cannot(q)
				}
			}
		}
	}
}
