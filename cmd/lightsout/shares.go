package main

import (
	"slices"
	"strconv"
	"strings"

	"lightsout/generate"
)

// readMix is the share of each board: those of --mix, or all equal.
func (c *generateCommand) readMix(boards int) ([]uint64, error) {
	if c.mix == "" {
		return slices.Repeat([]uint64{1}, boards), nil
	}
	texts := strings.Split(c.mix, ",")
	if len(texts) != boards {
		return nil, usagef("--mix %s: %s for %s; each board has one, in the order of --board", c.mix, plural(len(texts), "share", "shares"), plural(boards, "board", "boards"))
	}
	shares, err := parseShares("mix", c.mix, texts)
	if err != nil {
		return nil, err
	}
	round := uint64(0)
	for _, s := range shares {
		round += s
	}
	if round > maxRound {
		return nil, usagef("--mix %s: shares so fine repeat only after %d puzzles; use rounder ones, up to %d", c.mix, round, maxRound)
	}
	return shares, nil
}

// maxRound is the most puzzles after which the turns of several boards repeat.
const maxRound = 1_000_000

// parseSplit reads train:0.9,test:0.1.
func parseSplit(text string) ([]generate.Share, error) {
	if text == "" {
		return nil, nil
	}
	var names, texts []string
	for part := range strings.SplitSeq(text, ",") {
		name, share, ok := strings.Cut(part, ":")
		switch {
		case !ok || name == "" || strings.Trim(strings.ToLower(name), "abcdefghijklmnopqrstuvwxyz0123456789-_") != "":
			return nil, usagef("--split %s: %q is not NAME:SHARE, as in train:0.9; names are letters, digits, - and _", text, part)
		case slices.Contains(names, name):
			return nil, usagef("--split %s: %s is there twice", text, name)
		}
		names, texts = append(names, name), append(texts, share)
	}
	weights, err := parseShares("split", text, texts)
	if err != nil {
		return nil, err
	}
	shares := make([]generate.Share, len(names))
	for i := range shares {
		shares[i] = generate.Share{Name: names[i], Weight: weights[i]}
	}
	return shares, nil
}

// shareDigits is how many digits a share may have after the point.
const shareDigits = 9

// parseShares reads shares that add up to 1, such as 0.9 and 0.1, or whole numbers of any sum, such as 9
// and 1. It returns the smallest whole numbers in the same proportion.
func parseShares(flag, all string, texts []string) ([]uint64, error) {
	const one = 1_000_000_000 // with shareDigits digits
	shares := make([]uint64, len(texts))
	sum, whole := uint64(0), true
	for i, text := range texts {
		units, fraction, point := strings.Cut(text, ".")
		whole = whole && !point
		n, err := strconv.ParseUint(units+fraction+strings.Repeat("0", max(0, shareDigits-len(fraction))), 10, 63)
		if err != nil || units == "" || point && fraction == "" || len(fraction) > shareDigits || n == 0 || n > 1_000_000*one {
			return nil, usagef("--%s %s: %q is not a share: write a number above 0 and up to 1000000, as in 0.9 or 9, with up to %d digits after the point", flag, all, text, shareDigits)
		}
		shares[i] = n
		sum += n
	}
	if !whole && sum != one {
		return nil, usagef("--%s %s: the shares add up to %s, not to 1", flag, all, strings.TrimRight(strings.TrimRight(strconv.FormatFloat(float64(sum)/one, 'f', shareDigits, 64), "0"), "."))
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
