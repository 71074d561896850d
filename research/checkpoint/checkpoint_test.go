package checkpoint

import (
	"bytes"
	"errors"
	"testing"
)

type state struct {
	Next   int
	Counts []string
}

// What is sealed is read back, and no changed byte is taken for the whole.
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
	for i := range data {
		for _, flip := range []byte{1, 2, 32} {
			bad := bytes.Clone(data)
			bad[i] ^= flip
			if err := Open(bad, "test 1", &got); err == nil && got.Next != 7 {
				t.Fatalf("byte %d changed: %s", i, bad)
			}
		}
		if err := Open(data[:i], "test 1", &got); !errors.Is(err, ErrUnusable) {
			t.Fatalf("cut after %d bytes: %v", i, err)
		}
	}
}
