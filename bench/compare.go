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
	var folders [2][]Result
	for i, dir := range []string{a, b} {
		var err error
		if folders[i], err = readResults(dir); err != nil {
			return err
		}
	}
	old := map[string]*Result{}
	for i := range folders[0] {
		old[folders[0][i].key()] = &folders[0][i]
	}
	var before, after section
	var changes []string
	for i := range folders[1] {
		now := &folders[1][i]
		was := old[now.key()]
		if was == nil {
			continue
		}
		before.results, after.results = append(before.results, was), append(after.results, now)
		if was.Outcome != now.Outcome {
			changes = append(changes, fmt.Sprintf("%s, seed %d, %s: was %s, is %s", now.Instance, now.Seed, now.Contestant, was.Outcome, now.Outcome))
		}
	}
	both := len(after.results)
	if both == 0 {
		return fmt.Errorf("%s and %s have no pair in common: compare two runs of the same suite", a, b)
	}
	fmt.Fprintf(w, "CPU time of %s relative to %s\n\n", b, a)
	t := table{head: []string{"contestant", "pairs", "ratio", "range", "faster", "slower", "p (sign test)"}}
	ratios := 0
	for _, name := range after.contestants() {
		d := meet(after.of(name).results, before.of(name).results)
		ratios += len(d.ratios)
		row := []string{name, fmt.Sprint(len(d.ratios)), "", "", fmt.Sprint(d.wins), fmt.Sprint(d.losses), fmt.Sprintf("%.3g", d.p)}
		if len(d.ratios) > 0 {
			row[2] = fmt.Sprintf("%.2f", geometricMean(d.ratios))
			row[3] = fmt.Sprintf("%.2f–%.2f", slices.Min(d.ratios), slices.Max(d.ratios))
		}
		t.add(row...)
	}
	fmt.Fprintf(w, "%s\nratio: geometric mean of new/old where both are right, below 1 is faster. p: probability of a split this uneven by chance.\n", t)
	for _, line := range changes {
		fmt.Fprintln(w, line)
	}
	fmt.Fprintf(w, "\n%s in both folders, %d of them without a ratio; %d only in %s, %d only in %s\n",
		plural(both, "pair"), both-ratios, len(folders[0])-both, a, len(folders[1])-both, b)
	return differences(w, [2]string{a, b}, [2]section{before, after})
}

// differences lists the conditions that differ between the two folders.
func differences(w io.Writer, dirs [2]string, common [2]section) error {
	conditions := []struct {
		name string
		of   func(*Result, machine) string
	}{
		{"limits of CPU time", func(r *Result, _ machine) string { return limit(r.Timeout) }},
		{"limits of memory", func(r *Result, _ machine) string { return fmt.Sprintf("%d MiB", r.Memory>>20) }},
		{"machines", func(_ *Result, m machine) string { return fmt.Sprintf("%s, %d cores, %s", m.CPU, m.Cores, m.System) }},
		{"children at a time", func(_ *Result, m machine) string { return fmt.Sprint(m.Jobs) }},
	}
	for _, c := range conditions {
		var found [2]string
		for i, dir := range dirs {
			machines, err := readMachines(dir)
			if err != nil && !os.IsNotExist(err) {
				return err
			}
			runs := map[string]machine{}
			for _, m := range machines {
				runs[m.Run] = m
			}
			values := distinct(common[i].results, func(r **Result) string { return c.of(*r, runs[(*r).Run]) })
			slices.Sort(values)
			found[i] = strings.Join(values, " and ")
		}
		if found[0] != found[1] {
			fmt.Fprintf(w, "different %s: %s in %s, %s in %s\n", c.name, found[0], dirs[0], found[1], dirs[1])
		}
	}
	return nil
}
