// Package bench measures encodings, engines and peers against one another, on the same boards in
// the same run, so that every figure has its baseline beside it.
package bench
