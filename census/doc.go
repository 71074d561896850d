// Package census measures how far the states of a board are from dark: how many presses the hardest
// one needs, how many states need how many, and for small boards every state with its next press.
//
//	counts, err := census.Distribution(ctx, b, nil)   // counts[w] states need w presses
//	depth, err := census.FindDepth(ctx, b, nil)       // the most that any state needs, with an example
//	table, err := census.NewTable(ctx, b, nil)        // every state of a board of up to 28 switches
//
// It also tells facts about puzzles in columns, for tables over families of boards and for sieves that pick the boards
// that meet a condition:
//
//	family, err := census.ParseFamily("grid:NxN", map[string]census.Numbers{"n": {{1, 9}}})
//	wanted, err := census.ParseCondition("nullity>0 && min<=25", family.Letters())
//	for m := range family.Rows() {
//		f := &census.Facts{Board: b, Letters: m}      // b is the board of family.Spec(m)
//		holds, open, err := wanted.Holds(ctx, f)
//		value, err := f.Find(ctx, "min")
//	}
//
// [Columns] is the table of what can be asked. A column that takes long may end without a proof; its
// [Value] then has the bounds that are proved, and a condition that the bounds do not decide is open.
//
// Most people want [Distribution]; its last entry is that of the depth. [FindDepth] reaches boards
// whose states cannot be counted, and gives bounds where it cannot find the depth. A [Table] writes
// itself as CSV; package database writes it to SQLite.
//
// The fewest presses of a state are the least weight in a coset of the code of quiet patterns. So the
// distribution is that of coset leaders, and the depth is the covering radius of the code: package
// internal/covering explains how both are found without visiting every state.
//
// A state is solvable if it can be made dark; other states are not counted. In a Table a state is an
// integer whose least significant bit is the first light. Switches, rows and columns count from 0.
//
// All functions are safe for concurrent use. They stop soon after their context ends.
package census
