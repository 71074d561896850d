package zmod

// What is here shares nothing with the elimination: it adds up entries as they stand in the matrix.

// Solves reports whether A·x = b.
func Solves(k int, columns [][]Entry, x, b []uint8) bool {
	if len(x) != len(columns) {
		return false
	}
	sum := make([]int, len(b))
	for s, list := range columns {
		for _, e := range list {
			sum[e.Row] += int(x[s]) * int(e.Value)
		}
	}
	for l := range b {
		if sum[l]%k != int(b[l])%k {
			return false
		}
	}
	return true
}

// Refutes reports whether the witness proves that no x has A·x = b: it meets every column in 0 and b not.
func Refutes(k int, columns [][]Entry, witness, b []uint8) bool {
	if len(witness) != len(b) {
		return false
	}
	for _, list := range columns {
		met := 0
		for _, e := range list {
			met += int(witness[e.Row]) * int(e.Value)
		}
		if met%k != 0 {
			return false
		}
	}
	met := 0
	for l := range b {
		met += int(witness[l]) * int(b[l])
	}
	return met%k != 0
}
