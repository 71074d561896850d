// The campaign: each board from one press to the hardest state it has. The levels are plain data
// (campaign.json) and need no library.
import { attempt, begin } from "./actions.js";
import { CallError } from "./callerror.js";
import { byId, h } from "./dom.js";
import { thumbnail } from "./picture.js";
import { readProgress } from "./progress.js";
import { exampleFlips, sceneOf } from "./scene.js";
import { closeSheet, openSheet } from "./sheet.js";
import { T, boardName } from "./texts.js";

let loading = null;

/** The worlds, [{view, levels: [{on, best}]}]. */
export function campaign() {
  loading ??= fetch("campaign.json").then((response) => response.json()).then(({ worlds }) => worlds).catch(() => {
    loading = null;
    throw new CallError({ code: "page", message: T.levelsGone });
  });
  return loading;
}

export function startLevels() {
  byId("levels").addEventListener("click", openLevels);
}

/** Plays a level, {board, level}; levels count from 1. */
export function playLevel({ board, level }) {
  return attempt(async () => {
    const world = (await campaign()).find(({ view }) => view.ref.spec === board);
    const puzzle = world?.levels[level - 1];
    if (!puzzle) throw new CallError({ code: "page", message: T.levelUnknown });
    closeSheet("levels");
    begin({ view: world.view, on: puzzle.on }, { title: T.levelOf(boardName(world.view), level), level: { board, level }, best: { presses: puzzle.best, minimum: true } });
  });
}

/** The level after one, or null after the last. */
export function nextLevel(worlds, { board, level }) {
  const at = worlds.findIndex(({ view }) => view.ref.spec === board);
  if (level < worlds[at]?.levels.length) return { board, level: level + 1 };
  const next = worlds[at + 1];
  return next ? { board: next.view.ref.spec, level: 1 } : null;
}

export function openLevels() {
  return attempt(async () => {
    const worlds = await campaign();
    const done = new Map(readProgress()?.campaign.map((r) => [`${r.level} ${r.board}`, r]));
    const find = (board, level) => done.get(`${level} ${board}`);
    const all = worlds.flatMap(({ view, levels }) => levels.map((_, i) => ({ board: view.ref.spec, level: i + 1 })));
    const next = all.find(({ board, level }) => !find(board, level));
    const stars = all.reduce((sum, { board, level }) => sum + (find(board, level)?.stars ?? 0), 0);
    openSheet("levels", T.campaign,
      h("p", { class: "note" }, T.campaignAbout),
      h("p", { class: "campaign-sum" }, T.campaignSum(all.filter(({ board, level }) => find(board, level)).length, all.length, stars)),
      worlds.map((world) => worldSection(world, find, next)));
    const here = byId("levels-sheet").querySelector(".next");
    here?.scrollIntoView({ block: "center" });
    here?.focus({ preventScroll: true });
  });
}

function worldSection({ view, levels }, find, next) {
  const board = view.ref.spec;
  return h("section", { class: "world" },
    h("div", { class: "world-picture", "aria-hidden": "true" }, thumbnail(sceneOf(view), exampleFlips(view), view)),
    h("h3", {}, boardName(view)),
    h("div", { class: "level-row" }, levels.map((_, i) => {
      const level = i + 1;
      const record = find(board, level);
      const isNext = next?.board === board && next.level === level;
      const label = record ? `${T.levelNumber(level)}, ${T.winStars(record.stars)}` : T.levelNumber(level);
      return h("button", { type: "button", class: `level${record ? " done" : ""}${isNext ? " next" : ""}`, "aria-label": label, "data-level": `${board}/${level}`, onclick: () => playLevel({ board, level }) },
        h("span", {}, String(level)), h("small", { "aria-hidden": "true" }, record ? "★".repeat(record.stars) + "☆".repeat(3 - record.stars) : ""));
    })));
}
