// Command campaign writes the levels of the page's campaign:
//
//	go -C tools/page run ./campaign ../../play/web/campaign.json
//
// Each board is a world. Its level k is a puzzle whose fewest presses are k, as generate --levels makes
// them, and its last level is as hard as any state of the board. The file needs no library to be played:
//
//	{"version": 1, "worlds": [{"view": …, "levels": [{"on": [0, 1], "best": 3}, …]}, …]}
//
// A view is that of the API (docs/json.md, result of load): the toggles of every switch, and how to draw
// the board. The goal is all off, and best is the proved minimum.
package main

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"time"

	"lightsout/internal/atomicfile"
	"lightsout/play"
)

// worlds are the boards, from the easiest, and how many presses their hardest state needs.
var worlds = []struct {
	spec   string
	levels int
}{
	{"grid:3x3", 9},
	{"grid:4x4", 7},
	{"merlin", 9},
	{"hex:3", 10},
	{"platonic:dodecahedron", 6},
	{"torus:5x5", 8},
	{"grid:5x5", 15},
	{"grid:5x5,pattern=x", 13},
	{"triangle:5", 14},
	{"mobius:5x6", 15},
}

func main() { os.Exit(run(os.Args[1:], os.Stderr)) }

// run is the command; it returns the exit code.
func run(args []string, notes io.Writer) int {
	if len(args) != 1 {
		fmt.Fprintln(notes, "usage: campaign FILE")
		return 2
	}
	text, err := campaign(context.Background())
	if err == nil {
		err = atomicfile.WriteFile(args[0], text)
	}
	if err != nil {
		fmt.Fprintln(notes, "campaign:", err)
		return 1
	}
	return 0
}

type file struct {
	Version int     `json:"version"`
	Worlds  []world `json:"worlds"`
}

type world struct {
	View   json.RawMessage `json:"view"`
	Levels []level         `json:"levels"`
}

type level struct {
	On   []int `json:"on"`
	Best int   `json:"best"`
}

// campaign is the file: one line for each world, so that differences can be read.
func campaign(ctx context.Context) ([]byte, error) {
	api := play.New(play.Limits{Time: time.Hour}) // a busy machine makes the same file
	var text bytes.Buffer
	text.WriteString(`{"version":1,"worlds":[`)
	for i, w := range worlds {
		line, err := worldOf(ctx, api, w.spec, w.levels)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", w.spec, err)
		}
		if i > 0 {
			text.WriteByte(',')
		}
		text.WriteByte('\n')
		text.Write(line)
	}
	text.WriteString("\n]}\n")
	return text.Bytes(), nil
}

func worldOf(ctx context.Context, api *play.API, spec string, levels int) ([]byte, error) {
	var loaded struct {
		View json.RawMessage `json:"view"`
	}
	if err := ask(ctx, api, "load", map[string]any{"spec": spec}, &loaded); err != nil {
		return nil, err
	}
	var batch struct {
		Puzzles []struct {
			On  []int `json:"on"`
			Min int   `json:"min_presses"`
		} `json:"puzzles"`
	}
	request := map[string]any{"board": spec, "levels": levels, "count": levels}
	if err := ask(ctx, api, "generate", request, &batch); err != nil {
		return nil, err
	}
	w := world{View: loaded.View}
	for i, p := range batch.Puzzles {
		if p.Min != i+1 {
			return nil, fmt.Errorf("level %d needs %d presses; is %d the depth of the board?", i+1, p.Min, levels)
		}
		w.Levels = append(w.Levels, level{p.On, p.Min})
	}
	return json.Marshal(w)
}

func ask(ctx context.Context, api *play.API, method string, params, answer any) error {
	request, err := json.Marshal(params)
	if err != nil {
		return err
	}
	text, err := api.Call(ctx, method, request)
	if err != nil {
		return err
	}
	return json.Unmarshal(text, answer)
}
