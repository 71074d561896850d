// Package survey tells facts about puzzles in columns: for tables over families of boards, and for
// sieves that pick the boards that meet a condition.
//
//	family, err := survey.ParseFamily("grid:NxN", map[string]survey.Numbers{"n": {{1, 9}}})
//	wanted, err := survey.ParseCondition("nullity>0 && min<=25", family.Letters())
//	for m := range family.Rows() {
//		f := &survey.Facts{Board: b, Letters: m}      // b is the board of family.Spec(m)
//		holds, open, err := wanted.Holds(ctx, f)
//		value, err := f.Find(ctx, "min")
//	}
//
// [Columns] is the table of what can be asked. A column that takes long may end without a proof; its
// [Value] then has the bounds that are proved, and a condition that the bounds do not decide is open.
package survey
