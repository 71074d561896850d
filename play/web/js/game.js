// The rules, without a pixel: what a press does, undo and redo, and when it is won. A game is a
// plain object and never changed in place:
//
//   view       the board: lights, switches, states (of a light), toggles[s] = what switch s flips
//   on, goal   lights at the start, and as they should be: lists of indices
//   dont_care  lights that may be either in the end, named as in the API
//   forbidden  switches that must not be pressed
//   presses    made so far, in order
//   redo       taken back, the next one last
//   lit        a Uint8Array: the state of each light
//
// Where lights have more than two states, a list names a light as often as its state says, and toggles as often
// as the press adds one to it.

export function newGame({ view, on, goal = [], dont_care = [], forbidden = [], presses = [] }) {
  const game = { view, on, goal, dont_care, forbidden, presses: [], redo: [], lit: counts(view.lights, on) };
  for (const s of presses) flip(game, s);
  return { ...game, presses: [...presses] };
}

/** How often a list names each of n things. */
export function counts(n, list) {
  const times = new Uint32Array(n);
  for (const i of list) times[i]++;
  return times;
}

/** The list that names each thing so often. */
export const indices = (times) => Array.from(times).flatMap((n, i) => Array(n).fill(i));

function flip({ view, lit }, s, times = 1) {
  for (const l of view.toggles[s]) lit[l] = (lit[l] + times) % view.states;
}

function flipped(game, s, times, presses, redo) {
  const after = { ...game, lit: game.lit.slice(), presses, redo };
  flip(after, s, times);
  return after;
}

export const mayPress = (game, s) => !game.forbidden?.includes(s);

export function press(game, s) {
  return flipped(game, s, 1, [...game.presses, s], []);
}

export const undo = (game) => takeBackAt(game, game.presses.length - 1);

/** Without the last press of that switch, whatever came after it: the order of presses does not matter. */
export const takeBack = (game, s) => takeBackAt(game, game.presses.lastIndexOf(s));

function takeBackAt(game, i) {
  const s = game.presses[i];
  return s === undefined ? game
    : flipped(game, s, game.view.states - 1, game.presses.toSpliced(i, 1), [...game.redo, s]);
}

export function redo(game) {
  const s = game.redo.at(-1);
  return s === undefined ? game : flipped(game, s, 1, [...game.presses, s], game.redo.slice(0, -1));
}

/** Back to the start; the presses can be had again by redo. */
export function restart(game) {
  return { ...game, lit: counts(game.view.lights, game.on), presses: [],
    redo: [...game.redo, ...game.presses.toReversed()] };
}

const found = new WeakMap(); // what wrong() found; a game never changes, and many ask

/** The lights that are not yet as they should be. */
export function wrong(game) {
  if (!found.has(game)) {
    const [goal, dontCare] = [game.goal, game.dont_care].map((list) => counts(game.view.lights, list));
    const list = [];
    game.lit.forEach((state, l) => state !== goal[l] && !dontCare[l] && list.push(l));
    found.set(game, list);
  }
  return found.get(game);
}

export const isWon = (game) => game.presses.length > 0 && wrong(game).length === 0;

/** What the API wants to know of a puzzle: of a game, as it was at the start. */
export function puzzleOf({ view, on, goal = [], dont_care = [], forbidden = [] }) {
  return { board: view.ref, on, goal, dont_care, forbidden };
}

/** What the API wants to know of a position. */
export function position(game) {
  return { ...puzzleOf(game), on: indices(game.lit) };
}

/** Stars against the fewest presses possible: up to three, one fewer with help, none if the answer was shown. */
export function stars(presses, best, { hints, shown, helped }) {
  if (shown) return 0;
  const earned = presses <= best ? 3 : presses <= Math.ceil(best * 1.5) ? 2 : 1;
  return hints > 0 || helped ? Math.max(1, earned - 1) : earned;
}
