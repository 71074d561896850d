package main

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"io"
	"testing"

	"lightsout/board"
	"lightsout/gf2"
	"lightsout/internal/decode"
)

// On Ctrl-C the records end with the best answer to the first shot that is not finished.
func TestInterruptedDecodeHasTheBest(t *testing.T) {
	b, err := board.Parse("hexcolor:13")
	if err != nil {
		t.Fatal(err)
	}
	model, err := decode.FromBoard(b)
	if err != nil {
		t.Fatal(err)
	}
	predictor, err := decode.NewPredictor(t.Context(), model, decode.Options{})
	if err != nil {
		t.Fatal(err)
	}
	d := &decoding{
		command: &decodeCommand{json: true}, model: model, predictor: predictor,
		out: &decodeOutputs{json: bufio.NewWriter(io.Discard)},
	}
	ctx, cancel := context.WithCancelCause(t.Context())
	cancel(errInterrupted)
	hard := gf2.NewVec(model.Checks)
	hard.Set(model.Checks/2, true) // far from every corner: one flip is not enough
	c := &chunk{first: 7, shots: []gf2.Vec{hard, hard}}
	if _, err := d.decode(ctx, c, nil); err != nil || !errors.Is(c.interrupted, errInterrupted) {
		t.Fatalf("%v, %v", err, c.interrupted)
	}
	if !bytes.HasPrefix(c.json, []byte(`{"shot":7,"weight":`)) || bytes.Count(c.json, []byte("\n")) != 1 ||
		!bytes.Contains(c.json, []byte(`"stopped":"interrupted"`)) {
		t.Errorf("%s", c.json)
	}
	d.command, d.out = &decodeCommand{outFormat: "01"}, &decodeOutputs{predictions: bufio.NewWriter(io.Discard)}
	c = &chunk{first: 7, shots: []gf2.Vec{hard, hard}}
	if _, err := d.decode(ctx, c, nil); err != nil || !errors.Is(c.interrupted, errInterrupted) || bytes.Count(c.predictions, []byte("\n")) != 1 {
		t.Errorf("%v, %v, the predictions %q", err, c.interrupted, c.predictions)
	}
}
