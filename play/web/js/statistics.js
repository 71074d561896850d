// The sheet of statistics, and carrying them to another browser as a file.
import { announce, byId, download, h, icon } from "./dom.js";
import { clock } from "./panel.js";
import { importProgress, longest, progressText, readProgress, streak } from "./progress.js";
import { openSheet } from "./sheet.js";
import { state, update } from "./store.js";
import { T, boardName } from "./texts.js";
import { today } from "./today.js";

const name = "lightsout-statistics.json";
const atOnce = 30; // boards; thousands of tables would take seconds

export function startStatistics() {
  byId("statistics").addEventListener("click", () => show());
}

function show(said = "", tone = "") {
  const progress = readProgress();
  const field = h("input", { type: "file", id: "statistics-file", class: "unseen", accept: ".json,application/json", tabindex: "-1", "aria-hidden": "true", onchange: () => field.files[0] && read(field.files[0]) });
  openSheet("statistics", T.statistics,
    progress ? figures(progress) : h("p", { class: "problem" }, T.progressUnreadable),
    progress?.boards.length === 0 ? h("p", { class: "note" }, T.statisticsNone) : "",
    progress && progress.boards.length > 0 ? tables(progress.boards) : "",
    h("div", { class: "pair" },
      h("button", { type: "button", id: "statistics-save", onclick: save }, icon("save"), T.statisticsSave),
      h("button", { type: "button", id: "statistics-open", onclick: () => field.click() }, icon("open"), T.statisticsOpen)),
    field,
    h("p", { class: tone === "bad" ? "problem" : "note", id: "statistics-said", role: "status" }, said || T.statisticsWhere));
}

function figures({ boards, daily, campaign }) {
  const sum = (field) => boards.reduce((n, r) => n + r[field], 0);
  const facts = [
    [T.statPlayed, sum("played")], [T.statSolved, sum("solved")], [T.statAlone, sum("without_hints")],
    [T.statDaily, daily.length], [T.statStreak, streak({ daily }, today())], [T.statStars, campaign.reduce((n, r) => n + r.stars, 0)],
  ];
  return h("dl", { class: "figures" }, facts.map(([label, value]) => h("div", {}, h("dt", {}, label), h("dd", {}, String(value)))));
}

/** A table for each board, those played most first; those after the first on request. */
function tables(records) {
  const boards = Map.groupBy(records, ({ board }) => board);
  const played = (list) => list.reduce((n, r) => n + r.played, 0);
  const sorted = [...boards].map(([board, list]) => ({ board, list, played: played(list) })).sort((a, b) => b.played - a.played);
  const place = h("div", {});
  const showMore = () => {
    const shown = place.querySelectorAll("table").length;
    const left = sorted.length - shown - atOnce;
    place.querySelector("button")?.remove();
    place.append(...sorted.slice(shown, shown + atOnce).map(table));
    if (left > 0) place.append(h("button", { type: "button", id: "statistics-more", onclick: showMore }, T.statisticsMore(left)));
  };
  showMore();
  return place;
}

function table({ board, list }) {
  return h("table", { class: "records" },
    h("caption", {}, boardName({ ref: { spec: board === "drawing" ? "" : board } })),
    h("thead", {}, h("tr", {}, [T.statNeeds, T.statPlayed, T.statSolved, T.statAlone, T.statFewest, T.statTime].map((text) => h("th", { scope: "col" }, text)))),
    h("tbody", {}, list.sort((a, b) => a.presses - b.presses).map((r) => h("tr", {},
      h("th", { scope: "row" }, r.presses || "–"),
      [r.played, r.solved, r.without_hints, r.best_presses ?? "–", r.best_seconds === undefined ? "–" : clock(r.best_seconds * 1000)].map((value) => h("td", {}, String(value)))))));
}

function save() {
  download(name, new Blob([progressText()], { type: "application/json" }));
  show(T.saved(name));
}

async function read(file) {
  try {
    if (file.size > longest) throw new Error(T.tooLongFile(longest >> 20));
    importProgress(await file.text());
  } catch (cause) {
    show(T.failed(cause.message), "bad");
    return;
  }
  show(T.statisticsRead(file.name));
  announce(T.statisticsRead(file.name));
  update({ counted: state.counted }); // the mark of the daily puzzle may be new
}
