// The address holds the puzzle and the presses, so that a link is enough to share a game:
//
//   #v=2&board=torus:4x4&on=0x1b3&presses=3,7      a board that has a SPEC
//   #v=2&lo=cCBsaWdodHMg…&at=10,20;30,40           any other puzzle: its .lo file (base64url), and its places
//   #v=2&daily=2026-11-25/hard                     a daily puzzle; days before 23 November 2026 have no door
//   #v=2&level=grid:3x3/4                          a level of the campaign
//
// What stands between the version and the places names the puzzle; storage (remember.js) knows games by it, too. The
// library writes that of a board or file (play/address.go). Presses are indices from 0, in the order of the board.
// Links without a version are of older pages: their presses count from 1, or are names. Here is the only place where
// presses are read.
import { mayPress } from "./game.js";
import { T } from "./texts.js";

const version = "#v=2&";
const parts = ["v", "daily", "level", "board", "lo", "on", "goal", "at", "presses"];

/** The address of a game: of what names its puzzle, the places of its nodes, and presses. */
export function addressOf({ puzzle, places = null, presses = [] }) {
  const at = places ? `&at=${places.map(([x, y]) => `${Math.round(x)},${Math.round(y)}`).join(";")}` : "";
  return version + puzzle + at + (presses.length > 0 ? `&presses=${presses}` : "");
}

export const nameOfLevel = ({ board, level }) => `level=${board}/${level}`;
export const nameOfDay = (day, door) => `daily=${day}${door ? `/${door}` : ""}`;

/** What the name of a puzzle says: the day of a daily one, and its door where that has two; the level; else null. */
export function named(puzzle) {
  const [, day = null, door] = /^daily=([^/]*)\/?(.*)/.exec(puzzle) ?? [];
  const [, board, level] = /^level=(.+)\/(\d{1,4})$/.exec(puzzle) ?? [];
  return { day, door: door || null, level: board ? { board, level: Number(level) } : null };
}

/**
 * The parts of an address: the name of its puzzle, the places of nodes, and presses as they are written there, perhaps
 * by an older page. A game that is kept has the same parts. Throws what is wrong with the address.
 */
export function parseAddress(hash) {
  const fields = fieldsOf(hash.replace(/^#/, ""));
  const v = fields.get("v");
  if (v !== null && v !== "2") throw new Error(T.addressNewer);
  const address = {
    puzzle: hash.replace(/^#(v=2&)?/, "").replace(/&(at|presses)=[^&]*/g, ""),
    places: fields.get("at")?.split(";").map((pair) => pair.split(",").map(Number)) ?? null, // the library checks them
    presses: (fields.get("presses") || null)?.split(",") ?? [],
    old: v === null,
  };
  requestOf(address);
  return address;
}

function fieldsOf(text) {
  const fields = new URLSearchParams(text);
  const unknown = [...fields.keys()].find((name) => !parts.includes(name));
  if (unknown) throw new Error(T.addressUnknown(unknown));
  const twice = [...fields.keys()].find((name) => fields.getAll(name).length > 1);
  if (twice) throw new Error(T.addressTwice(twice));
  return fields;
}

/** What to ask for to have the puzzle of an address: a day, perhaps with a door; a level; or a request for "load". */
export function requestOf({ puzzle, places }) {
  const fields = fieldsOf(puzzle);
  const [kind, another] = ["daily", "level", "board", "lo"].filter((name) => fields.has(name));
  const value = fields.get(kind);
  if (!value || another) throw new Error(T.addressNoBoard);
  if (kind === "level" || kind === "daily") {
    const { day, door, level } = named(`${kind}=${value}`);
    if (day === null && !level) throw new Error(T.levelUnknown);
    return { day, door, level };
  }
  const request = { on: fields.get("on") ?? "", goal: fields.get("goal") ?? "", places };
  return { request: Object.assign(request, kind === "board"
    ? { spec: value } : { file: fromBase64(value), name: "link.lo" }) };
}

const anyBoard = { view: { switches: Infinity, ref: {}, places: null } };

/**
 * Presses of an address, or of a game as it was kept, as indices: of a puzzle, or of one that is not known yet, without
 * its names. Throws which of them is none.
 */
export function readPresses(list, { puzzle = anyBoard, old = false } = {}) {
  return list.map((written) => {
    const s = old ? indexOf(puzzle.view, written.trim()) : /^\d{1,9}$/.test(String(written)) ? Number(written) : -1;
    if (!(s >= 0 && s < puzzle.view.switches && mayPress(puzzle, s))) throw new Error(written);
    return s;
  });
}

/** The switch that older pages wrote as a number from 1, as the name of a node, or as its row and column. */
function indexOf({ ref, places }, written) {
  if (/^\d{1,9}$/.test(written)) return Number(written) - 1;
  const [, row, column] = /^r(\d+)c(\d+)$/.exec(written) ?? [];
  if (places && row) return places.findIndex(([r, c]) => r + 1 === Number(row) && c + 1 === Number(column));
  return ref.names?.indexOf(written.replace(/^"(.*)"$/, "$1")) ?? -1;
}

/** The text of a file. Older pages wrote some as Latin-1. */
function fromBase64(text) {
  let bytes;
  try {
    bytes = Uint8Array.from(atob(text.replaceAll("-", "+").replaceAll("_", "/")), (c) => c.charCodeAt(0));
  } catch {
    throw new Error(T.addressFile);
  }
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder("latin1").decode(bytes);
  }
}
