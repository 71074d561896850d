package main

import (
	"slices"
	"testing"
)

// Lists and ranges of numbers, as people write them.
func TestReadNumbers(t *testing.T) {
	for text, want := range map[string][]float64{
		"5":                {5},
		"5,9,5":            {5, 9},
		"5-21:4":           {5, 9, 13, 17, 21},
		"0.06-0.08:0.005":  {0.06, 0.065, 0.07, 0.075, 0.08},
		"0.1-0.3:0.15":     {0.1, 0.25},
		"1e-3":             {0.001},
		"1e-3-3e-3:1e-3":   {0.001, 0.002, 0.003},
		" 0.2, 0.1-0.1:1 ": {0.1, 0.2},
	} {
		if got, err := readNumbers(text); err != nil || !slices.Equal(got, want) {
			t.Errorf("%q: %v, %v; want %v", text, got, err, want)
		}
	}
	for _, text := range []string{"", "x", "1,,2", "1-2", "1-2:0", "2-1:1", "1-2:-1", "-1", "0x10", "inf", "NaN",
		"1-2:3:4", "1e-", "0-1:1e-300"} {
		if got, err := readNumbers(text); err == nil {
			t.Errorf("%q is read as %v", text, got)
		}
	}
}
