// The daily puzzles: a calendar of all of them, which of them are solved, and how many in a row.
import { daily } from "./actions.js";
import { byId, h, icon } from "./dom.js";
import { readProgress, streak } from "./progress.js";
import { closeSheet, openSheet } from "./sheet.js";
import { state, subscribe } from "./store.js";
import { T, dateText, locale } from "./texts.js";
import { dayOf, firstDay, today } from "./today.js";

let month = null; // the first day of the month that is shown, a Date

export function startCalendar() {
  byId("calendar").addEventListener("click", () => {
    const now = new Date();
    month = new Date(now.getFullYear(), now.getMonth(), 1);
    show();
  });
  subscribe((names) => names.has("counted") && markDaily());
  markDaily();
}

/** The button of today's puzzle shows that it is solved. */
function markDaily() {
  const done = readProgress()?.daily.some((r) => r.date === today()) ?? false;
  byId("daily").classList.toggle("done", done);
  byId("daily").title = done ? T.dailyDone : "";
}

function show() {
  const progress = readProgress();
  const records = new Map(progress?.daily.map((r) => [r.date, r]));
  const turn = (step, name, label, allowed) => h("button", { type: "button", class: `icon ${name}`, "aria-label": label, disabled: !allowed, onclick: () => {
    month = new Date(month.getFullYear(), month.getMonth() + step, 1);
    show();
    const again = byId("calendar-sheet").querySelector(`.${name}`);
    (again.disabled ? byId("calendar-title") : again).focus();
  } }, icon(step < 0 ? "before" : "after"));
  const last = new Date(month.getFullYear(), month.getMonth() + 1, 0);
  openSheet("calendar", T.calendar,
    h("p", { class: "note" }, progress ? T.dailySum(progress.daily.length, streak(progress, today())) : T.progressUnreadable),
    h("div", { class: "month" },
      turn(-1, "earlier", T.monthBefore, dayOf(month) > firstDay),
      h("h3", { "aria-live": "polite" }, month.toLocaleDateString(locale, { month: "long", year: "numeric" })),
      turn(1, "later", T.monthAfter, dayOf(last) < today())),
    h("div", { class: "days" },
      Array.from({ length: 7 }, (_, i) => h("span", { class: "weekday", "aria-hidden": "true" }, new Date(2024, 0, 1 + i).toLocaleDateString(locale, { weekday: "narrow" }))),
      Array.from({ length: (month.getDay() + 6) % 7 }, () => h("span", {})),
      Array.from({ length: last.getDate() }, (_, i) => dayButton(dayOf(new Date(month.getFullYear(), month.getMonth(), i + 1)), i + 1, records))));
  byId("calendar-title").tabIndex = -1;
}

function dayButton(day, number, records) {
  const record = records.get(day);
  const now = today();
  const names = ["day", record && "done", record?.late && "late", day === now && "today", day === state.day && "here"].filter(Boolean).join(" ");
  const label = [dateText(day), record ? T.daySolved(record.presses) : T.dayOpen].join(", ");
  return h("button", { type: "button", class: names, "aria-label": label, "data-day": day, disabled: day > now || day < firstDay, "aria-current": day === now ? "date" : null, onclick: () => (closeSheet("calendar"), daily(day)) },
    h("span", {}, String(number)), record ? h("small", { "aria-hidden": "true" }, "✓") : "");
}
