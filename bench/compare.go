package bench

import (
	"cmp"
	"fmt"
	"io"
	"slices"

	"gonum.org/v1/gonum/stat"
)

// Compare writes what changed from the results in folder a to those in folder b: the ratio of CPU times
// for each contestant, with a sign test; every pair whose outcome changed; and how many pairs are not
// in both.
func Compare(w io.Writer, a, b string) error {
	first, errFirst := readResults(a)
	second, errSecond := readResults(b)
	if err := cmp.Or(errFirst, errSecond); err != nil {
		return err
	}
	old := map[string]*Result{}
	for i := range first {
		old[first[i].key()] = &first[i]
	}
	var before, after results
	var changes []string
	for i := range second {
		now := &second[i]
		was := old[now.key()]
		if was == nil {
			continue
		}
		before, after = append(before, was), append(after, now)
		if was.Outcome != now.Outcome {
			changes = append(changes, fmt.Sprintf("%s, seed %d, %s: was %s, is %s", now.Instance, now.Seed, now.Contestant, was.Outcome, now.Outcome))
		}
	}
	both := len(after)
	if both == 0 {
		return fmt.Errorf("%s and %s have no pair in common: compare two runs of the same suite", a, b)
	}
	fmt.Fprintf(w, "CPU time of %s relative to %s\n\n", b, a)
	t := &table{Head: []string{"contestant", "pairs", "ratio", "range", "faster", "slower", "p (sign test)"}}
	ratios := 0
	for _, name := range after.contestants() {
		d := meet(after.of(name), before.of(name))
		ratios += len(d.ratios)
		row := []string{name, fmt.Sprint(len(d.ratios)), "", "", fmt.Sprint(d.wins), fmt.Sprint(d.losses), fmt.Sprintf("%.3g", d.p)}
		if len(d.ratios) > 0 {
			row[2] = fmt.Sprintf("%.2f", stat.GeometricMean(d.ratios, nil))
			row[3] = fmt.Sprintf("%.2f–%.2f", slices.Min(d.ratios), slices.Max(d.ratios))
		}
		t.add(row...)
	}
	fmt.Fprintf(w, "%s\nratio: geometric mean of new/old where both are right, below 1 is faster. p: probability of a split this uneven by chance.\n", t)
	for _, line := range changes {
		fmt.Fprintln(w, line)
	}
	fmt.Fprintf(w, "\n%s in both folders, %d of them without a ratio; %d only in %s, %d only in %s\n",
		plural(both, "pair"), both-ratios, len(first)-both, a, len(second)-both, b)
	return nil
}
