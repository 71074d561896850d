package bench

import (
	"strings"
	"testing"
)

// A comparison counts only what ran, and reports what it leaves out and which outcomes changed; equal times have the ratio 1.
func TestCompareTellsWhatIsLeftOut(t *testing.T) {
	a := keep(t, measured(5, askAny, "cadical direct", missing, 0), measured(6, askAny, "cadical direct", missing, 0),
		measured(5, askAny, "gf2", solved, 1), measured(6, askAny, "gf2", notAsked, 0), measured(5, askAny, "gini direct", solved, 1),
		measured(6, askAny, "gini direct", gaveUp, 1), measured(7, askAny, "gini direct", solved, 1))
	short := measured(8, askAny, "gf2", solved, 1)
	short.Timeout = 0.5
	b := keep(t, short, measured(5, askAny, "cadical direct", missing, 0), measured(6, askAny, "cadical direct", solved, 1),
		measured(5, askAny, "gf2", solved, 1), measured(6, askAny, "gf2", notAsked, 0), measured(5, askAny, "gini direct", solved, 2),
		measured(6, askAny, "gini direct", solved, 2), measured(9, askAny, "gf2", solved, 1))
	var text strings.Builder
	if err := Compare(&text, a, b); err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{
		"3 pairs measured in both folders; 1 only in " + a + ", 3 only in " + b + "\n",
		"cadical direct: was missing, is solved", "gini direct: was gave-up, is solved",
		"| gf2         | 1    | 1.00    |               | too few instances | 1         |",
		"the limits differ: 1 s, 1024 MiB in " + a + ", 500 ms, 1024 MiB and 1 s, 1024 MiB in " + b + "\n",
	} {
		if !strings.Contains(text.String(), want) {
			t.Errorf("it does not say %q:\n%s", want, text.String())
		}
	}
	if strings.Contains(text.String(), "| cadical") {
		t.Errorf("it compares what did not run:\n%s", text.String())
	}
	if err := Compare(&text, keep(t, measured(5, askAny, "gf2", missing, 0)), b); err == nil || !strings.Contains(err.Error(), "no measured pair in common") {
		t.Error(err)
	}
}
