// Sheets above the page, made when they are opened.
import { byId, h, icon } from "./dom.js";
import { T, fillTexts } from "./texts.js";

/** Opens the sheet of a name, with these contents. */
export function openSheet(name, title, ...contents) {
  const id = `${name}-sheet`;
  const sheet = byId(id) ?? document.body.appendChild(h("dialog",
    { id, class: `sheet ${name}`, "aria-labelledby": `${name}-title` }));
  sheet.replaceChildren(
    // of the sheet, not of the page
    h("header", { role: "presentation" }, h("h2", { id: `${name}-title`, tabindex: "-1" }, title),
      h("button", { type: "button", class: "icon", "aria-label": T.close, onclick: () => sheet.close() },
      icon("delete"))),
    ...contents.flat());
  if (!sheet.open) sheet.showModal();
}

/** Asks whether to act; the main button is the one that does nothing. */
export function ask(name, title, words, stay, go, act) {
  const close = () => byId(`${name}-sheet`).close();
  openSheet(name, title, h("p", {}, words), h("div", { class: "pair" },
    h("button", { type: "button", id: `${name}-stay`, class: "primary", onclick: close }, stay),
    h("button", { type: "button", id: `${name}-go`, onclick: () => (close(), act()) }, go)));
}

/** Closes all of them, also the one beside the board. */
export function closeSheets() {
  for (const sheet of document.querySelectorAll("dialog")) sheet.close();
}

/** What a template of index.html holds, with its texts. */
export function fromTemplate(id) {
  const part = byId(id).content.cloneNode(true);
  fillTexts(part);
  return part;
}

/** The sheet whose backdrop an event is on, or null. */
function behind({ target, clientX: x, clientY: y }) {
  if (!target.matches("dialog:modal")) return null;
  const { left, right, top, bottom } = target.getBoundingClientRect();
  return x < left || x > right || y < top || y > bottom ? target : null;
}

let pressed = null; // the sheet behind which the pointer went down

// A click on the backdrop closes, as people expect; one that began in the sheet, to mark its text, does not.
document.addEventListener("pointerdown", (event) => (pressed = behind(event)));
document.addEventListener("click", (event) => pressed && behind(event) === pressed && pressed.close());
