// What the player can do while playing. Each action changes the state and says what it did.
import { parseAddress } from "./address.js";
import { call } from "./backend.js";
import { announce } from "./dom.js";
import * as rules from "./game.js";
import { embedded } from "./kept.js";
import { today } from "./progress.js";
import { drawnAsCells, layersOf } from "./scene.js";
import { elapsedNow, noMarks, played, say, state, subscribe, update } from "./store.js";
import { CallError, T, boardName, coloured, itemName, reason } from "./texts.js";

let search = new AbortController(); // for the best possible of the puzzle on the board

/** Does something that may fail, and tells the player if it does. */
export async function attempt(work) {
  try {
    return await work();
  } catch (cause) {
    if (!(cause instanceof CallError)) throw cause;
    say(T.failed(reason(cause)), "bad");
    return null;
  }
}

/**
 * Puts a puzzle on the board. A game that was running waits behind it, for undo to bring back. What is known of the game
 * (store.js) may be given, and of one that goes on its places, moves that were taken back, and clock. @param {any} known
 */
export function begin(puzzle, known = {}) {
  const before = running();
  search.abort();
  search = new AbortController();
  const game = { ...rules.newGame(puzzle), redo: known.redo ?? [] };
  const elsewhere = game.presses.length > 0; // begun, unless it was kept here: that is not counted
  update({
    ...played({ counted: elsewhere ? "solved" : "", ...known }), game, places: known.places ?? null, before: before ?? known.before ?? state.before,
    mode: "play", marks: noMarks, elapsed: known.elapsed ?? 0, since: null, from: null, edits: [], undone: [], paused: null,
    message: { text: [T.welcome(game), touchNote(game.view), before && T.undoBrings].filter(Boolean).join(" "), tone: "" },
  });
  announce(T.ready(boardName(game.view), rules.wrong(game).length));
  if (!state.best) findBest(puzzle);
}

/** What touches, on a board of layers, and on one whose sides meet. */
function touchNote(view) {
  const layers = layersOf(view);
  if (!layers) return view.sides ? T.sidesMeet : "";
  return layers.axes.length === 1 ? T.layersTouch : T.layersTouchMany;
}

/** A puzzle of the library. Its lines are bent for the places that it has. */
export async function load(request) {
  const puzzle = await call("load", request);
  puzzle.view.bentFor = puzzle.places;
  return puzzle;
}

let asked = {}; // the view and the places for which lines were asked

/** Where nodes are moved or joined, the library says how lines go; until then they are as they were, and straight where one was moved. */
async function bendLines() {
  const { game, places } = state;
  const view = game?.view;
  if (!places || !view?.graph || places === view.bentFor || (places === asked.places && view === asked.view)) return;
  asked = { view, places };
  const answer = await call("lines", { board: view.ref, places }).catch(() => null);
  if (!answer || state.places !== places || state.game.view !== view) return;
  const bent = [...places]; // others, so that the board is painted again
  Object.assign(view, { lines: answer.lines ?? [], bentFor: bent });
  update({ places: bent });
}
subscribe((names) => (names.has("places") || names.has("game")) && bendLines());

/** The game that would be lost by beginning another: one with presses that is not at its end. */
function running() {
  const { game, places } = (state.mode === "edit" && state.paused) || state;
  if (!game || game.presses.length === 0 || rules.isWon(game)) return null;
  return { ...played(), game, places, elapsed: elapsedNow() };
}

/** Brings the replaced game back. */
function bringBack() {
  const { before } = state;
  return attempt(async () => {
    const { game } = before;
    if (game) begin(game, { ...before, redo: game.redo });
    else await openKept(before); // the page was loaded again since
    update({ before: null });
    say(T.broughtBack);
  });
}

/** Goes on with a game as it was kept (remember.js). */
export async function openKept(kept) {
  const { request, places } = parseAddress(kept.address);
  const puzzle = await load({ ...request, places });
  begin(puzzle, { ...kept, places: puzzle.places });
}

