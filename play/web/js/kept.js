// What the browser keeps for this page. Storage may be forbidden or full, as in private windows: what is
// written then lasts as long as the page. Within another page (?embed) nothing is written at all.

export const embedded = new URLSearchParams(location.search).has("embed");

const instead = new Map(); // what could not be stored
let tell = () => {};

/** Calls back once, if something cannot be stored. */
export const whenNotKept = (callback) => (tell = callback);

export function keep(key, text) {
  instead.set(key, text);
  if (embedded) return;
  try {
    if (text === null) localStorage.removeItem(key);
    else localStorage.setItem(key, text);
    instead.delete(key);
  } catch {
    tell();
    tell = () => {};
  }
}

/** The text that was kept, or null. */
export function kept(key) {
  if (instead.has(key)) return instead.get(key);
  try {
    return localStorage.getItem(key);
  } catch {
    return null;
  }
}

/** The value that was kept as JSON, or null. */
export function keptValue(key) {
  try {
    return JSON.parse(kept(key));
  } catch {
    return null;
  }
}
