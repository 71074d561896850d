package main

import (
	"bufio"
	"compress/gzip"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"slices"
	"strings"
	"time"

	"github.com/spf13/pflag"

	"lightsout/gf2"
	"lightsout/research/split"
	"lightsout/solve/certificate"
)

var verifyVerb = verb{
	name: "verify", args: "FILE", summary: "prove again what certificates of squares from all on claim; FILE may be a .gz",
	setup: func(flags *pflag.FlagSet) func(context.Context, io.Writer, io.Writer, string) error {
		c := &verifyCommand{}
		flags.IntVar(&c.memory, "max-memory", 1, "use about so many `GB` for tables; 131x131 needs 12")
		flags.StringSliceVarP(&c.boards, "board", "b", nil, "only these boards, such as `79x79`")
		return c.run
	},
}

type verifyCommand struct {
	memory int
	boards []string
}

// run proves again what certificates claim: that the presses turn all lights off, and that no answer has fewer. It
// believes nothing else of them; their minima of the classes only say how far to list at first.
func (c *verifyCommand) run(ctx context.Context, out, diagnostics io.Writer, file string) error {
	list, err := readCertificates(file)
	if err != nil {
		return err
	}
	var refuted error
	for _, cert := range list {
		if len(c.boards) > 0 && !slices.Contains(c.boards, strings.TrimPrefix(cert.Board, "grid:")) {
			continue
		}
		began := time.Now()
		holds, how, err := prove(ctx, cert, tables(c.memory, diagnostics))
		if err != nil {
			return fmt.Errorf("%s: %w", cert.Board, err)
		}
		verdict := "verified"
		if !holds {
			verdict, refuted = "REFUTED", errRefuted
		}
		fmt.Fprintf(out, "%s: %d presses, %s (%s), %.1f s\n", cert.Board, cert.Cost, verdict, how, time.Since(began).Seconds())
	}
	return refuted
}

func readCertificates(file string) (list []*certificate.Certificate, err error) {
	f, err := os.Open(file)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	var in io.Reader = bufio.NewReader(f)
	if strings.HasSuffix(file, ".gz") {
		if in, err = gzip.NewReader(in); err != nil {
			return nil, fmt.Errorf("%s: %w", file, err)
		}
	}
	for values := json.NewDecoder(in); ; {
		c := new(certificate.Certificate)
		if err := values.Decode(c); errors.Is(err, io.EOF) {
			return list, nil
		} else if err != nil {
			return nil, fmt.Errorf("%s: certificate %d: %w", file, len(list)+1, err)
		}
		list = append(list, c)
	}
}

var errSquare = errors.New("this is not about the fewest presses of a square from all on; check --certificate takes it")

// prove proves a certificate.
func prove(ctx context.Context, c *certificate.Certificate, o split.Options) (holds bool, how string, err error) {
	p, s, _, err := c.Question()
	if err != nil {
		return false, "", err
	}
	q, err := newSquare(ctx, p.Board.Spec())
	if err != nil {
		return false, "", err
	}
	lights := p.Board.Lights()
	plain := s.Costs == nil && len(s.Forbid)+len(s.Require) == 0 && s.Symmetric == "" && p.DontCare.IsZero() && p.Forbidden.IsZero()
	if !p.On.Bits().Equal(gf2.AllOnes(lights)) || !p.Goal.Bits().IsZero() || !plain {
		return false, "", errSquare
	}
	answer := gf2.VecOf(lights, c.Presses...)
	if !p.Board.Apply(answer).Equal(gf2.AllOnes(lights)) || answer.Weight() != len(c.Presses) || c.Cost != len(c.Presses) {
		return false, "the presses are no answer, or not so many", nil
	}
	if len(q.quiet) == 0 {
		return true, "it is the only answer", nil
	}
	split := q.split(answer)
	if split == nil {
		return false, "", errors.New("its classes are too large, or do not split")
	}
	var t struct{ Minima, Classes []int }
	if json.Unmarshal(c.Steps, &t) == nil && len(t.Minima) == 4 && len(t.Classes) == 4 {
		o.Least = make([]int, 4)
		for i, class := range t.Classes {
			o.Least[class&3] = t.Minima[i]
		}
	}
	found, err := split.Lighter(ctx, q.below(c.Cost, answer), o)
	if err != nil {
		return false, "", err
	}
	if found.Lighter.Len() > 0 {
		return false, fmt.Sprintf("%d presses are enough", found.Lighter.Weight()), nil
	}
	return true, found.How, nil
}
