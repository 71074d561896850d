// The state of the page, in one place. Views read it and subscribe; only actions change it, by
// update(). What must survive a reload is written to the browser's storage (remember.js).
import { named } from "./address.js";

/** @type {{hint?: number[], answer?: number[], witness?: number[], quiet?: number[]}} */
export const noMarks = {};

// What is known of a game besides the board, the moves and the clock, as it is at the beginning.
const fresh = {
  puzzle: null, // what names it in an address (address.js); of a drawing only once it is played
  title: null, // what the puzzle is called when it is not a plain one, e.g. the daily of a date
  best: null, // {presses, minimum} of the start; {unsolvable: true}; null while unknown
  plan: [], // the answer that the last hint follows
  hints: 0, // how many were given
  shown: false, // the answer was shown, in this round or an earlier one
  helped: false, // hints were given in an earlier round
  begun: null, // the date of its first press
  drawn: false, // it was made in the editor, so that there may be no other way to it
  rival: null, // presses with which somebody else solved it, from a link
  // until the statistics count the game as played; then the presses they file it under, and "solved" once all is
  // counted
  counted: "",
};

export const state = {
  ...fresh,
  ...named(null), // what the name of the puzzle says: day, door, level
  mode: "play", // or "edit"
  game: null, // see game.js; null while the first puzzle loads
  places: null, // where the player has put the nodes of a graph, if so
  replay: null, // the game that is shown in place of the one that is played, while presses are replayed
  marks: noMarks, // what is shown on top of the lights
  before: null, // the running game that this one replaced, for undo to bring back, as it is kept (remember.js), or null
  elapsed: 0, // milliseconds played before `since`
  since: null, // when the clock began to run, by performance.now(), which nobody can set back; or null
  message: { text: "", tone: "" },
  // The editor's (editing.js):
  tool: "lights",
  from: null,
  edits: [],
  undone: [],
  paused: null,
};

/** What is known of a game, of the one that is played or as it was kept; what is not is as at the beginning. */
export const played = (kept = state) =>
  Object.fromEntries(Object.entries(fresh).map(([name, first]) => [name, kept[name] ?? first]));

const subscribers = [];

/** Calls back after every change with the names of what changed. */
export const subscribe = (callback) => subscribers.push(callback);

export function update(changes) {
  Object.assign(state, changes, "puzzle" in changes ? named(changes.puzzle) : {});
  const names = new Set(Object.keys(changes));
  for (const callback of subscribers) callback(names);
}

/** Tells the player something, and shows marks if there are some; the tone is "", "hint", "witness" or "bad". */
export const say = (text, tone = "", marks = null) => update({ message: { text, tone }, ...(marks && { marks }) });

/** What counts against whoever plays a puzzle once more: a game that is played, or as it was kept. */
export const helpOf = ({ hints, shown, helped }) => ({ shown: Boolean(shown), helped: Boolean(helped) || hints > 0 });

/** Whether the player needed no help with this puzzle. */
export const alone = () => state.hints === 0 && !state.shown && !state.helped;

export const elapsedNow = () => state.elapsed + (state.since === null ? 0 : performance.now() - state.since);
