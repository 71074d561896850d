package bench

import (
	"bytes"
	"compress/gzip"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"

	"lightsout/internal/strictjson"
)

// The files of a folder of results. A run appends to the first; the second, if present, holds earlier
// results and is only read. [Report] writes all other files, so only these and machine.jsonl need
// keeping.
const (
	jsonFile    = "results.jsonl"
	archiveFile = "results.jsonl.gz"
	machineFile = "machine.jsonl"
)

// readResults reads the results of a folder in the order they were measured. Of several results with
// the same key the last one counts. An incomplete last line is ignored.
func readResults(dir string) (results, error) {
	var all results
	for _, name := range []string{archiveFile, jsonFile} {
		list, _, err := readFile(filepath.Join(dir, name), "a result", (*Result).sound)
		if err != nil && !errors.Is(err, os.ErrNotExist) {
			return nil, err
		}
		all = append(all, list...)
	}
	if len(all) == 0 {
		return nil, fmt.Errorf("%s: %w", dir, errNoResults)
	}
	var last results
	for _, same := range group(all, (*Result).key) {
		last = append(last, same[len(same)-1])
	}
	last.settleClaims()
	return last, nil
}

var errNoResults = errors.New("no results here: " + jsonFile + " is not there, or empty")

// readFile reads a file of JSON values, compressed if its name says so, and reports whether its last line is cut off.
func readFile[T any](name, what string, sound func(*T) error) (list []*T, cut bool, err error) {
	f, err := os.Open(name)
	if err != nil {
		return nil, false, err
	}
	defer f.Close()
	var in io.Reader = f
	if filepath.Ext(name) == ".gz" {
		if in, err = gzip.NewReader(f); err != nil {
			return nil, false, fmt.Errorf("%s: %w", name, err)
		}
	}
	data, err := io.ReadAll(in)
	if err != nil {
		return nil, false, fmt.Errorf("%s: %w", name, err)
	}
	list, err = parseLines(name, what, data, sound)
	return list, len(data) > 0 && data[len(data)-1] != '\n', err
}

// parseLines reads a JSON value per line. An incomplete last line is ignored, since an interrupted run may
// leave one.
func parseLines[T any](name, what string, data []byte, sound func(*T) error) ([]*T, error) {
	data = data[:bytes.LastIndexByte(data, '\n')+1]
	var list []*T
	line := 0
	for text := range bytes.Lines(data) {
		line++
		if len(bytes.TrimSpace(text)) == 0 {
			continue
		}
		item := new(T)
		err := strictjson.Decode(text, item, strictjson.Any)
		if err == nil {
			err = sound(item)
		}
		if err != nil {
			return nil, fmt.Errorf("%s:%d: not %s: %w", name, line, what, err)
		}
		list = append(list, item)
	}
	return list, nil
}

// openFolder makes a folder of results ready for appending, and returns its earlier results. It removes an incomplete
// last line.
func openFolder(dir string) (results, error) {
	if err := os.MkdirAll(dir, 0o777); err != nil {
		return nil, err
	}
	name := filepath.Join(dir, jsonFile)
	if text, err := os.ReadFile(name); err == nil {
		if err := os.Truncate(name, int64(bytes.LastIndexByte(text, '\n')+1)); err != nil {
			return nil, err
		}
	}
	old, err := readResults(dir)
	if errors.Is(err, errNoResults) {
		err = nil
	}
	return old, err
}

// appendLines appends values to a file as lines of JSON, in one piece. If nothing can be written, it leaves no empty
// file.
func appendLines(name string, values ...any) error {
	var lines []byte
	for _, value := range values {
		line, err := json.Marshal(value)
		if err != nil {
			return err
		}
		lines = append(append(lines, line...), '\n')
	}
	f, err := os.OpenFile(name, os.O_CREATE|os.O_APPEND|os.O_WRONLY, 0o644)
	if err != nil {
		return err
	}
	n, err := f.Write(lines)
	if info, errStat := f.Stat(); err != nil && n > 0 && errStat == nil { // half a line
		err = errors.Join(err, f.Truncate(info.Size()-int64(n)))
	}
	if info, errStat := f.Stat(); errStat == nil && info.Size() == 0 { // a full disk, perhaps
		_ = os.Remove(name)
	}
	return errors.Join(err, f.Close())
}
