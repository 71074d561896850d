package bench

import (
	"fmt"
	"io"
	"os"
	"slices"
	"strings"
)

// Compare writes what changed from the results in folder a to those in folder b: the ratio of CPU times
// for each contestant, with a sign test; every pair whose outcome changed; how many pairs are not in
// both; and any differences in limits or machines.
func Compare(w io.Writer, a, b string) error {
	before, err := readResults(a)
	if err != nil {
		return err
	}
	after, err := readResults(b)
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
	var common [2][]*Result
	for i := range after {
		now := &after[i]
		was := old[now.key()]
		if was == nil {
			continue
		}
		common[0], common[1] = append(common[0], was), append(common[1], now)
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
		return fmt.Errorf("%s and %s have no pair in common: compare two runs of the same suite", a, b)
	}
	fmt.Fprintf(w, "CPU time of %s relative to %s, over pairs that both answered correctly\n\n", b, a)
	t := table{head: []string{"contestant", "pairs", "ratio", "range", "faster", "slower", "p (sign test)", "outcome changed"}}
	for _, name := range who {
		t.add(append([]string{name}, pairs[name].cells()...)...)
	}
	t.add(append([]string{"all"}, all.cells()...)...)
	t.write(w)
	fmt.Fprintln(w, "\nratio: geometric mean of new/old, below 1 is faster. p: probability of a split this uneven by chance.")
	for _, line := range all.outcomes {
		fmt.Fprintln(w, line)
	}
	both := len(common[0])
	fmt.Fprintf(w, "\n%s in both folders, %d of them without a ratio; %d only in %s, %d only in %s\n",
		plural(both, "pair"), both-len(all.ratios), len(before)-both, a, len(after)-both, b)
	return differences(w, [2]string{a, b}, common)
}

func plural(n int, what string) string {
	if n == 1 {
		return "1 " + what
	}
	if strings.HasSuffix(what, "s") {
		what += "e"
	}
	return fmt.Sprintf("%d %ss", n, what)
}

// differences lists the conditions that differ between the two folders.
func differences(w io.Writer, dirs [2]string, common [2][]*Result) error {
	conditions := []struct {
		name string
		of   func(*Result, machine) string
	}{
		{"limits of CPU time", func(r *Result, _ machine) string { return decade(r.Timeout) }},
		{"limits of memory", func(r *Result, _ machine) string { return fmt.Sprintf("%d MiB", r.Memory>>20) }},
		{"machines", func(_ *Result, m machine) string { return fmt.Sprintf("%s, %d cores, %s", m.CPU, m.Cores, m.System) }},
		{"children at a time", func(_ *Result, m machine) string { return fmt.Sprint(m.Jobs) }},
	}
	var machines [2]map[string]machine
	for i, dir := range dirs {
		list, err := readMachines(dir)
		if err != nil && !os.IsNotExist(err) {
			return err
		}
		machines[i] = map[string]machine{}
		for _, m := range list {
			machines[i][m.Run] = m
		}
	}
	for _, c := range conditions {
		var found [2]string
		for i := range dirs {
			values := distinct(common[i], func(r **Result) string { return c.of(*r, machines[i][(*r).Run]) })
			slices.Sort(values)
			found[i] = strings.Join(values, " and ")
		}
		if found[0] != found[1] {
			fmt.Fprintf(w, "different %s: %s in %s, %s in %s\n", c.name, found[0], dirs[0], found[1], dirs[1])
		}
	}
	return nil
}

// changes summarises the pairs of one contestant.
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
	if !was.Outcome.Right() || !now.Outcome.Right() || cpu(was) <= 0 || cpu(now) <= 0 {
		return
	}
	ratio := cpu(now) / cpu(was)
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
