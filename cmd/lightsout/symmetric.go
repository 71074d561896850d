package main

import (
	"os"

	"github.com/spf13/pflag"

	"lightsout/internal/automorphism"
	"lightsout/internal/suggest"
)

// declareSymmetric declares --symmetric, which means the same in every verb; alone it is all.
func declareSymmetric(flags *pflag.FlagSet, value *string, what string) {
	chooses(flags, value, "symmetric", "", what+" the same after `HOW`: ", automorphism.Motions())
	flags.Lookup("symmetric").NoOptDefVal = "all"
}

// standsAlone reports whether a flag was given without its value.
func standsAlone(flags *pflag.FlagSet, flag string) bool {
	f := flags.Lookup(flag)
	return f.Changed && f.Value.String() == f.NoOptDefVal
}

// misplacedMotion refuses a FILE that was meant as the value of --symmetric.
func misplacedMotion(flags *pflag.FlagSet, args []string) error {
	if len(args) == 0 || !standsAlone(flags, "symmetric") {
		return nil
	}
	meant := suggest.Nearest(args[0], automorphism.Motions())
	if _, err := os.Stat(args[0]); meant == "" || err == nil {
		return nil
	}
	return usagef("--symmetric %s: write it with =, as in --symmetric=%s", args[0], meant)
}
