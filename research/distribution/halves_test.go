package distribution

import (
	"context"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"lightsout/internal/boardtest"

	"lightsout/internal/covering"
)

// leastOf is the least of the lanes that the moves and quiet patterns make of these, without tables. Lanes that will not
// be the least because of others in their half are lowered.
func leastOf(h *halves, lanes [16]byte, regions []other, moves [][]uint8, halvings int) (least [16]byte) {
	clipped := lanes
	for _, half := range h.lanes {
		for _, p := range half {
			for _, q := range half {
				reach := 0
				for _, o := range regions {
					if covering.Parity(o.column, uint64(p^q)) != 0 {
						reach += o.size
					}
				}
				clipped[p] = min(clipped[p], lanes[q]+byte(reach>>halvings))
			}
		}
	}
	first := true
	for _, m := range moves {
		for t := range 16 {
			var moved [16]byte
			for p, to := range m {
				moved[int(to)^t] = clipped[p]
			}
			if first || slices.Compare(moved[:], least[:]) < 0 {
				least, first = moved, false
			}
		}
	}
	return least
}

// Lanes have the same key exactly if moves and quiet patterns turn them into each other.
func TestHalves(t *testing.T) {
	for _, spec := range []string{"9x9", "torus:6x6"} {
		b := boardtest.Parse(t, spec)
		r := regionsOf(b)
		n := r.planNesting()
		regions := slices.Concat(n.bridge, n.last)
		h, err := newHalves(context.Background(), regions, n.sixteen)
		if h == nil || err != nil {
			t.Fatalf("%s: %v, %v", spec, h, err)
		}
		all := laneMoves(regions, bridgeDim)
		_, moves := splitLanes(all)
		t.Logf("%s: %d classes of halves, %d turns, %d of %d symmetries", spec, len(h.classes), len(h.undo), len(moves), len(all))
		if len(moves) == 1 {
			t.Errorf("%s: no symmetries", spec)
		}
		keyOf := func(lanes [16]byte) uint64 {
			var entries [2]uint32
			for side, places := range h.lanes {
				for i, p := range places {
					entries[side] |= uint32(lanes[p]) << laneShift(i)
				}
				entries[side] = h.table[entries[side]]
			}
			return h.key(entries[0], entries[1])
		}
		rapid.Check(t, func(t *rapid.T) {
			most := rapid.ByteRange(1, n.sixteen.most).Draw(t, "most") // low levels have more symmetries
			lanes := [16]byte(rapid.SliceOfN(rapid.ByteMax(most), 16, 16).Draw(t, "lanes"))
			lanes[rapid.IntRange(0, 15).Draw(t, "place of the least")] = 0
			key := keyOf(lanes)
			blocks := make([]block, 16)
			for p := range blocks {
				blocks[p].set(0, lanes[p])
			}
			sortLanes(blocks, h.program)
			var sorted [16]byte
			for p := range blocks {
				sorted[p] = blocks[p].at(0)
			}
			if got := keyOf(sorted); got != key {
				t.Fatalf("%v has the key %x, and sorted, as %v, %x", lanes, key, sorted, got)
			}
			want := leastOf(h, lanes, regions, moves, n.sixteen.halvings)
			if got := leastOf(h, h.lanesOf(key), regions, moves, n.sixteen.halvings); got != want {
				t.Fatalf("%v, least %v, has a key of lanes whose least is %v", lanes, want, got)
			}
			if got := keyOf(want); got != key {
				t.Fatalf("%v has the key %x, and %v, which is the least of the same, has %x", lanes, key, want, got)
			}
		})
	}
}

// A store counts what several queues put into it, also once it has grown.
func TestLaneStore(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		s := newLaneStore(nil, nil, rapid.SampledFrom([]int{1, 1 << 10, 1 << 18}).Draw(t, "room"))
		queues := []*laneQueue{newLaneQueue(s), newLaneQueue(s)}
		for _, q := range queues {
			for code := range uint64(len(q.words)) {
				q.words[code] = code * code
			}
		}
		distinct := rapid.Uint64Range(1, 5000).Draw(t, "distinct")
		seed := rapid.Uint64().Draw(t, "seed")
		want := map[uint64]uint64{}
		for i := range rapid.IntRange(0, 300).Draw(t, "batches") {
			list := &queues[i%2].next.keys
			for j := range list {
				seed = hashKey(seed + 1)
				x := seed % distinct
				key, code := x/4<<3|x%4<<leastShift|keyMark, seed>>60
				list[j] = 0
				if code > 0 {
					list[j] = key | code<<codeShift
					want[key] += code * code
				}
			}
			queues[i%2].add()
		}
		for _, q := range queues {
			q.flush()
		}
		got := map[uint64]uint64{}
		for i := range s.shelves {
			for _, line := range s.shelves[i].lines {
				for k, key := range line.keys {
					if key != 0 {
						got[key] += line.words[k]
					}
				}
			}
		}
		if len(got) != len(want) || s.full() != (len(want) > s.keys) {
			t.Fatalf("%d keys, not %d; full: %v", len(got), len(want), s.full())
		}
		for key, words := range want {
			if got[key] != words {
				t.Fatalf("%x: %d words, not %d", key, got[key], words)
			}
		}
	})
}

// The code of a product is the sum of the codes of its factors.
func TestWordCodes(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		var regions []other
		for _, size := range rapid.SliceOfN(rapid.IntRange(1, 9), 1, 6).Draw(t, "sizes") {
			regions = append(regions, other{size: size})
		}
		c := newWordCodes(regions)
		words, code := uint64(1), uint64(0)
		for _, o := range regions {
			more := rapid.SampledFrom(binomialWords(o.size)).Draw(t, "words")
			words *= more
			code += c.of(more)
		}
		if len(c.words) > noCode {
			return // not all primes have a code
		}
		if c.of(words) != code || c.words[code] != words {
			t.Fatalf("%d has the code %d and not %d, of %d", words, c.of(words), code, c.words[code])
		}
	})
}
