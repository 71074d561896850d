package cnf

import (
	"testing"

	"go.uber.org/goleak"
)

// No test may leave a goroutine behind, those of the solver least of all.
func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }
