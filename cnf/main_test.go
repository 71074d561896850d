package cnf

import (
	"testing"

	"go.uber.org/goleak"
)

// No test may leave a goroutine running, especially not one of the solver.
func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }
