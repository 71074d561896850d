// What survives a reload: the address bar always shows the game, and the browser keeps what an
// address does not hold (clock, redo, hints). Storage may be forbidden; then the address remains. Within
// another page nothing is kept: its puzzle must not replace the player's own game.
import { addressNow, addressOf } from "./address.js";
import { embedded, keep, keptValue } from "./kept.js";
import { elapsedNow, played, state, subscribe } from "./store.js";

const key = "lightsout";
const pause = 200; // ms; browsers dislike an address that changes with every key
let timer = 0;
const opened = location.hash; // the address as it was when the page was opened
let written = ""; // and as this page last wrote it

export async function rememberFromNow() {
  subscribe((names) => {
    if (!["game", "places", "hints", "best", "counted", "elapsed"].some((name) => names.has(name))) return;
    clearTimeout(timer);
    timer = setTimeout(write, pause);
  });
  // A page that is left, or hidden on a phone that may end it, has no time to ask the library for anything.
  addEventListener("pagehide", () => writeNow({ leaving: true }));
  document.addEventListener("visibilitychange", () => document.visibilityState === "hidden" && writeNow());
  await askFor(subject());
}

/** What is to be remembered: the game that is played, or what was drawn. */
function subject() {
  const drawn = state.mode === "edit" && state.edits.length > 0;
  const { game, places } = state.mode === "edit" && !drawn ? state.paused : state;
  const nothing = !game || game.view.lights === 0;
  return nothing ? null : { drawn, game, places };
}

/** Writes what is to be remembered, once the library has written the puzzles that have no SPEC. */
async function write() {
  const now = subject();
  if (!now) return;
  await Promise.all([now, state.before].map(askFor));
  writeNow();
}

/** Makes sure that the address of a game is there when it is wanted at once; none is if it is too large to save. */
const askFor = (which) => which?.game && addressOf(which.game, which.places).catch(() => null);

function writeNow({ leaving = false } = {}) {
  clearTimeout(timer);
  const now = subject();
  const address = now && addressNow(now.game, now.places);
  if (!address) return;
  // A page that is left keeps its address: to change it then could stop the way to the next page.
  if (!leaving) {
    written = address;
    if (location.hash !== address) history.replaceState(null, "", address);
  }
  // All but the address is about the game that was played, never about a drawing made of it.
  const rest = now.drawn ? {} : { redo: now.game.redo, ...played(), elapsed: elapsedNow(), before: storedBefore() };
  if (!embedded) keep(key, JSON.stringify({ address, opened, ...rest }));
}

/** The running game that another has replaced, as it is stored. */
function storedBefore() {
  const { before } = state;
  if (!before?.game) return before;
  const { game, places, ...rest } = before;
  const address = addressNow(game, places);
  return address && { ...rest, address, redo: game.redo };
}

export const isOwnAddress = (hash) => hash === written;

/** What was kept of the last game, or null. */
export function remembered() {
  const value = embedded ? null : keptValue(key);
  return typeof value?.address === "string" ? value : null;
}

/** Whether the address bar shows the game that was kept; a page that is loaded again may show it as it was some presses earlier. */
export function showsKept({ address, opened }) {
  const [{ type } = {}] = performance.getEntriesByType("navigation");
  const puzzle = (hash) => hash.replace(/&presses=[\d,]*$/, "");
  return location.hash === address || (type === "reload" && [opened, puzzle(address)].includes(puzzle(location.hash)));
}
