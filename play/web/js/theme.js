// Light, dark, or as the system says.
import { announce, byId } from "./dom.js";
import { T } from "./texts.js";

const order = ["auto", "light", "dark"];
const key = "lightsout-theme";

export function startTheme() {
  apply(read());
  byId("theme").addEventListener("click", () => {
    const next = order[(order.indexOf(document.documentElement.dataset.theme) + 1) % order.length];
    apply(next);
    announce(T.themeNow[next]);
    try {
      localStorage.setItem(key, next);
    } catch {
      // then it lasts until the page is left
    }
  });
}

function read() {
  try {
    const kept = localStorage.getItem(key);
    return order.includes(kept) ? kept : "auto";
  } catch {
    return "auto";
  }
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
