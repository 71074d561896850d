package checkpoint

import (
	"bytes"
	"errors"
	"reflect"
	"slices"
	"testing"
)

type state struct {
	Next   int
	Counts []string
}

// What is sealed is read back, and a file with a changed, a missing or a further byte gives the very same state, as one
// with other capitals in a field's name does, or is refused.
func TestEveryChangeIsSeen(t *testing.T) {
	want := state{7, []string{"1", "25", "300"}}
	data, err := Seal("test 1", want)
	if err != nil {
		t.Fatal(err)
	}
	var got state
	if err := Open(data, "test 1", &got); err != nil || got.Next != 7 || len(got.Counts) != 3 {
		t.Fatalf("%+v, %v", got, err)
	}
	if err := Open(data, "test 2", &got); !errors.Is(err, ErrUnusable) {
		t.Errorf("another kind: %v", err)
	}
	same := 0
	for i := range data {
		changes := [][]byte{slices.Delete(bytes.Clone(data), i, i+1), slices.Insert(bytes.Clone(data), i, '1'), slices.Insert(bytes.Clone(data), i, data[i])}
		for bit := range 8 {
			bad := bytes.Clone(data)
			bad[i] ^= 1 << bit
			changes = append(changes, bad)
		}
		for _, bad := range changes {
			var got state
			switch err := Open(bad, "test 1", &got); {
			case err == nil && !reflect.DeepEqual(got, want):
				t.Fatalf("at byte %d: %s gives %+v", i, bad, got)
			case err == nil:
				same++
			case !errors.Is(err, ErrUnusable):
				t.Fatalf("at byte %d: %v", i, err)
			}
		}
		if err := Open(data[:i], "test 1", &got); !errors.Is(err, ErrUnusable) {
			t.Fatalf("cut after %d bytes: %v", i, err)
		}
	}
	if harmless := len("kindshastate") + len("}}"); same > harmless {
		t.Errorf("%d changes were not seen, more than the letters of the names and a brace after the end", same)
	}
}
