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
func readResults(dir string) ([]Result, error) {
	archived, errArchive := readFile(filepath.Join(dir, archiveFile))
	recent, errRecent := readFile(filepath.Join(dir, jsonFile))
	noArchive, noRecent := errors.Is(errArchive, os.ErrNotExist), errors.Is(errRecent, os.ErrNotExist)
	switch {
	case noArchive && noRecent:
		return nil, fmt.Errorf("%s holds no results: %w", dir, errRecent)
	case errArchive != nil && !noArchive:
		return nil, errArchive
	case errRecent != nil && !noRecent:
		return nil, errRecent
	}
	return latest(append(archived, recent...)), nil
}

// readFile reads one file of results, compressed if its name says so.
func readFile(name string) ([]Result, error) {
	f, err := os.Open(name)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	var in io.Reader = f
	if filepath.Ext(name) == ".gz" {
		if in, err = gzip.NewReader(f); err != nil {
			return nil, fmt.Errorf("%s: %w", name, err)
		}
	}
	data, err := io.ReadAll(in)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	return parseResults(name, data)
}

func parseResults(name string, data []byte) ([]Result, error) {
	return parseLines(name, "a result", data, (*Result).sound)
}

// parseLines reads a JSON value per line. An incomplete last line is ignored, since an interrupted run may
// leave one.
func parseLines[T any](name, what string, data []byte, sound func(*T) error) ([]T, error) {
	data = data[:bytes.LastIndexByte(data, '\n')+1]
	var list []T
	line := 0
	for text := range bytes.Lines(data) {
		line++
		if len(bytes.TrimSpace(text)) == 0 {
			continue
		}
		var item T
		err := strictjson.Decode(text, &item, strictjson.Any)
		if err == nil {
			err = sound(&item)
		}
		if err != nil {
			return nil, fmt.Errorf("%s:%d: not %s: %w", name, line, what, err)
		}
		list = append(list, item)
	}
	return list, nil
}

// latest keeps the last result of each key, in the order in which the keys first appear.
func latest(all []Result) []Result {
	var list []Result
	at := map[string]int{}
	for _, r := range all {
		if i, again := at[r.key()]; again {
			list[i] = r
			continue
		}
		at[r.key()] = len(list)
		list = append(list, r)
	}
	return list
}

// openResults opens a folder's file for appending results, and returns the folder's earlier ones. It removes an
// incomplete last line. It fails, before anything is measured, if the folder cannot be written to.
func openResults(dir string) (*os.File, []Result, error) {
	if err := os.MkdirAll(dir, 0o777); err != nil {
		return nil, nil, err
	}
	f, err := os.OpenFile(filepath.Join(dir, jsonFile), os.O_CREATE|os.O_APPEND|os.O_RDWR, 0o644)
	if err != nil {
		return nil, nil, err
	}
	text, err := io.ReadAll(f)
	if err == nil {
		err = f.Truncate(int64(bytes.LastIndexByte(text, '\n') + 1))
	}
	old, errOld := readResults(dir)
	if err := errors.Join(err, errOld); err != nil {
		f.Close()
		return nil, nil, err
	}
	return f, old, nil
}

// removeEmpty removes the files of a run that could write nothing.
func removeEmpty(dir string) {
	for _, name := range []string{jsonFile, machineFile} {
		name = filepath.Join(dir, name)
		if info, err := os.Stat(name); err == nil && info.Size() == 0 {
			_ = os.Remove(name)
		}
	}
}

// writeLine writes a value as one line of JSON, in one piece.
func writeLine(w io.Writer, value any) error {
	line, err := json.Marshal(value)
	if err != nil {
		return err
	}
	_, err = w.Write(append(line, '\n'))
	return err
}
