package decode

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"
)

// The examples of the format's own description: a ring of ten detectors, written out and folded.
func TestRepeatBlocksUnfold(t *testing.T) {
	var long strings.Builder
	long.WriteString("error(0.1) D9 D0 L0\n")
	for i := range 9 {
		fmt.Fprintf(&long, "error(0.1) D%d D%d\n", i, i+1)
	}
	folded := "ERROR[a # tag](0.1) D9 D0 L0\n  Repeat 3{ # thrice\n\trepeat 3 {\n error( 1e-1 ) D0 D1\n" +
		"shift_detectors(0.5, -1) 1\n}\n}\n"
	read := func(text string) *Model {
		m, err := ReadDEM(strings.NewReader(text), "ring.dem")
		if err != nil {
			t.Fatal(err)
		}
		return m
	}
	a, b := read(long.String()), read(folded)
	if fmt.Sprint(*a) != fmt.Sprint(*b) {
		t.Errorf("written out %v, folded %v", *a, *b)
	}
	if a.Checks != 10 || a.Observables != 1 || a.Bits != 10 || !slices.Equal(a.columns[0], []int32{0, 9}) {
		t.Error(*a)
	}
}

// Detectors and observables exist if they are declared, mentioned, or below one that is.
func TestDetectorsAreCounted(t *testing.T) {
	for text, want := range map[string][3]int{ // detectors, observables, errors
		"":                                 {0, 0, 0},
		"detector D4\n":                    {5, 0, 0},
		"detector(1, 2.5) D4 D6\r\n":       {7, 0, 0},
		"logical_observable L2\n":          {0, 3, 0},
		"shift_detectors 5\ndetector D0\n": {6, 0, 0},
		"error(0) D2 L1":                   {3, 2, 1},
		"error(1)\n":                       {0, 0, 1},
		"error(0.02) D2 L0 ^ D2 L0\n":      {3, 1, 1},
		"repeat 4 {\nshift_detectors 2\n}\nerror(0.5) D1": {10, 0, 1},
		"\ufeff# a comment\n\nerror(.5) D0 # more\n":      {1, 0, 1},
	} {
		m, err := ReadDEM(strings.NewReader(text), "x")
		if err != nil {
			t.Errorf("%q: %v", text, err)
			continue
		}
		if got := [3]int{m.Checks, m.Observables, m.Bits}; got != want {
			t.Errorf("%q: %v, want %v", text, got, want)
		}
	}
}

// Each defect is refused with its line and what is wrong.
func TestDefectsOfModels(t *testing.T) {
	const anError = "write error as in error(0.01) D0 D1 ^ D2 L0"
	for text, want := range map[string]string{
		"eror(0.1) D0\n":                             `x:1: no such instruction "eror(0.1)" (did you mean "error"?)`,
		"error(0.1) D0\n\nmeasure D0\n":              `x:3: no such instruction "measure"; there are error`,
		"error(1.5) D0\n":                            "x:1: the probability 1.5 is not between 0 and 1",
		"error(-0.1) D0\n":                           "x:1: the probability -0.1",
		"error(NaN) D0\n":                            anError,
		"error(0x1p-2) D0\n":                         anError,
		"error D0\n":                                 anError,
		"error(0.1, 0.2) D0\n":                       anError,
		"error() D0\n":                               anError,
		"error(0.1 D0\n":                             anError,
		"error[a(0.1) D0\n":                          anError,
		"error(0.1)D0\n":                             anError,
		"error(0.1) D0 5\n":                          anError,
		"error(0.1) D-1\n":                           anError,
		"error(0.1) D\n":                             anError,
		"error(0.1) ^ D0\n":                          anError,
		"error(0.1) D0 ^\n":                          anError,
		"error(0.1) D0 ^ ^ D1\n":                     anError,
		"error(0.1) D0 {\n}\n":                       anError,
		"detector L0\n":                              "write detector as in detector(1, 2) D5",
		"detector\n":                                 "write detector as in",
		"logical_observable D0\n":                    "write logical_observable as in logical_observable L0",
		"logical_observable(1) L0\n":                 "write logical_observable as in",
		"shift_detectors D1\n":                       "write shift_detectors as in shift_detectors(0, 1) 8",
		"shift_detectors -1\n":                       "write shift_detectors as in shift_detectors(0, 1) 8",
		"shift_detectors 1 2\n":                      "write shift_detectors as in shift_detectors(0, 1) 8",
		"repeat 0 {\n}\n":                            "write repeat as in repeat 100 {",
		"repeat 2\n":                                 "write repeat as in",
		"repeat(1) 2 {\n}\n":                         "write repeat as in",
		"repeat 2 {\nerror(0.1) D0\n":                "x:2: the file ends inside the repeat block of line 1: a }",
		"}\n":                                        "x:1: } without a repeat block",
		"repeat 2 {\n} error(0.1) D0\n":              `x:2: no such instruction "}"`,
		"error(0.1) D99999999\n":                     "x:1: detector 99999999: up to 16777216 are supported",
		"error(0.1) D99999999999999999999999999\n":   "detector 99999999999999999999999999: up to",
		"error(0.1) L70000\n":                        "observable 70000",
		"\nshift_detectors 999999999999\n":           "x:2: detectors are shifted beyond",
		"repeat 1000000000000 {\nrepeat 9 {\n}\n}\n": "x:1: there are more than 16777216 instructions",
		"repeat 1000000000000 {\nerror(0.1) D0\n}\n": "x:1: there are more than 4194304 error mechanisms",
		strings.Repeat("repeat 1 {\n", 70):           "x:65: repeat blocks may be nested 64 deep",
	} {
		_, err := ReadDEM(strings.NewReader(text), "x")
		if _, ok := errors.AsType[*SyntaxError](err); !ok || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: %v, want %q", text[:min(len(text), 60)], err, want)
		}
	}
}

// Whatever a file says, reading it ends with a model that can be decoded or with an error and its line.
func FuzzDEM(f *testing.F) {
	for _, text := range []string{
		"error(0.1) D0 D1 L0\ndetector(1,2) D3\nlogical_observable L1\n",
		"repeat 3 {\n  error(0.01) D0 ^ D1\n  shift_detectors(0,1) 2\n}\n",
		"error[tag](1) D0 # c\nERROR(.5) D1\n", "repeat 9 {\nrepeat 9 {\n}\n}\n", "}", "error(0) D0 D0",
		"error(0) \xbd0", "0A000", " \f", "\"\"", "error!0", "ς ݟҠǒ",
	} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		m, err := ReadDEM(strings.NewReader(text), "x")
		if err != nil {
			if _, ok := errors.AsType[*SyntaxError](err); !ok {
				t.Errorf("%v: not a SyntaxError", err)
			}
			return
		}
		for i := range m.columns {
			for _, c := range m.columns[i] {
				if int(c) >= m.Checks {
					t.Errorf("error %d flips detector %d of %d", i, c, m.Checks)
				}
			}
			for _, o := range m.changes[i] {
				if int(o) >= m.Observables {
					t.Errorf("error %d changes observable %d of %d", i, o, m.Observables)
				}
			}
		}
	})
}
