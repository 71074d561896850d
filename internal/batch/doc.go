// Package batch does work on long streams: several pieces at a time, results in order, in memory
// that does not grow with the stream.
//
// [Run] is the loop itself, for any kind of piece. [Records] writes numbered records with it and
// continues a file that was cut short. [Lines] cuts a stream of lines into pieces, and
// [Pace] says how large pieces should be. [Mix] and [Split] read the shares that a batch is divided by, and [Turns] says
// whose turn it is.
package batch
