// What is remembered of games, also as a file that can be saved (docs/files.md):
//
//   boards    [{board, presses, played, solved, without_hints, best_presses, best_seconds}]
//   daily     [{date, door, presses, seconds, hints, shown, late, early}] by date: the first solution of each on its
//             day, else before, where another calendar was ahead, else after
//   campaign  [{board, level, presses, stars}]: the best solution of each level
//   over      [{over, solved}]: how many games took so many presses more than the fewest
//
// Days are texts such as 2026-11-15, by the player's own calendar.
import { isWon, stars } from "./game.js";
import { count, date, embedded, flag, isObject, keep, kept, optional, putAside, whole, words,
  wrongField } from "./kept.js";
import { alone, elapsedNow, state, subscribe, update } from "./store.js";
import { T } from "./texts.js";

const key = storageKeys.statistics;

const seconds = (n) => Number.isFinite(n) && n >= 0 && n <= 1e9;
const least = (x, y) => (x === undefined ? y : y === undefined ? x : Math.min(x, y));

/** From this day on each day has two puzzles (play/daily.go). */
export const firstDoors = "2026-11-23";
export const doors = ["easy", "hard"];
/** Whether a puzzle is one of its day; a link without a door leads to another. */
export const countsFor = (day, door) => Boolean(door) || day < firstDoors;

/** How far a solution is from its day, for which only one after it does not count. */
const untimely = (r) => (r.late ? 2 : r.early ? 1 : 0);

/** A record that an older page called late although its day had not begun. */
const healed = (r) => (r.late && r.date >= today() ? { ...r, late: undefined, early: true } : r);

// Of each list: how its fields are checked, which records are about the same, and what becomes of two of those.
const lists = {
  boards: {
    fields: { board: words, presses: count, played: count, solved: count, without_hints: count,
      best_presses: optional(count), best_seconds: optional(seconds) },
    about: (r) => `${r.presses} ${r.board}`,
    both: (r, q) => ({
      ...r,
      played: Math.max(r.played, q.played), solved: Math.max(r.solved, q.solved),
        without_hints: Math.max(r.without_hints, q.without_hints),
      best_presses: least(r.best_presses, q.best_presses), best_seconds: least(r.best_seconds, q.best_seconds),
    }),
  },
  daily: {
    fields: { date, presses: count, seconds, hints: count, shown: optional(flag), late: optional(flag),
      early: optional(flag), door: optional((name) => doors.includes(name)) },
    about: (r) => `${r.date} ${r.door ?? ""}`,
    both: (r, q) => (untimely(q) < untimely(r) ? q : r),
  },
  campaign: {
    fields: { board: words, level: whole(1), presses: count, stars: whole(0, 3) },
    about: (r) => `${r.level} ${r.board}`,
    both: (r, q) => (q.stars > r.stars || (q.stars === r.stars && q.presses < r.presses) ? q : r),
  },
  over: {
    fields: { over: count, solved: count },
    about: (r) => r.over,
    both: (r, q) => ({ ...r, solved: Math.max(r.solved, q.solved) }),
  },
};

const empty = () => ({ version: 1, boards: [], daily: [], campaign: [], over: [] });

/** Reads a file. Throws an Error that says what is wrong, and where. */
function parse(text) {
  const refuse = (where) => {
    throw new Error(T.progressBad(where));
  };
  let value;
  try {
    value = JSON.parse(text);
  } catch {
    refuse("JSON");
  }
  if (value?.version !== 1) refuse("version");
  const progress = empty();
  for (const [name, records] of Object.entries(value)) {
    if (name === "version") continue;
    if (!Object.hasOwn(lists, name) || !Array.isArray(records)) refuse(name);
    const { fields } = lists[name];
    records.forEach((record, i) => {
      if (!isObject(record)) refuse(`${name}[${i}]`);
      const wrong = wrongField(record, fields);
      if (wrong) refuse(`${name}[${i}].${wrong}`);
    });
    add(progress, name, name === "daily" ? records.map(healed) : records);
  }
  return progress;
}

/** Adds records to a list, without anything twice. */
function add(progress, name, records) {
  const { about, both } = lists[name];
  const all = new Map();
  for (const record of [...progress[name], ...records]) {
    const same = all.get(about(record));
    all.set(about(record), same ? both(same, record) : record);
  }
  progress[name] = [...all.values()];
  if (name === "daily") progress.daily.sort((r, q) => (r.date < q.date ? -1 : 1));
}

/** What is remembered; null if what is stored cannot be read, which is then left alone. */
export function readProgress() {
  const text = embedded ? null : kept(key);
  if (text === null) return empty();
  try {
    return parse(text);
  } catch {
    return null;
  }
}

