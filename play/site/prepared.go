package main

import (
	"context"
	"encoding/json"
	"fmt"
	"io/fs"
	"math/big"
	"os"
	"path/filepath"
	"time"

	"lightsout/play"
)

// prepared is the file that play/web/js/prepared.js reads: answers of the library to some calls.
type prepared struct {
	Library int64                      `json:"library"` // bytes
	Views   map[string]json.RawMessage `json:"views"`   // by SPEC
	First   map[string]map[int][]drawn `json:"first"`   // by SPEC, presses and seed
	Daily   struct {
		From   string   `json:"from"`
		Number int      `json:"number"` // of the first day; the others follow
		Boards []string `json:"boards"`
		Days   []day    `json:"days"`
	} `json:"daily"`
}

// drawn is [lights, fewest presses].
type drawn [2]any

// day is [index of the board, lights, fewest presses], or nil if the library has no proof; then it is asked.
type day []any

// firstBoards are that of the first visit, and that of who comes with an address that cannot be read.
var firstBoards = []string{"grid:3x3", "grid:5x5"}

const (
	firstPuzzles = 24 // for each number of presses
	daysBefore   = 366
	daysAfter    = 2 * 366
)

func (s *site) writePrepared(ctx context.Context, dir string) error {
	library, err := os.Stat(filepath.Join(dir, "lightsout.wasm"))
	if err != nil {
		return err
	}
	p, err := prepare(ctx, s.today)
	if err != nil {
		return err
	}
	p.Library = library.Size()
	return writeJSON(filepath.Join(dir, "prepared.json"), p)
}

// prepare asks the library.
func prepare(ctx context.Context, today time.Time) (*prepared, error) {
	p := &prepared{Views: map[string]json.RawMessage{}, First: map[string]map[int][]drawn{}}
	api := asker{ctx, play.New(play.Limits{})}
	if err := p.addCampaign(); err != nil {
		return nil, err
	}
	for _, spec := range firstBoards {
		if err := p.addFirst(api, spec); err != nil {
			return nil, err
		}
	}
	return p, p.addDaily(api, today)
}

// addCampaign adds the boards of the campaign, whose levels are a file of the page already.
func (p *prepared) addCampaign() error {
	text, err := fs.ReadFile(play.Web(), "campaign.json")
	if err != nil {
		return err
	}
	var campaign struct {
		Worlds []struct {
			View json.RawMessage `json:"view"`
		} `json:"worlds"`
	}
	if err := json.Unmarshal(text, &campaign); err != nil {
		return err
	}
	for _, world := range campaign.Worlds {
		if _, err := p.addView(world.View); err != nil {
			return err
		}
	}
	return nil
}

// addView keeps a view, and returns its SPEC.
func (p *prepared) addView(view json.RawMessage) (string, error) {
	var board struct {
		Ref struct {
			Spec string `json:"spec"`
		} `json:"ref"`
	}
	err := json.Unmarshal(view, &board)
	p.Views[board.Ref.Spec] = view
	return board.Ref.Spec, err
}

// addFirst adds new puzzles of a board.
func (p *prepared) addFirst(api asker, spec string) error {
	var loaded struct {
		View json.RawMessage `json:"view"`
	}
	if err := api.ask("load", map[string]any{"spec": spec}, &loaded); err != nil {
		return err
	}
	if _, err := p.addView(loaded.View); err != nil {
		return err
	}
	p.First[spec] = map[int][]drawn{}
	var bounds struct {
		Hardest int `json:"hardest"`
	}
	if err := json.Unmarshal(loaded.View, &bounds); err != nil {
		return err
	}
	for presses := 1; presses <= bounds.Hardest; presses++ {
		var draws []drawn
		for seed := range firstPuzzles {
			var d struct {
				On      []int `json:"on"`
				Presses int   `json:"presses"`
				Minimum bool  `json:"minimum"`
			}
			if err := api.ask("new", map[string]any{"board": spec, "presses": presses, "seed": seed}, &d); err != nil {
				return err
			}
			if !d.Minimum {
				return fmt.Errorf("%s, %d presses, seed %d: the library does not prove its minimum", spec, presses, seed)
			}
			draws = append(draws, drawn{hexOf(d.On), d.Presses})
		}
		p.First[spec][presses] = draws
	}
	return nil
}

// addDaily adds the puzzles of the days around today.
func (p *prepared) addDaily(api asker, today time.Time) error {
	year, month, date := today.Date()
	from := time.Date(year, month, date-daysBefore, 0, 0, 0, 0, time.UTC)
	p.Daily.From = from.Format(time.DateOnly)
	index := map[string]int{}
	for i := range daysBefore + daysAfter {
		var puzzle struct {
			View    json.RawMessage `json:"view"`
			On      []int           `json:"on"`
			Number  int             `json:"number"`
			Best    int             `json:"best"`
			Minimum bool            `json:"minimum"`
		}
		if err := api.ask("daily", map[string]any{"date": from.AddDate(0, 0, i).Format(time.DateOnly)}, &puzzle); err != nil {
			return err
		}
		spec, err := p.addView(puzzle.View)
		if err != nil {
			return err
		}
		if i == 0 {
			p.Daily.Number = puzzle.Number
		}
		k, known := index[spec]
		if !known {
			k = len(index)
			index[spec] = k
			p.Daily.Boards = append(p.Daily.Boards, spec)
		}
		var d day
		if puzzle.Minimum {
			d = day{k, hexOf(puzzle.On), puzzle.Best}
		}
		p.Daily.Days = append(p.Daily.Days, d)
	}
	return nil
}

// hexOf writes lights as an address of the page does, the first one lowest.
func hexOf(on []int) string {
	value := new(big.Int)
	for _, l := range on {
		value.SetBit(value, l, 1)
	}
	return "0x" + value.Text(16)
}

// asker makes calls.
type asker struct {
	ctx context.Context
	api *play.API
}

func (a asker) ask(method string, request, answer any) error {
	body, err := json.Marshal(request)
	if err != nil {
		return err
	}
	text, err := a.api.Call(a.ctx, method, body)
	if err != nil {
		return fmt.Errorf("%s %s: %w", method, body, err)
	}
	return json.Unmarshal(text, answer)
}

func writeJSON(file string, value any) error {
	text, err := json.Marshal(value)
	if err != nil {
		return err
	}
	return os.WriteFile(file, text, 0o644)
}
