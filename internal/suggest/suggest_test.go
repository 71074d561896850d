package suggest

import "testing"

func TestNearest(t *testing.T) {
	shapes := []string{"grid", "torus", "cylinder", "mobius", "klein", "path", "cube"}
	for _, tc := range []struct{ typed, want string }{
		{"torsu", "torus"},
		{"tours", "torus"},
		{"Torus", "torus"},
		{"cylindre", "cylinder"},
		{"gird", "grid"},
		{"pth", "path"},
		{"kleine", "klein"},
		{"pathological", "path"},
		{"dodecahedron", ""},
		{"", ""},
		{"zz", ""},
	} {
		if got := Nearest(tc.typed, shapes); got != tc.want {
			t.Errorf("Nearest(%q) = %q, want %q", tc.typed, got, tc.want)
		}
	}
}
