package lightest

import (
	"bytes"
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"math"
	"slices"

	"lightsout/gf2"
)

// keeper hands what split has done to Options.Save, so that the search can be continued from there. Only
// classes of more than 2^28 words are worth it.
type keeper struct {
	save  func(func() []byte)
	state savedSearch
}

// savedSearch is a search by split at some moment. It is saved as one line of JSON, followed by the words of
// its classes, one after another: a search may list a hundred million of them.
type savedSearch struct {
	Format  string       `json:"format"`
	Problem string       `json:"problem"` // a digest of the form
	Best    []uint64     `json:"best"`    // the lightest word so far
	Classes []savedClass `json:"classes"`
	Levels  []savedLevel `json:"levels"` // of each pair
	Goal    int          `json:"goal"`   // words up to this weight are looked for
	Lower   int          `json:"lower"`  // no word is lighter
	Pairs   uint64       `json:"pairs"`  // how many pairs of words that took
}

// savedLevel is the excess up to which all words of a pair were tried, for the goal and for any.
type savedLevel struct {
	Done int `json:"done"`
	Sure int `json:"sure"`
}

// savedClass is a list of the light words of a class, as far as it goes. A class has two if it is being
// listed again, up to a larger weight: the shorter list is whole.
type savedClass struct {
	Class int     `json:"class"`
	Limit int     `json:"limit"` // words up to this weight are listed
	Next  int64   `json:"next"`  // the first block of words that was not considered
	Done  int64   `json:"done"`  // how many blocks were weighed
	Whole bool    `json:"whole"` // all were considered
	Size  int     `json:"size"`  // how many words are listed
	words []light // shared with the search
}

const (
	savedFormat = "lightsout split 3"
	savedWord   = 12 // bytes: 8 of coefficients and 4 of weight
)

// newKeeper reads the saved search, if it is of this form.
func newKeeper(f *form, o Options) (*keeper, error) {
	if o.Save == nil && o.Saved == nil {
		return nil, nil
	}
	k := &keeper{save: o.Save, state: savedSearch{Format: savedFormat, Problem: f.digest(), Goal: math.MaxInt}}
	if o.Saved == nil {
		return k, nil
	}
	var s savedSearch
	head, rest, _ := bytes.Cut(o.Saved, []byte("\n"))
	if err := DecodeSaved(head, &s); err != nil {
		return nil, err
	}
	switch {
	case s.Format != savedFormat:
		return nil, fmt.Errorf("%w: its format is %q, not %q", ErrSaved, s.Format, savedFormat)
	case s.Problem != k.state.Problem:
		return nil, fmt.Errorf("%w: it belongs to another problem", ErrSaved)
	}
	best := gf2.NewVec(f.n())
	if copy(best.Words(), s.Best) != len(s.Best) || !f.contains(best) {
		return nil, fmt.Errorf("%w: its best word is not one of the problem", ErrSaved)
	}
	for _, l := range s.Levels {
		if l.Sure < -1 || l.Done < l.Sure || l.Done > f.total {
			return nil, fmt.Errorf("%w: its levels are damaged", ErrSaved)
		}
	}
	for i := range s.Classes {
		c := &s.Classes[i]
		if c.Size < 0 || c.Size > len(rest)/savedWord || c.Next < 0 || c.Done < 0 {
			return nil, fmt.Errorf("%w: the list of class %d is damaged", ErrSaved, c.Class)
		}
		c.words = make([]light, c.Size)
		for j := range c.words {
			c.words[j] = light{int32(binary.LittleEndian.Uint32(rest[8:])), binary.LittleEndian.Uint64(rest)}
			rest = rest[savedWord:]
		}
	}
	if len(rest) > 0 {
		return nil, fmt.Errorf("%w: %d bytes too many", ErrSaved, len(rest))
	}
	k.state = s
	return k, nil
}

// DecodeSaved reads a saved state that is JSON. What else was given is ErrSaved, in words about a file.
func DecodeSaved(text []byte, into any) error {
	switch err := json.Unmarshal(text, into); {
	case err == nil:
		return nil
	case len(text) == 0:
		return fmt.Errorf("%w: it is empty", ErrSaved)
	case bytes.HasPrefix(text, []byte(`{"format":"lightsout `)):
		return fmt.Errorf("%w: it is cut short or damaged", ErrSaved)
	}
	return fmt.Errorf("%w: it is not a checkpoint", ErrSaved)
}

// digest identifies a form.
func (f *form) digest() string {
	h := sha256.New()
	number := func(x uint64) { h.Write(binary.LittleEndian.AppendUint64(nil, x)) }
	for _, v := range append(slices.Clone(f.rows), f.word) {
		number(uint64(v.Len()))
		for _, w := range v.Words() {
			number(w)
		}
	}
	for _, c := range f.cost {
		number(uint64(c))
	}
	return hex.EncodeToString(h.Sum(nil))
}

// contains reports whether the word is one of the form.
func (f *form) contains(word gf2.Vec) bool {
	rest := word.Clone()
	for i, c := range f.pivot {
		if rest.Bit(c) {
			rest.Add(f.rows[i])
		}
	}
	return rest.Equal(f.word)
}

// class returns what was saved of a class, if its words go up to the limit at least: a whole list, or else
// the beginning of one.
func (k *keeper) class(class, limit int) savedClass {
	found := savedClass{Class: class, Limit: limit}
	if k != nil {
		for _, c := range k.state.Classes {
			if c.Class == class && c.Limit >= limit && !found.Whole {
				found = c
			}
		}
	}
	return found
}

// limit is how far a list of a class goes that was saved, whole or not.
func (k *keeper) limit(class int) (limit int, ok bool) {
	if k != nil {
		for _, c := range k.state.Classes {
			if c.Class == class && (!ok || c.Whole) {
				limit, ok = c.Limit, true
			}
		}
	}
	return limit, ok
}

// keepClass offers a class to be saved. Shorter lists of it are kept until this one is whole.
func (k *keeper) keepClass(s *search, c savedClass) {
	if k == nil {
		return
	}
	c.Size = len(c.words)
	k.state.Classes = slices.DeleteFunc(k.state.Classes, func(old savedClass) bool {
		return old.Class == c.Class && (old.Limit == c.Limit || c.Whole || !old.Whole)
	})
	k.state.Classes = append(k.state.Classes, c)
	k.keep(s)
}

// keep offers everything to be saved.
func (k *keeper) keep(s *search) {
	if k == nil || k.save == nil {
		return
	}
	k.save(func() []byte {
		s.mu.Lock()
		k.state.Best = slices.Clone(s.best.Words())
		s.mu.Unlock()
		head, _ := json.Marshal(k.state) // numbers and strings can always be written
		size := len(head) + 1
		for _, c := range k.state.Classes {
			size += savedWord * len(c.words)
		}
		data := append(append(make([]byte, 0, size), head...), '\n')
		for _, c := range k.state.Classes {
			for _, w := range c.words {
				data = binary.LittleEndian.AppendUint64(data, w.x)
				data = binary.LittleEndian.AppendUint32(data, uint32(w.weight))
			}
		}
		return data
	})
}
