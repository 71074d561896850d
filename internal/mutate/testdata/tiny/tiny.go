// Package tiny is mutated by the test of the tool.
package tiny

// Sign has a good test.
func Sign(x int) int {
	switch {
	case x < 0:
		return -1
	case x > 0:
		return 1
	}
	return 0
}

// Clamp has a test that does not notice where it begins, nor the second half of its condition.
func Clamp(x, most uint8, really bool) uint8 {
	if x >= most && really {
		x = most
	}
	return x
}

// Forgotten has no test.
func Forgotten(a, b int) int { return a*b + 1 }

// Endless counts, and would never end with another step.
func Endless(n int) int {
	sum := 0
	for i := n; i != 0; i = i - 1 {
		sum += i
	}
	return sum
}
