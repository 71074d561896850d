// The beginning: the modules listen and show by themselves, and here the first puzzle is fetched: from the address,
// else as it was left, else a new one.
import { attempt } from "./actions.js";
import { addressOf, nameIn, nameOfDay, parseAddress } from "./address.js";
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
import { firstLevel, goOn, load, newPuzzle, open } from "./opening.js";
import { firstWish } from "./panel.js";
import { readProgress, today } from "./progress.js";
import { isOwn, isOwnAddress, isUnderWay, latest, recordOf, refusals, rememberFromNow, takeOver,
  whenElsewhere } from "./remember.js";
import "./share.js";
import "./statistics.js";
import { say, state, update } from "./store.js";
import { T, reasonOf } from "./texts.js";
import "./win.js";

byId("full").hidden = !embedded;
// the game as it is now
byId("full").addEventListener("click", () => (byId("full").href = location.pathname + location.hash));
document.documentElement.dataset.filled = ""; // from here on nothing jumps
addEventListener("hashchange", ({ newURL }) => { // the address may already be another: this page writes it, too
  const { hash } = new URL(newURL);
  if (!isOwnAddress(hash)) attempt(() => open(parseAddress(hash)), T.addressBad);
});

whenNotKept(() => say(T.notKept, "bad"));
whenElsewhere(async (record) => {
  await goOn(record);
  say(T.otherTab);
});
say(T.loading);
takeOver();
await firstPuzzle();
rememberFromNow();
document.documentElement.dataset.ready = "";

/** The first puzzle that can be had: of the address, else as it was left, else the first level, else a new one. */
async function firstPuzzle() {
  const last = latest();
  const told = [];
  for (const [work, words] of choices(last)) {
    try {
      await work();
      break;
    } catch (cause) {
      told.push(words(reasonOf(cause)));
    }
  }
  // What cannot be had now may be there again later.
  const stored = isUnderWay(last) && recordOf(last.puzzle); // it may have been put aside
  if (stored && (last.puzzle !== state.puzzle || String(last.presses) !== String(state.game?.presses)))
    update({ before: last });
  told.push(...refusals(), ...(readProgress() ? [] : [T.progressUnreadable]));
  if (told.length > 0) say([...told, state.message.tone === "bad" ? state.message.text : ""]
    .filter(Boolean).join(" "), "bad");
}

/** What to try, one after the other, and how to tell why one was refused. */
function choices(last) {
  const { hash } = location;
  const asked = hash.length > 1;
  const own = asked ? recordOf(nameIn(hash)) : last;
  const goesOn = own && (!asked || isOwn(own));
  return [
    goesOn && isOver(own, asked) && [() => open({ day: today(), door: doorOf(today()) }), T.failed],
    goesOn && [() => goOn(own, asked ? hash : addressOf(own)), T.failed],
    asked && !goesOn && [() => open(parseAddress(hash)), T.addressBad],
    !asked && !embedded && [() => open({ level: firstLevel }), T.failed],
    [anyPuzzle, T.failed],
  ].filter(Boolean);
}

/**
 * Whether what was kept makes way for today's puzzle: the daily of another day that is solved, or, to who comes without
 * an address, whatever is not under way.
 */
function isOver(record, asked) {
  if (isUnderWay(record) || isSolved(today())) return false;
  return asked ? record.counted === "solved" && record.puzzle.startsWith("daily=")
    && !record.puzzle.startsWith(nameOfDay(today())) : true;
}

async function anyPuzzle() {
  const { view } = await load({ spec: "grid:5x5" });
  await newPuzzle(firstWish(view), view);
}
