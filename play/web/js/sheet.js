// Sheets above the page, made when they are opened.
import { byId, h, icon } from "./dom.js";
import { T, fillTexts } from "./texts.js";

/** Opens the sheet of a name, with these contents. */
export function openSheet(name, title, ...contents) {
  const id = `${name}-sheet`;
  const sheet = byId(id) ?? document.body.appendChild(h("dialog",
    { id, class: `sheet ${name}`, "aria-labelledby": `${name}-title` }));
  sheet.replaceChildren(
    h("header", {}, h("h2", { id: `${name}-title`, tabindex: "-1" }, title),
      h("button", { type: "button", class: "icon", "aria-label": T.close, onclick: () => sheet.close() },
      icon("delete"))),
    ...contents.flat());
  if (!sheet.open) sheet.showModal();
}

/** Asks whether to do something; not to do it is the main button. */
export function ask(name, title, words, stay, go, act) {
  const close = () => closeSheet(name);
  openSheet(name, title, h("p", {}, words), h("div", { class: "pair" },
    h("button", { type: "button", id: `${name}-stay`, class: "primary", onclick: close }, stay),
    h("button", { type: "button", id: `${name}-go`, onclick: () => (close(), act()) }, go)));
}

export const closeSheet = (name) => byId(`${name}-sheet`)?.close();

/** What a template of index.html holds, with its texts. */
export function fromTemplate(id) {
  const part = byId(id).content.cloneNode(true);
  fillTexts(part);
  return part;
}

// A click on the backdrop closes, as people expect.
document.addEventListener("click", ({ target }) => target.matches("dialog:modal") && target.closest("dialog").close());
