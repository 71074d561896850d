package board

import (
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"testing"
)

// What a seed means is frozen: these are the states that versions up to 0.2.0 drew, on both sides of the size from
// which rectangles are drawn row by row.
func TestRandomStatesAreFrozen(t *testing.T) {
	for _, c := range []struct {
		spec     string
		on, goal string // how much of their hashes: of random lights, and of a random goal for lights all on
	}{
		{"grid:362x363", "6e8828476a03e5e6b157858c40bc3b97", "9bcd183fbd9abd9ca449e377d591c706"},
		{"grid:2047x2049", "5f1eec72251dc70ba0a6e1d9586551a7", "64db621a9cd3fa717ff201e0d8a43f0b"},
		{"grid:2048x2048", "d0458952572380285705eaa3a79f58a6", "17e67b897f499731e7437ad343fff10a"},
		{"grid:3000x1501", "b78d678189318e1962ccfd70c4b6328c", "ba7a9249f91a450eb59e47bfe1774650"},
		{"grid:64x65536", "7426d8ea8bc37a0c5310507d502be412", "f097ede3667a713ac7c7748f4dde3677"},
		{"grid:1x4194304", "9ef1a01aa982d87cf77b3d505a050fae", "11110750da60b6a5151d640cba27d805"},
		{"cylinder:2100x2049", "ea740674682c65439df1bd170f0a1ca3", "51bfa01897fd7a035e1454465860daad"},
		{"torus:2049x2100", "8bf9f075607fdd6760f8ebda318535e8", "d606c7bd5712518c325695768339609d"},
		{"torus:2x2097153", "c5a1e9dccbf143aa1f6e638d9b41b404", "9c0dc905acfebbc3b0841bc35f2f5bd9"},
		{"torus:1398102x3", "6b288ee74ef2602a52110c0fabff4ec3", "19266376c3c625ae7aec8766fec1c16f"},
		{"path:4194305", "9d226594df8845b03a092e14d4d4bb7d", "58c993534cee02d096e9cec60f5a62a8"},
		{"cycle:4194304", "5e997d2d3eb04a1c656c9020d2c72e2d", "84c4d212bcf4b244a046aaa06e390e29"},
		{"mobius:400x401", "b605401230c4b8b05f5f524c4fc656a8", "4f202a6fc1b4e0b01c6a0936a741b330"},
		{"grid:2049x2048,self=off", "d099da4a2ae290f01290be5118abcbc7", "c6b50a0a92548e47364dc8de7bcaf1d9"},
		{"torus:300x301,mod=3", "b9aecf0c10006e808d038d5afed5e15c", "a35ca5fc1d3c6dde1966f22f2b5814c7"},
		{"grid:5x5,mask=##_##/#####/#_###/#####/#####", "c5f2b031e0ba500589220b69e1c9bb31", "c1dfdd3b8be7a21ea441073c3a0db319"},
	} {
		b := parse(t, c.spec)
		random, all := NewPuzzle(b), NewPuzzle(b)
		if err := random.SetLights("random", "", 5); err != nil {
			t.Fatal(err)
		}
		if err := all.SetLights("", "random", 1<<63+7); err != nil {
			t.Fatal(err)
		}
		if on, goal := stateHash(random.On), stateHash(all.Goal); on != c.on || goal != c.goal {
			t.Errorf("{%q, %q, %q},", c.spec, on, goal)
		}
	}
}

// stateHash is the first half of SHA-256 of a state: of its words, little-endian, or of its digits.
func stateHash(s State) string {
	data := s.digits
	if s.mod <= 2 {
		data = binary.LittleEndian.AppendUint64(nil, uint64(s.Len()))
		for _, w := range s.Bits().Words() {
			data = binary.LittleEndian.AppendUint64(data, w)
		}
	}
	sum := sha256.Sum256(data)
	return hex.EncodeToString(sum[:16])
}
