// The sheet of statistics, and carrying them to another browser as a file.
import { announce, byId, download, h } from "./dom.js";
import { clock } from "./panel.js";
import { importProgress, progressText, readProgress, streak } from "./progress.js";
import { fromTemplate, openSheet } from "./sheet.js";
import { limits } from "./site.js";
import { state, update } from "./store.js";
import { T, boardName } from "./texts.js";

const name = "lightsout-statistics.json";

byId("statistics").addEventListener("click", () => showStatistics(T.statisticsWhere));

function showStatistics(says, tone = "note") {
  const progress = readProgress();
  openSheet("statistics", T.statistics,
    progress ? figures(progress) : h("p", { class: "problem" }, T.progressUnreadable),
    progress?.boards.length === 0 ? h("p", { class: "note" }, T.statisticsNone) : "",
    progress && progress.boards.length > 0 ? table(progress.boards) : "",
    fromTemplate("statistics-file-form"),
    h("p", { class: tone, id: "statistics-said", role: "status" }, says));
  const field = byId("statistics-file");
  field.addEventListener("change", () => field.files[0] && read(field.files[0]));
  byId("statistics-open").addEventListener("click", () => field.click());
  byId("statistics-save").addEventListener("click", () => {
    download(name, new Blob([progressText()], { type: "application/json" }));
    showStatistics(T.saved(name));
  });
}

function figures({ boards, daily, campaign }) {
  const sum = (field) => boards.reduce((n, r) => n + r[field], 0);
  const facts = [
    [T.statPlayed, sum("played")], [T.statSolved, sum("solved")], [T.statAlone, sum("without_hints")],
    [T.statDaily, daily.length], [T.statStreak, streak({ daily })],
      [T.statStars, campaign.reduce((n, r) => n + r.stars, 0)],
  ];
  return h("dl", { class: "figures" },
    facts.map(([label, value]) => h("div", {}, h("dt", {}, label), h("dd", {}, String(value)))));
}

/**
 * The boards in one table, a group of lines for each, those played most first. Groups out of sight are not laid out
 * (style/progress.css).
 */
function table(records) {
  const played = (list) => list.reduce((n, r) => n + r.played, 0);
  const boards = [...Map.groupBy(records, ({ board }) => board)].sort(([, a], [, b]) => played(b) - played(a));
  return h("table", { class: "records" },
    h("thead", {}, h("tr", {}, [T.statNeeds, T.statPlayed, T.statSolved, T.statAlone, T.statFewest, T.statTime]
      .map((text) => h("th", { scope: "col" }, text)))),
    boards.map(([board, list]) => h("tbody", {},
      h("tr", {}, h("th", { scope: "rowgroup", colspan: 6 },
        boardName({ ref: { spec: board === "drawing" ? "" : board } }))),
      list.sort((a, b) => a.presses - b.presses).map((r) => h("tr", {},
        h("th", { scope: "row" }, r.presses || "–"),
        [r.played, r.solved, r.without_hints, r.best_presses ?? "–", r.best_seconds === undefined
          ? "–" : clock(r.best_seconds * 1000)].map((value) => h("td", {}, String(value))))))));
}

async function read(file) {
  try {
    if (file.size > limits.statistics) throw new Error(T.tooLongFile(limits.statistics >> 20));
    importProgress(await file.text());
  } catch (cause) {
    showStatistics(T.failed(cause.message), "problem");
    return;
  }
  showStatistics(T.statisticsRead(file.name));
  announce(T.statisticsRead(file.name));
  update({ counted: state.counted }); // the mark of the daily puzzle may be new
}
