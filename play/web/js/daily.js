// The daily puzzles: the button plays today's, or, once that is on the board or solved, opens a calendar of all of them with
// the days in a row, a countdown, and days that were missed.
import { byId, h, icon } from "./dom.js";
import { tryToOpen } from "./opening.js";
import { clock } from "./panel.js";
import { dayBefore, dayOf, firstDay, longestStreak, readProgress, streak, today } from "./progress.js";
import { closeSheet, openSheet } from "./sheet.js";
import { state, subscribe } from "./store.js";
import { T, dateText, locale, shortDate } from "./texts.js";

let month = null; // the first day of the month that is shown, a Date

byId("daily").addEventListener("click", () => (state.day === today() || isSolved(today()) ? openDaily() : playDay()));
subscribe((names) => names.has("counted") && markButton());
markButton();
setInterval(countDown, 1000);

/** Plays the puzzle of a day; today is by the player's own calendar. */
export const playDay = (day = today()) => tryToOpen({ day });

export function isSolved(day) {
  return readProgress()?.daily.some(({ date }) => date === day) ?? false;
}

/** The button of today's puzzle shows that it is solved. */
function markButton() {
  const done = isSolved(today());
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
export function week() {
  const records = recordsByDay();
  return h("div", { class: "days week" }, lastDays(7).reverse().map((day) => dayButton(day, records)));
}

/** The time that is left of today, which countDown keeps. */
export const countdown = () => h("p", { class: "note" }, T.nextDaily, " ", h("time", { class: "countdown" }, clock(leftOfToday())));

function leftOfToday() {
  const now = new Date();
  return new Date(now.getFullYear(), now.getMonth(), now.getDate() + 1).getTime() - now.getTime();
}

function countDown() {
  for (const place of document.querySelectorAll(".countdown")) place.textContent = clock(leftOfToday());
}

/** The days in a row, and the most there ever were. */
export const streakText = (progress) => T.streaks(streak(progress), longestStreak(progress));

function openDaily() {
  const now = new Date();
  month = new Date(now.getFullYear(), now.getMonth(), 1);
  show();
}

function show() {
  const progress = readProgress();
  const missed = missedDay();
  const turn = (step, name, label, allowed) => h("button", { type: "button", class: `icon ${name}`, "aria-label": label, disabled: !allowed, onclick: () => {
    month = new Date(month.getFullYear(), month.getMonth() + step, 1);
    show();
    const again = byId("daily-sheet").querySelector(`.${name}`);
    (again.disabled ? byId("daily-title") : again).focus();
  } }, icon(step < 0 ? "before" : "after"));
  const last = new Date(month.getFullYear(), month.getMonth() + 1, 0);
  openSheet("daily", T.daily,
    h("p", { class: "note" }, progress ? `${T.dailySum(progress.daily.length)} ${streakText(progress)}` : T.progressUnreadable),
    isSolved(today()) ? countdown() : h("button", { type: "button", class: "primary", id: "daily-today", onclick: () => (closeSheet("daily"), state.day === today() || playDay()) }, T.dailyPlay),
    missed ? h("button", { type: "button", id: "daily-missed", onclick: () => playDay(missed) }, T.dailyMissed(shortDate(missed))) : "",
    h("div", { class: "month" },
      turn(-1, "earlier", T.monthBefore, dayOf(month) > firstDay),
      h("h3", { "aria-live": "polite" }, month.toLocaleDateString(locale, { month: "long", year: "numeric" })),
      turn(1, "later", T.monthAfter, dayOf(last) < today())),
    h("div", { class: "days" },
      Array.from({ length: 7 }, (_, i) => h("span", { class: "weekday", "aria-hidden": "true" }, new Date(2024, 0, 1 + i).toLocaleDateString(locale, { weekday: "narrow" }))),
      Array.from({ length: (month.getDay() + 6) % 7 }, () => h("span", {})),
      Array.from({ length: last.getDate() }, (_, i) => dayButton(dayOf(new Date(month.getFullYear(), month.getMonth(), i + 1)), recordsByDay()))));
}

const recordsByDay = () => new Map(readProgress()?.daily.map((r) => [r.date, r]));

function dayButton(day, records) {
  const record = records.get(day);
  const now = today();
  const names = ["day", record && "done", record?.late && "late", day === now && "today", day === state.day && "here"].filter(Boolean).join(" ");
  const label = [dateText(day), record ? T.daySolved(record.presses) : T.dayOpen].join(", ");
  return h("button", { type: "button", class: names, "aria-label": label, "data-day": day, disabled: day > now || day < firstDay, "aria-current": day === now ? "date" : null, onclick: () => (byId("win").close(), playDay(day)) },
    h("span", {}, String(Number(day.slice(-2)))), record ? h("small", { "aria-hidden": "true" }, "✓") : "");
}
