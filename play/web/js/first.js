// Before the first thing is seen: the theme that the player chose, and whether the page is within another. The modules,
// which arrive later, take it from there (settings.js, kept.js).

// Under what keys the browser keeps things for this page: all there are.
const storageKeys = {
  theme: "lightsout-theme", // "light", "dark" or "auto"
  settings: "lightsout-settings", // settings.js
  language: "lightsout-language", // texts.js
  statistics: "lightsout-statistics", // progress.js
  game: "lightsout-game ", // and then what names the puzzle: remember.js
  older: "lightsout", // the one game that older pages kept
  unread: "lightsout-unread ", // and then when, and the key of what could not be read: kept.js
};
{
  const { dataset } = document.documentElement;
  if (new URLSearchParams(location.search).has("embed")) dataset.embed = "";
  try {
    const theme = localStorage.getItem(storageKeys.theme);
    if (theme === "light" || theme === "dark") dataset.theme = theme;
  } catch {
    // storage is forbidden
  }
}

// Modules that do not arrive, or that fail while they start, leave nothing that could say so. A line that breaks once
// is no reason to bother the player: the page loads itself again. If that fails, too, the player decides when to try.
{
  const words = {
    en: ["This page could not be loaded.", "Try again"],
    de: ["Diese Seite konnte nicht geladen werden.", "Noch einmal versuchen"],
    es: ["No se pudo cargar esta página.", "Intentar de nuevo"],
    hu: ["Az oldal nem töltődött be.", "Újra"],
    zh: ["页面无法加载。", "重试"],
  };
  const { dataset } = document.documentElement;

  function failed() {
    if ("ready" in dataset || "failed" in dataset) return;
    dataset.failed = "";
    const [before] = performance.getEntriesByType("navigation");
    if (before?.type !== "reload") location.reload();
    else if (document.body) tell();
    else addEventListener("DOMContentLoaded", tell);
  }

  function tell() {
    const [text, again] = words[navigator.language.slice(0, 2)] ?? words.en;
    const note = document.getElementById("not-loaded");
    const [place, button] = note.children;
    place.textContent = text;
    button.textContent = again;
    button.addEventListener("click", () => location.reload());
    note.hidden = false;
  }

  addEventListener("error", ({ target, error }) => (error || target.type === "module") && failed(), { capture: true });
  addEventListener("unhandledrejection", failed);
}
