// Opening and saving, all through the library.
import { attempt, begin, load, say } from "./actions.js";
import { call } from "./backend.js";
import { byId, download, h, icon } from "./dom.js";
import { position } from "./game.js";
import { state } from "./store.js";
import { CallError, T } from "./texts.js";
import { themeNow } from "./theme.js";

const longest = 1 << 20; // bytes; the library refuses longer requests
const field = byId("file");

export function startFiles() {
  const button = (name, picture, text, act, more) => h("button", { type: "button", class: name, onclick: act, ...more }, icon(picture), text);
  const save = (name, text, act) => button(name, "save", text, act, { disabled: true, "data-needs-puzzle": true });
  document.querySelector(".files-card").append(
    h("h2", {}, T.filesTitle),
    h("div", { class: "pair" },
      button("open-file", "open", T.open, chooseFile),
      save("save-lo", T.saveLO, saveLO),
      save("save-svg", T.saveSVG, saveSVG)));
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
    const puzzle = await load({ file: await file.text(), name: file.name });
    begin(puzzle, { places: puzzle.places, title: puzzle.view.ref.spec ? null : file.name });
    say(T.opened(file.name));
  });
}

function saveLO() {
  return attempt(async () => {
    const { text } = await call("save", { ...position(state.game), format: "lo", ...(state.places && { places: state.places }) });
    download("puzzle.lo", new Blob([text], { type: "text/plain" }));
    say(T.saved("puzzle.lo"));
  });
}

/** The drawing is the library's, so that it is the one that the command makes. */
function saveSVG() {
  return attempt(async () => {
    const { game, places } = state;
    const { text } = await call("save", { ...position(game), format: "svg", theme: themeNow(), ...(places && { places }) });
    download("board.svg", new Blob([text], { type: "image/svg+xml" }));
    say(T.saved("board.svg"));
  });
}
