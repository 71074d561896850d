// What survives a reload: the address bar always shows the game, and the browser keeps what an address does not hold
// (clock, redo, hints), each game under what names its puzzle, so that days, levels and tabs do not overwrite each
// other. Storage may be forbidden; then the address remains. Within another page all of it ends with the page.
//
//   lightsout-game PUZZLE     {v: 2, at, puzzle, presses, redo, before, …}    the latest 100
//   lightsout-game drawing …  the same of what a page draws, which has another name after each edit, until it is played
//   lightsout-unread …        what could not be read, as it was
import { addressOf, nameOfDay, nameOfLevel, parseAddress, readPresses } from "./address.js";
import { call } from "./backend.js";
import { puzzleOf } from "./game.js";
import { count, date, embedded, flag, isObject, keep, kept, keptValue, keysOf, listOf, optional, putAside,
  readable, whole, words, wrongField } from "./kept.js";
import { elapsedNow, played, state, subscribe, update } from "./store.js";
import { T } from "./texts.js";

const prefix = embedded ? "embedded " : storageKeys.game; // nothing is stored under the former
const olderKey = storageKeys.older;
const drawings = `${prefix}drawing`;
const drawingKey = `${drawings} ${crypto.getRandomValues(new Uint32Array(1))[0]}`; // other tabs may be drawing, too
const most = 100;
const pause = 200; // ms; browsers dislike an address that changes with every key
const room = 2_000_000; // characters of all games; what a browser stores is limited
let timer = 0;
let changed = 0; // when a move was last made in the game that is played
let moves = ""; // of that game
let seen = 0; // when one was last made, by what was seen in the storage
let stays = null; // a link that is on its way, and is not to be lost, or that could not be opened, and can be mended
let drawing = null; // the record of what is drawn, as it was last written
let drawn = null; // and the game that it is of
let writing = null; // a promise, while a drawing is being written

const number = (n) => Number.isFinite(n) && n >= 0;
const switches = listOf(count);
const best = (value) => isObject(value) && (value.unsolvable === true || (count(value.presses) && flag(value.minimum)));
const isName = (text) => typeof text === "string" && /^(daily|level|board|lo)=/.test(text);
const fields = {
  v: (n) => n === 2, at: number, puzzle: isName,
  presses: switches, redo: switches, elapsed: optional(number), title: optional(words), best: optional(best),
    plan: optional(switches), rival: optional(switches),
  places: optional(listOf((pair) => listOf(Number.isFinite)(pair) && pair.length === 2)),
  hints: optional(count), shown: optional(flag), helped: optional(flag), drawn: optional(flag), begun: optional(date),
  counted: optional((value) => ["", "solved", "elsewhere"].includes(value) || whole(0)(value)),
  before: optional((value) => isName(value) || (isObject(value) && !value.before && !wrongField(value, fields))),
};

/** Whether something of a game would be lost: presses or a drawing, unless it is at its end. */
export const isUnderWay = (record) =>
  Boolean(record) && record.counted !== "solved" && (record.presses.length > 0 || record.drawn === true);

/** The game that is played, or that waits for the end of a drawing. */
const playedNow = () => (state.mode === "edit" && state.paused) || state;

/**
 * Keeps the game that another puzzle is about to replace: what is drawn, unless it is that, else what is played. Gives
 * what is to wait behind that puzzle: the name of the game, or, as only one game of a puzzle has a place, the record of
 * one of the same puzzle; null if nothing would be lost, as where the game itself goes on.
 */
export function leaveFor(puzzle, goesOn) {
  const left = isDrawn() && drawing?.puzzle !== puzzle ? drawing : null;
  if (left) settle(left);
  else if (goesOn && puzzle === state.puzzle) return null;
  else writeGame({ leaving: true });
  const record = left ?? (state.game && recordNow());
  if (!isUnderWay(record)) return null;
  return record.puzzle === puzzle ? { ...record, before: undefined } : record.puzzle;
}

/** Keeps a game under its name, unless that puzzle was played later, or presses would give way to none. Gives the name. */
function settle(record) {
  const there = read(prefix + record.puzzle);
  if (!(there?.at >= record.at) && !(isUnderWay(there) && record.presses.length === 0))
    store(prefix + record.puzzle, record);
  return record.puzzle;
}

/** The game that is played, as it is kept. @returns {any} */
function recordNow() {
  const { game, places } = playedNow();
  return { v: 2, at: changed, presses: game.presses, redo: game.redo, places, elapsed: elapsedNow(), ...played() };
}

