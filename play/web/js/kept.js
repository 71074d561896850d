// What the browser keeps for this page. Storage may be forbidden or full, as in private windows: what is
// written then lasts as long as the page. Within another page (?embed) nothing is written at all.

export const embedded = new URLSearchParams(location.search).has("embed");

const instead = new Map(); // what could not be stored
const stuck = new Set(); // the keys of what could not be read, and for want of room not put aside: it stays there
let tell = () => {};

/** Calls back once, if something cannot be stored. */
export const whenNotKept = (callback) => (tell = callback);

/** Keeps a text, or forgets it if it is null. Says whether it will be there tomorrow. */
export function keep(key, text) {
  instead.set(key, text);
  if (embedded || stuck.has(key)) return false;
  try {
    if (text === null) localStorage.removeItem(key);
    else localStorage.setItem(key, text);
    instead.delete(key);
    return true;
  } catch {
    tell();
    tell = () => {};
    return false;
  }
}

/** What is stored, by key; nothing where storage is forbidden. */
const storage = () => {
  try {
    return localStorage;
  } catch {
    return {};
  }
};

/** The text that was kept, or null. */
export const kept = (key) => (instead.has(key) ? instead.get(key) : storage()[key] ?? null);

/** The keys that begin like that. */
export const keysOf = (prefix) => [...new Set([...instead.keys(), ...Object.keys(storage())])]
  .filter((key) => key.startsWith(prefix) && kept(key) !== null);

/** Keeps what cannot be read out of the way. */
export function putAside(key) {
  if (!keep(`${storageKeys.unread}${new Date().toISOString()} ${key}`, kept(key))) stuck.add(key);
  keep(key, null);
}

/** The value that was kept as JSON, or null. */
export function keptValue(key) {
  try {
    return JSON.parse(kept(key));
  } catch {
    return null;
  }
}

// How fields are checked of what was kept, or comes from a file.
export const whole = (least, most = 1e9) => (n) => Number.isInteger(n) && n >= least && n <= most;
export const count = whole(0);
export const flag = (value) => typeof value === "boolean";
export const words = (text) => typeof text === "string" && text.length > 0 && text.length <= 20_000; // such as a SPEC
export const date = (text) => // not 31 June
  /^\d{4}-\d\d-\d\d$/.test(text) && new Date(`${text}T00:00Z`).toJSON()?.startsWith(text);
export const optional = (check) => (value) => value == null || check(value);
export const listOf = (check) => (list) => Array.isArray(list) && list.every(check);
export const isObject = (value) => typeof value === "object" && value !== null && !Array.isArray(value);

/** Of a record what can be read again. */
export const readable = (record, fields) =>
  Object.fromEntries(Object.entries(record).filter(([name, value]) => fields[name](value)));

/** The first field of a record that is missing, wrong or unknown. */
export const wrongField = (record, fields) => [...Object.keys(record), ...Object.keys(fields)]
  .find((name) => !Object.hasOwn(fields, name) || !fields[name](record[name]));
