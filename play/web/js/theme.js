// Light, dark, or as the system says.
import { announce, byId } from "./dom.js";
import { keep, kept } from "./kept.js";
import { T } from "./texts.js";

const order = ["auto", "light", "dark"];
const key = "lightsout-theme";

export function startTheme() {
  apply(read());
  byId("theme").addEventListener("click", () => {
    const next = order[(order.indexOf(document.documentElement.dataset.theme) + 1) % order.length];
    apply(next);
    announce(T.themeNow[next]);
    keep(key, next);
  });
}

function read() {
  const name = kept(key);
  return order.includes(name) ? name : "auto";
}

function apply(name) {
  document.documentElement.dataset.theme = name;
  byId("theme").title = T.themeNow[name];
}

/** "light" or "dark": what is shown. */
export function themeNow() {
  const { theme } = document.documentElement.dataset;
  if (theme !== "auto") return theme;
  return matchMedia("(prefers-color-scheme: dark)").matches ? "dark" : "light";
}
