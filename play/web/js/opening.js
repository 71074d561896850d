// Which puzzle is on the board: of an address, a day, a level, a stored game, a file, or a new one. Each of them comes
// through begin, and the game that was running waits behind it.
import { attempt } from "./actions.js";
import { addressOf, nameOfDay, nameOfLevel, parseAddress, readPresses } from "./address.js";
import { call } from "./backend.js";
import { announce } from "./dom.js";
import * as rules from "./game.js";
import { embedded } from "./kept.js";
import { countsFor, dayBefore, today } from "./progress.js";
import { isUnderWay, putGameAside, recordOf, refusals, rememberNow, replacedBy } from "./remember.js";
import { drawnAsCells, layersOf } from "./scene.js";
import { ask, closeSheet } from "./sheet.js";
import { noMarks, played, say, state, subscribe, update } from "./store.js";
import { CallError, T, boardName, dateText, reasonOf } from "./texts.js";

let search = new AbortController(); // for the best possible of the puzzle on the board
let chosen = 0; // how often a puzzle was chosen: an answer that comes after a later choice is left

/**
 * Puts a puzzle on the board. A game that was running waits behind it, for undo to bring back. What is known of the
 * game (store.js) may be given, and of one that goes on its places, moves that were taken back, and clock.
 * @param {any} known
 */
