package bench

import (
	"fmt"
	"io"
)

// Compare writes what changed from the results in folder a to those in folder b: for each contestant
// the ratio of CPU times, with a sign test, and every pair whose outcome is not the same.
func Compare(w io.Writer, a, b string) error {
	before, err := Read(a)
	if err != nil {
		return err
	}
	after, err := Read(b)
	if err != nil {
		return err
	}
	old := map[string]*Result{}
	for i := range before {
		old[before[i].key()] = &before[i]
	}
	var who []string
	pairs := map[string]*changes{}
	var all changes
	for i := range after {
		now := &after[i]
		was := old[now.key()]
		if was == nil {
			continue
		}
		c := pairs[now.Contestant]
		if c == nil {
			c = &changes{}
			pairs[now.Contestant] = c
			who = append(who, now.Contestant)
		}
		c.add(was, now)
		all.add(was, now)
	}
	if len(who) == 0 {
		return fmt.Errorf("%s and %s have nothing in common: compare two runs of one suite", a, b)
	}
	fmt.Fprintf(w, "CPU time of %s against %s, pairs that both answered rightly\n\n", b, a)
	t := table{head: []string{"contestant", "pairs", "ratio", "range", "faster", "slower", "p (sign test)", "outcome changed"}}
	for _, name := range who {
		t.add(append([]string{name}, pairs[name].cells()...)...)
	}
	t.add(append([]string{"all"}, all.cells()...)...)
	t.write(w)
	fmt.Fprintln(w, "\nratio: geometric mean of new/old, below 1 is faster. p: how often chance alone is as uneven.")
	for _, line := range all.outcomes {
		fmt.Fprintln(w, line)
	}
	return nil
}

// changes is what became of the pairs of one contestant.
type changes struct {
	ratios         []float64
	faster, slower int
	low, top       float64
	outcomes       []string
}

func (c *changes) add(was, now *Result) {
	if was.Outcome != now.Outcome {
		c.outcomes = append(c.outcomes, fmt.Sprintf("%s, seed %d, %s: was %s, is %s", now.Instance, now.Seed, now.Contestant, was.Outcome, now.Outcome))
	}
	if !was.Outcome.Right() || !now.Outcome.Right() || was.CPU <= 0 || now.CPU <= 0 {
		return
	}
	ratio := now.CPU / was.CPU
	switch {
	case ratio < 1:
		c.faster++
	case ratio > 1:
		c.slower++
	}
	if len(c.ratios) == 0 {
		c.low, c.top = ratio, ratio
	}
	c.low, c.top = min(c.low, ratio), max(c.top, ratio)
	c.ratios = append(c.ratios, ratio)
}

func (c *changes) cells() []string {
	if len(c.ratios) == 0 {
		return []string{"0", "", "", "", "", "", fmt.Sprint(len(c.outcomes))}
	}
	return []string{
		fmt.Sprint(len(c.ratios)), fmt.Sprintf("%.2f", geometricMean(c.ratios)), fmt.Sprintf("%.2f–%.2f", c.low, c.top),
		fmt.Sprint(c.faster), fmt.Sprint(c.slower), fmt.Sprintf("%.3g", signTest(c.faster, c.slower)), fmt.Sprint(len(c.outcomes)),
	}
}
