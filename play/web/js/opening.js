// Which puzzle is on the board: of an address, a day, a level, a stored game, a file, or a new one. Each of them comes
// through begin, and the game that was running waits behind it.
import { attempt } from "./actions.js";
import { nameOfDay, nameOfLevel, readPresses, requestOf } from "./address.js";
import { call } from "./backend.js";
import { announce } from "./dom.js";
import * as rules from "./game.js";
import { embedded } from "./kept.js";
import { countsFor, dayBefore, today } from "./progress.js";
import { isUnderWay, keepNow, leaveFor, putGameAside, recordOf, refusals, waiting } from "./remember.js";
import { drawnAsCells, layersOf } from "./scene.js";
import { ask, closeSheets } from "./sheet.js";
import { data } from "./site.js";
import { helpOf, noMarks, played, say, state, subscribe, update } from "./store.js";
import { CallError, T, boardName, dateText, reasonOf } from "./texts.js";

let search = new AbortController(); // for the best possible of the puzzle on the board
/** The latest choice of a puzzle that the player made, and that of the page, which comes too late where there is one. */
export let choice = new AbortController();
export const first = new AbortController();

/**
 * To be called when the player chooses a puzzle, before anything is waited for. Gives a signal, aborted when another is
 * chosen: then what was waited for comes too late, and nobody is told how it ended.
 */
export function choose() {
  choice.abort();
  choice = new AbortController();
  return choice.signal;
}

/**
 * Puts a puzzle on the board. A game that was running waits behind it, for undo to bring back. What is known of the
 * game (store.js) may be given, and of one that goes on its places, moves that were taken back, and clock.
 * @param {any} known
 */
