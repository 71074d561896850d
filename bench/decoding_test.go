package bench_test

import (
	"bytes"
	"encoding/json"
	"os"
	"path/filepath"
)

const decodingResults = "testdata/decoding.jsonl"

// decodingResult is a line of testdata/decoding.jsonl: shots of a code by a contestant.
type decodingResult struct {
	Code       string  `json:"code"`
	P          float64 `json:"p"`
	Contestant string  `json:"contestant"`
	Shots      int     `json:"shots"`
	Finished   int     `json:"finished"`        // answered, proved, and the cost is right
	Limit      float64 `json:"limit_seconds"`   // per shot; 0: none
	Median     float64 `json:"median_seconds"`  // of all shots; an unfinished one took its limit
	Worst      float64 `json:"worst_seconds"`   //
	Prepare    float64 `json:"prepare_seconds"` // once per code
}

func readDecoding() ([]decodingResult, error) {
	text, err := os.ReadFile(filepath.FromSlash(decodingResults))
	if err != nil {
		return nil, err
	}
	var out []decodingResult
	for line := range bytes.Lines(text) {
		var r decodingResult
		if err := json.Unmarshal(line, &r); err != nil {
			return nil, err
		}
		out = append(out, r)
	}
	return out, nil
}
