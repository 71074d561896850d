// The daily puzzles: a calendar of all of them, with the days in a row, a countdown, and days that were missed.
import { nameOfDay } from "./address.js";
import { byId, h, icon } from "./dom.js";
import { tryToOpen } from "./opening.js";
import { clock } from "./panel.js";
import { dayBefore, dayOf, doors, firstDay, firstDoors, longestStreak, readProgress, streak,
  today } from "./progress.js";
import { openSheet } from "./sheet.js";
import { state, subscribe } from "./store.js";
import { T, dateText, locale, shortDate } from "./texts.js";

let month = null; // the first day of the month that is shown, a Date
let dayOfDoors = ""; // the day whose doors are shown
let marked = ""; // the day that the button is about

byId("daily").addEventListener("click", openDaily);
subscribe((names) => names.has("counted") && markButton());
markButton();
setInterval(countDown, 1000);

const hasDoors = (day) => day >= firstDoors;

/**
 * The door through which somebody comes: the one not yet solved, first that of the last time; null where there is none.
 */
export function doorOf(day) {
  const records = readProgress()?.daily ?? [];
  const last = records.findLast((r) => r.door)?.door ?? doors[0];
  const left = [last, ...doors].find((door) => !isSolved(day, door));
  return hasDoors(day) ? (left ?? last) : null;
}

/** Plays the puzzle of a day; today is by the player's own calendar. */
export const playDay = (day = today(), door = doorOf(day)) => tryToOpen({ puzzle: nameOfDay(day, door) });

/** The other puzzle of the day that is played, if it is not solved: its door. */
export function otherDoor() {
  const other = state.door && doors.find((door) => door !== state.door);
  return other && !isSolved(state.day, other) ? other : null;
}

/** Whether a puzzle of a day is solved, or that behind a door. */
export function isSolved(day, door = null) {
  return readProgress()?.daily.some((r) => r.date === day && (!door || r.door === door)) ?? false;
}

/** The button of today's puzzle shows that it is solved. */
function markButton() {
  marked = today();
  const done = isSolved(marked);
  byId("daily").classList.toggle("done", done);
  byId("daily").title = done ? T.dailyDone : "";
}

/** The latest day of the last week that somebody who plays daily puzzles has not solved, or null. */
export function missedDay() {
  const days = readProgress()?.daily.map(({ date }) => date) ?? [];
  const since = days.filter((day) => day < today())[0];
  if (!since) return null;
  return lastDays(7).find((day) => day < today() && day > since && !days.includes(day)) ?? null;
}

/** So many days up to today, the latest first. */
function lastDays(n) {
  const days = [today()];
  while (days.length < n) days.push(dayBefore(days.at(-1)));
  return days;
}

/** The last week in a row, for the end of a daily puzzle. */
export function lastWeek() {
  const records = recordsByDay();
  return h("div", { class: "days week" }, lastDays(7).reverse().map((day) => dayButton(day, records)));
}

/** The time that is left of today, which countDown keeps. */
export const countdown = () =>
  h("p", { class: "note" }, T.nextDaily, " ", h("time", { class: "countdown" }, clock(leftOfToday())));

function leftOfToday() {
  const now = new Date();
  return new Date(now.getFullYear(), now.getMonth(), now.getDate() + 1).getTime() - now.getTime();
}

function countDown() {
  if (marked !== today()) markButton();
  for (const place of document.querySelectorAll(".countdown")) place.textContent = clock(leftOfToday());
}

/** The days in a row, and the most there ever were. */
export const streakText = (progress) => T.streaks(streak(progress), longestStreak(progress));

function openDaily() {
  const now = new Date();
  dayOfDoors = today();
  month = new Date(now.getFullYear(), now.getMonth(), 1);
  showCalendar();
}

function showCalendar() {
  const progress = readProgress();
  const missed = missedDay();
  const records = recordsByDay();
  const last = new Date(month.getFullYear(), month.getMonth() + 1, 0);
  const dayAt = (i) => dayOf(new Date(month.getFullYear(), month.getMonth(), i + 1));
  const weekday = (i) => new Date(2024, 0, 1 + i).toLocaleDateString(locale, { weekday: "narrow" });
  openSheet("daily", T.daily,
    h("p", { class: "note" },
      progress ? `${T.dailySum(progress.daily.length)} ${streakText(progress)}` : T.progressUnreadable),
    hasDoors(dayOfDoors) ? twoDoors() : "",
    isSolved(today()) ? countdown() : "",
    missed ? h("button", { type: "button", id: "daily-missed", onclick: () => playDay(missed) },
      T.dailyMissed(shortDate(missed))) : "",
    h("div", { class: "month" },
      turn(-1, "earlier", T.monthBefore, dayOf(month) > firstDay),
      h("h3", { "aria-live": "polite" }, month.toLocaleDateString(locale, { month: "long", year: "numeric" })),
      turn(1, "later", T.monthAfter, dayOf(last) < today())),
    h("div", { class: "days" },
      Array.from({ length: 7 }, (_, i) => h("span", { class: "weekday", "aria-hidden": "true" }, weekday(i))),
      Array.from({ length: (month.getDay() + 6) % 7 }, () => h("span", {})),
      Array.from({ length: last.getDate() }, (_, i) => dayButton(dayAt(i), records))));
}

/** The button to another month. */
function turn(step, name, label, allowed) {
  const onclick = () => {
    month = new Date(month.getFullYear(), month.getMonth() + step, 1);
    showCalendar();
    const again = byId("daily-sheet").querySelector(`.${name}`);
    (again.disabled ? byId("daily-title") : again).focus();
  };
  const attributes = { type: "button", class: `icon ${name}`, "aria-label": label, disabled: !allowed, onclick };
  return h("button", attributes, icon(step < 0 ? "before" : "after"));
}

/** The two puzzles of the chosen day; the one to play first is the main button. */
function twoDoors() {
  const day = dayOfDoors;
  const first = isSolved(day, doorOf(day)) ? null : doorOf(day);
  return h("div", { class: "pair doors", role: "group", "aria-label": dateText(day) }, doors.map((door) =>
    h("button", { type: "button", id: `door-${door}`, class: door === first ? "primary" : null,
      onclick: () => playDay(day, door) },
    `${shortDate(day)} · ${T.doors[door]}${isSolved(day, door) ? " ✓" : ""}`)));
}

/** Plays the puzzle of a day, or shows its doors. */
function enter(day) {
  if (!hasDoors(day)) return playDay(day);
  byId("win").close();
  dayOfDoors = day;
  month = new Date(`${day.slice(0, 7)}-01T12:00`);
  showCalendar();
  byId("daily-sheet").querySelector(".doors button").focus();
}

/** The record of each day: of two, the one in time. */
const recordsByDay = () => new Map((readProgress()?.daily ?? [])
  .toSorted((a, b) => Number(Boolean(b.late)) - Number(Boolean(a.late))).map((r) => [r.date, r]));

function dayButton(day, records) {
  const record = records.get(day);
  const now = today();
  const here = hasDoors(day) && byId("daily-sheet")?.open ? dayOfDoors : state.day;
  const names = ["day", record && "done", record?.late && "late", day === now && "today", day === here && "here"];
  const label = [dateText(day), record ? T.daySolved(record.presses) : T.dayOpen].join(", ");
  return h("button", {
    type: "button", class: names.filter(Boolean).join(" "), "aria-label": label, "data-day": day,
    disabled: day > now || day < firstDay, "aria-current": day === now ? "date" : null, onclick: () => enter(day),
  }, h("span", {}, String(Number(day.slice(-2)))), record ? h("small", { "aria-hidden": "true" }, "✓") : "");
}
