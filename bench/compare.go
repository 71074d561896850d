package bench

import (
	"cmp"
	"fmt"
	"io"
	"slices"
	"strings"
)

// Compare writes what changed from the results in folder a to those in folder b: for each contestant how its CPU time
// changed, every pair whose outcome changed, and how many pairs were not measured in both.
func Compare(w io.Writer, a, b string) error {
	first, errFirst := readResults(a)
	second, errSecond := readResults(b)
	if err := cmp.Or(errFirst, errSecond); err != nil {
		return err
	}
	old := map[string]*Result{}
	for _, r := range first {
		old[r.key()] = r
	}
	again := second.only(func(r *Result) bool { return old[r.key()] != nil })
	both := again.ran().only(func(r *Result) bool { return old[r.key()].Outcome.Ran() })
	if len(both) == 0 {
		return fmt.Errorf("%s and %s have no measured pair in common: compare two runs of the same suite", a, b)
	}
	t := &table{Head: []string{"contestant", "runs", "new/old", "95 % interval", "faster", "instances"}}
	for _, name := range both.contestants() {
		f := compare(both.of(name), first.of(name))
		t.add(name, len(both.of(name)), f, f.interval().text(ratio), f.faster([2]string{"new", "old"}), len(f.ratios))
	}
	fmt.Fprintf(w, "time of %s relative to %s: the geometric mean over the instances where somebody takes %s; a "+
		"failure counts as the limit\n\n%s\n", b, a, seconds(floor), t)
	limits := func(r *Result) string { return fmt.Sprintf("%s, %d MiB", limit(r.Timeout), r.Memory>>20) }
	if was, is := distinct(first.ran(), limits), distinct(second.ran(), limits); !slices.Equal(was, is) {
		fmt.Fprintf(w, "the limits differ: %s in %s, %s in %s\n", strings.Join(was, " and "), a,
			strings.Join(is, " and "), b)
	}
	for _, r := range again {
		if was := old[r.key()].Outcome; was != r.Outcome {
			fmt.Fprintf(w, "%s, seed %d, %s: was %s, is %s\n", r.Instance, r.Seed, r.Contestant, was, r.Outcome)
		}
	}
	fmt.Fprintf(w, "%s measured in both folders; %d only in %s, %d only in %s\n", plural(len(both), "pair"),
		len(first.ran())-len(both), a, len(second.ran())-len(both), b)
	return nil
}
