// The beginning: everything is started once, and the first puzzle is fetched: from the address,
// else as it was left, else a new one.
import * as actions from "./actions.js";
import { parseAddress } from "./address.js";
import { startAnalysis } from "./analysis.js";
import { call } from "./backend.js";
import { startBoard } from "./boardview.js";
import { CallError } from "./callerror.js";
import { startEmbed } from "./embed.js";
import { connect, drawsLines, moveNode, redoEdit, removeNode, startEditing, undoEdit, useTool, useToolAt } from "./editing.js";
import { startFiles } from "./files.js";
import { openGallery } from "./gallery.js";
import { startKeys } from "./keys.js";
import { startLesson } from "./lesson.js";
import { defaultWish, startPanel } from "./panel.js";
import { isOwnAddress, rememberFromNow, remembered } from "./remember.js";
import { startSheets } from "./sheets.js";
import { state, update } from "./store.js";
import { T, fillTexts, reason } from "./texts.js";
import { startTheme } from "./theme.js";
import { startWin } from "./win.js";
import { drawWordmark } from "./wordmark.js";
import { startZoom } from "./zoombar.js";

fillTexts();
startEmbed();
drawWordmark();
startTheme();
startBoard({
  onItem: (item, i, how) => (state.mode === "edit" ? useTool(item, i) : actions.pressSwitch(item.press, how)),
  onPlace: (place, line) => state.mode === "edit" && useToolAt(place, line),
  onMove: (places, i) => (state.mode === "edit" ? moveNode(places, i) : update({ places })),
  onJoin: connect,
  onDelete: (i) => state.mode === "edit" && removeNode(i),
  joins: drawsLines,
});
startZoom();
startPanel({
  choose: openGallery,
  undo: () => (state.mode === "edit" ? undoEdit() : actions.undo()),
  redo: () => (state.mode === "edit" ? redoEdit() : actions.redo()),
});
startEditing();
startAnalysis();
startLesson();
startFiles();
startSheets();
startWin();
startKeys();
document.documentElement.dataset.filled = ""; // from here on nothing jumps
addEventListener("hashchange", () => !isOwnAddress() && openAddress(location.hash));

actions.say(T.loading);
await firstPuzzle();
rememberFromNow();
document.documentElement.dataset.ready = "";

async function firstPuzzle() {
  const kept = remembered();
  if (location.hash.length > 1 && location.hash !== kept?.address) {
    await openAddress(location.hash);
    return;
  }
  if (kept && (await open(kept.address, kept))) return;
  await anyPuzzle();
}

async function anyPuzzle() {
  await actions.attempt(async () => {
    const { view } = await call("load", { spec: "grid:5x5" });
    await actions.newPuzzle(defaultWish(view), view);
  });
}

/** Opens an address; one that makes no sense gets a message and, at the start, another puzzle. */
async function openAddress(hash) {
  try {
    await openOrThrow(hash);
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
  const { request, places } = parseAddress(hash);
  const puzzle = await call("load", request);
  if (places && (places.length !== puzzle.view.lights || !puzzle.view.graph)) throw new Error(T.addressPlacesCount);
  actions.begin(puzzle, { places: places ?? puzzle.places, title: kept.title, best: kept.best, kept });
}