/** Where a game of a puzzle may be kept. */
const keysFor = (puzzle) => [prefix + puzzle, ...keysOf(drawings)];

/** The game of a puzzle that was kept, or null. */
export function recordOf(puzzle) {
  const records = keysFor(puzzle).map(read).filter((record) => record?.puzzle === puzzle);
  return records.find(isUnderWay) ?? records[0] ?? null;
}

/** The game that waits behind the one that is played, as it is by now, or null. */
export const waiting = () => (isName(state.before) ? recordOf(state.before) : state.before);

/** The game that was played last, or null. */
export function latest() {
  const [last = null] = keysOf(prefix).map(read).filter(Boolean).sort((one, other) => other.at - one.at);
  seen = last?.at ?? 0;
  return last;
}

/** The record of a key, or null. One that cannot be read is put aside and told of. */
function read(key) {
  const text = kept(key);
  if (text === null) return null;
  try {
    const record = JSON.parse(text);
    if (isObject(record) && !wrongField(record, fields)
      && (key === prefix + record.puzzle || key.startsWith(drawings))) return apart(record);
  } catch {
    // it is no JSON
  }
  refuse(key);
  return null;
}

/** A record of an older page may hold another game. That gets a place of its own. */
function apart(record) {
  const { before, puzzle } = record;
  return isObject(before) && before.puzzle !== puzzle ? { ...record, before: settle(before) } : record;
}

let refused = 0;

function refuse(...keys) {
  keys.forEach(putAside);
  refused++;
}

/** Puts a game aside, wherever it is kept, that its puzzle refuses. */
export const putGameAside = ({ puzzle }) =>
  refuse(...keysFor(puzzle).filter((key) => keptValue(key)?.puzzle === puzzle));

/** A sentence about what could not be read since this was asked last, or none. */
export function refusals() {
  const said = refused > 0 ? [T.keptBad(refused)] : [];
  refused = 0;
  return said;
}

/**
 * Whether this page wrote the address of the game, beside which it notes when the last move was made (showAddress): a
 * page that is loaded again may show the game as it was some presses earlier.
 */
export const isOwn = (record) => location.hash === addressOf(record) 
  || (typeof history.state === "number" && !isBehind(record));

/** Whether the address has later moves of the game, which could not be stored. */
export const isBehind = (record) => typeof history.state === "number" && history.state > record.at;

/** The address is opened now, or could not be: it stays until another puzzle is there, or the next move. */
export const keepAddress = () => (stays = location.hash);

/** Keeps games and drawings from now on, whenever something changes that is kept of them. */
export function rememberFromNow() {
  subscribe((names) => {
    if (names.has("mode")) {
      drawing = null;
      if (state.mode === "edit") writeGame(); // from now on drawings are written
    }
    if (![...names].some((name) => name === "game" || Object.hasOwn(fields, name))) return;
    noteMoves();
    if (names.has("puzzle")) stays = null;
    clearTimeout(timer);
    timer = setTimeout(write, pause);
    if (names.has("counted") && !names.has("game")) write(); // before another tab counts it
  });
  // A page that is left, or hidden on a phone that may end it, has no time to ask the library for anything.
  addEventListener("pagehide", () => writeGame({ leaving: true }));
  document.addEventListener("visibilitychange", () => document.visibilityState === "hidden" && write());
}

const movesOf = ({ puzzle, presses, redo }) => `${puzzle} ${presses} ${redo}`;

/** Later than what was seen of any tab, or done here, whatever the clock says. To ask the storage would take time. */
const now = () => Math.max(Date.now(), 1 + seen, 1 + changed);

function noteMoves() {
  const made = movesOf({ ...playedNow().game, puzzle: state.puzzle });
  if (made === moves) return;
  changed = now();
  moves = made;
  stays = null;
}

const isDrawn = () => state.mode === "edit" && state.edits.length > 0;

function write() {
  clearTimeout(timer);
  timer = 0;
  if (!isDrawn()) return writeGame();
  const own = writeDrawing().finally(() => own === writing && (writing = null));
  own.catch(() => {}); // who waits for it is told
  writing = own;
}

/** Keeps what is on the board at once, so that nothing is left to be written. Throws why a drawing cannot be kept now. */
export async function keepNow() {
  while (timer || writing || (isDrawn() && drawn !== state.game)) {
    if (timer || !writing) write();
    await writing;
  }
}

/** What is drawn, as it is kept; the game that was left for it waits behind it. The library names it. */
export async function drawnNow() {
  const { game, places, before } = state;
  const { text: puzzle } = await call("save", { ...puzzleOf(game), format: "address" });
  return { v: 2, at: now(), puzzle, presses: [], redo: [], places, drawn: true,
    before: isUnderWay(recordNow()) ? state.puzzle : before };
}

