// Opening and saving, all through the library.
import { attempt, begin, say } from "./actions.js";
import { call } from "./backend.js";
import { CallError } from "./callerror.js";
import { byId, download, h, icon } from "./dom.js";
import { position } from "./game.js";
import { state } from "./store.js";
import { T } from "./texts.js";
import { themeNow } from "./theme.js";

const longest = 1 << 20; // bytes; the library refuses longer requests
const field = byId("file");

export function startFiles() {
  for (const card of document.querySelectorAll(".files-card")) {
    const button = (id, name, text, act, more) => h("button", { type: "button", class: id, onclick: act, ...more }, icon(name), text);
    const save = (id, text, act) => button(id, "save", text, act, { disabled: true, "data-needs-puzzle": true });
    card.append(
      h("h2", {}, T.filesTitle),
      h("div", { class: "pair" },
        button("open-file", "open", T.open, chooseFile),
        save("save-lo", T.saveLO, () => saveText("lo", "puzzle.lo")),
        save("save-g6", T.saveGraph6, () => saveText("graph6", "board.g6")),
        save("save-svg", T.saveSVG, saveSVG),
        save("save-png", T.savePNG, savePNG)));
  }
  field.addEventListener("change", () => {
    if (field.files[0]) openFile(field.files[0]);
    field.value = "";
  });
  addEventListener("dragover", (event) => event.preventDefault());
  addEventListener("drop", (event) => {
    event.preventDefault();
    if (event.dataTransfer.files[0]) openFile(event.dataTransfer.files[0]);
  });
}

export const chooseFile = () => field.click();

function openFile(file) {
  return attempt(async () => {
    if (file.size > longest) throw new CallError({ code: "page", message: T.tooLongFile(longest >> 20) });
    const puzzle = await call("load", { file: await file.text(), name: file.name });
    begin(puzzle, { places: puzzle.places, title: puzzle.view.ref.spec ? null : file.name });
    say(T.opened(file.name));
  });
}

function saveText(format, name) {
  return attempt(async () => {
    const { text } = await call("save", { ...position(state.game), format, ...(state.places && { places: state.places }) });
    download(name, new Blob([text], { type: "text/plain" }));
    say(T.saved(name));
  });
}

/** The drawing as SVG: the library's, so that it is the one that the command makes. */
async function picture() {
  const { game, places } = state;
  const { text } = await call("save", { ...position(game), format: "svg", theme: themeNow(), ...(places && { places }) });
  return text;
}

function saveSVG() {
  return attempt(async () => {
    download("board.svg", new Blob([await picture()], { type: "image/svg+xml" }));
    say(T.saved("board.svg"));
  });
}

function savePNG() {
  return attempt(async () => {
    const text = await picture();
    const svg = new DOMParser().parseFromString(text, "image/svg+xml").documentElement;
    const [width, height] = [Number(svg.getAttribute("width")), Number(svg.getAttribute("height"))];
    const scale = Math.min(2, 4096 / Math.max(width, height));
    const image = new Image();
    image.src = "data:image/svg+xml," + encodeURIComponent(text);
    await image.decode();
    const canvas = h("canvas", { width: Math.round(width * scale), height: Math.round(height * scale) });
    canvas.getContext("2d").drawImage(image, 0, 0, canvas.width, canvas.height);
    const blob = await new Promise((done) => canvas.toBlob(done, "image/png"));
    if (!blob) throw new CallError({ code: "page", message: T.pictureFailed });
    download("board.png", blob);
    say(T.saved("board.png"));
  });
}
