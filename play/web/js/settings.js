// What the player has set: switches of the help sheet, and how hard puzzles should be on each board.
import { keep, keptValue } from "./kept.js";

const key = "lightsout-settings";
const most = 100; // boards whose difficulty is kept

const stored = keptValue(key) ?? {};
export const switches = { timer: false, keys: false };
for (const name of Object.keys(switches)) {
  if (typeof stored[name] === "boolean") switches[name] = stored[name];
}
const wishes = new Map(Array.isArray(stored.wishes) ? stored.wishes.filter(([board, n]) => typeof board === "string" && n > 0) : []);

/** The style sheets hide what was not asked for. */
const show = () => document.documentElement.toggleAttribute("data-timer", switches.timer);
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
