// What the player has set: the theme, switches of the help sheet, and how hard puzzles should be on each board.
import { announce, byId } from "./dom.js";
import { keep, keptValue } from "./kept.js";
import { T } from "./texts.js";

const key = storageKeys.settings;
const most = 100; // boards whose difficulty is kept
const page = document.documentElement;

const stored = keptValue(key) ?? {};
export const switches = { timer: stored.timer === true, keys: stored.keys === true };
const wishes = new Map(Array.isArray(stored.wishes)
  ? stored.wishes.filter((wish) => Array.isArray(wish) && typeof wish[0] === "string" && wish[1] > 0) : []);

/** The style sheets hide what was not asked for. */
const show = () => page.toggleAttribute("data-timer", switches.timer);
show();

const write = () => keep(key, JSON.stringify({ ...switches, wishes: [...wishes].slice(-most) }));

export function setSwitch(name, on) {
  switches[name] = on;
  show();
  write();
}

/** How many presses the player wished puzzles of a board to need, or undefined. */
export const wishFor = (view) => wishes.get(view.ref.spec);

export function keepWish({ ref: { spec } }, presses) {
  if (!spec) return;
  wishes.delete(spec); // the latest goes last
  wishes.set(spec, presses);
  write();
}

const themes = ["auto", "light", "dark"];

function setTheme(name) {
  page.dataset.theme = name;
  byId("theme").title = T.themeNow[name];
}

setTheme(page.dataset.theme ?? "auto"); // first.js has read it
byId("theme").addEventListener("click", () => {
  setTheme(themes[(themes.indexOf(page.dataset.theme) + 1) % themes.length]);
  announce(byId("theme").title);
  keep(storageKeys.theme, page.dataset.theme);
});

/** "light" or "dark": what is shown. */
export function themeNow() {
  if (page.dataset.theme !== "auto") return page.dataset.theme;
  return matchMedia("(prefers-color-scheme: dark)").matches ? "dark" : "light";
}
