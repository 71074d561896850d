// The help sheet: the rules, what marks mean, the keys, settings and the language.
import { byId, h, s } from "./dom.js";
import { addMarks, paint } from "./picture.js";
import { setSwitch, switches } from "./settings.js";
import { openSheet } from "./sheet.js";
import { T, chooseLanguage, chosenLanguage, languages } from "./texts.js";

byId("help").addEventListener("click", openHelp);

export function openHelp() {
  const keys = T.keys.filter(([key]) => switches.keys || key.length > 1);
  openSheet("help", T.helpTitle,
    h("ul", { class: "rules" }, T.helpRules.map((rule) => h("li", {}, rule))),
    h("div", { class: "columns" },
      section("legend", T.helpMarks, T.marks.map(([name, says]) => [sample(name), says])),
      section("keys", T.helpKeys, keys.map(([key, does]) => [h("kbd", {}, key), does]))),
    h("div", { class: "switches" }, Object.keys(switches).map(switchLine)),
    languageLine());
}

function section(name, title, pairs) {
  const lines = pairs.map(([what, says]) => h("div", {}, h("dt", {}, what), h("dd", {}, says)));
  return h("section", {}, h("h3", {}, title), h("dl", { class: name }, lines));
}

function languageLine() {
  const choices = [["", T.languageAuto], ...Object.entries(languages)];
  const change = (event) => (chooseLanguage(event.target.value), location.reload());
  const options = choices.map(([value, name]) =>
    h("option", { value, selected: value === chosenLanguage(), ...(value && { lang: value }) }, name));
  return h("p", { class: "language" }, h("label", { for: "language" }, T.language), " ",
    h("select", { id: "language", onchange: change }, options));
}

function switchLine(name) {
  const change = ({ target }) => {
    setSwitch(name, target.checked);
    openHelp(); // the keys that work are others
    byId(`switch-${name}`).focus();
  };
  return h("label", {}, h("input",
    { type: "checkbox", id: `switch-${name}`, checked: switches[name], onchange: change }), T.switches[name]);
}

/** One cell with one mark, for the legend. */
function sample(name) {
  const svg = s("svg", { class: "board sample", viewBox: "-55 -55 110 110", "aria-hidden": "true" });
  const scene = { look: "cells", items: [{ x: 0, y: 0, light: 0, press: 0 }], lines: [], sides: [], rows: null };
  const [item] = paint(svg, scene).items;
  addMarks(item, scene, 0);
  item.classList.add(`is-${name}`);
  return svg;
}
