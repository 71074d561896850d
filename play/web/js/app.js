// The beginning: everything is started once, and the first puzzle is fetched: from the address,
// else as it was left, else a new one.
import * as actions from "./actions.js";
import { parseAddress } from "./address.js";
import { startAnalysis } from "./analysis.js";
import { call } from "./backend.js";
import { startBoard } from "./boardview.js";
import { startCamera } from "./camera.js";
import { isSolved, playDay, startDaily } from "./daily.js";
import { embedded, startEmbed } from "./embed.js";
import { connect, drawsLines, moveNode, redoEdit, removeNode, startEditing, undoEdit, useTool, useToolAt } from "./editing.js";
import { startFiles } from "./files.js";
import { openGallery } from "./gallery.js";
import { whenNotKept } from "./kept.js";
import { startKeys } from "./keys.js";
import { firstVisit, playLevel, startLevels } from "./levels.js";
import { firstWish, startPanel } from "./panel.js";
import { startLines } from "./lines.js";
import { startPlayer } from "./player.js";
import { startRecord } from "./record.js";
import { isOwnAddress, rememberFromNow, remembered, showsKept } from "./remember.js";
import { startShare } from "./share.js";
import { startSheets } from "./sheets.js";
import { startStatistics } from "./statistics.js";
import { state, update } from "./store.js";
import { CallError, T, fillTexts, reason } from "./texts.js";
import { startTheme } from "./theme.js";
import { today } from "./today.js";
import { startWin } from "./win.js";

fillTexts();
startEmbed();
startTheme();
startBoard({
  onItem: (item, i, how) => (state.mode === "edit" ? useTool(item, i) : actions.pressSwitch(item.press, how)),
  onPlace: (place, line) => state.mode === "edit" && useToolAt(place, line),
  onMove: (places, i) => (state.mode === "edit" ? moveNode(places, i) : update({ places })),
  onJoin: connect,
  onDelete: (i) => state.mode === "edit" && removeNode(i),
  joins: drawsLines,
});
startCamera();
startPanel({
  choose: openGallery,
  undo: () => (state.mode === "edit" ? undoEdit() : actions.undo()),
  redo: () => (state.mode === "edit" ? redoEdit() : actions.redo()),
});
startEditing();
startAnalysis();
startFiles();
startSheets();
startWin();
startRecord();
startPlayer();
startLines();
startLevels();
startDaily();
startStatistics();
startShare();
startKeys();
document.documentElement.dataset.filled = ""; // from here on nothing jumps
addEventListener("hashchange", ({ newURL }) => { // the address may already be another: this page writes it, too
  const { hash } = new URL(newURL);
  if (!isOwnAddress(hash)) openAddress(hash);
});

whenNotKept(() => actions.say(T.notKept, "bad"));
actions.say(T.loading);
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
  if (kept && (await open(kept.address, kept))) return;
  if (!kept && !embedded && (await firstVisit())) return;
  await anyPuzzle();
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

async function anyPuzzle() {
  await actions.attempt(async () => {
    const { view } = await call("load", { spec: "grid:5x5" });
    await actions.newPuzzle(firstWish(view), view);
  });
}

/** Opens an address; one that makes no sense gets a message and, at the start, another puzzle. */
async function openAddress(hash) {
  try {
    await openOrThrow(hash);
    if (state.game) return;
    const { message } = state; // it was no day or level
    await anyPuzzle();
    update({ message });
  } catch (cause) {
    if (!(cause instanceof CallError) && cause.constructor !== Error) throw cause;
    if (!state.game) await anyPuzzle();
    actions.say(T.addressBad(reason(cause)), "bad");
  }
}

function open(hash, kept) {
  return openOrThrow(hash, kept).then(() => true, () => false);
}

async function openOrThrow(hash, kept = {}) {
  const { request, places, day, level } = parseAddress(hash);
  if (day) return playDay(day);
  if (level ?? kept.level) return playLevel(level ?? kept.level, { presses: /presses=([\d,]+)/.exec(hash)?.[1], kept });
  const puzzle = await actions.load({ ...request, places });
  actions.begin(puzzle, { ...kept, places: puzzle.places, kept });
}
