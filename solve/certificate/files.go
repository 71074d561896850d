package certificate

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"

	"lightsout/board"
	"lightsout/gf2"
	"lightsout/internal/strictjson"
	"lightsout/solve"
)

// Placed is a certificate of a file, and where it stands there.
type Placed struct {
	Certificate *Certificate
	Place       string // FILE:LINE, for errors
	Name        string // how it is told from others of the file
}

// ReadAll reads the certificates of a file: JSON objects one after another.
func ReadAll(file, text string) (list []Placed, err error) {
	at, lines := int64(0), 1 // the line of that offset
	for values := json.NewDecoder(strings.NewReader(text)); ; {
		begin := values.InputOffset()
		var value json.RawMessage
		err := values.Decode(&value)
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			value = json.RawMessage(text[begin:]) // reading it again says what is wrong, and in which line
		} else {
			begin = values.InputOffset() - int64(len(value))
		}
		lines += strings.Count(text[at:begin], "\n")
		line := lines
		at = begin
		c := new(Certificate)
		err = c.UnmarshalJSON(value)
		if strict, ok := errors.AsType[*strictjson.Error](err); ok {
			line += strict.Line - 1
		}
		place := fmt.Sprintf("%s:%d", file, line)
		if err != nil {
			return nil, fmt.Errorf("%s: not a certificate: %w", place, err)
		}
		list = append(list, Placed{c, place, file})
	}
	if len(list) == 0 {
		return nil, fmt.Errorf("%s: not a certificate: there is none in it", file)
	}
	for i := range list {
		if len(list) > 1 {
			list[i].Name = fmt.Sprintf("%s, certificate %d of %d", file, i+1, len(list))
		}
	}
	return list, nil
}

// Asks compares the question of the certificate with another one. It names the first part in which they differ, board,
// on, goal, forbid, require, symmetric or cost; "" if they are the same.
func (c *Certificate) Asks(q *board.Puzzle, t solve.Solver) (differs string, err error) {
	p, s, _, err := c.Question()
	if err != nil {
		return "", err
	}
	if !q.Board.Equal(p.Board) {
		return "board", nil
	}
	same := func(x, y []int) bool {
		return gf2.VecOf(p.Board.Switches(), x...).Equal(gf2.VecOf(p.Board.Switches(), y...))
	}
	switch {
	case !q.On.Equal(p.On):
		return "on", nil
	case !q.Goal.Equal(p.Goal) || !slices.Equal(q.DontCare.Indices(), p.DontCare.Indices()):
		return "goal", nil
	case !same(append(q.Forbidden.Indices(), t.Forbid...), s.Forbid):
		return "forbid", nil
	case !same(t.Require, s.Require):
		return "require", nil
	case t.Symmetric != s.Symmetric:
		return "symmetric", nil
	case !slices.Equal(t.Costs, s.Costs):
		return "cost", nil
	}
	return "", nil
}
