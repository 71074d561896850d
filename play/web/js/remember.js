// What survives a reload: the address bar always shows the game, and the browser keeps what an
// address does not hold (clock, redo, hints). Storage may be forbidden; then the address remains. Within
// another page nothing is kept: its puzzle must not replace the player's own game.
import { addressOf } from "./address.js";
import { embedded } from "./embed.js";
import { elapsedNow, state, subscribe } from "./store.js";

const key = "lightsout";
const pause = 200; // ms; browsers dislike an address that changes with every key
let timer = 0;
let written = ""; // the address as this page last wrote it

export function rememberFromNow() {
  subscribe((names) => {
    if (!["game", "places", "hints", "best"].some((name) => names.has(name))) return;
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
  const address = await addressOf(game, places).catch(() => null);
  if (address === null || now !== state.game) return; // too large to save, or already another
  written = address;
  if (location.hash !== address) history.replaceState(null, "", address);
  store(drawn ? { address } : { address, ...playedSoFar(game) });
}

/** All but the address. It is about the game that was played, never about a drawing made of it. */
function playedSoFar({ redo }) {
  const { title, best, hints, shown, plan } = state;
  return { redo, title, best, hints, shown, plan, elapsed: elapsedNow() };
}

export const isOwnAddress = () => location.hash === written;

function store(value) {
  if (embedded) return;
  try {
    localStorage.setItem(key, JSON.stringify(value));
  } catch {
    // full or forbidden
  }
}

/** What was kept of the last game, or null. */
export function remembered() {
  if (embedded) return null;
  try {
    const value = JSON.parse(localStorage.getItem(key));
    return typeof value?.address === "string" ? value : null;
  } catch {
    return null;
  }
}
