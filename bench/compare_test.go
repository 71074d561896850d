package bench

import (
	"strings"
	"testing"
)

// A comparison reports what it leaves out, and which outcomes changed.
func TestCompareTellsWhatIsLeftOut(t *testing.T) {
	a := keep(t, measured(5, askAny, "gini direct", solved, 1), measured(6, askAny, "gini direct", gaveUp, 1), measured(7, askAny, "gini direct", solved, 1))
	short := measured(8, askAny, "gf2", solved, 1)
	short.Timeout = 0.5
	b := keep(t, short, measured(5, askAny, "gini direct", solved, 2), measured(6, askAny, "gini direct", solved, 2), measured(9, askAny, "gf2", solved, 1))
	var text strings.Builder
	if err := Compare(&text, a, b); err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{
		"2 pairs in both folders; 1 only in " + a + ", 2 only in " + b + "\n",
		"gini direct: was gave-up, is solved",
		"the limits differ: 1 s, 1024 MiB in " + a + ", 500 ms, 1024 MiB and 1 s, 1024 MiB in " + b + "\n",
	} {
		if !strings.Contains(text.String(), want) {
			t.Errorf("it does not say %q:\n%s", want, text.String())
		}
	}
}
