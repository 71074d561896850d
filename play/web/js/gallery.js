// The sheet on which a board is chosen: pictures of some, a line for any, and files.
import * as actions from "./actions.js";
import { call } from "./backend.js";
import { byId, h, icon } from "./dom.js";
import { chooseFile } from "./files.js";
import { firstWish } from "./panel.js";
import { thumbnail } from "./picture.js";
import { exampleFlips, sceneOf } from "./scene.js";
import { head } from "./sheet.js";
import { CallError, T, reason } from "./texts.js";

const groups = {
  classics: ["grid:3x3", "grid:4x4", "grid:5x5", "grid:6x6", "grid:7x7", "grid:9x9", "merlin"],
  wrapped: ["torus:4x4", "torus:5x5", "cylinder:5x6", "mobius:5x6", "klein:5x6", "projective:5x5"],
  higher: ["grid:3x3x3", "grid:3x3x3x3", "torus:3x3x3", "cube:3", "hypercube:3", "hypercube:4", "hypercube:5"],
  tiles: ["hex:3", "hex:4", "hexgrid:5x5", "triangle:5", "trigrid:4x7"],
  solids: ["platonic:tetrahedron", "platonic:cube", "platonic:octahedron", "platonic:dodecahedron", "platonic:icosahedron"],
  graphs: ["petersen", "cycle:9", "star:8", "complete:6", "path:9"],
  states: ["grid:5x5,mod=3", "grid:4x4,mod=4", "torus:5x5,mod=3", "hex:3,mod=6", "hypercube:4,mod=3", "petersen,mod=5"],
  patterns: ["grid:5x5,pattern=x", "grid:5x5,pattern=king", "grid:6x6,pattern=knight", "torus:6x6,self=off", "grid:5x5,mask=_###_/#####/##_##/#####/_###_"],
};

const sheet = byId("gallery");
const views = new Map(); // by SPEC; the pictures need them

export function openGallery() {
  if (!sheet.firstChild) fill();
  sheet.showModal();
  drawPictures();
}

function fill() {
  const problem = h("p", { class: "problem", id: "spec-problem", role: "alert" });
  const field = h("input", { type: "text", id: "spec", placeholder: "7x9", autocomplete: "off", autocapitalize: "off", spellcheck: "false", "aria-describedby": "spec-help spec-problem" });
  const states = h("select", { id: "states" }, [2, 3, 4, 5, 6, 7, 8, 9].map((k) => h("option", { value: k }, String(k))));
  const withStates = (spec) => (states.value === "2" || /,mod=/.test(spec) ? spec : `${spec},mod=${states.value}`);
  const use = (event) => {
    event.preventDefault();
    choose(withStates(field.value.trim()), problem);
  };
  sheet.replaceChildren(
    head(sheet, "gallery-title", T.galleryTitle),
    h("form", { class: "spec", onsubmit: use },
      h("label", { for: "spec" }, T.gallerySpec),
      h("div", { class: "spec-line" }, field, h("label", { class: "states", for: "states" }, T.states.choose, states), h("button", { type: "submit", class: "primary" }, T.galleryUse), h("button", { type: "button", onclick: () => (sheet.close(), chooseFile()) }, icon("open"), T.galleryFile)),
      h("p", { class: "note", id: "spec-help" }, T.gallerySpecHelp),
      problem),
    ...Object.entries(groups).map(([name, specs]) =>
      h("section", {}, h("h3", {}, T.galleryGroups[name]),
        h("div", { class: "shelf" }, specs.map((spec) =>
          h("button", { type: "button", class: "pick", "data-spec": spec, onclick: () => choose(withStates(spec), problem) },
            h("span", { class: "pick-picture", "aria-hidden": "true" }), h("span", {}, T.boards[spec])))))));
}

async function viewOf(spec) {
  if (!views.has(spec)) views.set(spec, (await call("load", { spec })).view);
  return views.get(spec);
}

async function choose(spec, problem) {
  problem.textContent = "";
  try {
    const view = await viewOf(spec);
    sheet.close();
    await actions.newPuzzle(firstWish(view), view);
  } catch (cause) {
    if (!(cause instanceof CallError)) throw cause;
    problem.textContent = reason(cause);
    byId("spec").focus();
  }
}

async function drawPictures() {
  for (const button of sheet.querySelectorAll(".pick")) {
    const place = button.firstChild;
    if (place.firstChild) continue;
    const view = await viewOf(button.dataset.spec).catch(() => null);
    if (view) place.append(thumbnail(sceneOf(view), exampleFlips(view), view));
  }
}
