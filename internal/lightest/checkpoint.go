package lightest

import (
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"slices"

	"lightsout/gf2"
)

// keeper hands what split has done to Options.Save, so that the search can be continued from there. Only
// classes of more than 2^32 words are worth it.
type keeper struct {
	save  func(func() []byte)
	state savedSearch
}

// savedSearch is a search by split at some moment.
type savedSearch struct {
	Format  string       `json:"format"`
	Problem string       `json:"problem"` // a digest of the form
	Best    []uint64     `json:"best"`    // the lightest word so far
	Classes []savedClass `json:"classes"`
	Levels  []int        `json:"levels"` // of each pair, the excess up to which all words were tried
	Weighed uint64       `json:"weighed"`
}

// savedClass is the list of the light words of a class, as far as it goes.
type savedClass struct {
	Class int    `json:"class"`
	Limit int    `json:"limit"` // words up to this weight are listed
	Next  int64  `json:"next"`  // the first block of words that was not weighed
	Words []byte `json:"words"` // of each word 8 bytes of coefficients and 4 of weight
}

const savedFormat = "lightsout split 1"

// newKeeper reads the saved search, if it is of this form.
func newKeeper(f *form, o Options) (*keeper, error) {
	if o.Save == nil && o.Saved == nil {
		return nil, nil
	}
	k := &keeper{save: o.Save, state: savedSearch{Format: savedFormat, Problem: f.digest()}}
	if o.Saved == nil {
		return k, nil
	}
	var s savedSearch
	if err := json.Unmarshal(o.Saved, &s); err != nil {
		return nil, fmt.Errorf("%w: %w", ErrSaved, err)
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
	for _, c := range s.Classes {
		if len(c.Words)%savedWord != 0 || c.Next < 0 {
			return nil, fmt.Errorf("%w: the list of class %d is damaged", ErrSaved, c.Class)
		}
	}
	k.state = s
	return k, nil
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

const savedWord = 12 // bytes

// class returns what was saved of a class: the words up to at least the limit, in the blocks before next,
// and up to which weight they are.
func (k *keeper) class(class, limit int) (found []light, upto int, next int64) {
	if k == nil {
		return nil, limit, 0
	}
	for _, c := range k.state.Classes {
		if c.Class != class || c.Limit < limit {
			continue
		}
		for at := 0; at < len(c.Words); at += savedWord {
			x := binary.LittleEndian.Uint64(c.Words[at:])
			found = append(found, light{int32(binary.LittleEndian.Uint32(c.Words[at+8:])), x})
		}
		return found, c.Limit, c.Next
	}
	return nil, limit, 0
}

// keepClass offers a class to be saved, of which the words from new on were not in the last call.
func (k *keeper) keepClass(s *search, class, limit int, next int64, found []light, new int) {
	if k == nil {
		return
	}
	at := slices.IndexFunc(k.state.Classes, func(old savedClass) bool { return old.Class == class })
	if at < 0 {
		at = len(k.state.Classes)
		k.state.Classes = append(k.state.Classes, savedClass{Class: class})
	}
	c := &k.state.Classes[at]
	if c.Limit != limit || len(c.Words) != savedWord*new {
		c.Words, new = nil, 0
	}
	c.Limit, c.Next = limit, next
	for _, w := range found[new:] {
		c.Words = binary.LittleEndian.AppendUint64(c.Words, w.x)
		c.Words = binary.LittleEndian.AppendUint32(c.Words, uint32(w.weight))
	}
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
		k.state.Weighed = s.words.Load()
		data, _ := json.Marshal(k.state) // numbers, strings and bytes can always be written
		return data
	})
}
