package bench

import (
	"os"
	"testing"
)

// The solvers of these tests have this program as their supervisor.
func TestMain(m *testing.M) {
	Supervise()
	os.Exit(m.Run())
}