async function findBest(puzzle) {
  const { signal } = search;
  const { message } = state;
  const answer = await call("solve", rules.puzzleOf(puzzle), { signal }).catch(() => null);
  if (signal.aborted || !answer) return;
  if (answer.solvable) {
    update({ best: { presses: answer.presses?.length ?? 0, minimum: Boolean(answer.minimum) } });
    return;
  }
  update({ best: { unsolvable: true } });
  // The words at the start asked for what cannot be done.
  if (state.message === message || state.message.text === "") say([T.cannotBeDone(T.hint), embedded ? "" : T.canBeDone(T.newPuzzle, T.modeEdit)].filter(Boolean).join(" "), "witness");
}

export const nameOf = (s) => itemName(state.game.view, { light: state.game.view.graph ? s : null, press: s });

/** Presses a switch; back takes its last press back, where lights have more than two states. */
export function pressSwitch(s, { back = false } = {}) {
  const { game, plan } = state;
  if (s === null || rules.isWon(game)) return;
  if (back && coloured(game.view)) {
    step((now) => rules.takeBack(now, s), T.nothingToUndo, T.undone);
    return;
  }
  if (!rules.mayPress(game, s)) {
    say(T.mayNotPress(nameOf(s)), "bad");
    return;
  }
  const after = rules.press(game, s);
  announce(T.pressed(nameOf(s), new Set(game.view.toggles[s]).size, rules.wrong(after).length)); // first: the end has more to say
  setGame(after, { begun: state.begun ?? today(), plan: plan.length > 0 ? without(plan, s) : [] });
}

/** The game after a move. The clock runs from the first to the last, however that is made. */
function setGame(game, more) {
  const clock = rules.isWon(game) ? { since: null, elapsed: elapsedNow() } : { since: state.since ?? Date.now() };
  update({ game, marks: noMarks, message: { text: "", tone: "" }, ...clock, ...more });
}

/** What is left of an answer after a press; one that is not part of it has to go all the way round. */
function without(list, s) {
  const i = list.indexOf(s);
  return i >= 0 ? list.toSpliced(i, 1) : [...list, ...Array(state.game.view.states - 1).fill(s)].sort((a, b) => a - b);
}

function step(change, nothing, done) {
  const after = change(state.game);
  if (after === state.game) {
    announce(nothing);
    return;
  }
  setGame(after, { plan: [] });
  announce(done(rules.wrong(after).length));
}

/** Takes the last press back; where there is none, the game that this one replaced comes back. */
export function undo() {
  if (state.game.presses.length === 0 && state.before) return bringBack();
  step(rules.undo, T.nothingToUndo, T.undone);
}
export const redo = () => step(rules.redo, T.nothingToRedo, T.redone);

/** Back to the start. After the end that is a game of its own: clock and hints count from nothing. */
export function restart() {
  const again = rules.isWon(state.game);
  step((game) => (game.presses.length > 0 ? rules.restart(game) : game), T.nothingToUndo, T.restarted);
  if (again) update({ since: null, elapsed: 0, hints: 0, helped: state.helped || state.hints > 0, counted: "" });
}

/** A new puzzle on a board, or on the present one. */
export function newPuzzle(presses, view = state.game.view) {
  return attempt(async () => {
    const seed = crypto.getRandomValues(new Uint32Array(1))[0];
    const wished = Math.max(1, Math.min(presses, view.switches * (view.states - 1)));
    const drawn = await call("new", { board: view.ref, presses: wished, seed });
    const places = drawnAsCells(view) || view !== state.game?.view ? null : state.places;
    begin({ view, on: drawn.on }, { places, best: { presses: drawn.presses, minimum: drawn.minimum } });
    if (drawn.minimum && drawn.presses !== wished) say(T.wishNotMet(wished, drawn.presses));
  });
}

export function showWitness({ witness = [], must_change: odd, forbidden }) {
  const { view } = state.game;
  const text = coloured(view) ? T.states.witness(view.states, odd, forbidden, witness.length) : forbidden ? T.witnessForbidden(witness.length, odd) : T.witness(witness.length, odd);
  say(text, "witness", { witness });
}
