package bench

import (
	"strings"
	"testing"
)

// A comparison reports what it leaves out, and which conditions differ.
func TestCompareTellsWhatIsLeftOut(t *testing.T) {
	longer := measured(6, askAny, "gini direct", solved, 2)
	longer.Timeout = 5
	a := keep(t, measured(5, askAny, "gini direct", solved, 1), measured(6, askAny, "gini direct", gaveUp, 1), measured(7, askAny, "gini direct", solved, 1))
	b := keep(t, measured(5, askAny, "gini direct", solved, 2), longer, measured(8, askAny, "gf2", solved, 1), measured(9, askAny, "gf2", solved, 1))
	for i, dir := range []string{a, b} {
		if err := (machine{Run: "1", CPU: "Abacus", Cores: i + 1}).note(dir); err != nil {
			t.Fatal(err)
		}
	}
	var text strings.Builder
	if err := Compare(&text, a, b); err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{
		"2 pairs in both folders, 1 of them without a ratio; 1 only in " + a + ", 2 only in " + b + "\n",
		"different limits of CPU time: 1 s in " + a + ", 1 s and 5 s",
		"different machines: Abacus, 1 cores",
	} {
		if !strings.Contains(text.String(), want) {
			t.Errorf("it does not say %q:\n%s", want, text.String())
		}
	}
	if strings.Contains(text.String(), "limits of memory") {
		t.Errorf("it tells limits apart that are the same:\n%s", text.String())
	}
}
