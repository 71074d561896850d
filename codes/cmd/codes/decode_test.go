package main

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"strings"
	"testing"

	"lightsout/codes/decode"
	"lightsout/gf2"
	"lightsout/internal/boardtest"
	"lightsout/internal/stdio"
)

// On Ctrl-C the records end with the best answer to the first shot that is not finished.
func TestInterruptedRunHasTheBest(t *testing.T) {
	b := boardtest.Parse(t, "hexcolor:13")
	model, err := decode.FromBoard(b)
	if err != nil {
		t.Fatal(err)
	}
	predictor, err := decode.NewPredictor(t.Context(), model, decode.Options{})
	if err != nil {
		t.Fatal(err)
	}
	var records bytes.Buffer
	c := &decodeCommand{out: "-"}
	c.json = true
	outputs, err := c.openOutputs(&console{Console: &stdio.Console{Out: bufio.NewWriter(&records)}}, false)
	if err != nil {
		t.Fatal(err)
	}
	d := &decoding{command: c, predictor: predictor, outputs: outputs, live: true}
	ctx, cancel := context.WithCancelCause(t.Context())
	cancel(errInterrupted)
	hard := gf2.NewVec(model.Checks)
	hard.Set(model.Checks/2, true) // far from every corner: one flip is not enough
	s := &decodedShot{number: 7, syndrome: hard}
	if err := d.decode(ctx, s); err != nil || !errors.Is(s.interrupted, errInterrupted) {
		t.Fatalf("%v, %v", err, s.interrupted)
	}
	if err := d.write(s); err != nil {
		t.Fatal(err)
	}
	if text := records.String(); !strings.HasPrefix(text, `{"shot":7,"weight":`) || strings.Count(text, "\n") != 1 ||
		!strings.Contains(text, `"stopped":"interrupted"`) {
		t.Errorf("%s", text)
	}
}
