package bench

import (
	"cmp"
	"fmt"
	"io"
	"regexp"
	"slices"
)

// pair is one instance and one contestant, as a suite lists them.
type pair struct {
	Instance   string
	Board      string
	Question   question
	Seed       uint64
	Contestant string

	row  row
	size int
	who  contestant
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
	list, err := s.pairs(o)
	if err == nil && len(list) == 0 {
		err = fmt.Errorf("nothing in the suite %s matches %q; --list without it shows all, --peers adds other solvers", s.Name, o.Filter)
	}
	if err != nil {
		return nil, err
	}
	return o.sharded(list)
}

// sharded keeps shard i of n: every n-th instance, with all its contestants, so that contestants that are
// compared run on the same machine, and every shard gets boards of all sizes.
func (o Options) sharded(list []pair) ([]pair, error) {
	if o.Shard == "" {
		return list, nil
	}
	var i, n int
	if _, err := fmt.Sscanf(o.Shard+" ", "%d/%d ", &i, &n); err != nil || i < 1 || i > n {
		return nil, fieldErrorf("shard", "%q: write i/n with i from 1 to n, such as 2/7", o.Shard)
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
func (p pair) sameInstance(q pair) bool {
	return p.Instance == q.Instance && p.Seed == q.Seed && p.row.Family.name == q.row.Family.name
}

func (s *suite) pairs(o Options) ([]pair, error) {
	filter, err := regexp.Compile(o.Filter)
	if err != nil {
		return nil, fmt.Errorf("the filter is not a regular expression: %w", err)
	}
	var list []pair
	listed := map[string]bool{}
	repeats := cmp.Or(o.Repeat, s.Repeat)
	for _, row := range s.Rows {
		for _, size := range row.Sizes {
			for _, q := range row.Questions {
				before := len(list)
				for seed := range uint64(repeats) {
					for _, who := range row.contestants(q, o.Peers) {
						p := pair{
							Instance: instanceName(row.Family.name, size, q), Board: row.Family.about(size), Question: q, Seed: seed + 1,
							Contestant: who.Name(), row: row, size: size, who: who,
						}
						// Two rows may have a board and a peer in common.
						key := fmt.Sprint(p.scaling(), size, " ", seed)
						if !filter.MatchString(p.Instance+" "+p.Contestant) || listed[key] || s.replaced(who) {
							continue
						}
						listed[key] = true
						list = append(list, p)
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

func (r row) contestants(q question, withPeers bool) []contestant {
	list := slices.Clone(r.Contestants)
	switch {
	case withPeers && r.Peers != nil:
		list = append(list, r.Peers...)
	case withPeers:
		list = append(list, peersFor(q, r.Family.coloured())...)
	}
	list = slices.DeleteFunc(list, func(c contestant) bool { return !c.answers(q) })
	if !q.counts() && q != askFewest {
		for i := range list {
			list[i].Card = "" // no presses are counted
		}
	}
	return list
}

// replaced reports whether somebody's own command took the name of this known solver.
func (s *suite) replaced(c contestant) bool {
	return c.peer != nil && !c.peer.own && s.commands[c.peer.name] != ""
}

// noteUnable notes which questions the named contestants cannot be asked, because of their format.
func (s *suite) noteUnable(notes map[string]string) {
	for _, r := range s.Rows {
		for _, c := range r.Contestants {
			for _, q := range r.Questions {
				if !c.answers(q) {
					notes[fmt.Sprintf("%s, question %s", c.Name(), q)] = c.cannot(q)
				}
			}
		}
	}
}

// scaling identifies a contestant, family and question, over all sizes and seeds.
func (p pair) scaling() string {
	return fmt.Sprintf("%s|%s|%s", p.Contestant, p.row.Family.name, p.Question)
}
