package main

import (
	"slices"

	"github.com/spf13/pflag"

	"lightsout/encode"
	"lightsout/internal/suggest"
)

// encodingFlags choose how parity and counting become clauses.
type encodingFlags struct {
	xor, card string
}

func (f *encodingFlags) declare(flags *pflag.FlagSet) {
	name := func(p encode.Parity) string { return p.Name }
	xors, sums := suggest.Names(encode.Parities(), name), suggest.Names(encode.Sums(), name)
	cards := suggest.Names(encode.Countings(), encode.Counting.String)
	flags.StringVar(&f.xor, "xor", "", "XOR encoding `NAME`, some followed by :N (see help encodings): "+joinWords(xors)+"; with mod=K: "+joinWords(sums))
	takesOneOf(flags, "xor", slices.Concat(xors, sums))
	flags.StringVar(&f.card, "card", "", "counting encoding `NAME`: "+joinWords(cards))
	takesOneOf(flags, "card", cards)
}
