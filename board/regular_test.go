package board

import (
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"testing"
	"time"
)

// Each node of a random graph has its degree of neighbours, and they have it (TestFlippingIsMutual has the latter).
func TestRegularGraphsAreRegular(t *testing.T) {
	for _, size := range [][2]int{{1, 2}, {3, 6}, {3, 200}, {6, 200}, {50, 100}} {
		for seed := range 5 {
			b := parse(t, fmt.Sprintf("regular:%dx%d,seed=%d", size[0], size[1], seed))
			for s := range b.Switches() {
				if n := len(b.Toggles(s)); n != size[0]+1 {
					t.Fatalf("%s: switch %d flips %d lights", b, s, n)
				}
			}
		}
	}
	if parse(t, "regular:3x100,seed=7").Equal(parse(t, "regular:3x100,seed=8")) {
		t.Error("two seeds, one graph")
	}
}

// What a seed means is a promise: the study in docs/benchmarks.md drew these graphs.
func TestRegularGraphsStayTheSame(t *testing.T) {
	for spec, want := range map[string]string{
		"regular:3x8":                              "f2b8e72b483adc16",
		"regular:3x8,seed=2":                       "38c9e3ba307890fe",
		"regular:5x32,seed=3,switches=edges":       "1dd09861126f5bec",
		"regular:50x100,seed=18446744073709551615": "795bd0dab318c23f",
	} {
		b, h := parse(t, spec), sha256.New()
		for s := range b.Switches() {
			fmt.Fprintln(h, b.Toggles(s))
		}
		if got := hex.EncodeToString(h.Sum(nil)[:8]); got != want {
			t.Errorf("%s is another graph: %s, want %s", spec, got, want)
		}
	}
}

// A random graph that is only described is not drawn.
func TestLargeRegularGraphsAreDrawnLate(t *testing.T) {
	started := time.Now()
	for range 100 {
		if b := parse(t, "regular:100x160000"); b.Shape().Flips != 101*160000 {
			t.Fatalf("%s: %d flips", b, b.Shape().Flips)
		}
	}
	if took := time.Since(started); took > 5*time.Second {
		t.Errorf("100 descriptions took %v", took)
	}
	var tooLarge *TooLargeError
	if _, err := Parse("regular:100x1600000"); !errors.As(err, &tooLarge) {
		t.Error(err)
	}
}
