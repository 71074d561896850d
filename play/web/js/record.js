// Counts games: played from the first press on, solved once. Where the fewest presses are still being
// searched for, counting waits for them, at the latest until the end.
import { isWon, stars } from "./game.js";
import { changeProgress, noteDaily, noteLevel, noteOver, notePlayed, noteSolved } from "./progress.js";
import { alone, elapsedNow, state, subscribe, update } from "./store.js";
import { today } from "./today.js";

let timer = 0;

export function startRecord() {
  subscribe((names) => {
    if (names.has("game") || names.has("best")) timer ||= setTimeout(count); // a press is not to wait for the storage
  });
  addEventListener("pagehide", count);
}

function count() {
  clearTimeout(timer);
  timer = 0;
  const { game, mode, best, counted } = state;
  if (!game || mode !== "play" || best?.unsolvable || counted === "solved" || game.presses.length === 0) return;
  const won = isWon(game);
  if (!won && (counted !== "" || !best)) return;
  const name = game.view.ref.spec ?? "drawing";
  const needed = counted === "" ? (best?.presses ?? 0) : counted;
  changeProgress((progress) => {
    if (counted === "" || !progress.boards.some((r) => r.board === name && r.presses === needed)) notePlayed(progress, name, needed);
    if (won) solved(progress, name, needed);
  });
  update({ counted: won ? "solved" : needed });
}

function solved(progress, name, needed) {
  const { game, best, hints, shown, day, begun, level } = state;
  const presses = game.presses.length;
  const seconds = Math.round(elapsedNow() / 100) / 10;
  noteSolved(progress, name, needed, { presses, seconds, alone: alone() });
  if (best?.minimum && !shown) noteOver(progress, presses - best.presses);
  if (day) noteDaily(progress, { date: day, presses, seconds, hints, ...(shown && { shown }), ...(day !== (begun ?? today()) && { late: true }) });
  if (level) noteLevel(progress, { ...level, presses, stars: stars(presses, best.presses, state) });
}
