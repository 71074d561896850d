package fewest

import "math/bits"

//go:generate go run -C ../../tools/asm ./fewest -out ../../internal/fewest/kernels_amd64.s -stubs ../../internal/fewest/kernels_stubs_amd64.go -pkg fewest

// The kernels in plain Go. The assembly must give the same bits.

var portable = kernelSet{tallyPortable, transformPortable, sievePortable}

func tallyPortable(table []vector, columns []tallied, x uint64) {
	for i := range columns {
		c := &columns[i]
		sign := uint(bits.OnesCount64(c.outer&x))&1 ^ uint(c.lane)>>laneBits
		cost := int16(c.cost)
		if sign != 0 {
			cost = -cost
		}
		v := &table[c.place]
		for l := range v {
			if signs[c.lane&(lanes-1)]>>l&1 != 0 {
				v[l] -= cost
			} else {
				v[l] += cost
			}
		}
	}
}

// signs has bit l of entry m set if m and l share an odd number of ones.
var signs = func() (s [lanes]uint16) {
	for m := range s {
		for l := range lanes {
			s[m] |= uint16(bits.OnesCount(uint(m&l))&1) << l
		}
	}
	return s
}()

func transformPortable(table []vector) {
	for h := 1; h < len(table)/2; h *= 2 {
		for i := 0; i < len(table); i += 2 * h {
			for j := i; j < i+h; j++ {
				a, b := &table[j], &table[j+h]
				for l := range a {
					a[l], b[l] = a[l]+b[l], a[l]-b[l]
				}
			}
		}
	}
}

func sievePortable(table []vector, threshold int16, hits []uint32) bool {
	half := len(table) / 2
	var any uint32
	for p := range half {
		a, b := &table[p], &table[p+half]
		var mask uint32
		for l := range a {
			if a[l]+max(b[l], -b[l]) > threshold {
				mask |= 3 << (2 * l)
			}
		}
		hits[p] = mask
		any |= mask
	}
	return any != 0
}
