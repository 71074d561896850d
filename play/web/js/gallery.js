// The sheet on which a board is chosen: pictures of some, a line for any, and files.
import { attempt } from "./actions.js";
import { call } from "./backend.js";
import { byId, h } from "./dom.js";
import { choose, openNew } from "./opening.js";
import { firstWish } from "./panel.js";
import { boardPicture } from "./picture.js";
import { closeSheets, fromTemplate, openSheet } from "./sheet.js";
import { T, reasonOf } from "./texts.js";

const groups = {
  classics: ["grid:3x3", "grid:4x4", "grid:5x5", "grid:6x6", "grid:7x7", "grid:9x9", "merlin"],
  wrapped: ["torus:4x4", "torus:5x5", "cylinder:5x6", "mobius:5x6", "klein:5x6", "projective:5x5"],
  higher: ["grid:3x3x3", "grid:3x3x3x3", "torus:3x3x3", "cube:3", "hypercube:3", "hypercube:4", "hypercube:5"],
  tiles: ["hex:3", "hex:4", "hexgrid:5x5", "triangle:5", "trigrid:4x7"],
  solids: ["platonic:tetrahedron", "platonic:cube", "platonic:octahedron", "platonic:dodecahedron",
    "platonic:icosahedron"],
  graphs: ["petersen", "cycle:9", "star:8", "complete:6", "path:9"],
  states: ["grid:5x5,mod=3", "grid:4x4,mod=4", "torus:5x5,mod=3", "hex:3,mod=6", "hypercube:4,mod=3", "petersen,mod=5"],
  patterns: ["grid:5x5,pattern=x", "grid:5x5,pattern=king", "grid:6x6,pattern=knight", "torus:6x6,self=off",
    "grid:5x5,mask=_###_/#####/##_##/#####/_###_"],
};

const views = new Map(); // by SPEC; the pictures need them

byId("choose").addEventListener("click", () => {
  openSheet("gallery", T.galleryTitle, fromTemplate("gallery-form"), Object.entries(groups).map(([name, specs]) =>
    h("section", {}, h("h3", {}, T.galleryGroups[name]), h("div", { class: "shelf" }, specs.map(pick)))));
  byId("spec-form").addEventListener("submit", (event) => {
    event.preventDefault();
    use(byId("spec").value.trim());
  });
  byId("gallery-file").addEventListener("click", () => {
    closeSheets();
    byId("file").click();
  });
});

function pick(spec) {
  const picture = h("span", { class: "pick-picture", "aria-hidden": "true" });
  viewOf(spec).then((view) => picture.append(boardPicture(view)), () => {}); // then it has none
  return h("button", { type: "button", class: "pick", "data-spec": spec, onclick: () => use(spec) }, picture,
    h("span", {}, T.boards[spec]));
}

async function viewOf(spec, signal) {
  if (!views.has(spec)) views.set(spec, (await call("load", { spec }, { signal })).view);
  return views.get(spec);
}

/** Plays on a board, with as many states as the form says unless the board says it. */
async function use(spec) {
  const signal = choose();
  const states = byId("states").value;
  const problem = byId("spec-problem");
  problem.textContent = "";
  await attempt(async () => {
    const view = await viewOf(states === "2" || /,mod=/.test(spec) ? spec : `${spec},mod=${states}`, signal);
    await openNew(firstWish(view), view, signal);
    closeSheets();
  }, (cause) => {
    if (!problem.closest("dialog[open]")) return T.failed(reasonOf(cause));
    problem.textContent = reasonOf(cause);
    byId("spec").focus();
    return "";
  });
}
