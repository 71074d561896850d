package board

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"lightsout/gf2"

	"pgregory.net/rapid"
)

// However a list of switches is written, it is the same list.
func TestSwitchListsReadBack(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		b := parse(t, drawSpec(t))
		want := rapid.SliceOfN(rapid.IntRange(0, b.Switches()-1), 0, 20).Draw(t, "switches")
		var words []string
		for _, s := range want {
			forms := []string{fmt.Sprint(s + 1), fmt.Sprintf("%d-%d", s+1, s+1)}
			if b.Layout() != nil {
				r, c := b.Layout().Place(s)
				forms = append(forms, fmt.Sprintf("r%dc%d", r+1, c+1))
			}
			words = append(words, rapid.SampledFrom(forms).Draw(t, "form"))
		}
		text := strings.Join(words, rapid.SampledFrom([]string{",", " ", ", ", "\n"}).Draw(t, "between"))
		got, err := b.ParseSwitches(text)
		if err != nil {
			t.Fatal(err)
		}
		if !slices.Equal(got, want) {
			t.Fatalf("%s: %q is %v, want %v", b, text, got, want)
		}
		set := gf2.NewVec(b.Switches())
		for _, s := range want {
			set.Flip(s)
		}
		if got, err := b.ParseSwitches(set.String()); err != nil || !slices.Equal(got, set.Indices()) {
			t.Fatalf("%s: %v is %v, %v", b, set, got, err)
		}
	})
}

func TestSwitchLists(t *testing.T) {
	b := parse(t, "2x3,mask=#_#/###")
	for text, want := range map[string]string{
		"":          "[]",
		"2-4,1":     "[1 2 3 0]",
		"3,3":       "[2 2]",
		"r1c3 r2c1": "[1 2]",
		"10101":     "[0 2 4]",
		"101010":    `"101010" does not fit: as a digit for each switch it has 6, grid:2x3,mask=#_#/### has 5; as a list it names a switch that is not there`,
		"0101":      "as a digit for each switch it has 4",
		"0":         "switch 0 is out of range",
		"6":         "switch 6 is out of range",
		"4-2":       "counts down",
		"+1":        "is not a switch",
		"1-":        "is not a switch",
		"-1":        "is not a switch",
		"one":       "is not a switch",
		"r1c2":      "no cell there",
		"r3c1":      "outside",
		"r1":        "is not a place",
		"rc":        "is not a place",
	} {
		list, err := b.ParseSwitches(text)
		if err == nil {
			if fmt.Sprint(list) != want {
				t.Errorf("%q is %v, want %s", text, list, want)
			}
		} else if !strings.Contains(err.Error(), want) {
			t.Errorf("%q: %v, want %s", text, err, want)
		}
	}
	if _, err := parse(t, "petersen").ParseSwitches("r1c1"); err == nil || !strings.Contains(err.Error(), "no rows and columns") {
		t.Errorf("got %v", err)
	}
}

func FuzzParseSwitches(f *testing.F) {
	for _, text := range []string{"", "1", "3,5-8", "r2c3", "1 2 3", "10101", "r1c2,r0c0", "5-1", "r9c", "1-11", "\x96    "} {
		f.Add(text)
	}
	b, err := Parse("3x4,mask=####/#_##/####")
	if err != nil {
		f.Fatal(err)
	}
	f.Fuzz(func(t *testing.T, text string) {
		list, err := b.ParseSwitches(text)
		if err != nil {
			return
		}
		for _, s := range list {
			if s < 0 || s >= b.Switches() {
				t.Fatalf("%q names switch %d of %d", text, s, b.Switches())
			}
		}
	})
}

// The word none is no switch, also where its letters are states of four lights.
func TestNoneIsNoSwitch(t *testing.T) {
	for _, spec := range []string{"3x3", "1x4,mod=36", "petersen"} {
		b := parse(t, spec)
		if got, err := b.ParseSwitches("none"); err != nil || len(got) != 0 {
			t.Errorf("%s: none is %v, %v", spec, got, err)
		}
	}
}
