package board

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"lightsout/internal/suggest"
)

// dims reads the numbers of a SPEC, which follow the colon.
func (k kind) dims(text string, given bool) ([]int, error) {
	if k.words != nil {
		return k.word(text)
	}
	if k.maxDims == 0 {
		if given {
			return nil, fmt.Errorf("%s takes no numbers", k.name)
		}
		return nil, nil
	}
	if !given || text == "" {
		return nil, fmt.Errorf("%s needs its size: %s:%s", k.name, k.name, k.form)
	}
	parts := strings.Split(strings.NewReplacer("X", "x", "×", "x", "*", "x").Replace(text), "x")
	if len(parts) < k.minDims || len(parts) > k.maxDims {
		return nil, fmt.Errorf("%s takes %s, not %q", k.name, k.form, clip(text))
	}
	dims := make([]int, len(parts))
	for i, p := range parts {
		n, err := strconv.Atoi(p)
		if err != nil || p[0] == '+' || p[0] == '-' {
			if strings.Trim(p, "0123456789") == "" && p != "" {
				return nil, fmt.Errorf("%s is out of range", clip(p))
			}
			if p == "" {
				return nil, fmt.Errorf("a number is missing; %s takes %s", k.name, k.form)
			}
			return nil, fmt.Errorf("%q is not a whole number; %s takes %s", clip(p), k.name, k.form)
		}
		if n < 1 {
			return nil, fmt.Errorf("sizes start at 1, not %d", n)
		}
		dims[i] = n
	}
	return dims, nil
}

// word is dims for a kind whose SPECs have a word where others have numbers.
func (k kind) word(text string) ([]int, error) {
	if text == "" {
		return nil, fmt.Errorf("which one? Write %s:%s", k.name, k.form)
	}
	i := slices.Index(k.words, text)
	if i < 0 {
		return nil, fmt.Errorf("no such %s board %q%s; they are %s", k.name, clip(text),
			suggest.DidYouMean(text, k.words), strings.Join(k.words, " "))
	}
	return []int{i}, nil
}

// numbers is what follows the name of a SPEC.
func (k kind) numbers(dims []int) string {
	if k.words != nil {
		return ":" + k.words[dims[0]]
	}
	return joinDims(dims)
}

func joinDims(dims []int) string {
	var s strings.Builder
	for i, d := range dims {
		s.WriteByte(":x"[min(i, 1)])
		s.WriteString(strconv.Itoa(d))
	}
	return s.String()
}

// number reads a count or an index written in decimal digits only, from low to high.
func number(text string, low, high int) (n int, ok bool) {
	if text == "" || strings.Trim(text, "0123456789") != "" {
		return 0, false
	}
	n, err := strconv.Atoi(text)
	return n, err == nil && n >= low && n <= high
}
