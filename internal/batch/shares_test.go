package batch

import (
	"fmt"
	"strings"
	"testing"
)

func TestShares(t *testing.T) {
	for _, c := range []struct{ mix, want string }{
		{"", "[1 1]"}, {"3,1", "[3 1]"}, {"0.75,0.25", "[3 1]"}, {"6,4", "[3 2]"}, {"1000000,1", "[1000000 1]"},
		{"1", "1 share for 2 boards"}, {"1,2,3", "3 shares for 2 boards"}, {"1,x", `"x" is not a share`}, {"1,0", `"0" is not a share`},
		{"1.,1", `"1." is not a share`}, {".5,.5", `".5" is not a share`}, {"0.1234567890,1", "is not a share"}, {"1000001,1", "is not a share"},
		{"0.5,0.4", "the shares add up to 0.9, not to 1"},
	} {
		shares, err := Mix(c.mix, 2)
		if got := said(shares, err); !strings.Contains(got, c.want) {
			t.Errorf("Mix(%q): %s, want %s", c.mix, got, c.want)
		}
	}
	for _, c := range []struct{ split, want string }{
		{"", "[]"}, {"train:0.9,test:0.1", "[{train 9} {test 1}]"}, {"a:2,B-2_c:4", "[{a 1} {B-2_c 2}]"},
		{"train", `"train" is not NAME:SHARE`}, {":1", `":1" is not NAME:SHARE`}, {"a b:1", `"a b:1" is not NAME:SHARE`},
		{"a:1,a:1", "a is there twice"}, {"a:x", `"x" is not a share`}, {"a:0.3", "the shares add up to 0.3, not to 1"},
	} {
		parts, err := Split(c.split)
		if got := said(parts, err); !strings.Contains(got, c.want) {
			t.Errorf("Split(%q): %s, want %s", c.split, got, c.want)
		}
	}
}

// said is a value, or the error instead.
func said(value any, err error) string {
	if err != nil {
		return err.Error()
	}
	return fmt.Sprint(value)
}
