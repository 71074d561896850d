package automorphism

import (
	"strings"
	"testing"
)

// The motions of a drawing are what moving the outlines gives.
func TestMotionsOfTiles(t *testing.T) {
	for spec, want := range map[string]string{
		"hex:3": "mirror turn", "hex:3,mask=#_#/####/##_##/####/#_#": "mirror turn", "hex:2,mask=#_/###/##": "",
		"triangle:3": "mirror", "triangle:1": "mirror", "hexgrid:3x4": "", "hexgrid:4x4": "turn", "hexgrid:1x4": "mirror turn",
		"trigrid:2x5": "mirror turn", "trigrid:3x4": "turn", "trigrid:3x5": "mirror", "trigrid:2x4": "",
	} {
		b := mustParse(t, spec)
		var got []string
		for _, name := range []string{"mirror", "turn", "quarter"} {
			list, err := OfMotion(t.Context(), b, name)
			if err != nil {
				continue
			}
			got = append(got, name)
			if list[0].Switches == nil {
				t.Errorf("%s: the motion %s of the drawing is not one of the board", spec, name)
			}
		}
		if strings.Join(got, " ") != want {
			t.Errorf("%s has the motions %v, want %q", spec, got, want)
		}
	}
}
