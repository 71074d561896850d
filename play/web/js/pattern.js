// A picture of what a press flips, on boards where that is not plain to see: those with patterns, with
// edges that meet and with layers. One for each kind of switch.
import { byId, h } from "./dom.js";
import { thumbnail } from "./picture.js";
import { drawnAsCells, sceneOf } from "./scene.js";
import { openSheet } from "./sheet.js";
import { state, subscribe } from "./store.js";
import { T, boardName, flipsNeighbours, itemName } from "./texts.js";

const most = 9; // pictures

export function startPattern() {
  byId("pattern").addEventListener("click", open);
  subscribe((names) => {
    if (names.has("game") && state.game) byId("pattern").hidden = isPlain(state.game.view);
  });
}

/** Whether the picture of the board shows what a press flips: neighbours side by side, or joined by lines. */
function isPlain(view) {
  if (!drawnAsCells(view)) return true;
  return flipsNeighbours(view) && !/pattern=/.test(view.ref.spec) && (Boolean(view.outlines) || (view.kind === "grid" && view.dims.length === 2));
}

function open() {
  const { view } = state.game;
  const scene = sceneOf(view);
  openSheet("pattern", T.pattern,
    h("p", { class: "note" }, T.patternAbout(boardName(view))),
    h("div", { class: "shelf" }, kinds(view).map((s) =>
      h("figure", { class: "flips" },
        h("div", { class: "pick-picture" }, thumbnail(scene, new Map(view.toggles[s].map((l) => [l, 1])), { marked: new Set([s]) })),
        h("figcaption", {}, itemName(view, { light: s, press: s }))))));
}

/** A switch of each kind, the most frequent first: kinds flip lights at other places relative to themselves. */
function kinds(view) {
  const found = new Map();
  view.toggles.forEach((list, s) => {
    const [row, col] = view.places[s];
    const kind = list.map((l) => `${view.places[l][0] - row},${view.places[l][1] - col}`).sort().join(" ");
    found.set(kind, [...(found.get(kind) ?? []), s]);
  });
  return [...found.values()].sort((a, b) => b.length - a.length).slice(0, most).map((list) => list[Math.floor(list.length / 2)]);
}
