// The rules, without a pixel: what a press does, undo and redo, and when it is won. A game is a
// plain object and never changed in place:
//
//   view       the board: lights, switches, toggles[s] = what switch s flips
//   on, goal   lights at the start, and as they should be: lists of indices
//   dont_care  lights that may be either in the end, named as in the API
//   forbidden  switches that must not be pressed
//   presses    made so far, in order
//   redo       taken back, the next one last
//   lit        a Uint8Array: the lights as they are

export function newGame({ view, on, goal = [], dont_care = [], forbidden = [], presses = [] }) {
  const game = { view, on, goal, dont_care, forbidden, presses: [], redo: [], lit: bits(view.lights, on) };
  for (const s of presses) flip(game, s);
  return { ...game, presses: [...presses] };
}

function bits(n, list) {
  const set = new Uint8Array(n);
  for (const i of list) set[i] = 1;
  return set;
}

export function indices(set) {
  const list = [];
  set.forEach((bit, i) => bit && list.push(i));
  return list;
}

function flip(game, s) {
  for (const l of game.view.toggles[s]) game.lit[l] ^= 1;
}

function flipped(game, s, presses, redo) {
  const after = { ...game, lit: game.lit.slice(), presses, redo };
  flip(after, s);
  return after;
}

export const mayPress = (game, s) => !game.forbidden.includes(s);

export function press(game, s) {
  return flipped(game, s, [...game.presses, s], []);
}

export function undo(game) {
  const s = game.presses.at(-1);
  return s === undefined ? game : flipped(game, s, game.presses.slice(0, -1), [...game.redo, s]);
}

export function redo(game) {
  const s = game.redo.at(-1);
  return s === undefined ? game : flipped(game, s, [...game.presses, s], game.redo.slice(0, -1));
}

/** Back to the start; the presses can be had again by redo. */
export function restart(game) {
  return { ...game, lit: bits(game.view.lights, game.on), presses: [], redo: [...game.redo, ...game.presses.toReversed()] };
}

/** The lights that are not yet as they should be. */
export function wrong(game) {
  const [goal, dontCare] = [game.goal, game.dont_care].map((list) => bits(game.view.lights, list));
  return indices(game.lit.map((bit, l) => (bit ^ goal[l]) & ~dontCare[l]));
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

/** One to three stars against the fewest presses possible. */
export function stars(presses, best) {
  if (presses <= best) return 3;
  return presses <= Math.ceil(best * 1.5) ? 2 : 1;
}
