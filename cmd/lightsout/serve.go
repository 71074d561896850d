package main

import (
	"context"
	"time"

	"github.com/spf13/pflag"

	"lightsout/play"
)

var serveVerb = verb{
	name: "serve", summary: "answer other programs: a line of JSON in, a line of JSON out",
	setup: func(flags *pflag.FlagSet) func(context.Context, *console, []string) error {
		c := &serveCommand{maxMemory: partSize{256 << 20}}
		flags.DurationVar(&c.timeout, "timeout", 5*time.Second, "stop a request after this `TIME`; a search then gives its best answer so far")
		flags.Var(&c.maxMemory, "max-memory", "stop the search of a request beyond this `SIZE`")
		flags.IntVar(&c.maxLights, "max-lights", 4096, "refuse boards with more lights or switches than `N`")
		flags.IntVarP(&c.jobs, "jobs", "j", 0, "`J` requests at a time; 1 keeps replies in order (default: two per core)")
		return c.run
	},
}

type serveCommand struct {
	timeout         time.Duration
	maxMemory       partSize
	maxLights, jobs int
}

func (c *serveCommand) run(ctx context.Context, con *console, args []string) error {
	switch {
	case len(args) > 0:
		return usagef("serve takes no FILE: requests come on standard input, as in lightsout serve < %s", args[0])
	case c.timeout <= 0:
		return usagef("--timeout %v: a request needs a limit, use a positive time", c.timeout)
	case c.maxMemory.size <= 0:
		return usagef("--max-memory %s: a request needs a limit, use a positive size", &c.maxMemory)
	case c.maxLights < 1 || c.maxLights > maxServedLights:
		return usagef("--max-lights %d: use a number from 1 to %d", c.maxLights, maxServedLights)
	case c.jobs < 0 || c.jobs > maxServedJobs:
		return usagef("--jobs %d: use a number from 1 to %d", c.jobs, maxServedJobs)
	}
	limits := play.Limits{Time: c.timeout, Memory: int64(c.maxMemory.size), Lights: c.maxLights, Flips: 64 * c.maxLights, Concurrent: c.jobs}
	outcomes, err := play.New(limits).Serve(ctx, con.in, con.out)
	if err != nil {
		return err
	}
	return worstOf(outcomes)
}

const (
	maxServedLights = 1 << 20 // a list of so many lights is still a line
	maxServedJobs   = 256
)

// worstOf is the exit code of all replies together.
func worstOf(outcomes map[string]int) error {
	codes := map[string]reported{"ok": exitDone, "no": exitNo, "stopped": exitGaveUp, "timeout": exitGaveUp, "busy": exitGaveUp}
	worst := reported(exitDone)
	for outcome := range outcomes {
		code, known := codes[outcome]
		if !known {
			code = exitUsage
		}
		worst = worse(worst, code)
	}
	return worst.after(nil)
}
