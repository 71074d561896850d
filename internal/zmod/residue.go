package zmod

// The elements of (Z/K)ⁿ modulo the kernel are what A tells apart: the states that can be reached. Let word i of the
// kernel begin at place p with d = K/Radix[i]. Each class has just one x with x[p] < d for every word: taking
// multiples of the words off from the left leads to one, and two of them differ by an element of the kernel
// whose first entry is smaller than the d there, which no element but 0 has.

// Residues is, for each place, how many values it has in the x that stand for their classes: d or K.
func (k *Kernel) Residues() []uint8 {
	radix := make([]uint8, k.width)
	for s := range radix {
		radix[s] = uint8(k.ring.k)
	}
	for i := range k.Words {
		radix[k.first[i]] = uint8(k.ring.k / k.Radix[i])
	}
	return radix
}

// Reduce makes x the one that stands for its class.
func (k *Kernel) Reduce(x []uint8) {
	for i, word := range k.Words {
		at := k.first[i]
		if times := x[at] / word[at]; times > 0 {
			k.ring.addMultiple(x[at:], word[at:], uint8((k.ring.k-int(times))%k.ring.k))
		}
	}
}
