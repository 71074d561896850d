// Package charttest compares the plots of documents with what would be drawn now.
package charttest

import (
	"bytes"
	"os"
	"path/filepath"
	"regexp"
	"testing"

	"lightsout/internal/chart"
)

// numbers are left out of comparisons: the last digits of places may differ between processors.
var numbers = regexp.MustCompile(`[0-9.]+`)

// Documented compares a chart with the picture of a document, or draws that anew.
func Documented(t *testing.T, c *chart.Chart, picture string, anew bool) {
	t.Helper()
	file := picture
	if !anew {
		file = filepath.Join(t.TempDir(), filepath.Base(picture))
	}
	if err := c.Write(file); err != nil {
		t.Fatal(err)
	}
	is, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	was, err := os.ReadFile(picture)
	if err != nil || !bytes.Equal(numbers.ReplaceAll(is, nil), numbers.ReplaceAll(was, nil)) {
		t.Errorf("%s is not what would be drawn now (make pictures): %v", picture, err)
	}
}
