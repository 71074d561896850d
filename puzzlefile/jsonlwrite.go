package puzzlefile

import (
	"encoding/json"
	"fmt"
	"strconv"
	"strings"

	"lightsout/gf2"
)

func (w *Writer) prepareJSON() error {
	w.picture = pictureOf(w.board)
	w.spec = append([]byte(`,"board":`), quote(w.board.Spec())...)
	if b := w.board; isListed(b) {
		w.spec = fmt.Appendf(w.spec, `,"lights":%d,"toggles":[`, b.Lights())
		for s := range b.Switches() {
			w.spec = append(appendNumbers(append(w.spec, '['), repeatedFlips(b, s), ','), "],"...)
		}
		w.spec = append(w.spec[:len(w.spec)-1], ']')
		if b.IsGraph() {
			w.spec = append(w.spec, `,"graph":true`...)
		}
	}
	if names := w.board.Names(); names != nil {
		text, err := json.Marshal(names)
		if err != nil {
			return err
		}
		w.spec = append(append(w.spec, `,"names":`...), text...)
	}
	w.spec = append(w.spec, `,"on":`...)
	w.before, w.after, w.layout.Presses = []byte(`{"id":`), []byte("}\n"), true
	w.record = w.json
	return nil
}

func quote(text string) []byte {
	q, err := json.Marshal(text)
	if err != nil {
		panic(err) // strings always marshal
	}
	return q
}

func (w *Writer) json(dst []byte, r *Record) []byte {
	if len(r.ID) == 0 {
		dst = append(dst, "null"...)
	}
	dst = append(append(dst, r.ID...), w.spec...)
	if w.board.States() > 2 {
		dst = appendRepeated(dst, r.On.Digits())
	} else {
		dst = appendList(dst, r.On.Bits())
	}
	dst = append(dst, `,"rows":`...)
	if w.picture == nil {
		dst = append(dst, "null"...)
	} else {
		dst = append(dst, '[')
		for i := range w.picture {
			if i > 0 {
				dst = append(dst, ',')
			}
			dst = append(w.picture[i].append(append(dst, '"'), r.On), '"')
		}
		dst = append(dst, ']')
	}
	if r.Presses == nil {
		dst = append(dst, `,"presses":null,"min_presses":`...)
	} else {
		dst = append(appendNumbers(append(dst, `,"presses":[`...), r.Presses, ','), `],"min_presses":`...)
	}
	dst = appendCount(dst, r.MinPresses, "null")
	if r.Answers == "" {
		dst = append(dst, `,"answers":null`...)
	} else {
		dst = append(append(append(dst, `,"answers":"`...), r.Answers...), '"')
	}
	dst = strconv.AppendInt(append(dst, `,"lit":`...), int64(r.On.Size()), 10)
	if r.QuietOrder != "" {
		dst = append(append(append(dst, `,"quiet_order":"`...), r.QuietOrder...), '"')
	} else {
		dst = appendCount(append(dst, `,"nullity":`...), r.Nullity, "null")
	}
	dst = appendCount(append(dst, `,"chase_presses":`...), r.ChasePresses, "null")
	if r.Witness != nil {
		dst = append(appendNumbers(append(dst, `,"solvable":false,"witness":[`...), r.Witness, ','), ']')
	}
	if r.Uneven {
		dst = append(dst, `,"uniform":false`...)
	}
	dst = strconv.AppendUint(append(dst, `,"seed":`...), r.Seed, 10)
	dst = strconv.AppendUint(append(dst, `,"index":`...), r.Index, 10)
	if w.splits {
		dst = append(append(append(dst, `,"split":"`...), r.Split...), '"')
	}
	switch {
	case w.prompt == nil:
		return dst
	case w.prompt.Chat:
		dst = append(dst, `,"messages":[{"role":"user","content":`...)
	default:
		dst = append(dst, `,"prompt":`...)
	}
	dst = w.prompt.Append(dst, func(dst []byte) []byte {
		if !w.prompt.Picture {
			return appendIndices(dst, r.On.Bits())
		}
		for i := range w.picture {
			if i > 0 {
				dst = append(dst, `\n`...)
			}
			dst = w.picture[i].append(dst, r.On)
		}
		return dst
	})
	if !w.prompt.Chat {
		return dst
	}
	// of others, the answer is not shown
	if (r.Presses != nil || r.Witness != nil) && (r.Split == "" || strings.HasPrefix(r.Split, "train")) {
		answer := strings.Join(strings.Fields(fmt.Sprint(r.Presses)), ", ") // as the prompt has it
		if r.Witness != nil {
			answer = "impossible"
		}
		dst = fmt.Appendf(dst, `},{"role":"assistant","content":"Answer: %s"`, answer)
	}
	return append(dst, `}]`...)
}

// appendCount appends a number, or what stands for one that is not known.
func appendCount(dst []byte, n *int, unknown string) []byte {
	if n == nil {
		return append(dst, unknown...)
	}
	return strconv.AppendInt(dst, int64(*n), 10)
}

// appendList appends the ones as a JSON list.
func appendList(dst []byte, v gf2.Vec) []byte {
	return append(appendIndices(append(dst, '['), v), ']')
}

// appendIndices appends where the ones are.
func appendIndices(dst []byte, v gf2.Vec) []byte {
	begun := len(dst)
	dst = appendOnes(dst, v.Words(), ',')
	return dst[:max(begun, len(dst)-1)]
}
