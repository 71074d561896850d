// The levels: worlds of one board each, from one press to the hardest state it has. They are plain data
// (campaign.json) and need no library. The first world teaches the game, a sentence for each of its first levels.
import { attempt } from "./actions.js";
import { nameOfLevel } from "./address.js";
import { byId, h } from "./dom.js";
import { campaign, choice, tryToOpen } from "./opening.js";
import { boardPicture } from "./picture.js";
import { readProgress } from "./progress.js";
import { openSheet } from "./sheet.js";
import { T, boardName } from "./texts.js";

byId("levels").addEventListener("click", openLevels);

/** Every level, in order, with what was reached in it. */
async function allLevels() {
  const done = new Map(readProgress()?.campaign.map((r) => [`${r.level} ${r.board}`, r]));
  return (await campaign()).flatMap(({ view, levels }) => levels.map((_, i) => {
    const [board, level] = [view.ref.spec, i + 1];
    return { board, level, record: done.get(`${level} ${board}`) };
  }));
}

/** The level to play next: the one after a given one, or the first that is not solved; null if there is none. */
export async function nextLevel(after = null) {
  const all = await allLevels();
  if (!after) return all.find(({ record }) => !record) ?? null;
  return all[all.findIndex(({ board, level }) => board === after.board && level === after.level) + 1] ?? null;
}

export function openLevels() {
  const { signal } = choice;
  return attempt(async () => {
    const [worlds, all, next] = [await campaign(), await allLevels(), await nextLevel()];
    signal.throwIfAborted();
    const stars = all.reduce((sum, { record }) => sum + (record?.stars ?? 0), 0);
    openSheet("levels", T.campaign,
      h("p", { class: "note" }, T.campaignAbout),
      h("p", { class: "campaign-sum" }, T.campaignSum(all.filter(({ record }) => record).length, all.length, stars)),
      worlds.map(({ view }) => worldSection(view, all.filter(({ board }) => board === view.ref.spec), next)));
    const here = byId("levels-sheet").querySelector(".next");
    here?.scrollIntoView({ block: "center" });
    here?.focus({ preventScroll: true });
  });
}

function worldSection(view, levels, next) {
  return h("section", { class: "world" },
    h("div", { class: "world-picture", "aria-hidden": "true" }, boardPicture(view)),
    h("h3", {}, T.worlds[view.ref.spec], " ", h("small", {}, boardName(view))),
    h("div", { class: "level-row" }, levels.map(({ board, level, record }) => {
      const isNext = next?.board === board && next.level === level;
      const label = record ? `${T.levelNumber(level)}, ${T.winStars(record.stars)}` : T.levelNumber(level);
      return h("button", { type: "button", class: `level${record ? " done" : ""}${isNext ? " next" : ""}`,
        "aria-label": label, "data-level": `${board}/${level}`,
        onclick: () => tryToOpen({ puzzle: nameOfLevel({ board, level }) }) },
        h("span", {}, String(level)),
        h("small", { "aria-hidden": "true" }, record && "★★★☆☆☆".slice(3 - record.stars, 6 - record.stars)));
    })));
}
