package batch

import (
	"fmt"
	"math/big"
	"slices"
	"strconv"
	"strings"
)

// A batch is divided among boards that take turns (3,1 or 0.75,0.25), and into parts of a data set that have names
// (train:0.9,test:0.1). The command and the service of package play read these shares alike.

// Mix is the share of each board, in whole numbers: all the same if the text is empty.
func Mix(text string, boards int) ([]uint64, error) {
	if text == "" {
		return slices.Repeat([]uint64{1}, boards), nil
	}
	texts := strings.Split(text, ",")
	if len(texts) != boards {
		return nil, fmt.Errorf("%s for %s; each board has one, in the same order", count(len(texts), "share"),
			count(boards, "board"))
	}
	return parse(texts)
}

func count(n int, what string) string {
	if n == 1 {
		return "1 " + what
	}
	return fmt.Sprintf("%d %ss", n, what)
}

// Share is a part of a data set and how much of it, relative to the other parts.
type Share struct {
	Name   string
	Weight uint64
}

// Split is the parts and their shares, none if the text is empty.
func Split(text string) ([]Share, error) {
	if text == "" {
		return nil, nil
	}
	var parts []Share
	var texts []string
	for part := range strings.SplitSeq(text, ",") {
		name, share, ok := strings.Cut(part, ":")
		switch {
		case !ok || name == "" || strings.Trim(strings.ToLower(name), "abcdefghijklmnopqrstuvwxyz0123456789-_") != "":
			return nil, fmt.Errorf("%q is not NAME:SHARE, as in train:0.9; names are letters, digits, - and _", part)
		case slices.ContainsFunc(parts, func(p Share) bool { return p.Name == name }):
			return nil, fmt.Errorf("%s is there twice", name)
		}
		parts, texts = append(parts, Share{Name: name}), append(texts, share)
	}
	shares, err := parse(texts)
	for i, share := range shares {
		parts[i].Weight = share
	}
	return parts, err
}

// shareDigits is how many digits a share may have after the point.
const shareDigits = 9

// parse reads shares that add up to 1, such as 0.9 and 0.1, or whole numbers of any sum, such as 9
// and 1. It returns the smallest whole numbers in the same proportion.
func parse(texts []string) ([]uint64, error) {
	const one = 1_000_000_000 // with shareDigits digits
	shares := make([]uint64, len(texts))
	sum, whole := uint64(0), true
	for i, text := range texts {
		units, fraction, point := strings.Cut(text, ".")
		whole = whole && !point
		n, err := strconv.ParseUint(units+fraction+strings.Repeat("0", max(0, shareDigits-len(fraction))), 10, 63)
		if err != nil || units == "" || point && fraction == "" ||
			len(fraction) > shareDigits || n == 0 || n > 1_000_000*one {
			return nil, fmt.Errorf("%q is not a share: write a number above 0 and up to 1000000, as in 0.9 or 9, "+
				"with up to %d digits after the point", text, shareDigits)
		}
		shares[i] = n
		sum += n
	}
	if !whole && sum != one {
		return nil, fmt.Errorf("the shares add up to %s, not to 1",
			strings.TrimRight(strings.TrimRight(strconv.FormatFloat(float64(sum)/one, 'f', shareDigits, 64), "0"), "."))
	}
	divisor := uint64(0)
	for _, s := range shares {
		for s != 0 {
			divisor, s = s, divisor%s
		}
	}
	for i := range shares {
		shares[i] /= divisor
	}
	return shares, nil
}

// Parts assigns things to the parts of a data set by a hash.
type Parts struct {
	shares []Share
	bounds []uint64 // a hash below bounds[k], and not below the one before, is of part k; the last has no bound
}

// NewParts is nil without shares.
func NewParts(shares []Share) *Parts {
	if len(shares) == 0 {
		return nil
	}
	s := &Parts{shares: shares}
	all, sum := new(big.Int), new(big.Int)
	for _, p := range shares {
		all.Add(all, new(big.Int).SetUint64(p.Weight))
	}
	for _, p := range shares[:len(shares)-1] {
		sum.Add(sum, new(big.Int).SetUint64(p.Weight))
		bound := new(big.Int).Lsh(sum, 64)
		s.bounds = append(s.bounds, bound.Quo(bound, all).Uint64())
	}
	return s
}

// Of is the name of the part that a hash belongs to.
func (s *Parts) Of(hash uint64) string {
	for k, bound := range s.bounds {
		if hash < bound {
			return s.shares[k].Name
		}
	}
	return s.shares[len(s.shares)-1].Name
}
