// The state of the page, in one place. Views read it and subscribe; only actions change it, by
// update(). What must survive a reload is written to the browser's storage (remember.js).
//
//   mode      "play" or "edit"
//   game      see game.js, or null while the first puzzle loads
//   places    where the player has put the nodes of a graph, or null
//   title     what the puzzle is called when it is not a plain one, e.g. the daily of a date
//   best      {presses, minimum} of the start; {unsolvable: true}; null while unknown
//   marks     {hint, answer, witness, quiet}: what is shown on top of the lights, or null each
//   plan      the answer that the last hint follows
//   hints     how many were given; shown: the answer was shown; helped: either, in an earlier round
//   day       the date of the daily puzzle, or null; begun: the date of its first press
//   level     {board, level} of the campaign, or null
//   counted   "" until the statistics count the game as played, then the presses they file it under, and
//             "solved" once all is counted
//   before    the running game that this one replaced, for undo to bring back, or null
//   elapsed   milliseconds played before `since`; since: when the clock began to run, or null
//   message   {text, tone}
//   tool, from, edits, undone, paused: the editor's (editing.js)

export const noMarks = { hint: null, answer: null, witness: null, quiet: null };

export const state = {
  mode: "play",
  game: null,
  places: null,
  title: null,
  best: null,
  marks: noMarks,
  plan: [],
  hints: 0,
  shown: false,
  helped: false,
  day: null,
  begun: null,
  level: null,
  counted: "",
  before: null,
  elapsed: 0,
  since: null,
  message: { text: "", tone: "" },
  tool: "lights",
  from: null,
  edits: [],
  undone: [],
  paused: null,
};

const subscribers = [];

/** Calls back after every change with the names of what changed. */
export function subscribe(callback) {
  subscribers.push(callback);
}

export function update(changes) {
  Object.assign(state, changes);
  const names = new Set(Object.keys(changes));
  for (const callback of subscribers) callback(names);
}

/** Whether the player needed no help with this puzzle. */
export const alone = () => state.hints === 0 && !state.shown && !state.helped;

/** What is known of the game that is played, besides its presses and the clock. */
export function played() {
  const { title, best, plan, hints, shown, helped, day, begun, level, counted } = state;
  return { title, best, plan, hints, shown, helped, day, begun, level, counted };
}

export const elapsedNow = () => state.elapsed + (state.since === null ? 0 : Date.now() - state.since);
