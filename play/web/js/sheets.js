// The sheets for help and for sharing.
import { attempt } from "./actions.js";
import { byId, h } from "./dom.js";
import { switches, setSwitch } from "./settings.js";
import { isLocal, linkTo, share } from "./share.js";
import { closeByBackdrop, head } from "./sheet.js";
import { state } from "./store.js";
import { T, chooseLanguage, chosenLanguage, languages } from "./texts.js";
import { sample } from "./samples.js";
import { startLessons } from "./tutorial.js";

export function startSheets() {
  byId("help").addEventListener("click", openHelp);
  byId("share").addEventListener("click", openShare);
  document.querySelectorAll("dialog").forEach(closeByBackdrop);
}

export function openHelp() {
  const sheet = byId("help-sheet");
  sheet.replaceChildren(
    head(sheet, "help-title", T.helpTitle),
    languageLine(),
    switchLines(),
    h("button", { type: "button", id: "lessons", onclick: () => (sheet.close(), startLessons()) }, T.tutorialStart),
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

function switchLines() {
  const wanted = Object.keys(switches).filter((name) => name !== "vibration" || navigator.vibrate);
  return h("div", { class: "switches" }, wanted.map((name) => {
    const box = h("input", { type: "checkbox", id: `switch-${name}`, checked: switches[name], onchange: () => setSwitch(name, box.checked) });
    return h("label", {}, box, T.switches[name]);
  }));
}

function openShare() {
  return attempt(async () => {
    const { game, places } = state;
    const sheet = byId("share-sheet");
    const links = [[T.shareStart, await linkTo(game, places, { withPresses: false }), "share-start"]];
    if (game.presses.length > 0) links.push([T.shareNow, await linkTo(game, places, { withPresses: true }), "share-now"]);
    sheet.replaceChildren(
      head(sheet, "share-title", T.shareTitle),
      ...links.map(([name, address, id]) => linkLine(name, address, id)),
      isLocal() ? h("p", { class: "note", id: "share-here-only" }, T.shareHereOnly) : "");
    sheet.showModal();
  });
}

function linkLine(name, address, id) {
  const field = h("input", { type: "text", id, readonly: true, value: address, onfocus: (event) => event.target.select() });
  const button = h("button", { type: "button", class: "primary", onclick: () => share(button, "", address) }, navigator.share ? T.shareLink : T.copyLink);
  return h("div", { class: "link" }, h("label", { for: id }, name), h("div", { class: "spec-line" }, field, button));
}
