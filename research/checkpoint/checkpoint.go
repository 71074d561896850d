// Package checkpoint writes what a long search has found so far, and reads it back. A checkpoint carries a checksum over its
// whole state, so that a file that was cut short, damaged or edited is refused:
//
//	data := checkpoint.Seal("distribution 4", state)
//	err := checkpoint.Open(data, "distribution 4", &state)
//
// A checksum is no signature: it shows accidents and careless edits, not forgery. So a result that was resumed says so.
package checkpoint

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
)

// ErrUnusable is what every error of Open is.
var ErrUnusable = errors.New("the checkpoint cannot be continued")

// file is the whole of it.
type file struct {
	Kind     string          `json:"kind"`
	Checksum string          `json:"sha256"` // of the kind and the state
	State    json.RawMessage `json:"state"`
}

func checksum(kind string, state []byte) string {
	sum := sha256.Sum256(append([]byte(kind+"\n"), state...))
	return hex.EncodeToString(sum[:])
}

// Seal is a checkpoint of the given kind, which is a name and a number of its format. The state must be one that JSON can
// write.
func Seal(kind string, state any) ([]byte, error) {
	text, err := json.Marshal(state)
	if err != nil {
		return nil, err
	}
	return json.Marshal(file{kind, checksum(kind, text), text})
}

// Open reads the state of a checkpoint of the given kind.
func Open(data []byte, kind string, state any) error {
	var f file
	decoder := json.NewDecoder(bytes.NewReader(data))
	decoder.DisallowUnknownFields()
	switch err := decoder.Decode(&f); {
	case err != nil || decoder.More():
		return fmt.Errorf("%w: it is not a checkpoint, or cut short", ErrUnusable)
	case f.Kind != kind:
		return fmt.Errorf("%w: it is of the kind %q, not %q", ErrUnusable, f.Kind, kind)
	case f.Checksum != checksum(kind, f.State):
		return fmt.Errorf("%w: its checksum is wrong, so it was damaged or edited", ErrUnusable)
	}
	if err := json.Unmarshal(f.State, state); err != nil {
		return fmt.Errorf("%w: %w", ErrUnusable, err)
	}
	return nil
}
