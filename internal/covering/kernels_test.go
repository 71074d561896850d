package covering

import (
	"testing"

	"pgregory.net/rapid"
)

// bothForms calls do with the assembly, if there is any here, and without.
func bothForms(do func()) {
	old := useAssembly
	defer func() { useAssembly = old }()
	do()
	useAssembly = false
	do()
}

// drawAssembly perhaps does without the assembly until the function that it returns is called.
func drawAssembly(t *rapid.T) func() {
	old := useAssembly
	useAssembly = old && rapid.Bool().Draw(t, "assembly")
	return func() { useAssembly = old }
}

func drawBlocks(t *rapid.T, label string, n int, most byte) []block {
	blocks := make([]block, n)
	for i := range blocks {
		copy(blocks[i][:], rapid.SliceOfN(rapid.ByteMax(most), 32, 32).Draw(t, label))
	}
	return blocks
}

// The kernels and their forms in Go agree.
func TestKernels(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n := rapid.SampledFrom([]int{1, 2, 8, 16}).Draw(t, "lanes")
		from := drawBlocks(t, "from", 2*n, 60)
		lanes := rapid.SliceOfN(rapid.ByteMax(60), 2*n, 2*n).Draw(t, "adds")
		var less [2][]block
		i := 0
		bothForms(func() {
			less[i] = make([]block, n)
			narrow(less[i], from, lanes)
			i++
		})
		for j := range less[0] {
			if less[0][j] != less[1][j] {
				t.Fatalf("lane %d: %v and %v", j, less[0][j], less[1][j])
			}
		}
		halvings := rapid.IntRange(0, 1).Draw(t, "halvings")
		most := rapid.ByteRange(1, 9).Draw(t, "most")
		var program []byte
		lane := rapid.IntRange(0, 2*n-1)
		for range rapid.IntRange(0, 5).Draw(t, "steps") {
			k := rapid.IntRange(1, n).Draw(t, "compared")
			program = append(program, byte(k))
			for range 2 * k {
				program = append(program, byte(lane.Draw(t, "lane")))
			}
			pairs := rapid.IntRange(1, n).Draw(t, "pairs")
			program = append(program, byte(pairs))
			for _, l := range rapid.Permutation(ints(2*n)).Draw(t, "pairs")[:2*pairs] {
				program = append(program, byte(l))
			}
		}
		program = append(program, 0)
		var sorted [2][]block
		var least [2]block
		i = 0
		bothForms(func() {
			sorted[i] = append([]block(nil), from...)
			least[i] = levelLanes(sorted[i], halvings, most)
			sortLanes(sorted[i], program)
			i++
		})
		if least[0] != least[1] {
			t.Fatalf("least %v and %v", least[0], least[1])
		}
		for j := range sorted[0] {
			if sorted[0][j] != sorted[1][j] {
				t.Fatalf("program %v, lane %d: %v and %v", program, j, sorted[0][j], sorted[1][j])
			}
		}
		low := drawBlocks(t, "low", 16, mostLevel)
		order := [8]uint8(rapid.Permutation([]uint8{0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15}).Draw(t, "order")[:8])
		var indices [2][32]uint32
		i = 0
		bothForms(func() {
			laneIndex(&indices[i], low, &order)
			i++
		})
		if indices[0] != indices[1] {
			t.Fatalf("%x in the order %v: indices %x and %x", low, order, indices[0], indices[1])
		}
		eight := [8]block(drawBlocks(t, "eight", 8, 255))
		var turned [2][32]uint64
		i = 0
		bothForms(func() {
			transpose(&turned[i], &eight)
			i++
		})
		if turned[0] != turned[1] {
			t.Fatalf("%x turned is %x and %x", eight, turned[0], turned[1])
		}
	})
}

func ints(n int) (list []int) {
	for i := range n {
		list = append(list, i)
	}
	return list
}