export function begin(puzzle, known = {}) {
  // its own record brings nothing else
  const before = known.v && puzzle.puzzle === state.puzzle ? null : replacedBy(puzzle.puzzle);
  search.abort();
  search = new AbortController();
  const game = { ...rules.newGame(puzzle), redo: known.redo ?? [] };
  // begun there: that is not counted, but for its day
  const elsewhere = game.presses.length > 0 && !known.v && !puzzle.puzzle?.startsWith("daily=");
  const words = [T.welcome(game), touchNote(game.view), before && game.presses.length === 0 && T.undoBrings];
  update({
    ...played({ counted: elsewhere ? "elsewhere" : "", puzzle: puzzle.puzzle, ...known }),
    game, places: known.places ?? null, before: before ?? known.before ?? state.before, mode: "play", replay: null,
    marks: noMarks, elapsed: known.elapsed ?? 0, since: null, from: null, edits: [], undone: [], paused: null,
    message: { text: words.filter(Boolean).join(" "), tone: "" },
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

let worlds = null;

/** The levels, plain data that needs no library: [{view, levels: [{on, best}]}]. */
export function campaign() {
  worlds ??= fetch("campaign.json").then((response) => response.json()).then((file) => file.worlds).catch(() => {
    worlds = null;
    throw new CallError({ code: "page", message: T.levelsGone });
  });
  return worlds;
}

/** The puzzle of a day, a level or a request for "load", with what is known of it. @returns {Promise<any>} */
async function puzzleOf({ day, door, level, request }) {
  if (level) return levelOf(level);
  if (request) {
    const puzzle = await load(request);
    return request.name && !puzzle.view.ref.spec ? { ...puzzle, known: { title: request.name } } : puzzle;
  }
  const puzzle = await call("daily", { date: day, ...(door && { door }) });
  const title = [T.dailyOf(day, puzzle.number), T.doors[door]].filter(Boolean).join(" · ");
  return { ...puzzle, puzzle: nameOfDay(day, door),
    known: { title, best: { presses: puzzle.best, minimum: puzzle.minimum } } };
}

async function levelOf({ board, level }) {
  const world = (await campaign()).find(({ view }) => view.ref.spec === board);
  const puzzle = world?.levels[level - 1];
  if (!puzzle) throw new Error(T.levelUnknown);
  const known = { title: T.levelOf(T.worlds[board], level), best: { presses: puzzle.best, minimum: true } };
  return { view: world.view, on: puzzle.on, puzzle: nameOfLevel({ board, level }), known };
}

/**
 * Opens a day, a level, a file or what an address holds (address.js), perhaps as it is kept in a record. A game of it
 * that is under way goes on: presses of the address that lead elsewhere may take its place, if the player says so, and
 * those of a whole answer are somebody else's, to be compared. Throws what is wrong with the puzzle; other refusals are
 * told.
 */
export async function open(which, record = null) {
  const choice = ++chosen;
  await rememberNow();
  for (const name of ["levels", "daily"]) closeSheet(name); // a refusal is told below them
  const puzzle = await puzzleOf(which);
  if (choice !== chosen) return;
  const stored = record ?? recordOf(puzzle.puzzle);
  const helped = Boolean(stored && (stored.helped || stored.shown || stored.hints > 0));
  const asked = ofAddress(puzzle, which);
  const rival = !record && rules.isWon(rules.newGame({ ...puzzle, presses: asked.presses })) ? asked.presses : null;
  const goesOn = record || (isUnderWay(stored) && (stored.presses.length > 0 || asked.presses.length === 0));
  const own = goesOn ? ofRecord(puzzle, stored) : null;
  const show = ({ presses, known = {} }) => begin({ ...puzzle, presses },
    { places: puzzle.places, helped, ...known, ...puzzle.known, ...(rival && { rival }), puzzle: puzzle.puzzle });
  show(own || (rival ? { presses: [] } : { presses: asked.presses }));
  if (which.level && state.game.presses.length === 0) teach(which.level, puzzle);
  const refused = [record ? "" : asked.told, ...refusals(), puzzle.more && !own ? T.severalPuzzles : ""]
    .filter(Boolean);
  const words = [...refused, which.day > today() && countsFor(which.day, which.door) ? ahead(which.day) : "", rival ? T.rival(rival.length)
    : own?.presses.length > 0 && !record ? T.goesOn(T.restart)
    : own?.known.counted === "solved" && which.day < today() ? T.dailyOver(dateText(which.day), T.daily) : ""]
    .filter(Boolean);
  if (words.length > 0) say(words.join(" "), refused.length > 0 ? "bad" : "");
  if (own && !record && !rival && asked.presses.some((s, i) => s !== own.presses[i]))
    ask("link", T.linkTitle, T.linkWords(own.presses.length, asked.presses.length), T.linkOwn, T.linkOther,
      () => show({ presses: asked.presses }));
}

const ahead = (day) => (dayBefore(day) === today() ? T.dailyTomorrow : T.dailyAhead(dateText(day)));

function ofAddress(puzzle, { presses }) {
  try {
    return { presses: presses ? readPresses(presses, puzzle) : [] };
  } catch (cause) {
    return { presses: [], told: T.addressPresses(cause.message) };
  }
}

/** A stored game of a puzzle; null if the puzzle does not have its switches, and then it is put aside. */
function ofRecord(puzzle, record) {
  try {
    const { graph, lights, switches } = puzzle.view;
    if (record.places && record.places.length !== (graph ? lights : lights + switches)) throw new Error();
    const [presses] = ["presses", "redo", "plan", "rival"]
      .map((name) => readPresses({ list: record[name] ?? [], old: false }, puzzle));
    return { presses, known: record };
  } catch {
    putGameAside(record);
    return null;
  }
}

/** Goes on with a game as it was kept. If it is of a puzzle that does not exist, it is put aside. */
export async function goOn(record) {
  try {
    await open(parseAddress(addressOf(record)), record);
  } catch (cause) {
    if (isWrong(cause)) putGameAside(record);
    throw cause;
  }
}

/** Whether something was refused for what it is, and not because it cannot be had now. */
const isWrong = ({ code }) => !code || code === "bad_request";

/** How to tell why an address was refused. */
export const tellOfLink = (cause) =>
  (isWrong(cause) || cause.code === "too_large" ? T.addressBad : T.failed)(reasonOf(cause));

/** The same, or tells the player why not. */
export const tryToOpen = (which) => attempt(() => open(which));

/** Brings the replaced game back. */
export function bringBack() {
  return attempt(async () => {
    const { before } = state;
    await goOn(before);
    if (state.before === before) update({ before: null }); // else it is what was drawn
    say(T.broughtBack);
  });
}

/** What there is to learn on a level of the first world; the first has a ring around the light to press. */
function teach({ board, level }, { view, on }) {
  const text = board === firstLevel.board && T.firstSteps[level - 1];
  if (!text) return;
  const ring = level === 1 ? [view.toggles.findIndex((list) => String(list) === String(on))] : [];
  say(text, "hint", { hint: ring });
}

/** The first board of who has never been here. */
export const firstLevel = { board: "grid:3x3", level: 1 };

async function findBest(puzzle) {
  const { signal } = search;
  const { message } = state;
  const answer = await call("solve", rules.puzzleOf(puzzle), { signal }).catch(() => null);
  if (signal.aborted || !answer) return;
  if (answer.solvable)
    return update({ best: { presses: answer.presses?.length ?? 0, minimum: Boolean(answer.minimum) } });
  update({ best: { unsolvable: true } });
  // The words at the start asked for what cannot be done.
  if (state.message === message || state.message.text === "")
    say([T.cannotBeDone(T.hint), embedded ? "" : T.canBeDone(T.newPuzzle, T.modeEdit)]
    .filter(Boolean).join(" "), "witness");
}

/** A new puzzle on a board, or on the present one. */
export function newPuzzle(presses, view = state.game.view) {
  return attempt(async () => {
    const choice = ++chosen;
    const seed = crypto.getRandomValues(new Uint32Array(1))[0];
    const wished = Math.max(1, Math.min(presses, view.switches * (view.states - 1)));
    const drawn = await call("new", { board: view.ref, presses: wished, seed });
    await rememberNow();
    if (choice !== chosen) return;
    const places = drawnAsCells(view) || view !== state.game?.view ? null : state.places;
    begin({ view, on: drawn.on, puzzle: drawn.puzzle },
      { places, best: { presses: drawn.presses, minimum: drawn.minimum } });
    if (drawn.minimum && drawn.presses !== wished) say(T.wishNotMet(wished, drawn.presses));
  });
}

let asked = {}; // the view and the places for which lines were asked

/**
 * Where nodes are moved or joined, the library says how lines go; until then they are as they were, and straight where
 * one was moved.
 */
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
