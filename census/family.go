package census

import (
	"fmt"
	"iter"
	"math/big"
	"regexp"
	"strings"
)

// Family is the boards of a SPEC in which letters stand for numbers: grid:MxN, torus:NxN, hypercube:2N+1.
type Family struct {
	spec    string
	letters []string // m, n or k, in the order in which they count: the last one changes fastest
	numbers []Numbers
}

// Numbers is those that a letter stands for, in their order: ranges, both ends included.
type Numbers [][2]int

// check refuses no numbers, and a number that is there twice.
func (n Numbers) check(letter string) error {
	if len(n) == 0 {
		return fmt.Errorf("%s has no numbers", letter)
	}
	for i, r := range n {
		if r[0] > r[1] {
			return fmt.Errorf("the range of %s from %d to %d is empty", letter, r[0], r[1])
		}
		for _, other := range n[:i] {
			if both := max(r[0], other[0]); both <= min(r[1], other[1]) {
				return fmt.Errorf("%s has the number %d twice", letter, both)
			}
		}
	}
	return nil
}

// letters are those that may stand for numbers.
var letters = []string{"m", "n", "k"}

// term is a letter with what it is multiplied by and what is added to it.
var term = regexp.MustCompile(`([0-9]*)([MNK])(?:([+-][0-9]+))?`)

// ParseFamily is the boards of a SPEC for all numbers of its letters; these are by letter, in lower case. Letters of
// the SPEC are in upper case: N, 2N, N+1 or 2N-1 may take the place of a number. In graph:FILE only the letter
// itself is replaced.
func ParseFamily(spec string, numbers map[string]Numbers) (*Family, error) {
	f := &Family{spec: spec}
	for _, l := range letters {
		list, given := numbers[l]
		upper := strings.ToUpper(l)
		used := strings.Contains(spec, upper)
		switch {
		case given && !used:
			return nil, fmt.Errorf("a range for %s needs an %s in the board, for example grid:%sx%s, to put the "+
				"numbers in", l, upper, upper, upper)
		case given:
			if err := list.check(l); err != nil {
				return nil, err
			}
			f.letters, f.numbers = append(f.letters, l), append(f.numbers, list)
		case used && !f.isFile():
			return nil, fmt.Errorf("%s is a family of boards: %s has no range; give it one, such as --%s 1-9", spec,
				upper, l)
		}
	}
	return f, nil
}

func (f *Family) isFile() bool { return strings.HasPrefix(f.spec, "graph:") }

// Letters are those of the family, in lower case and in the order of counting.
func (f *Family) Letters() []string { return f.letters }

// Numbers are those of the letters.
func (f *Family) Numbers() []Numbers { return f.numbers }

// Spec is the SPEC of a member, which is a number for each letter.
func (f *Family) Spec(member map[string]int) string {
	return term.ReplaceAllStringFunc(f.spec, func(text string) string {
		part := term.FindStringSubmatch(text)
		n, known := member[strings.ToLower(part[2])]
		if !known {
			return text
		}
		if f.isFile() {
			return part[1] + fmt.Sprint(n) + part[3]
		}
		value := big.NewInt(int64(n))
		if factor, ok := new(big.Int).SetString(part[1], 10); ok {
			value.Mul(value, factor)
		}
		if add, ok := new(big.Int).SetString(part[3], 10); ok {
			value.Add(value, add)
		}
		return value.String()
	})
}

// Rows yields the members; the last letter changes fastest.
func (f *Family) Rows() iter.Seq[map[string]int] {
	return func(yield func(map[string]int) bool) {
		at, in := make([]int, len(f.letters)), make([]int, len(f.letters)) // the numbers, and their ranges
		for i, n := range f.numbers {
			at[i] = n[0][0]
		}
		for yield(f.member(at)) {
			i := len(at) - 1
			for ; i >= 0; i-- {
				n := f.numbers[i]
				if at[i] < n[in[i]][1] {
					at[i]++
					break
				}
				in[i] = (in[i] + 1) % len(n)
				at[i] = n[in[i]][0]
				if in[i] > 0 {
					break
				}
			}
			if i < 0 {
				return
			}
		}
	}
}

func (f *Family) member(at []int) map[string]int {
	m := make(map[string]int, len(at))
	for i, l := range f.letters {
		m[l] = at[i]
	}
	return m
}
