// What survives a reload: the address bar always shows the game, and the browser keeps what an
// address does not hold (clock, redo, hints). Storage may be forbidden; then the address remains. Within
// another page nothing is kept: its puzzle must not replace the player's own game.
import { addressOf } from "./address.js";
import { embedded } from "./embed.js";
import { keep, keptValue } from "./kept.js";
import { elapsedNow, played, state, subscribe } from "./store.js";

const key = "lightsout";
const pause = 200; // ms; browsers dislike an address that changes with every key
let timer = 0;
let written = ""; // the address as this page last wrote it

export function rememberFromNow() {
  subscribe((names) => {
    if (!["game", "places", "hints", "best", "counted"].some((name) => names.has(name))) return;
    clearTimeout(timer);
    timer = setTimeout(write, pause);
  });
  addEventListener("pagehide", write);
}

async function write() {
  clearTimeout(timer);
  const drawn = state.mode === "edit" && state.edits.length > 0;
  const now = state.game;
  const { game, places } = state.mode === "edit" && !drawn ? state.paused : state;
  if (!game || game.view.lights === 0) return;
  if (state.tutorial !== null) return; // a lesson is no game; the address goes on showing that
  const address = await addressOf(game, places).catch(() => null);
  const before = drawn ? null : await storedBefore();
  if (address === null || now !== state.game) return; // too large to save, or already another
  written = address;
  if (location.hash !== address) history.replaceState(null, "", address);
  // All but the address is about the game that was played, never about a drawing made of it.
  if (!embedded) keep(key, JSON.stringify(drawn ? { address } : { address, redo: game.redo, ...played(), elapsed: elapsedNow(), before }));
}

/** The running game that another has replaced, as it is stored. */
async function storedBefore() {
  const { before } = state;
  if (!before?.game) return before;
  const { game, places, ...rest } = before;
  const address = await addressOf(game, places).catch(() => null);
  return address && { ...rest, address, redo: game.redo };
}

export const isOwnAddress = (hash) => hash === written;

/** What was kept of the last game, or null. */
export function remembered() {
  const value = embedded ? null : keptValue(key);
  return typeof value?.address === "string" ? value : null;
}
