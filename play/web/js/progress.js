// What is remembered of games, also as a file that can be saved (docs/files.md):
//
//   boards    [{board, presses, played, solved, without_hints, best_presses, best_seconds}]
//   daily     [{date, presses, seconds, hints, shown, late}] by date: the first solution of each
//   campaign  [{board, level, presses, stars}]: the best solution of each level
//   over      [{over, solved}]: how many games took so many presses more than the fewest
import { embedded } from "./embed.js";
import { keep, kept } from "./kept.js";
import { T } from "./texts.js";
import { dayAt, dayBefore } from "./today.js";

const key = "lightsout-statistics";
export const longest = 4 << 20; // bytes of a file

const empty = () => ({ version: 1, boards: [], daily: [], campaign: [], over: [] });

const whole = (least) => (n) => Number.isInteger(n) && n >= least && n <= 1e9;
const count = whole(0);
const seconds = (n) => Number.isFinite(n) && n >= 0 && n <= 1e9;
const board = (text) => typeof text === "string" && text.length > 0 && text.length <= 10_000;
const flag = (value) => typeof value === "boolean";
const date = (text) => /^\d{4}-\d\d-\d\d$/.test(text) && dayAt(text).toISOString().startsWith(text);
const optional = (check) => Object.assign((value) => value === undefined || check(value), { optional: true });

const fields = {
  boards: { board, presses: count, played: count, solved: count, without_hints: count, best_presses: optional(count), best_seconds: optional(seconds) },
  daily: { date, presses: count, seconds, hints: count, shown: optional(flag), late: optional(flag) },
  campaign: { board, level: whole(1), presses: count, stars: (n) => count(n) && n <= 3 },
  over: { over: count, solved: count },
};

/** Reads a file. Throws an Error that says what is wrong, and where. */
export function parseProgress(text) {
  if (text.length > longest) throw new Error(T.tooLongFile(longest >> 20));
  let value;
  try {
    value = JSON.parse(text);
  } catch {
    throw new Error(T.progressBad("JSON"));
  }
  if (value?.version !== 1) throw new Error(T.progressBad("version"));
  for (const name of Object.keys(value)) {
    if (name !== "version" && !Object.hasOwn(fields, name)) throw new Error(T.progressBad(name));
  }
  const progress = empty();
  for (const [name, checks] of Object.entries(fields)) {
    const list = value[name] ?? [];
    if (!Array.isArray(list)) throw new Error(T.progressBad(name));
    list.forEach((record, i) => checkRecord(record, checks, `${name}[${i}]`));
    progress[name] = list;
  }
  return merge(empty(), progress); // sorted, and nothing twice
}

function checkRecord(record, checks, where) {
  if (typeof record !== "object" || record === null) throw new Error(T.progressBad(where));
  for (const name of Object.keys(record)) {
    if (!Object.hasOwn(checks, name)) throw new Error(T.progressBad(`${where}.${name}`));
  }
  for (const [name, check] of Object.entries(checks)) {
    if (!check(record[name])) throw new Error(T.progressBad(`${where}.${name}`));
  }
}

/** What is remembered; null if what is stored cannot be read, which is then left alone. */
export function readProgress() {
  const text = embedded ? null : kept(key);
  if (text === null) return empty();
  try {
    return parseProgress(text);
  } catch {
    return null;
  }
}

/** Changes what is remembered. It is read again first: the game may be open in another tab. */
export function changeProgress(change) {
  const progress = readProgress();
  if (!progress || embedded) return;
  change(progress);
  keep(key, JSON.stringify(progress));
}

export const progressText = () => `${JSON.stringify(readProgress() ?? empty(), null, 2)}\n`;

/** Adds what a file holds. Doing so twice is the same as once. */
export function importProgress(text) {
  const read = parseProgress(text);
  keep(key, JSON.stringify(merge(readProgress() ?? empty(), read)));
}

function merge(a, b) {
  const smaller = (x, y) => (x === undefined ? y : y === undefined ? x : Math.min(x, y));
  return {
    version: 1,
    boards: joined(a.boards, b.boards, (r) => `${r.presses} ${r.board}`, (r, q) => ({
      ...r,
      played: Math.max(r.played, q.played), solved: Math.max(r.solved, q.solved), without_hints: Math.max(r.without_hints, q.without_hints),
      best_presses: smaller(r.best_presses, q.best_presses), best_seconds: smaller(r.best_seconds, q.best_seconds),
    })),
    daily: joined(a.daily, b.daily, (r) => r.date, (r) => r).sort((r, q) => (r.date < q.date ? -1 : 1)),
    campaign: joined(a.campaign, b.campaign, (r) => `${r.level} ${r.board}`, better),
    over: joined(a.over, b.over, (r) => r.over, (r, q) => ({ ...r, solved: Math.max(r.solved, q.solved) })),
  };
}

function joined(a, b, keyOf, both) {
  const all = new Map();
  for (const record of [...a, ...b]) {
    const k = keyOf(record);
    all.set(k, all.has(k) ? both(all.get(k), record) : record);
  }
  return [...all.values()];
}

const better = (r, q) => (q.stars > r.stars || (q.stars === r.stars && q.presses < r.presses) ? q : r);

/** Notes that a puzzle was begun; presses is how many it needs, 0 if that is not known. */
export function notePlayed(progress, name, presses) {
  let record = progress.boards.find((r) => r.board === name && r.presses === presses);
  if (!record) {
    record = { board: name, presses, played: 0, solved: 0, without_hints: 0 };
    progress.boards.push(record);
  }
  record.played++;
}

/** Notes that it was solved. Only who did it alone makes a record. */
export function noteSolved(progress, name, needed, { presses, seconds: time, alone }) {
  const record = progress.boards.find((r) => r.board === name && r.presses === needed);
  record.solved++;
  if (!alone) return;
  record.without_hints++;
  record.best_presses = Math.min(record.best_presses ?? presses, presses);
  record.best_seconds = Math.min(record.best_seconds ?? time, time);
}

/** Notes how many presses more than the fewest a game took. */
export function noteOver(progress, over) {
  const record = progress.over.find((r) => r.over === over);
  if (record) record.solved++;
  else progress.over.push({ over, solved: 1 });
}

/** Notes a daily puzzle; the first solution counts. */
export function noteDaily(progress, record) {
  progress.daily = joined(progress.daily, [record], (r) => r.date, (r) => r).sort((r, q) => (r.date < q.date ? -1 : 1));
}

/** Notes a level; the best solution counts. */
export function noteLevel(progress, record) {
  progress.campaign = joined(progress.campaign, [record], (r) => `${r.level} ${r.board}`, better);
}

const onTheirDay = (progress) => new Set(progress.daily.filter((r) => !r.late).map((r) => r.date));

/** How many days in a row were solved on their day, up to today or yesterday. */
export function streak(progress, today) {
  const done = onTheirDay(progress);
  return daysUpTo(done, done.has(today) ? today : dayBefore(today));
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
