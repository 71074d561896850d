package decode

import (
	"bytes"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"

	"lightsout/gf2"
	"lightsout/internal/suggest"
)

// Shots are rows of bits, one after another, in a format that samplers share. No format says how many
// bits a shot has: the model does.
//
//	01     a line of 0 and 1 for each shot; lines that begin with c are comments, as in a file of puzzles
//	b8     ⌈n/8⌉ bytes for each shot, the first bit in the lowest place; bits past the end are 0
//	hits   a line for each shot: the positions of its ones, from 0, with commas between them
//	dets   a line for each shot: the word shot, and its ones as D0 D5 (observables L0, errors M0)

// ShotFormats are the formats of shots.
var ShotFormats = []string{"01", "b8", "hits", "dets"}

// CheckShotFormat explains what is wrong with the name of a format.
func CheckShotFormat(name string) error {
	if slices.Contains(ShotFormats, name) {
		return nil
	}
	return fmt.Errorf("no such format %q%s; the formats are %s", clip(name), suggest.DidYouMean(name, ShotFormats),
		strings.Join(ShotFormats, " "))
}

// ShotReader reads shots one by one.
type ShotReader struct {
	format string
	bits   int
	lines  *lineReader
	buffer []byte // of b8
	offset int64
}

// NewShotReader reads shots of so many bits; the name of the file is for messages.
func NewShotReader(in io.Reader, name, format string, bits int) (*ShotReader, error) {
	if err := CheckShotFormat(format); err != nil {
		return nil, err
	}
	if format == "b8" && bits == 0 {
		return nil, fmt.Errorf("%s: a shot of no bits takes no bytes in the format b8, so the number of shots "+
			"cannot be told; use 01", name)
	}
	r := &ShotReader{format: format, bits: bits, lines: newLineReader(in, name)}
	if format == "b8" {
		r.buffer = make([]byte, (bits+7)/8)
	}
	return r, nil
}

// Next is the next shot, or io.EOF after the last. Defects name their line, or their byte.
func (r *ShotReader) Next() (gf2.Vec, error) {
	if r.buffer != nil {
		return r.bytes()
	}
	for {
		line, err := r.lines.next()
		if err != nil {
			return gf2.Vec{}, err
		}
		shot := gf2.NewVec(r.bits)
		switch r.format {
		case "01":
			if isComment(line) {
				continue
			}
			err = r.digits(shot, line)
		case "hits":
			err = r.hits(shot, line)
		default:
			if isBlank(line) {
				continue
			}
			err = r.detectors(shot, line)
		}
		return shot, err
	}
}

// isComment tells a line such as c board SPEC, with which a file of puzzles as bits begins.
func isComment(line []byte) bool {
	return len(line) > 0 && line[0] == 'c' && (len(line) == 1 || line[1] == ' ')
}

func isBlank(line []byte) bool { return len(bytes.Trim(line, " \t")) == 0 }

func (r *ShotReader) bytes() (gf2.Vec, error) {
	n, err := io.ReadFull(r.lines.in, r.buffer)
	switch {
	case err == io.EOF:
		return gf2.Vec{}, io.EOF
	case err == io.ErrUnexpectedEOF:
		return gf2.Vec{}, fmt.Errorf("%s: byte %d: the file ends within a shot: a shot of %d bits takes %d bytes, "+
			"and the last has %d", r.lines.file, r.offset+int64(n), r.bits, len(r.buffer), n)
	case err != nil:
		return gf2.Vec{}, fmt.Errorf("%s: %w", r.lines.file, err)
	}
	shot := gf2.NewVec(r.bits)
	words := shot.Words()
	for i, b := range r.buffer {
		words[i/8] |= uint64(b) << (i % 8 * 8)
	}
	if over := r.bits % 8; over != 0 && r.buffer[n-1]>>over != 0 {
		return gf2.Vec{}, fmt.Errorf("%s: byte %d: a bit after the %d of a shot is set; "+
			"are these shots of another model?", r.lines.file, r.offset+int64(n)-1, r.bits)
	}
	r.offset += int64(n)
	return shot, nil
}

func (r *ShotReader) digits(shot gf2.Vec, line []byte) error {
	if bad := bytes.IndexFunc(line, func(c rune) bool { return c != '0' && c != '1' }); bad >= 0 {
		return r.lines.errorf("%q at column %d: a shot in the format 01 is a line of 0 and 1",
			clip(string(line[bad:bad+1])), bad+1)
	}
	if len(line) != r.bits {
		return r.lines.errorf("a shot of %d bits; the model has %d checks", len(line), r.bits)
	}
	for i, c := range line {
		if c == '1' {
			shot.Set(i, true)
		}
	}
	return nil
}

func (r *ShotReader) hits(shot gf2.Vec, line []byte) error {
	if isBlank(line) {
		return nil
	}
	for word := range strings.SplitSeq(string(line), ",") {
		if err := r.hit(shot, strings.Trim(word, " \t"), ""); err != nil {
			return err
		}
	}
	return nil
}

func (r *ShotReader) detectors(shot gf2.Vec, line []byte) error {
	words := fields(string(line))
	if words[0] != "shot" {
		return r.lines.errorf("%q: a line of the format dets begins with the word shot", clip(words[0]))
	}
	for _, word := range words[1:] {
		number, ok := strings.CutPrefix(word, "D")
		if !ok {
			return r.lines.errorf("%q is not a detector: write D0, D1, …; shots hold nothing but detectors",
				clip(word))
		}
		if err := r.hit(shot, number, "D"); err != nil {
			return err
		}
	}
	return nil
}

// hit sets the bit of a number.
func (r *ShotReader) hit(shot gf2.Vec, number, prefix string) error {
	i, err := strconv.Atoi(number)
	switch {
	case err != nil || strings.Trim(number, "0123456789") != "":
		return r.lines.errorf("%q is not the number of a check", prefix+clip(number))
	case i >= r.bits:
		return r.lines.errorf("%s%d: the model has %d checks, numbered from 0", prefix, i, r.bits)
	case shot.Bit(i):
		return r.lines.errorf("%s%d is named twice", prefix, i)
	}
	shot.Set(i, true)
	return nil
}

// AppendShot appends a shot in a format. The letter goes before the numbers of dets.
func AppendShot(dst []byte, format string, shot gf2.Vec, letter byte) []byte {
	switch format {
	case "b8":
		words := shot.Words()
		for i := range (shot.Len() + 7) / 8 {
			dst = append(dst, byte(words[i/8]>>(i%8*8)))
		}
		return dst
	case "01":
		dst = append(dst, shot.String()...)
	case "hits":
		separator := ""
		for i := range shot.Ones() {
			dst = append(dst, separator...)
			dst = strconv.AppendInt(dst, int64(i), 10)
			separator = ","
		}
	default:
		dst = append(dst, "shot"...)
		for i := range shot.Ones() {
			dst = append(dst, ' ', letter)
			dst = strconv.AppendInt(dst, int64(i), 10)
		}
	}
	return append(dst, '\n')
}
