// The address holds the puzzle, so that a link is enough to share it:
//
//   #board=torus:4x4&on=0x1b3&presses=3,7      a board that has a SPEC
//   #lo=cCBsaWdodHMg…&at=10,20;30,40           any other puzzle: its .lo file (base64url), and its places
//   #daily=2026-11-15  #level=grid:3x3/4       a daily puzzle, and a level of the campaign
//
// Lights are written as an integer whose lowest bit is the first light, or, if they have more than two states, as the digit
// of each; switches count from 1. Both
// are read by the library, so that whatever --on, --goal and --presses take is an address, too.
import { call } from "./backend.js";
import { counts, puzzleOf } from "./game.js";
import { T } from "./texts.js";

const names = ["board", "lo", "on", "goal", "presses", "at"];

/** The address of a game, with its presses or as it was at the start. */
export async function addressOf(game, places, { withPresses = true } = {}) {
  if (!isSpec(game) && !fileOf(game)) {
    const { text } = await call("save", { ...puzzleOf(game), format: "lo" });
    files = [{ game, text }, ...files.slice(0, 3)];
  }
  return addressNow(game, places, { withPresses });
}

const isSpec = ({ view, forbidden, dont_care: either }) => view.ref.spec && forbidden.length === 0 && either.length === 0;

let files = []; // [{game, text}]: the latest puzzles without a SPEC, as the library writes them

/** The file of a puzzle, if it is known. The moves of a game share the lists that it starts with. */
const fileOf = (game) => files.find((known) => ["view", "on", "goal", "dont_care", "forbidden"].every((name) => known.game[name] === game[name]))?.text;

/** The same at once, or null if the library has not yet been asked for a part of it. */
export function addressNow(game, places, { withPresses = true } = {}) {
  const fields = new URLSearchParams();
  if (isSpec(game)) {
    fields.set("board", game.view.ref.spec);
    fields.set("on", lightsOf(game.view, game.on));
    if (game.goal.length > 0) fields.set("goal", lightsOf(game.view, game.goal));
  } else {
    const file = fileOf(game);
    if (!file) return null;
    fields.set("lo", toBase64(file));
  }
  if (places) fields.set("at", places.map(([x, y]) => `${Math.round(x)},${Math.round(y)}`).join(";"));
  if (withPresses && game.presses.length > 0) fields.set("presses", game.presses.map((s) => s + 1).join(","));
  return "#" + fields.toString().replace(/%3A/g, ":").replace(/%2C/g, ",").replace(/%3B/g, ";").replace(/%3D/g, "=");
}

/** The request for "load" that an address stands for, and the places; or a day or a level. Throws what is wrong. */
export function parseAddress(hash) {
  const fields = new URLSearchParams(hash.replace(/^#/, ""));
  const [[name, value] = []] = fields;
  if (fields.size === 1 && name === "daily") return { day: value };
  if (fields.size === 1 && name === "level") {
    const [, board, level] = /^(.+)\/(\d{1,4})$/.exec(value) ?? [];
    return { level: { board, level: Number(level) } };
  }
  for (const name of fields.keys()) {
    if (!names.includes(name)) throw new Error(T.addressUnknown(name));
  }
  if (fields.has("board") === fields.has("lo")) throw new Error(T.addressNoBoard);
  const request = { on: fields.get("on") ?? "", goal: fields.get("goal") ?? "", presses: fields.get("presses") ?? "" };
  if (fields.has("board")) request.spec = fields.get("board");
  else Object.assign(request, { file: fromBase64(fields.get("lo")), name: "link.lo" });
  const places = fields.get("at")?.split(";").map((pair) => pair.split(",").map(Number)) ?? null; // the library checks them
  return { request, places };
}

function lightsOf({ lights, states }, on) {
  if (states > 2) return Array.from(counts(lights, on), (state) => state.toString(36)).join("");
  const digits = new Uint8Array(Math.ceil(lights / 4)); // one integer made bit by bit would take long on large boards
  for (const i of on) digits[i >> 2] |= 1 << (i & 3);
  return "0x" + (Array.from(digits, (digit) => digit.toString(16)).reverse().join("").replace(/^0+/, "") || "0");
}

function toBase64(text) {
  return btoa(text).replaceAll("+", "-").replaceAll("/", "_").replace(/=+$/, "");
}

function fromBase64(text) {
  try {
    return atob(text.replaceAll("-", "+").replaceAll("_", "/"));
  } catch {
    throw new Error(T.addressFile);
  }
}