export function begin(puzzle, known = {}) {
  const replaced = leaveFor(puzzle.puzzle, Boolean(known.v));
  // No game waits behind itself; what waits here by now comes before what waited when a game was kept.
  const left = [state.before, state.before?.puzzle].includes(puzzle.puzzle) ? null : state.before;
  if (state.game) closeSheets(); // who looks at something before the first puzzle is there goes on
  first.abort();
  search.abort();
  search = new AbortController();
  const game = { ...rules.newGame(puzzle), redo: known.redo ?? [] };
  // begun there: that is not counted, but for its day
  const elsewhere = game.presses.length > 0 && !known.v && !puzzle.puzzle?.startsWith("daily=");
  const words = [T.welcome(game), touchNote(game.view), replaced && game.presses.length === 0 && T.undoBrings];
  update({
    ...played({ counted: elsewhere ? "elsewhere" : "", puzzle: puzzle.puzzle, ...known }),
    game, places: known.places ?? null, before: replaced ?? left ?? known.before, mode: "play", replay: null,
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
export async function load(request, signal) {
  const puzzle = await call("load", request, { signal });
  puzzle.view.bentFor = puzzle.places;
  return puzzle;
}

let worlds = null;

/** The levels, plain data that needs no library: [{view, levels: [{on, best}]}]. */
export function campaign() {
  worlds ??= data("campaign.json").then((file) => file.worlds).catch(() => {
    worlds = null;
    throw new CallError({ code: "page", message: T.levelsGone });
  });
  return worlds;
}

/** The puzzle of a day, a level or a request for "load", with what is known of it. @returns {Promise<any>} */
async function puzzleOf({ day = null, door = null, level = null, request = null }, signal) {
  if (level) return levelOf(level);
  if (request) return load(request, signal);
  const puzzle = await call("daily", { date: day, ...(door && { door }) }, { signal });
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
 * Opens an address (address.js) or a file, {file, name}. A game that is under way goes on: presses of the address that
 * lead elsewhere may take its place, if the player says so, and those of a whole answer are somebody else's, to be
 * compared. One may be given, by its name or its record: that goes on in any case. Where the address wins, none does.
 * Throws what is wrong with the puzzle, or that it comes too late; other refusals are told.
 */
export async function open(address, { game = null, wins = false, signal = choose() } = {}) {
  if (signal !== first.signal) closeSheets(); // a refusal is told below them
  const { file, name: title } = address;
  /** @type {any} */
  const which = file === undefined ? requestOf(address) : { request: { file, name: title } };
  const puzzle = await puzzleOf(which, signal).finally(() => signal.throwIfAborted());
  await keepNow();
  signal.throwIfAborted();
  // from here on nothing is waited for, so that what is kept is what was played last, here or in another tab
  if (title && !puzzle.view.ref.spec) puzzle.known = { title };
  const record = typeof game === "string" ? recordOf(game) : game;
  const stored = record ?? recordOf(puzzle.puzzle);
  const linked = ofAddress(puzzle, address);
  // what the player has made is not somebody else's
  const same = linked.presses.length > 0 && String(stored?.presses) === String(linked.presses);
  const rival = !record && !same && rules.isWon(rules.newGame({ ...puzzle, presses: linked.presses }))
    ? linked.presses : null;
  const goesOn = record || same || (!wins && isUnderWay(stored) && (stored.presses.length > 0 || linked.presses.length === 0));
  const own = goesOn ? ofRecord(puzzle, stored) : null;
  const show = ({ presses, known = {} }) => begin({ ...puzzle, presses }, { places: puzzle.places,
    ...(stored && helpOf(stored)), ...known, ...puzzle.known, ...(rival && { rival }), puzzle: puzzle.puzzle });
  show(own || (rival ? { presses: [] } : { presses: linked.presses }));
  if (which.level && state.game.presses.length === 0) teach(which.level, puzzle);
  const refused = [record ? "" : linked.told, ...refusals(), puzzle.more && !own ? T.severalPuzzles : ""]
    .filter(Boolean);
  const words = [...refused, which.day > today() && countsFor(which.day, which.door) ? ahead(which.day) : "",
    rival ? T.rival(rival.length)
    : own?.presses.length > 0 && !record ? T.goesOn(T.restart)
    : own?.known.counted === "solved" && which.day < today() ? T.dailyOver(dateText(which.day), T.daily) : ""]
    .filter(Boolean);
  if (words.length > 0) say(words.join(" "), refused.length > 0 ? "bad" : "");
  if (own && !record && !rival && linked.presses.some((s, i) => s !== own.presses[i]))
    ask("link", T.linkTitle, T.linkWords(own.presses.length, linked.presses.length), T.linkOwn, T.linkOther,
      () => show({ presses: linked.presses }));
}

const ahead = (day) => (dayBefore(day) === today() ? T.dailyTomorrow : T.dailyAhead(dateText(day)));

/** The presses of an address; none, and what to tell, if the puzzle does not have them. */
function ofAddress(puzzle, { presses = [], old }) {
  try {
    return { presses: readPresses(presses, { puzzle, old }) };
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
      .map((name) => readPresses(record[name] ?? [], { puzzle }));
    return { presses, known: record };
  } catch {
    putGameAside(record);
    return null;
  }
}

/** Goes on with a game, by its name or as it was kept. If it is of a puzzle that does not exist, it is put aside. */
export async function resume(game, signal = choose()) {
  const record = typeof game === "string" ? recordOf(game) : game;
  try {
    await open(record, { game, signal });
  } catch (cause) {
    if (isWrong(cause)) putGameAside(record);
    throw cause;
  }
}

/** Goes on with the game on the board as another tab has it. The puzzle is there: this asks the library for nothing. */
export function takeOver(record) {
  const { best, game, places } = state;
  const own = ofRecord(game, record);
  if (!own) return say(refusals().join(" "), "bad");
  begin({ ...game, puzzle: record.puzzle, presses: own.presses }, { ...record, best: record.best ?? best,
    places: String(record.places) === String(places) ? places : record.places });
  say(T.otherTab);
}

/** Whether something was refused for what it is, and not because it cannot be had now, or for a fault of this page. */
const isWrong = (cause) => cause.constructor === Error || cause.code === "bad_request";

/** How to tell why an address was refused. */
export const tellOfLink = (cause) =>
  (isWrong(cause) || cause.code === "too_large" ? T.addressBad : T.failed)(reasonOf(cause));

/** The same as open, or tells the player why not. */
export const tryToOpen = (address) => attempt(() => open(address));

/** Brings the game back that waits behind this one, unless it has come to its end meanwhile. */
export function bringBack() {
  return attempt(async () => {
    if (!isUnderWay(waiting())) {
      update({ before: null });
      return say(T.nothingToUndo);
    }
    await resume(state.before);
    if (state.message.tone !== "bad") say(T.broughtBack);
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
export async function openNew(presses, view = state.game.view, signal = choose()) {
  const seed = crypto.getRandomValues(new Uint32Array(1))[0];
  const wished = Math.max(1, Math.min(presses, view.switches * (view.states - 1)));
  const { on, puzzle, presses: fewest, minimum } = await call("new", { board: view.ref, presses: wished, seed },
    { signal });
  await keepNow();
  signal.throwIfAborted();
  const places = drawnAsCells(view) || view !== state.game?.view ? null : state.places;
  begin({ view, on, puzzle }, { places, best: { presses: fewest, minimum } });
  if (minimum && fewest !== wished) say(T.wishNotMet(wished, fewest));
}

/** The same on the present board, or tells the player why not. */
export const newPuzzle = (presses) => attempt(() => openNew(presses));

let lines = {}; // the view and the places for which the library was asked last

/**
 * Where nodes are moved or joined, the library says how lines go; until then they are as they were, and straight where
 * one was moved.
 */
async function bendLines() {
  const { game, places } = state;
  const view = game?.view;
  if (!places || !view?.graph || places === view.bentFor || (places === lines.places && view === lines.view)) return;
  lines = { view, places };
  const answer = await call("lines", { board: view.ref, places }).catch(() => null);
  if (!answer || state.places !== places || state.game.view !== view) return;
  const bent = [...places]; // others, so that the board is painted again
  Object.assign(view, { lines: answer.lines ?? [], bentFor: bent });
  update({ places: bent });
}
subscribe((names) => (names.has("places") || names.has("game")) && bendLines());
