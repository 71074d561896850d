// Package suggest finds the right word for a mistyped one, and keeps what messages repeat short.
package suggest

import "strings"

// Names are the words that a table knows.
func Names[T any](table []T, name func(T) string) (names []string) {
	for _, entry := range table {
		names = append(names, name(entry))
	}
	return names
}

// Nearest is the known word closest to the one typed, or "" when none is close enough to be what
// was meant: one slip in up to four letters, two in up to nine, and so on (a slip is a
// letter missing, added, changed or swapped with its neighbour). Of equally close words the first known one wins.
// If none is close, it is the longest known word that the typed one begins with: hexagonal means hex.
func Nearest(typed string, known []string) string {
	typed = strings.ToLower(typed)
	best, bestSlips := "", len(typed)/5+2
	for _, k := range known {
		if s := slips(typed, k); s < bestSlips && s < len(k) {
			best, bestSlips = k, s
		}
	}
	if best != "" {
		return best
	}
	for _, k := range known {
		if len(k) > max(2, len(best)) && strings.HasPrefix(typed, k) {
			best = k
		}
	}
	return best
}

// DidYouMean is the end of an error message: ` (did you mean "torus"?)`, or "" when nothing is
// close.
func DidYouMean(typed string, known []string) string {
	if k := Nearest(typed, known); k != "" {
		return ` (did you mean "` + k + `"?)`
	}
	return ""
}

// Or lists words: "a, b or c".
func Or(words []string) string {
	last := len(words) - 1
	if last < 1 {
		return strings.Join(words, "")
	}
	return strings.Join(words[:last], ", ") + " or " + words[last]
}

// Clip is a text for a message. One with more than most bytes is cut off, with ... in place of the rest.
func Clip(text string, most int) string {
	if len(text) <= most {
		return text
	}
	return strings.ToValidUTF8(text[:most-3], "") + "..."
}

// slips is the edit distance with swaps of neighbours (optimal string alignment).
func slips(a, b string) int {
	if len(a) > 64 {
		return len(a)
	}
	before, row, next := make([]int, len(b)+1), make([]int, len(b)+1), make([]int, len(b)+1)
	for j := range row {
		row[j] = j
	}
	for i := 1; i <= len(a); i++ {
		next[0] = i
		for j := 1; j <= len(b); j++ {
			change := 1
			if a[i-1] == b[j-1] {
				change = 0
			}
			next[j] = min(row[j]+1, next[j-1]+1, row[j-1]+change)
			if i > 1 && j > 1 && a[i-1] == b[j-2] && a[i-2] == b[j-1] {
				next[j] = min(next[j], before[j-2]+1)
			}
		}
		before, row, next = row, next, before
	}
	return row[len(b)]
}
