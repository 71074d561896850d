// Package tier decides which tests run. There are two tiers:
//
//   - The first, `make test` or plain `go test`, needs nothing but Go, and is quick.
//   - The second, `make test-all`, sets LIGHTSOUT_TEST=all. It also runs what needs other programs, much time or
//     much memory. A program that is missing there fails the test that needs it.
//
// A test of the second tier says so in its first line:
//
//	tier.Slow(t, "solves every board of the document")
//	cadical := tier.Peer(t, "cadical", "cadical")
//
// and a test that is quick with less asks for its size: boards := tier.Size(20, 200).
package tier

import (
	"os"
	"os/exec"
	"testing"
)

// variable is the environment variable that chooses the tier.
const variable = "LIGHTSOUT_TEST"

// All reports whether the second tier runs.
func All() bool { return os.Getenv(variable) == "all" }

// Size is few in the first tier, and many in the second.
func Size(few, many int) int {
	if All() {
		return many
	}
	return few
}

// Slow skips a test or benchmark in the first tier, which has no time for it; why says what takes long.
func Slow(t testing.TB, why string) {
	t.Helper()
	if !All() {
		t.Skipf("%s: %s=all go test -run '^%s$' runs it", why, variable, t.Name())
	}
}

// Peer is the path of a program that Debian has in a package. The first tier skips what needs one; in the second it
// must be there.
func Peer(t testing.TB, program, debian string) string {
	t.Helper()
	Slow(t, "needs "+program)
	path, err := exec.LookPath(program)
	if err != nil {
		t.Fatalf("%s is not installed: apt-get install %s, or make peers", program, debian)
	}
	return path
}

// Stranger is the path of a program that Debian does not have; where it is missing, the test skips in both tiers.
func Stranger(t testing.TB, program, how string) string {
	t.Helper()
	Slow(t, "needs "+program)
	path, err := exec.LookPath(program)
	if err != nil {
		t.Skipf("%s is not installed: %s", program, how)
	}
	return path
}
