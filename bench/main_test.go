package bench

import (
	"os"
	"path/filepath"
	"testing"
)

// The solvers of these tests have this program as their supervisor.
func TestMain(m *testing.M) {
	Supervise()
	os.Exit(m.Run())
}

// must is what a call returned; its error ends the test.
func must[T any](value T, err error) func(testing.TB) T {
	return func(t testing.TB) T {
		t.Helper()
		if err != nil {
			t.Fatal(err)
		}
		return value
	}
}

// write makes a file in a folder and returns its name.
func write(t *testing.T, dir, name, text string) string {
	t.Helper()
	file := filepath.Join(dir, name)
	return must(file, os.WriteFile(file, []byte(text), 0o755))(t)
}

// read is the text of a file.
func read(t *testing.T, dir, name string) string {
	t.Helper()
	return string(must(os.ReadFile(filepath.Join(dir, name)))(t))
}

// reported is the text of a report on the results of a folder.
func reported(t *testing.T, dir, format string) string {
	t.Helper()
	file, _, err := Report(dir, format, "")
	return read(t, "", must(file, err)(t))
}
