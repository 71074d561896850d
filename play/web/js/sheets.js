// The sheets for help and for sharing.
import { attempt } from "./actions.js";
import { addressOf } from "./address.js";
import { byId, h, icon } from "./dom.js";
import { state } from "./store.js";
import { T, chooseLanguage, chosenLanguage, languages } from "./texts.js";
import { copyText } from "./win.js";
import { sample } from "./samples.js";

export function startSheets() {
  byId("help").addEventListener("click", openHelp);
  byId("share").addEventListener("click", openShare);
  // A click on the backdrop closes, as people expect.
  for (const sheet of document.querySelectorAll("dialog")) {
    sheet.addEventListener("click", (event) => event.target === sheet && sheet.close());
  }
}

function head(sheet, id, title) {
  return h("header", {}, h("h2", { id }, title), h("button", { type: "button", class: "icon", "aria-label": T.close, onclick: () => sheet.close() }, icon("delete")));
}

export function openHelp() {
  const sheet = byId("help-sheet");
  sheet.replaceChildren(
    head(sheet, "help-title", T.helpTitle),
    languageLine(),
    h("ul", { class: "rules" }, T.helpRules.map((rule) => h("li", {}, rule))),
    h("div", { class: "columns" },
      h("section", {}, h("h3", {}, T.helpMarks), h("dl", { class: "legend" }, T.marks.map(([name, says]) => h("div", {}, h("dt", {}, sample(name)), h("dd", {}, says))))),
      h("section", {}, h("h3", {}, T.helpKeys), h("dl", { class: "keys" }, T.keys.map(([key, does]) => h("div", {}, h("dt", {}, h("kbd", {}, key)), h("dd", {}, does)))))));
  sheet.showModal();
}

function languageLine() {
  const choices = [["", T.languageAuto], ...Object.entries(languages)];
  const change = (event) => (chooseLanguage(event.target.value), location.reload());
  const select = h("select", { id: "language", onchange: change }, choices.map(([value, name]) => h("option", { value, ...(value && { lang: value }) }, name)));
  select.value = chosenLanguage();
  return h("p", { class: "language" }, h("label", { for: "language" }, T.language), " ", select);
}

function openShare() {
  return attempt(async () => {
    const { game, places } = state;
    const sheet = byId("share-sheet");
    const base = location.href.split("#")[0];
    const links = [[T.shareStart, base + (await addressOf(game, places, { withPresses: false })), "share-start"]];
    if (game.presses.length > 0) links.push([T.shareNow, base + (await addressOf(game, places)), "share-now"]);
    sheet.replaceChildren(head(sheet, "share-title", T.shareTitle), ...links.map(([name, address, id]) => linkLine(name, address, id)));
    sheet.showModal();
  });
}

function linkLine(name, address, id) {
  const field = h("input", { type: "text", id, readonly: true, value: address, onfocus: (event) => event.target.select() });
  const button = h("button", { type: "button", class: "primary", onclick: () => copyText(button, address) }, T.copyLink);
  return h("div", { class: "link" }, h("label", { for: id }, name), h("div", { class: "spec-line" }, field, button));
}
