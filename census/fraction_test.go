package census

import (
	"math/big"
	"testing"
)

// Beyond the sizes at which all digits are written, a power of one half has the same first digits.
func TestPowerOfHalf(t *testing.T) {
	for _, k := range []int{0, 1, 52, 1100, 1 << 14, 1<<14 + 1, 16610, 20000, 30103, 40000} {
		want := new(big.Float).SetMantExp(big.NewFloat(1), -k).Text('g', 17)
		if got := powerOfHalf(k); string(got) != want {
			t.Errorf("2^-%d is %s, want %s", k, got, want)
		}
	}
}
