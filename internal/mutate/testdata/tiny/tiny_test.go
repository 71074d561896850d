package tiny

import "testing"

func TestSign(t *testing.T) {
	for _, x := range []int{-2, -1, 0, 1, 2} {
		if Sign(x)*x < 0 || (Sign(x) == 0) != (x == 0) || Sign(x) > 1 || Sign(x) < -1 {
			t.Error(x)
		}
	}
}

func TestClamp(t *testing.T) {
	if Clamp(9, 5, true) != 5 || Clamp(3, 5, true) != 3 {
		t.Error("9 and 3")
	}
}

func TestEndless(t *testing.T) {
	if Endless(3) != 6 {
		t.Error(Endless(3))
	}
}
