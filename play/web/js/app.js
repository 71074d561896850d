// The beginning: the modules listen and show by themselves, and here the first puzzle is fetched: from the address,
// else as it was left, else a new one.
import * as actions from "./actions.js";
import { parseAddress } from "./address.js";
import "./analysis.js";
import { call } from "./backend.js";
import "./boardview.js";
import { isSolved, playDay } from "./daily.js";
import { byId } from "./dom.js";
import "./files.js";
import "./gallery.js";
import "./help.js";
import { embedded, whenNotKept } from "./kept.js";
import "./keys.js";
import { firstLevel, playLevel } from "./levels.js";
import { firstWish } from "./panel.js";
import { today } from "./progress.js";
import { isOwnAddress, rememberFromNow, remembered, showsKept } from "./remember.js";
import "./share.js";
import "./statistics.js";
import { say, state, update } from "./store.js";
import { CallError, T, reason } from "./texts.js";
import "./win.js";

byId("full").hidden = !embedded;
byId("full").addEventListener("click", () => (byId("full").href = location.pathname + location.hash)); // the game as it is now
document.documentElement.dataset.filled = ""; // from here on nothing jumps
addEventListener("hashchange", ({ newURL }) => { // the address may already be another: this page writes it, too
  const { hash } = new URL(newURL);
  if (!isOwnAddress(hash)) openAddress(hash);
});

whenNotKept(() => say(T.notKept, "bad"));
say(T.loading);
await firstPuzzle();
await rememberFromNow();
document.documentElement.dataset.ready = "";

async function firstPuzzle() {
  const kept = remembered();
  if (location.hash.length > 1 && !(kept && showsKept(kept))) {
    await openAddress(location.hash);
    undoBrings(kept);
    return;
  }
  if (kept && isOver(kept) && (await playDay())) return;
  if (kept && (await open(kept.address, kept).then(() => true, () => false))) return;
  if (!kept && !embedded) await playLevel(firstLevel);
  if (!state.game) await anyPuzzle();
  undoBrings(kept); // what cannot be had now may be there again later
}

function isUnderWay(kept) {
  return kept.counted !== "solved" && /[#&]presses=/.test(kept.address);
}

/** Whether what was kept makes way for today's puzzle: the daily of another day that is solved, or, to who comes without an address, whatever is not under way. */
function isOver(kept) {
  if (isUnderWay(kept) || isSolved(today())) return false;
  return location.hash.length > 1 ? kept.counted === "solved" && Boolean(kept.day) && kept.day !== today() : true;
}

/** Lets undo bring the game that was left, if it was under way. */
function undoBrings(kept) {
  if (kept && isUnderWay(kept)) update({ before: kept });
}

function anyPuzzle() {
  return actions.attempt(async () => {
    const { view } = await call("load", { spec: "grid:5x5" });
    await actions.newPuzzle(firstWish(view), view);
  });
}

/** Opens an address; one that makes no sense gets a message and, at the start, another puzzle. */
async function openAddress(hash) {
  try {
    await open(hash);
    if (state.game) return;
    const { message } = state; // it was no day or level
    await anyPuzzle();
    update({ message });
  } catch (cause) {
    if (!(cause instanceof CallError) && cause.constructor !== Error) throw cause;
    if (!state.game) await anyPuzzle();
    say(T.addressBad(reason(cause)), "bad");
  }
}

/** Opens an address, perhaps of a game that was kept. Throws what is wrong with it. */
async function open(hash, kept = {}) {
  const { day, level } = parseAddress(hash);
  if (day) return playDay(day);
  if (level ?? kept.level) return playLevel(level ?? kept.level, { presses: /presses=([\d,]+)/.exec(hash)?.[1], kept });
  return actions.openKept({ ...kept, address: hash });
}
