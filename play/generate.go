package play

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"sync"

	"lightsout/board"
	"lightsout/generate"
	"lightsout/internal/strictjson"
)

// generateRequest asks for puzzles From, From+1, …, From+Count-1 of a batch. The fields are the flags of
// the same names.
type generateRequest struct {
	Board boardRefs `json:"board"` // as in a position, or a list of boards
	// Mix is the share of each board, if there are several, and Split divides the puzzles into parts of a
	// data set, both as the flags have them: "3,1" and "train:0.9,test:0.1".
	Mix   string `json:"mix"`   // the share of each board, as in 3,1
	Split string `json:"split"` // parts of a data set, as in train:0.9,test:0.1
	batchOptions
	From  uint64 `json:"from"`  // the first puzzle, from 0
	Count *int   `json:"count"` // how many; 1 if left out
	// Prompt is a wording of [puzzlefile.Prompts]: every record then states its puzzle. None if empty.
	Prompt string `json:"prompt"` // a wording of --prompt
}

// boardRefs is a board, or a list of them.
type boardRefs []boardRef

func (refs *boardRefs) UnmarshalJSON(text []byte) error {
	if len(text) > 0 && text[0] == '[' {
		return json.Unmarshal(text, (*[]boardRef)(refs))
	}
	*refs = make(boardRefs, 1)
	return (*refs)[0].UnmarshalJSON(text)
}

// batchOptions determine a batch on a board.
type batchOptions struct {
	Seed        *uint64 `json:"seed"`         // 1 if left out
	Presses     *bounds `json:"presses"`      // the fewest presses that solve it: a number, or [low, high]
	Lit         *bounds `json:"lit"`          // how many lights are on, likewise
	Levels      word    `json:"levels"`       // even, ramp (over count puzzles), or how many puzzles a ramp has
	Unique      bool    `json:"unique"`       // only one answer has the fewest presses
	Symmetric   string  `json:"symmetric"`    // all, mirror, turn or quarter
	Distinct    string  `json:"distinct"`     // none, states or symmetry
	AllowSolved bool    `json:"allow_solved"` // the goal itself is a puzzle too
	Engine      string  `json:"engine"`       // nullspace, presses:K or sat
	Min         bool    `json:"min"`          // find the fewest presses also where that takes a search
}

// word is a text or a number.
type word string

func (w *word) UnmarshalJSON(text []byte) error {
	if json.Unmarshal(text, (*string)(w)) == nil {
		return nil
	}
	var n uint64
	if err := json.Unmarshal(text, &n); err != nil {
		return fmt.Errorf("%s is neither a text nor a number from 0 on", clip(string(text)))
	}
	*w = word(fmt.Sprint(n))
	return nil
}

// bounds is a number, or a list of the lowest and the highest.
type bounds generate.Range

func (b *bounds) UnmarshalJSON(text []byte) error {
	var one int
	if json.Unmarshal(text, &one) == nil {
		*b = bounds{one, one}
		return nil
	}
	var two [2]int
	if err := strictjson.Decode(text, &two, strictjson.Known); err != nil {
		return fmt.Errorf("%s is not a range: write a number, or two as [low, high]", clip(string(text)))
	}
	*b = bounds{two[0], two[1]}
	return nil
}

// generated is the puzzles, in the records of the format jsonl.
type generated struct {
	Puzzles json.RawMessage `json:"puzzles"` // records of generate --format jsonl
}

// maxCells bounds a request by puzzles times lights and switches: 83,886 puzzles on the classic board.
const maxCells = 1 << 22

func (a *API) generate(ctx context.Context, r generateRequest) (*generated, error) {
	count := 1
	if r.Count != nil {
		count = *r.Count
	}
	var largest *board.Board
	if len(r.Board) == 0 {
		r.Board = boardRefs{{}} // which is refused
	}
	boards := make([]*board.Board, len(r.Board))
	for i, ref := range r.Board {
		b, err := a.board(ref)
		if err != nil {
			return nil, err
		}
		if boards[i] = b; largest == nil || b.Lights()+b.Switches() > largest.Lights()+largest.Switches() {
			largest = b
		}
	}
	switch b, most := largest, maxCells/(largest.Lights()+largest.Switches()); {
	case len(boards) > maxMixed:
		return nil, badRequest("%d boards: a request mixes at most %d", len(boards), maxMixed)
	case count < 0:
		return nil, badRequest("count %d: it must not be negative", count)
	case count > most:
		return nil, refusal("too_large",
			"count %d: a request on %s gets at most %d puzzles; ask for the next ones with from",
			count, clip(b.Spec()), most)
	case r.From+uint64(count) < r.From:
		return nil, badRequest("from %d, count %d: puzzles are numbered up to 2^64", r.From, count)
	}
	if r.Levels == "ramp" {
		if r.From > 0 {
			return nil, badRequest("levels ramp with from: say how many puzzles the whole ramp has")
		}
		r.Levels = word(fmt.Sprint(count))
	}
	puzzles := generate.Batch{From: r.From, Count: uint64(count), Jobs: 1}
	var err error
	if puzzles.Mix, err = a.generators.get(ctx, boards, r); err != nil {
		return nil, err
	}
	if err := puzzles.SetForm("jsonl", r.Prompt, r.Split); err != nil {
		return nil, err
	}
	var lines bytes.Buffer
	if err := puzzles.Write(ctx, &lines); err != nil {
		return nil, err
	}
	list := bytes.ReplaceAll(bytes.TrimSuffix(lines.Bytes(), []byte("\n")), []byte("\n"), []byte(","))
	return &generated{Puzzles: append(append([]byte{'['}, list...), ']')}, nil
}

// maxMixed is how many boards a request may mix.
const maxMixed = 64

// generators keeps generators that were used, by request: some take a second to prepare, and who asks for one puzzle of
// a batch asks for the next.
type generators struct {
	mu   sync.Mutex
	used map[string][]generate.Part
}

// maxGenerators is of how many requests they are kept; one more, and all are forgotten. The largest hold a few bits for
// each of 2^25 states.
const maxGenerators = 4

// get is the generators of a request. Two calls at the same moment both prepare them.
func (c *generators) get(ctx context.Context, boards []*board.Board, r generateRequest) ([]generate.Part, error) {
	key, err := json.Marshal([]any{r.Board, r.Mix, r.batchOptions})
	if err != nil {
		return nil, err
	}
	c.mu.Lock()
	parts := c.used[string(key)]
	c.mu.Unlock()
	if parts != nil {
		return slices.Clone(parts), nil // their writers are the request's
	}
	if parts, err = generate.NewMix(ctx, boards, r.Mix, r.options()); err != nil {
		return nil, err
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	if len(c.used)%maxGenerators == 0 {
		c.used = map[string][]generate.Part{}
	}
	c.used[string(key)] = slices.Clone(parts)
	return parts, nil
}

func (o batchOptions) options() generate.Options {
	options := generate.Options{
		Seed: 1, Presses: (*generate.Range)(o.Presses), Lit: (*generate.Range)(o.Lit), Levels: string(o.Levels),
		Unique: o.Unique, Symmetric: o.Symmetric, Distinct: o.Distinct, AllowSolved: o.AllowSolved, Engine: o.Engine,
		Minimum: o.Min, Workers: 1,
	}
	if o.Seed != nil {
		options.Seed = *o.Seed
	}
	return options
}
