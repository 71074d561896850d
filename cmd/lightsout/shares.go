package main

import (
	"lightsout/generate"
	"lightsout/internal/batch"
)

// readMix is the share of each board: those of --mix, or all equal.
func (c *generateCommand) readMix(boards int) ([]uint64, error) {
	mix, err := batch.Mix(c.mix, boards)
	if err != nil {
		return nil, usagef("--mix %s: %v", c.mix, err)
	}
	return mix, nil
}

// parseSplit reads train:0.9,test:0.1.
func parseSplit(text string) ([]generate.Share, error) {
	names, weights, err := batch.Split(text)
	if err != nil {
		return nil, usagef("--split %s: %v", text, err)
	}
	var split []generate.Share
	for i, name := range names {
		split = append(split, generate.Share{Name: name, Weight: weights[i]})
	}
	return split, nil
}
