// Package drawing turns a puzzle into a picture: the one model behind the command, the page and the
// project's documents.
//
//	plan, err := drawing.New(b)                     // where everything of the board stands
//	look := drawing.LookOf(p)                       // its lights, goal and locked switches
//	look.Answer = presses                           // what else to show
//	err = plan.Scene(look).WriteSVG(w)
//
// A [Plan] takes its time: it places the nodes of a graph, without crossings if there is a way. It is
// made once for a board and is safe for concurrent use. A [Scene] is quick, so an animation asks the plan
// for one scene after another; all scenes of a plan whose looks have the same labels are of the same size,
// and everything stands at the same place in them.
//
// # Conventions
//
// A scene is a list of shapes in the order of painting, in units of a hundredth of a cell, x to the right
// and y downwards, and all of it lies between (0, 0) and its size. Lights differ by shape, not only by
// colour: one that is on has a wide disc, one that is off a small ring. Every mark has a shape too: a
// cross for a press, a dashed ring for a light
// that should be on in the end, a question mark for one that does not matter, a slash for a switch that must not be
// pressed.
//
// The same puzzle gives the same picture on every machine. So nothing here is random, and iterations
// round every product ([mul]), which some processors would otherwise not do.
package drawing
