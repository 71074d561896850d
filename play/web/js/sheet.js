// Sheets above the page that are made when they are first opened.
import { h, icon } from "./dom.js";
import { T } from "./texts.js";

/** The line at the top of a sheet: its title, and a button that closes it. */
export function head(sheet, id, title) {
  return h("header", {}, h("h2", { id }, title), h("button", { type: "button", class: "icon", "aria-label": T.close, onclick: () => sheet.close() }, icon("delete")));
}

/** A click on the backdrop closes, as people expect. */
export const closeByBackdrop = (sheet) => sheet.addEventListener("click", (event) => event.target === sheet && sheet.close());

const made = new Map();

/** Opens the sheet of a name, with these contents. */
export function openSheet(name, title, ...contents) {
  if (!made.has(name)) {
    const sheet = h("dialog", { id: `${name}-sheet`, class: `sheet ${name}`, "aria-labelledby": `${name}-title` });
    closeByBackdrop(sheet);
    document.body.append(sheet);
    made.set(name, sheet);
  }
  const sheet = made.get(name);
  sheet.replaceChildren(head(sheet, `${name}-title`, title), ...contents.flat());
  if (!sheet.open) sheet.showModal();
  return sheet;
}

export const closeSheet = (name) => made.get(name)?.close();