/** The address of the puzzle on the board, without presses. */
export const puzzleNow = async () =>
  (isDrawn() ? drawnNow() : { puzzle: state.puzzle, places: playedNow().places });

async function writeDrawing() {
  const { game } = state;
  const record = await drawnNow().catch((cause) => {
    if (["page", "busy", "timeout"].includes(cause.code)) throw cause;
    return null; // it has no name, such as a board without lights
  });
  if (state.game !== game) return;
  [drawing, drawn] = [record, game];
  if (!record) return;
  showAddress(record);
  store(drawingKey, record);
}

function writeGame({ leaving = false } = {}) {
  if (!state.puzzle || isDrawn()) return;
  const record = recordNow();
  // A page that is left keeps its address: to change it then could stop the way to the next page.
  if (!leaving) showAddress(record);
  const there = keptValue(prefix + record.puzzle);
  seen = Math.max(seen, Number(there?.at) || 0);
  if (there?.at > changed && movesOf(there) !== moves) return; // another tab has gone on
  store(prefix + record.puzzle, { ...record, before: state.before });
  forgetDrawings(record.puzzle);
}

/** What was drawn here is given up, or waits behind the game, or is the game, as whatever has its puzzle is. */
function forgetDrawings(puzzle) {
  for (const key of keysOf(drawings))
    if (key === drawingKey || keptValue(key)?.puzzle === puzzle) keep(key, null);
}

function showAddress(record) {
  if (location.hash === stays) return;
  const address = addressOf(record);
  if (location.hash !== address || history.state !== record.at) history.replaceState(record.at, "", address);
}

/** Keeps of a game what can be read again, in the room of those played longest ago if need be. */
function store(key, record) {
  const text = JSON.stringify(readable(record, fields));
  if (kept(key) === null) makeRoom(text.length);
  keep(key, text);
}

function makeRoom(length) {
  const games = keysOf(prefix)
    .map((key) => ({ key, length: kept(key).length, at: Number(keptValue(key)?.at) || Infinity }));
  games.sort((one, other) => other.at - one.at);
  let used = length;
  games.forEach((game, i) => {
    used += game.length;
    if (i + 1 >= most || used > room) keep(game.key, null);
  });
}

/** What an older page kept becomes a record like any other. */
export function convertOlder() {
  const text = embedded ? null : kept(olderKey);
  if (text === null) return;
  try {
    const record = ofOlder(JSON.parse(text));
    if (wrongField(record, fields)) throw new Error();
    if (kept(prefix + record.puzzle) === null) keep(prefix + record.puzzle, JSON.stringify(record));
    keep(olderKey, null);
  } catch {
    refuse(olderKey);
  }
}

/** A game as older pages kept it: {address, redo, day, level, …}, with presses that count from 1 in the address. */
function ofOlder({ address, opened, day, level, redo, before, ...rest }) {
  const { puzzle, places, presses, old } = parseAddress(address);
  if (level && !puzzle.startsWith(`board=${level.board}&`)) throw new Error();
  return {
    ...rest, v: 2, at: 1, puzzle: level ? nameOfLevel(level) : day ? nameOfDay(day) : puzzle, redo: redo ?? [], places,
    presses: readPresses(presses, { old }), ...(before && { before: ofOlder(before) }),
  };
}

/**
 * Calls back with the game that is played, if another tab has gone on with it: at once, or when the player comes back
 * from drawing or from another page. Help that was given there counts here, and what was counted there does not.
 */
export function whenElsewhere(callback) {
  const look = () => {
    const record = state.puzzle && state.mode === "play" ? recordOf(state.puzzle) : null;
    seen = Math.max(seen, Number(record?.at) || 0);
    if (!record) return;
    const same = movesOf(record) === moves;
    if (record.at > changed && !same) {
      [changed, moves] = [record.at, movesOf(record)]; // it was moved there, not here
      return callback(record);
    }
    const { hints, shown, helped, counted } = state;
    const both = { hints: Math.max(record.hints ?? 0, hints), shown: Boolean(record.shown || shown),
      helped: Boolean(record.helped || helped), counted: (same && counted === "" && record.counted) || counted };
    if (Object.entries(both).some(([name, value]) => state[name] !== value)) update(both);
  };
  addEventListener("storage", ({ key, newValue }) => newValue !== null && key === prefix + state.puzzle && look());
  addEventListener("pageshow", look);
  subscribe((names) => names.has("mode") && !names.has("puzzle") && look());
}
