package bench

import (
	"fmt"
	"regexp"

	"lightsout/internal/suggest"
)

// Pair is one instance and who is asked about it, as a suite lists them.
type Pair struct {
	Instance   string
	Board      string
	Question   Question
	Seed       uint64
	Contestant string

	row  Row
	size int
	who  Contestant
}

// List is every pair of a suite, in the order they run. It is an error if there is none, which says
// what there is instead.
func List(o Options) ([]Pair, error) {
	list, err := o.pairs()
	if err == nil && len(list) == 0 {
		err = o.nothing()
	}
	return list, err
}

// nothing says that the filter matches no pair, and where it would.
func (o Options) nothing() error {
	miss := fmt.Sprintf("nothing in the suite %s matches %q", o.Suite, o.Filter)
	o.Repeat = 1
	if more := o; !o.Peers {
		more.Peers = true
		if list, err := more.pairs(); err == nil && len(list) > 0 {
			return fmt.Errorf("%s without --peers; with it, %d pairs do", miss, len(list))
		}
	}
	for _, s := range suites {
		other := o
		other.Suite, other.Peers = s.Name, true
		if list, err := other.pairs(); err == nil && len(list) > 0 {
			return fmt.Errorf("%s; in the suite %s %d pairs do, peers included", miss, s.Name, len(list))
		}
	}
	all := o
	all.Filter, all.Peers = "", true
	list, err := all.pairs()
	if err != nil {
		return err
	}
	var names []string
	for _, p := range list {
		names = append(names, p.Instance, p.Contestant, p.Instance+" "+p.Contestant)
	}
	return fmt.Errorf("%s%s; --list without --filter shows all pairs", miss, suggest.DidYouMean(o.Filter, names))
}

func (o Options) pairs() ([]Pair, error) {
	suite, err := SuiteByName(o.Suite)
	if err != nil {
		return nil, err
	}
	filter, err := regexp.Compile(o.Filter)
	if err != nil {
		return nil, fmt.Errorf("--filter: %w", err)
	}
	if o.Repeat == 0 {
		o.Repeat = suite.Repeats
	}
	var list []Pair
	listed := map[string]bool{}
	for _, row := range suite.Rows {
		f, err := familyByName(row.Family)
		if err != nil {
			return nil, err
		}
		for _, size := range row.Sizes {
			for _, q := range row.Questions {
				for seed := range uint64(o.Repeat) {
					for _, who := range row.contestants(q, o.Peers) {
						p := Pair{
							Instance: instanceName(row.Family, size, q), Board: f.about(size), Question: q, Seed: seed + 1,
							Contestant: who.Name(), row: row, size: size, who: who,
						}
						// Two rows may share a board, and then a peer.
						key := fmt.Sprint(p.sized(size), seed)
						if filter.MatchString(p.Instance+" "+p.Contestant) && !listed[key] {
							listed[key] = true
							list = append(list, p)
						}
					}
				}
			}
		}
	}
	return list, nil
}

func (r Row) contestants(q Question, withPeers bool) []Contestant {
	list := r.Contestants
	switch {
	case !withPeers:
		return list
	case r.Peers != nil:
		return join(list, r.Peers)
	}
	return join(list, peersFor(q))
}

// sized tells what a contestant is asked, on boards of some size.
func (p Pair) sized(size int) string {
	return fmt.Sprintf("%s|%s|%s|%d", p.Contestant, p.row.Family, p.Question, size)
}
