// Package textboard writes boards as text, for people: drawings with their legends, places, states and lists of cells. It
// also knows the lines of such a text, for package puzzlefile, which reads back what a command printed.
package textboard
