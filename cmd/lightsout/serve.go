package main

import (
	"context"
	"time"

	"github.com/spf13/pflag"

	"lightsout/play"
)

var serveVerb = verb{
	name: "serve", summary: "answer other programs: a line of JSON in, a line of JSON out",
	details: `Reads a request from each line of standard input, and writes a line with its reply:
  {"id": 1, "method": "solve", "params": {"board": "5x5", "on": [0, 1, 5]}}
  {"id": 1, "result": {…}}  or  {"id": 1, "error": {"code": "bad_request", "message": "…"}}
Methods: generate solve hint check step, and those of the page that lightsout play opens: load new
daily explain analyse lines save. docs/json.md has their fields. Lights and switches count from 0.
Requests run side by side, so replies may come in another order: the id tells which is which.
A line that is not a request gets an error, and reading goes on. serve ends when its input ends.
examples/python/lightsout.py is a client in Python.`,
	examples: []example{
		{`echo '{"method":"hint","params":{"board":"3x3","on":[4]}}' | lightsout serve`, "the press to make next"},
		{`echo '{"id":7,"method":"generate","params":{"board":"5x5","count":3}}' | lightsout serve`, "three puzzles"},
	},
	setup: func(flags *pflag.FlagSet) func(context.Context, *console, []string) error {
		c := &serveCommand{maxMemory: 256 << 20}
		flags.DurationVar(&c.timeout, "timeout", 5*time.Second, "stop a request after this `TIME`; a search then gives its best answer so far")
		flags.Var(&c.maxMemory, "max-memory", "stop the search of a request beyond this `SIZE`")
		flags.IntVar(&c.maxLights, "max-lights", 4096, "refuse boards with more lights or switches than `N`")
		flags.IntVarP(&c.jobs, "jobs", "j", 0, "`J` requests at a time; 1 keeps replies in order (default: two per core)")
		return c.run
	},
}

type serveCommand struct {
	timeout         time.Duration
	maxMemory       size
	maxLights, jobs int
}

func (c *serveCommand) run(ctx context.Context, con *console, args []string) error {
	switch {
	case len(args) > 0:
		return usagef("serve takes no FILE: requests come on standard input, as in lightsout serve < %s", args[0])
	case c.timeout <= 0:
		return usagef("--timeout %v: a request needs a limit, use a positive time", c.timeout)
	case c.maxMemory <= 0:
		return usagef("--max-memory %s: a request needs a limit, use a positive size", &c.maxMemory)
	case c.maxLights < 1 || c.maxLights > maxServedLights:
		return usagef("--max-lights %d: use a number from 1 to %d", c.maxLights, maxServedLights)
	case c.jobs < 0 || c.jobs > maxServedJobs:
		return usagef("--jobs %d: use a number from 1 to %d", c.jobs, maxServedJobs)
	}
	limits := play.Limits{Time: c.timeout, Memory: int64(c.maxMemory), Lights: c.maxLights, Flips: 64 * c.maxLights, Concurrent: c.jobs}
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
	worst := reported(exitDone)
	for outcome := range outcomes {
		code := reported(exitUsage)
		switch outcome {
		case "ok":
			code = exitDone
		case "no":
			code = exitNo
		case "stopped", "timeout", "busy":
			code = exitGaveUp
		}
		worst = worse(worst, code)
	}
	if worst == exitDone {
		return nil
	}
	return worst
}
