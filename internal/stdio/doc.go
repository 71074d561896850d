// Package stdio is where a command of this project reads and writes: its streams and terminal, the files that its flags name,
// and what it shows of its progress.
//
// Files appear under their names together, when [Console.Complete] is called at the end, or not at all. What a command
// reads it does not write, and no two flags write one file. Progress goes to standard error, and only if that is a
// terminal.
package stdio
