package main

import (
	"context"
	"math"

	"lightsout/play"
)

var serveVerb = verb{
	name: "serve", summary: "answer other programs: a line of JSON in, a line of JSON out",
	takes: "timeout max-memory jobs", usual: map[string]string{"timeout": "5s", "max-memory": "256MiB"},
	spans:  map[string]span{"timeout": {from: 1}, "max-memory": {from: 1}, "jobs": {to: maxServedJobs}},
	limits: "each request", memory: "each request", run: runServe,
}

func runServe(ctx context.Context, c *call) error {
	limit, memory, jobs := c.lapse("timeout"), c.size("max-memory"), c.number("jobs")
	lights := lightsIn(memory)
	limits := play.Limits{Time: limit, Memory: memory, Lights: lights, Flips: 64 * lights, Concurrent: jobs}
	outcomes, err := play.New(limits).Serve(ctx, c.con.In, c.con.Out)
	if err != nil {
		return err
	}
	return worstOf(outcomes)
}

const (
	maxServedLights   = 1 << 20 // a list of so many lights is still a line
	leastServedLights = 1 << 12
	maxServedJobs     = 256
)

// lightsIn is how many lights a board may have: as many as its elimination, a few matrices of lights by lights, has
// memory for, and in any case some thousands.
func lightsIn(memory int64) int {
	return min(maxServedLights, max(leastServedLights, int(math.Sqrt(2*float64(memory)))))
}

// worstOf is the exit code of all replies together.
func worstOf(outcomes map[string]int) error {
	codes := map[string]reported{"ok": exitDone, "no": exitNo, "stopped": exitGaveUp, "timeout": exitGaveUp,
		"busy": exitGaveUp}
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
