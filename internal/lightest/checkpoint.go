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
// classes of more than 2^28 words are worth it.
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
	Pairs   uint64       `json:"pairs"`  // how many pairs of words that took
}

// savedClass is the list of the light words of a class, as far as it goes.
type savedClass struct {
	Class int    `json:"class"`
	Limit int    `json:"limit"` // words up to this weight are listed
	Next  int64  `json:"next"`  // the first block of words that was not considered
	Done  int64  `json:"done"`  // how many blocks were weighed
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
		if len(c.Words)%savedWord != 0 || c.Next < 0 || c.Done < 0 {
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

// class returns what was saved of a class, if its words go up to the limit at least, and the words.
func (k *keeper) class(class, limit int) (savedClass, []light) {
	if k != nil {
		for _, c := range k.state.Classes {
			if c.Class == class && c.Limit >= limit {
				return c, c.words()
			}
		}
	}
	return savedClass{Class: class, Limit: limit}, nil
}

func (c savedClass) words() []light {
	list := make([]light, 0, len(c.Words)/savedWord)
	for at := 0; at < len(c.Words); at += savedWord {
		x, weight := binary.LittleEndian.Uint64(c.Words[at:]), binary.LittleEndian.Uint32(c.Words[at+8:])
		list = append(list, light{int32(weight), x})
	}
	return list
}

// keepClass offers a class to be saved, with words that were not in the last call.
func (k *keeper) keepClass(s *search, c savedClass, more []light) {
	if k == nil {
		return
	}
	at := slices.IndexFunc(k.state.Classes, func(old savedClass) bool { return old.Class == c.Class })
	if at < 0 {
		at = len(k.state.Classes)
		k.state.Classes = append(k.state.Classes, savedClass{Limit: c.Limit})
	}
	if old := k.state.Classes[at]; old.Limit == c.Limit {
		c.Words = old.Words
	}
	for _, w := range more {
		c.Words = binary.LittleEndian.AppendUint64(c.Words, w.x)
		c.Words = binary.LittleEndian.AppendUint32(c.Words, uint32(w.weight))
	}
	k.state.Classes[at] = c
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
		data, _ := json.Marshal(k.state) // numbers, strings and bytes can always be written
		return data
	})
}