export const progressText = () => `${JSON.stringify(readProgress() ?? empty(), null, 2)}\n`;

/** Adds what a file holds. Doing so twice is the same as once. */
export function importProgress(text) {
  const read = parse(text);
  if (!readProgress()) putAside(key);
  const progress = readProgress();
  for (const name of Object.keys(lists)) add(progress, name, read[name]);
  write(progress);
}

/** Keeps what can be read again: the rule is that of reading. */
function write(progress) {
  const lasting = Object.entries(lists)
    .map(([name, { fields }]) => [name, progress[name].filter((record) => !wrongField(record, fields))]);
  keep(key, JSON.stringify({ ...progress, ...Object.fromEntries(lasting) }));
}

/** The day of the first daily puzzle, which is number 1 (play/puzzle.go). */
export const firstDay = "2026-01-01";

export const dayOf = (at) => [at.getFullYear(), at.getMonth() + 1, at.getDate()]
  .map((n) => String(n).padStart(2, "0")).join("-");
export const today = () => dayOf(new Date());
export const dayBefore = (day) => new Date(Date.parse(`${day}T00:00Z`) - 86_400_000).toISOString().slice(0, 10);

const onTheirDay = (progress) => new Set(progress.daily.filter((r) => !r.late && r.date <= today()).map((r) => r.date));

/** How many days in a row were solved on their day, up to today or yesterday. */
export function streak(progress) {
  const done = onTheirDay(progress);
  return daysUpTo(done, done.has(today()) ? today() : dayBefore(today()));
}

/** The most that ever were. */
export function longestStreak(progress) {
  const done = onTheirDay(progress);
  const days = [...done].sort();
  const ends = days.filter((day, i) => i === days.length - 1 || dayBefore(days[i + 1]) !== day);
  return Math.max(0, ...ends.map((day) => daysUpTo(done, day)));
}

function daysUpTo(done, day) {
  let n = 0;
  for (; done.has(day); day = dayBefore(day)) n++;
  return n;
}

if (readProgress()?.daily.some((r) => r.early)) write(readProgress()); // what was healed

// Games are counted: played from the first press on, solved once. Where the fewest presses are still being
// searched for, counting waits for them, at the latest until the end.
let timer = 0;

subscribe((names) => {
  if (names.has("game") || names.has("best")) timer ||= setTimeout(countGame); // a press is not to wait for the storage
});
addEventListener("pagehide", countGame);

function countGame() {
  clearTimeout(timer);
  timer = 0;
  const { game, mode, best, counted } = state;
  if (!game || mode !== "play" || best?.unsolvable || counted === "solved" || game.presses.length === 0) return;
  const won = isWon(game);
  if (counted === "elsewhere") { // where it began: here it only comes to its end
    if (won) update({ counted: "solved" });
    return;
  }
  if (!won && (counted !== "" || !best)) return;
  const board = game.view.ref.spec ?? "drawing";
  const needed = best?.minimum ? best.presses : 0; // 0 if that is not known
  const presses = counted === "" ? needed : counted;
  const progress = readProgress(); // again: the game may be open in another tab
  if (progress && !embedded) {
    let record = progress.boards.find((r) => r.board === board && r.presses === presses);
    if (!record) progress.boards.push((record = { board, presses, played: 0, solved: 0, without_hints: 0 }));
    if (counted === "" || record.played === 0) record.played++;
    if (won) solved(progress, record);
    write(progress);
  }
  update({ counted: won ? "solved" : presses });
}

function solved(progress, record) {
  const { game, best, hints, shown, day, door, begun, level } = state;
  const presses = game.presses.length;
  const seconds = Math.round(elapsedNow() / 100) / 10;
  record.solved++;
  if (alone()) { // only who did it alone makes a record
    record.without_hints++;
    record.best_presses = Math.min(record.best_presses ?? presses, presses);
    record.best_seconds = Math.min(record.best_seconds ?? seconds, seconds);
  }
  if (best?.minimum && !shown) {
    const over = presses - best.presses;
    add(progress, "over", [{ over, solved: 1 + (progress.over.find((r) => r.over === over)?.solved ?? 0) }]);
  }
  if (day && countsFor(day, door)) add(progress, "daily",
    [{ date: day, ...(door && { door }), presses, seconds, hints, ...(shown && { shown }),
    ...((begun ?? today()) > day ? { late: true } : today() < day && { early: true }) }]);
  if (level) add(progress, "campaign", [{ ...level, presses, stars: stars(presses, best.presses, state) }]);
}
