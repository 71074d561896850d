package generate

import (
	"math/big"
	"math/bits"
)

// rank is a number of up to 128 bits: which element of a set of candidates.
type rank struct{ hi, lo uint64 }

func (a rank) less(b rank) bool { return a.hi < b.hi || a.hi == b.hi && a.lo < b.lo }

func (a rank) plus(b uint64) rank {
	lo, carry := bits.Add64(a.lo, b, 0)
	return rank{a.hi + carry, lo}
}

// times is a·b for factors whose product has at most 128 bits, as of two numbers of 64.
func times(a, b uint64) rank {
	hi, lo := bits.Mul64(a, b)
	return rank{hi, lo}
}

func (a rank) bitLen() int {
	if a.hi != 0 {
		return 64 + bits.Len64(a.hi)
	}
	return bits.Len64(a.lo)
}

func (a rank) big() *big.Int {
	b := new(big.Int).SetUint64(a.hi)
	return b.Lsh(b, 64).Or(b, new(big.Int).SetUint64(a.lo))
}

// rankOf is a number below 2^128.
func rankOf(b *big.Int) rank {
	var lo, hi big.Int
	lo.And(b, new(big.Int).SetUint64(^uint64(0)))
	hi.Rsh(b, 64)
	return rank{hi.Uint64(), lo.Uint64()}
}

// permutation is a keyed bijection of 0…n-1: a Feistel network on the next even number of bits,
// applied again while its result lies outside (cycle walking, Black and Rogaway, "Ciphers with
// Arbitrary Finite Domains", 2002). It needs no memory, and any element at any time.
type permutation struct {
	n    rank
	half uint // bits of a half
	seed uint64
	salt uint64
}

// permutationRounds is frozen, as the round function is: changing either changes every distinct
// batch.
const permutationRounds = 8

// newPermutation permutes 0…n-1, n ≥ 1. Different salts give independent permutations.
func newPermutation(n rank, seed, salt uint64) permutation {
	lo, borrow := bits.Sub64(n.lo, 1, 0)
	largest := rank{n.hi - borrow, lo}
	return permutation{n: n, half: uint(max(2, largest.bitLen())+1) / 2, seed: seed, salt: salt}
}

// at is where x goes.
func (p permutation) at(x rank) rank {
	for {
		x = p.network(x)
		if x.less(p.n) {
			return x
		}
	}
}

func (p permutation) network(x rank) rank {
	mask := uint64(1)<<p.half - 1 // all ones for 64, as the shift then gives 0
	right := x.lo & mask
	left := (x.lo>>p.half | x.hi<<(64-p.half)) & mask // shifts by 64 give 0
	for round := range uint64(permutationRounds) {
		word, _, _, _ := philox(right, round, p.salt, 0, p.seed, uint64(permuting))
		left, right = right, left^word&mask
	}
	return rank{left >> (64 - p.half), left<<p.half | right}
}

// sliceCount is how many slices a set of more than 2^128 is cut into, so that its elements can be
// reached by a rank nevertheless: a rank stands for a slice, in which one element is drawn. A slice
// has at least 2^64 elements, so that all are equally likely up to one part in 2^64.
var sliceCount = rank{hi: 1}

func isSliced(size *big.Int) bool { return size.BitLen() > 128 }
