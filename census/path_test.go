package census

import (
	"context"
	"testing"
)

// Beyond the table paths come from the solver: OEIS A075464 has 28 presses for 6x6.
func TestPathBeyondTheTable(t *testing.T) {
	path, err := SquarePath(context.Background(), 6)
	if err != nil {
		t.Fatal(err)
	}
	if len(path) != 28 {
		t.Errorf("6x6: %d presses, want 28", len(path))
	}
}
