package tier

import "testing"

func TestTiers(t *testing.T) {
	for _, c := range []struct {
		value    string
		all      bool
		size     int
		runsSlow bool
	}{{"", false, 2, false}, {"all", true, 20, true}} {
		t.Setenv(variable, c.value)
		if got := All(); got != c.all {
			t.Errorf("%s=%q: All() is %v, want %v", variable, c.value, got, c.all)
		}
		if got := Size(2, 20); got != c.size {
			t.Errorf("%s=%q: Size(2, 20) is %d, want %d", variable, c.value, got, c.size)
		}
		ran := false
		t.Run("slow"+c.value, func(t *testing.T) {
			Slow(t, "is only asked")
			ran = true
		})
		if ran != c.runsSlow {
			t.Errorf("%s=%q: a slow test ran: %v, want %v", variable, c.value, ran, c.runsSlow)
		}
	}
}
