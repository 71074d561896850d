package main

import (
	"slices"

	"github.com/spf13/pflag"

	"lightsout/encode"
)

// encodingFlags choose how parity and counting become clauses.
type encodingFlags struct {
	xor, card string
}

func (f *encodingFlags) declare(flags *pflag.FlagSet) {
	var xors, sums, cards []string
	for _, p := range encode.Parities() {
		xors = append(xors, p.Name)
	}
	for _, p := range encode.Sums() {
		sums = append(sums, p.Name)
	}
	for _, c := range encode.Countings() {
		cards = append(cards, c.Name)
	}
	flags.StringVar(&f.xor, "xor", "", "XOR encoding `NAME`, some followed by :N (see help encodings): "+joinWords(xors)+"; with mod=K: "+joinWords(sums))
	takesOneOf(flags, "xor", slices.Concat(xors, sums))
	flags.StringVar(&f.card, "card", "", "counting encoding `NAME`: "+joinWords(cards))
	takesOneOf(flags, "card", cards)
}
