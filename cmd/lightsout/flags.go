package main

import (
	"cmp"
	"errors"
	"fmt"
	"math"
	"slices"
	"strings"
	"time"

	"github.com/spf13/pflag"

	"lightsout/internal/suggest"
)

// words are the flags of a list of names.
func words(names string) (list []word) {
	table := flagTable()
	for name := range strings.FieldsSeq(names) {
		i := slices.IndexFunc(table, func(w word) bool { return w.name == name })
		if i < 0 {
			panic("no flag " + name)
		}
		list = append(list, table[i])
	}
	return list
}

// words are the flags of a verb, with what is its own: those of the usual help, and the rare ones.
func (v verb) words() (usual, rare []word) {
	own := func(list []word) []word {
		for i, w := range list {
			if text, ok := v.about[w.name]; ok {
				w.about, list[i].about = text, text
			}
			if names := v.choices[w.name]; names != nil {
				list[i].words, list[i].file = names, false
				if strings.HasSuffix(w.about, ": ") {
					list[i].about += wrappable(joinWords(names()))
				}
			}
			if s, ok := v.spans[w.name]; ok {
				list[i].span = s
			}
			if u, ok := v.usual[w.name]; ok {
				list[i].usual = u
			} else if w.name == "format" {
				list[i].usual = list[i].words()[0]
			}
			none := ""
			if list[i].span.from == 0 {
				none = " (0: none)"
			}
			switch w.name {
			case "timeout":
				list[i].about = fmt.Sprintf(w.about, listing(v.limited())) + none
			case "max-memory":
				list[i].about = fmt.Sprintf(w.about, v.bounds()) + none
			}
		}
		return list
	}
	return own(words(v.takes)), own(words(v.rare))
}

// wrappable is a list of words that help can break: where it is long, in the middle.
func wrappable(list string) string {
	const long = 66
	if len(list) < long {
		return list
	}
	cut := len(list)/2 + strings.IndexByte(list[len(list)/2:], '|') + 1
	return list[:cut] + " " + list[cut:]
}

// bounds is what --max-memory is about: the program, unless the verb says otherwise.
func (v verb) bounds() string {
	if v.memory != "" {
		return v.memory
	}
	return "the program"
}

// limited are what --timeout limits, for each of the questions that differ in it.
func (v verb) limited() (what []string) {
	for _, q := range v.questions {
		if q.limits != "" && !slices.Contains(what, q.limits) {
			what = append(what, q.limits)
		}
	}
	if what == nil {
		what = []string{v.limits}
	}
	return what
}

// allWords are the flags of a verb.
func (v verb) allWords() []word {
	usual, rare := v.words()
	return append(usual, rare...)
}

// flagSet declares the flags of a verb.
func (v verb) flagSet() *pflag.FlagSet {
	flags := newFlagSet(v.name)
	for _, w := range v.allWords() {
		v := &value{word: w, text: w.usual}
		if w.usual != "" {
			_ = v.Set(w.usual) // a test sets them all
		}
		f := &pflag.Flag{Name: w.name, Shorthand: w.short, Usage: w.about, Value: v, DefValue: w.usual}
		if w.kind == yesKind {
			f.NoOptDefVal = "true"
		}
		flags.AddFlag(f)
	}
	return flags
}

// value is what was typed for a flag, or the default.
type value struct {
	word
	text  string
	list  []string
	whole uint64
	lapse time.Duration
}

func (v *value) String() string { return v.text }

func (v *value) Type() string { return v.value }

// mayBeEmpty are the flags of texts and lists that have a sense without one, or a word of their own about it.
var mayBeEmpty = []string{"title", "presses", "forbid", "require", "on", "goal", "columns", "where", "split"}

// Set reads the value by its kind, and refuses words that the flag does not take.
func (v *value) Set(typed string) error {
	v.text = typed
	known := v.known()
	switch {
	case v.file && typed == "":
		return errors.New("it names no file")
	case v.only && !slices.Contains(known, typed):
		return fmt.Errorf("unknown%s; it is one of %s", suggest.DidYouMean(typed, known), joinWords(known))
	case typed == "" && v.kind == textKind && !v.only && !slices.Contains(mayBeEmpty, v.name):
		return errors.New("no value is given")
	}
	return v.read(typed)
}

// read reads what is not just a text.
func (v *value) read(typed string) (err error) {
	switch v.kind {
	case yesKind:
		if typed != "true" && typed != "false" {
			return fmt.Errorf("it is given or not: write --%s alone", v.name)
		}
	case textsKind:
		v.list = append(v.list, typed)
	case wholeKind:
		v.whole, err = parseWhole(typed, math.MaxUint64)
	case numberKind:
		v.whole, err = parseWhole(typed, math.MaxInt)
	case lapseKind:
		if v.lapse, err = time.ParseDuration(typed); err != nil {
			return errors.New("a time has a unit: 30s, 5m or 1h")
		}
		if v.lapse < 0 {
			return errors.New("use a positive time, or 0 for none")
		}
		return v.span.check(uint64(v.lapse), fmt.Sprint)
	case sizeKind:
		if v.whole, err = parseSize(typed); err == nil {
			err = v.span.check(v.whole, func(n ...any) string { return sizeText(int64(n[0].(uint64))) })
		}
		return err
	}
	return cmp.Or(err, v.span.check(v.whole, fmt.Sprint))
}

func (w word) known() []string {
	if w.words == nil {
		return nil
	}
	return w.words()
}
