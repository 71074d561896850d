package distribution

import (
	"testing"

	"pgregory.net/rapid"
)

// bytesOf is the lanes of 32 choices, a byte each.
func bytesOf(blocks []block) [][32]byte {
	list := make([][32]byte, len(blocks))
	for i := range blocks {
		for j := range list[i] {
			list[i][j] = blocks[i].at(j)
		}
	}
	return list
}

func drawBlocks(t *rapid.T, label string, n int, most byte) []block {
	blocks := make([]block, n)
	for i := range blocks {
		for j, presses := range rapid.SliceOfN(rapid.ByteMax(most), 32, 32).Draw(t, label) {
			blocks[i].set(j, presses)
		}
	}
	return blocks
}

// What is done with eight choices at once is what would be done with one after the other.
func TestBlocks(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n := rapid.SampledFrom([]int{1, 2, 8, 16}).Draw(t, "lanes")
		from := drawBlocks(t, "from", 2*n, 60)
		lanes := rapid.SliceOfN(rapid.ByteMax(60), 2*n, 2*n).Draw(t, "adds")
		less := make([]block, n)
		narrow(less, from, lanes)
		plain := bytesOf(from)
		for i, l := range bytesOf(less) {
			for j := range l {
				if want := min(plain[i][j]+lanes[i], plain[n+i][j]+lanes[n+i]); l[j] != want {
					t.Fatalf("lane %d of choice %d is %d, want %d", i, j, l[j], want)
				}
			}
		}

		halvings := rapid.IntRange(0, 1).Draw(t, "halvings")
		most := rapid.ByteRange(1, 9).Draw(t, "most")
		level := append([]block(nil), from...)
		least := levelLanes(level, halvings, most)
		for j := range 32 {
			low := plain[0][j]
			for i := range plain {
				low = min(low, plain[i][j])
			}
			if least.at(j) != low {
				t.Fatalf("the least lane of choice %d is %d, want %d", j, least.at(j), low)
			}
			for i := range plain {
				plain[i][j] = min((plain[i][j]-low)>>halvings, most)
				if got := level[i].at(j); got != plain[i][j] {
					t.Fatalf("lane %d of choice %d is %d after levelling, want %d", i, j, got, plain[i][j])
				}
			}
		}

		var program []byte
		lane := rapid.IntRange(0, 2*n-1)
		for range rapid.IntRange(0, 5).Draw(t, "steps") {
			k := rapid.IntRange(1, n).Draw(t, "compared")
			var one, other []byte
			for range k {
				one, other = append(one, byte(lane.Draw(t, "lane"))), append(other, byte(lane.Draw(t, "lane")))
			}
			move := make([]uint8, 2*n)
			for p := range move {
				move[p] = uint8(p)
			}
			pairs := rapid.Permutation(append([]uint8(nil), move...)).Draw(t, "pairs")
			for p := 0; p < 2*rapid.IntRange(1, n).Draw(t, "swapped"); p += 2 {
				move[pairs[p]], move[pairs[p+1]] = pairs[p+1], pairs[p]
			}
			program = appendStep(program, one, other, move)
			for j := range 32 {
				a, b := plain[one[0]][j], plain[other[0]][j]
				for i := range one {
					a, b = min(a, plain[one[i]][j]), min(b, plain[other[i]][j])
				}
				if a > b {
					before := make([]byte, 2*n)
					for p := range before {
						before[p] = plain[p][j]
					}
					for p, to := range move {
						plain[to][j] = before[p]
					}
				}
			}
		}
		sortLanes(level, append(program, 0))
		for i, l := range bytesOf(level) {
			if l != plain[i] {
				t.Fatalf("program %v: lane %d is %v, want %v", program, i, l, plain[i])
			}
		}

		low := drawBlocks(t, "low", 16, mostLevel)
		order := [8]uint8(rapid.Permutation([]uint8{0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15}).Draw(t, "order")[:8])
		var indices [32]uint32
		laneIndex(&indices, low, &order)
		for j, index := range indices {
			want := uint32(0)
			for i, p := range order {
				want |= uint32(low[p].at(j)) << laneShift(i)
			}
			if index != want {
				t.Fatalf("choice %d in the order %v has the index %x, want %x", j, order, index, want)
			}
		}
	})
}
