// The beginning: the modules listen and show by themselves, and here the first puzzle is fetched: from the address,
// else as it was left, else a new one.
import { attempt } from "./actions.js";
import { nameOfDay, nameOfLevel, parseAddress } from "./address.js";
import "./analysis.js";
import "./boardview.js";
import { doorOf, isSolved } from "./daily.js";
import { byId } from "./dom.js";
import "./files.js";
import "./gallery.js";
import "./help.js";
import { embedded, whenNotKept } from "./kept.js";
import "./keys.js";
import "./levels.js";
import { choose, first, firstLevel, load, open, openNew, resume, takeOver, tellOfLink } from "./opening.js";
import { firstWish } from "./panel.js";
import { readProgress, today } from "./progress.js";
import { convertOlder, isBehind, isOwn, isUnderWay, keepAddress, keepNow, latest, recordOf, refusals, rememberFromNow,
  whenElsewhere } from "./remember.js";
import "./share.js";
import { closeSheets } from "./sheet.js";
import "./statistics.js";
import { say, state, update } from "./store.js";
import { T, reasonOf } from "./texts.js";
import "./win.js";

byId("full").hidden = !embedded;
// the game as it is now
byId("full").addEventListener("click", () => (byId("full").href = location.pathname + location.hash));
document.documentElement.dataset.filled = ""; // from here on nothing jumps
document.querySelector(".skip").addEventListener("click", (event) => { // its address would be a puzzle
  event.preventDefault();
  byId("board").focus();
});
addEventListener("hashchange", ({ newURL }) => { // the address may already be another: this page writes it, too
  keepAddress();
  closeSheets(); // a refusal is told below them
  attempt(() => openLink(new URL(newURL).hash, choose()), tellOfLink);
});

whenNotKept(() => say(T.notKept, "bad"));
whenElsewhere(takeOver);
say(T.loading);
convertOlder();
rememberFromNow(); // the player may play before the first puzzle is there
await firstPuzzle();
keepNow().catch(() => {}); // at once
document.documentElement.dataset.ready = "";

/** Opens an address; a game whose address this page wrote goes on. */
async function openLink(hash, signal) {
  const address = parseAddress(hash);
  const own = recordOf(address.puzzle);
  return own && isOwn(own) ? resume(own.puzzle, signal) : open(address, { signal, wins: own && isBehind(own) });
}

/** Opens the first puzzle that can be had, unless the player has found another meanwhile. */
async function firstPuzzle() {
  const { hash } = location;
  const linked = hash.length > 1;
  const last = latest();
  const told = [];
  const { signal } = first;
  for (const work of [linked && (() => openLink(hash, signal)), ...others(last, signal)].filter(Boolean)) {
    try {
      await work();
      break;
    } catch (cause) {
      if (cause.name === "AbortError") return;
      told.push(linked && told.length === 0 ? tellOfLink(cause) : T.failed(reasonOf(cause)));
    }
  }
  if (told.length > 0) keepAddress();
  if (told.length > 0 && state.puzzle === last?.puzzle) told.push(T.lastGame);
  // What cannot be had now may be there again later.
  const stored = isUnderWay(last) && recordOf(last.puzzle); // it may have been put aside
  if (stored && last.puzzle !== state.puzzle) update({ before: last.puzzle });
  told.push(...refusals(), ...(readProgress() ? [] : [T.progressUnreadable]));
  if (told.length > 0) say([...told, state.message.tone === "bad" ? state.message.text : ""]
    .filter((words, i, all) => words && all.indexOf(words) === i).join(" "), "bad");
}

/** What to try without an address, one by one: a game under way, today's puzzle, the first level, a new one. */
function others(last, signal) {
  const goOn = () => resume(last.puzzle, signal);
  const level = () => open({ puzzle: nameOfLevel(firstLevel) }, { signal });
  const daily = () => open({ puzzle: nameOfDay(today(), doorOf(today())) }, { signal });
  return [
    isUnderWay(last) && goOn,
    last && !isSolved(today()) && daily,
    last && !isUnderWay(last) && goOn,
    ...(embedded ? [anyPuzzle, level] : [level, anyPuzzle]),
  ];

  async function anyPuzzle() {
    const { view } = await load({ spec: "grid:5x5" }, signal);
    return openNew(firstWish(view), view, signal);
  }
}
