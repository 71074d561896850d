package main

import (
	"context"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"time"

	"lightsout/play"
)

// The daily puzzles as data: those of a month in a file by their names in the page's address, and the views of all their
// boards in one. js/wasm.js reads them, and knows the years.
//
//	days/2026-11.json    {"2026-11-24/easy": {"board": "hex:3", "number": 328, "on": [0, 4], "best": 3, "minimum": true}, …}
//	boards.json          {"hex:3": …}, as view in the API's answer
var firstDay, lastDay = time.Date(2026, 1, 1, 0, 0, 0, 0, time.UTC), time.Date(2028, 12, 31, 0, 0, 0, 0, time.UTC)

// day is the puzzle of a day behind one of its doors.
type day struct {
	Board   string `json:"board"`
	Number  int    `json:"number"`
	On      []int  `json:"on"`
	Best    int    `json:"best"`
	Minimum bool   `json:"minimum"`
}

func writeDays(ctx context.Context, dir string) error {
	if err := os.Mkdir(filepath.Join(dir, "days"), 0o755); err != nil {
		return err
	}
	api, views := play.New(play.Limits{Time: time.Hour}), map[string]json.RawMessage{}
	months := map[string]map[string]day{}
	for date := firstDay; !date.After(lastDay); date = date.AddDate(0, 0, 1) {
		month := date.Format("2006-01")
		if months[month] == nil {
			months[month] = map[string]day{}
		}
		for _, door := range play.Doors(date) {
			d, view, err := dayOf(ctx, api, date, door)
			if err != nil {
				return err
			}
			name := date.Format(time.DateOnly)
			if door != "" {
				name += "/" + door
			}
			months[month][name], views[d.Board] = d, view
		}
	}
	for month, days := range months {
		if err := writeJSON(filepath.Join(dir, "days", month+".json"), days); err != nil {
			return err
		}
	}
	return writeJSON(filepath.Join(dir, "boards.json"), views)
}

func dayOf(ctx context.Context, api *play.API, date time.Time, door string) (day, json.RawMessage, error) {
	var d day
	var view struct{ View json.RawMessage }
	var named struct {
		View struct{ Ref struct{ Spec string } }
	}
	request := fmt.Sprintf(`{"date":%q,"door":%q}`, date.Format(time.DateOnly), door)
	answer, err := api.Call(ctx, "daily", []byte(request))
	for _, to := range []any{&d, &view, &named} {
		if err == nil {
			err = json.Unmarshal(answer, to)
		}
	}
	d.Board = named.View.Ref.Spec
	return d, view.View, err
}
