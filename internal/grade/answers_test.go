package grade

import (
	"encoding/json"
	"testing"
)

// An id is the same however it is written, and ids of different kinds are not.
func TestIDsAreComparedByWhatTheySay(t *testing.T) {
	for _, tc := range []struct {
		a, b string
		same bool
	}{
		{`"a"`, `"\u0061"`, true},
		{`"a/b"`, `"a\/b"`, true},
		{`[1, 2]`, `[1,2]`, true},
		{`1`, `"1"`, false},
		{`"a"`, `"b"`, false},
		{`"[1]"`, `[1]`, false},
		{`""`, `" "`, false},
	} {
		if same := keyOf(json.RawMessage(tc.a)) == keyOf(json.RawMessage(tc.b)); same != tc.same {
			t.Errorf("%s and %s: same %t", tc.a, tc.b, same)
		}
	}
}
