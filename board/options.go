package board

import (
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"lightsout/gf2"
	"lightsout/internal/suggest"
)

// shapeOptions is what follows the commas of a SPEC.
type shapeOptions struct {
	pattern pattern
	given   bool // a pattern was named
	self    string
	mask    []string
	states  int // of a light; 0: not given
	edges   bool
	seed    *uint64 // nil: not given
}

// options is every option of a SPEC and what reads its value. An option that only some boards take is refused by the
// others when the board is made.
var options = []struct {
	name string
	read func(opt *shapeOptions, value string) error
}{
	{"pattern", func(opt *shapeOptions, value string) (err error) {
		opt.given = true
		opt.pattern, err = parsePattern(value)
		return err
	}},
	{"self", func(opt *shapeOptions, value string) error {
		if opt.self = value; value != "on" && value != "off" {
			return fmt.Errorf("self= takes on or off, not %q", clip(value))
		}
		return nil
	}},
	{"switches", func(opt *shapeOptions, value string) error {
		if opt.edges = value == "edges"; !opt.edges {
			return fmt.Errorf("switches= takes edges, not %q", clip(value))
		}
		return nil
	}},
	{"mask", func(opt *shapeOptions, value string) (err error) {
		opt.mask, err = parseMask(value)
		return err
	}},
	{"mod", func(opt *shapeOptions, value string) (err error) {
		opt.states, err = parseStates(value)
		return err
	}},
	{"seed", func(opt *shapeOptions, value string) error {
		seed, err := strconv.ParseUint(value, 10, 64)
		if err != nil {
			return fmt.Errorf("seed= takes a whole number from 0 to 2^64-1, not %q", clip(value))
		}
		opt.seed = &seed
		return nil
	}},
}

// optionNames are the words before the = of an option.
func optionNames() []string {
	names := make([]string, len(options))
	for i := range options {
		names[i] = options[i].name
	}
	return names
}

func parseOptions(text string) (shapeOptions, error) {
	var opt shapeOptions
	seen := map[string]bool{}
	for _, o := range strings.Split(text, ",") {
		name, value, hasValue := strings.Cut(o, "=")
		if seen[name] {
			return opt, fmt.Errorf("option %s is given twice", name)
		}
		seen[name] = true
		i := slices.Index(optionNames(), name)
		if i < 0 || !hasValue {
			return opt, noOption(name, hasValue)
		}
		if err := options[i].read(&opt, value); err != nil {
			return opt, err
		}
	}
	if opt.self != "" {
		opt.pattern.selfOff = opt.self == "off"
	}
	return opt, nil
}

// noOption says what is wrong with an option that is none, or has no value.
func noOption(name string, hasValue bool) error {
	near := suggest.Nearest(name, optionNames())
	switch {
	case name == "":
		return errors.New("an option is missing after a comma")
	case hasValue || near == "":
		return fmt.Errorf("no such option %q%s; options are %s=", clip(name),
			suggest.DidYouMean(name, optionNames()), strings.Join(optionNames(), "= "))
	default:
		return fmt.Errorf("option %s needs a value: %s=…", clip(name), near)
	}
}

// WithOptions is the board with further options of a SPEC, "self=off,switches=edges,mod=3". Boards that no SPEC
// describes take these three too.
func (b *Board) WithOptions(text string) (*Board, error) {
	opt, err := parseOptions(text)
	switch {
	case err != nil:
		return nil, err
	case opt.given || opt.mask != nil || opt.seed != nil:
		return nil, fmt.Errorf("only self=, switches= and mod= can be added to %s", clip(b.spec))
	case opt.states > 0 && b.states > 0 && opt.states != b.states:
		return nil, fmt.Errorf("%s says that lights have %d states, not %d", clip(b.spec), b.states, opt.states)
	}
	if opt.self == "off" {
		b, err = b.selfOff()
	}
	if err == nil && opt.edges {
		b, err = b.onEdges()
	}
	if err != nil {
		return nil, err
	}
	return b.withStates(max(opt.states, b.States())).described(), nil
}

// selfOff is the board with presses that leave their own light alone.
func (b *Board) selfOff() (*Board, error) {
	switch {
	case !b.IsGraph():
		return nil, errors.New("self=off needs a board whose switches are its lights")
	case b.shape.Kind == "graph":
		return withoutSelf(b), nil
	case b.shape.SelfOff:
		return b, nil
	}
	plain, mod, _ := strings.Cut(b.spec, ",mod=")
	if mod != "" {
		mod = ",mod=" + mod
	}
	return Parse(plain + ",self=off" + mod)
}

// withoutSelf is a listed board whose presses leave their own light alone.
func withoutSelf(b *Board) *Board {
	toggles := make([][]int, b.switches)
	for s := range toggles {
		for _, l := range b.Toggles(s) {
			if l != s {
				toggles[s] = append(toggles[s], l)
			}
		}
	}
	c := *b
	c.spec = "graph:" + listedName(b) + ",self=off"
	if b.states > 2 {
		c.spec += fmt.Sprintf(",mod=%d", b.states)
	}
	c.toggles, c.ready = newLists(toggles), gf2.Lists{}
	c.shape.SelfOff = true
	return &c
}
