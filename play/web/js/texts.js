// The words of the page, in the player's language. Elements with data-text="name" are filled with T[name],
// those with data-label="name" are labelled by it. Each language is a table in lang/, with the same keys.
import { keep, kept } from "./kept.js";
import { inLayer, layersOf } from "./scene.js";

/** The languages, each by its own name. */
export const languages = { en: "English", de: "Deutsch", es: "Español", hu: "Magyar", zh: "中文" };

const key = storageKeys.language;

/** The language that the player chose, or "" for that of the browser. */
export function chosenLanguage() {
  const name = kept(key);
  return Object.hasOwn(languages, name) ? name : "";
}

/** Changes the language; the page shows it from its next start. */
export const chooseLanguage = (language) => keep(key, language || null);

const primary = (tag) => tag.toLowerCase().split("-")[0];
const known = (tag) => Object.hasOwn(languages, primary(tag));
const language = chosenLanguage() || primary(navigator.languages.find(known) ?? "en");

/** Dates and numbers follow the player's country, if it speaks the language; English is British here. */
export const locale = language === "en"
  ? "en-GB" : (navigator.languages.find((tag) => primary(tag) === language) ?? language);

const rules = new Intl.PluralRules(locale);
/** A share from 0 to 1 as people write it. */
export const percent = (share) => share.toLocaleString(locale, { style: "percent" });
const number = (n) => (typeof n === "number" ? n.toLocaleString(locale) : n);

/** A day, such as 2026-11-15, in words without the year. */
export const shortDate = (day, more = {}) =>
  new Date(`${day}T12:00`).toLocaleDateString(locale, { day: "numeric", month: "long", ...more });
/** The same with the year. */
export const dateText = (day) => shortDate(day, { year: "numeric" });

/** What a table is made with. */
const tools = {
  count: (n, one, other) => `${number(n)} ${rules.select(n) === "one" ? one : other}`,
  capital: (text) => text.charAt(0).toUpperCase() + text.slice(1),
  date: dateText,
  solvable,
  flipsNeighbours,
  /** Fingers cannot hover. */
  touch: matchMedia("(pointer: coarse)").matches,
};

/** A large whole number; the word about goes before one that is not written out. */
const large = (n, about) =>
  (n < 10n ** 12n ? n.toLocaleString(locale)
  : `${about} ${n.toLocaleString(locale, { notation: "scientific", maximumFractionDigits: 1 })}`);

/** How many states are solvable where lights have k states, and one in how many that is. */
function solvable(k, facts, about) {
  const states = BigInt(facts.states);
  return [large(states, about), large(BigInt(k) ** BigInt(facts.lights) / states, about)];
}

/** The table of a language. */
export const tableOf = async (name) => (await import(`./lang/${name}.js`)).default(tools);

export const T = await tableOf(language);
document.documentElement.lang = language;

// "5 × 6" stays on one line.
for (const spec of Object.keys(T.boards)) T.boards[spec] = T.boards[spec].replaceAll(" × ", "\u00a0×\u00a0");

/** Whether a press flips a light and those beside or joined to it, as on the classic board. */
function flipsNeighbours({ graph, kind, ref, toggles }) {
  if (!graph || kind === "merlin" || /pattern=(?!king|cross)/.test(ref.spec)) return false;
  return toggles.every((list, u) => list.includes(u) && list.every((v) => toggles[v].includes(u)));
}

/** Whether lights have more than two states. */
export const coloured = (view) => view.states > 2;

/** What a board is called: its name here, or its description. */
export function boardName(view) {
  return view.ref.spec ? (T.boards[view.ref.spec] ?? view.ref.spec.replace(/^grid:(\d+)x(\d+)$/, "$1\u00a0×\u00a0$2"))
    : T.drawingName;
}

/** What a layer is called, by its number on each axis from 0. */
export const layerName = (layer) => T.layer(layer.map((k) => k + 1).join("."));

/** What a light or switch is called. */
export function itemName(view, item) {
  if (item.light === null) return T.switchNamed(item.press + 1);
  const layers = layersOf(view);
  if (layers) {
    const { layer, row, col } = inLayer(layers, item.light);
    return T.inLayer(layerName(layer), row + 1, col + 1);
  }
  if (view.outlines || (view.places && view.dims.length === 2)) {
    const [row, col] = view.places[item.light];
    return T.row(row + 1, col + 1);
  }
  return T.node(labelOf(view, item.light));
}

/** How people call a node: by its name, if the file that it comes from has names, else by its number. */
export const labelOf = (view, i) => view.ref.names?.[i] ?? i + 1;

/** What went wrong with a call, in words for the player. */
export class CallError extends Error {
  constructor({ code, message }) {
    super(message);
    this.code = code;
  }
}

/** Why something was refused, in the player's language. What is no refusal is a fault, and goes on. */
export function reasonOf(cause) {
  if (cause instanceof CallError) return T.callFailed(cause.code, cause.message);
  if (cause.constructor !== Error) throw cause;
  return cause.message;
}

/** Fills the elements of the page, or of a part of it. @param {any} root */
export function fillTexts(root = document) {
  for (const element of root.querySelectorAll("[data-text]")) element.textContent = T[element.dataset.text];
  for (const element of root.querySelectorAll("[data-label]")) {
    element.setAttribute("aria-label", T[element.dataset.label]);
    if (element.matches("button")) element.title = T[element.dataset.label];
  }
}
fillTexts();
