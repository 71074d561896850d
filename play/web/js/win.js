// The end of a game: the last press is seen, a ripple runs over the dark board, and then comes the sheet
// with stars against the optimum, words to share, and one thing to play next. A game that was over when it was opened has been
// celebrated already.
import * as actions from "./actions.js";
import { countdown, missedDay, playDay, streakText, week } from "./daily.js";
import { announce, byId, h, s } from "./dom.js";
import { isWon, stars } from "./game.js";
import { nextLevel, openLevels } from "./levels.js";
import { newPuzzle, tryToOpen } from "./opening.js";
import { clock, wish } from "./panel.js";
import { readProgress } from "./progress.js";
import { switches } from "./settings.js";
import { linkToPuzzle, resultText, share } from "./share.js";
import { alone, elapsedNow, state, subscribe } from "./store.js";
import { T, shortDate } from "./texts.js";

const sheet = byId("win");
const pause = 700; // ms between the last press and the sheet
const settled = 350; // ms in which a click beside the sheet, or a key, was meant for the board
const widest = 5; // presses over the best that have a bar of their own
let last = null; // the game before the latest change
let opened = 0;

subscribe((names) => {
  if (!names.has("game")) return;
  const { game, mode } = state;
  const before = last;
  last = game;
  if (names.has("mode") || !game || mode !== "play" || !isWon(game) || !before || before.view !== game.view || before.on !== game.on || isWon(before)) return;
  ripple(game.presses.at(-1));
  celebrate(game);
});
const early = () => performance.now() - opened < settled;
sheet.addEventListener("click", (event) => {
  if (event.detail > 1 || (event.target === sheet && early())) event.stopImmediatePropagation();
}, { capture: true });
sheet.addEventListener("keydown", (event) => {
  if (event.repeat) event.preventDefault();
  else if (event.key === "Enter" && !early() && !event.target.closest("button")) sheet.querySelector(".primary").click();
});

/** Rings that run from the last press over the dark board (style/progress.css), unless nothing is to move. */
function ripple(press) {
  const svg = byId("board");
  const base = svg.querySelector(`[data-item="${press}"] .base`);
  if (!base || matchMedia("(prefers-reduced-motion: reduce)").matches) return;
  const r = Math.hypot(svg.viewBox.baseVal.width, svg.viewBox.baseVal.height);
  const { x, y, width, height } = base.getBBox();
  const at = base.parentElement.getAttribute("transform") ?? `translate(${x + width / 2} ${y + height / 2})`; // a cell is not moved
  const rings = s("g", { transform: at, "aria-hidden": "true" }, [1, 2].map(() => s("circle", { class: "ripple", r })));
  rings.lastChild.addEventListener("animationend", () => rings.remove());
  svg.append(rings);
}

async function celebrate(game) {
  announce(`${T.winTitle} ${verdict(game.presses.length, bestKnown())}`);
  await new Promise((done) => setTimeout(done, pause));
  if (state.game !== game || state.mode !== "play" || sheet.open) return; // taken back meanwhile
  const next = await playNext();
  if (state.game === game) show(game, next);
}

const bestKnown = () => (state.best && !state.best.unsolvable ? state.best : null);

/** The one thing to play next: its words, and what it does. */
async function playNext() {
  const { day, level } = state;
  const missed = day && missedDay();
  if (missed) return [T.dailyMissed(shortDate(missed)), () => playDay(missed)];
  const next = day || level ? await nextLevel(level).catch(() => null) : null;
  if (next) return [T.nextLevel, () => tryToOpen({ level: next })];
  return level ? [T.campaign, openLevels] : [T.winAgain, () => newPuzzle(wish())];
}

function show(game, next) {
  const [nextText, playsNext] = next;
  const { title, day } = state;
  const n = game.presses.length;
  const known = bestKnown();
  const earned = known ? stars(n, known.presses, state) : 0;
  const close = (act = () => {}) => () => (sheet.close(), act());
  const button = (text, onclick, more) => h("button", { type: "button", onclick, ...more }, text);
  const link = linkToPuzzle();
  link.catch(() => {}); // the button tells
  const shareButton = button(navigator.share ? T.shareResult : T.copyResult, () => actions.attempt(async () => {
    if (await share(resultText(game, earned, switches.timer ? clock(elapsedNow()) : ""), await link)) shareButton.textContent = T.copied;
  }), { id: "win-share" });
  const heading = h("h2", { id: "win-title", tabindex: "-1" }, T.winTitle);
  sheet.replaceChildren(
    heading,
    known ? h("p", { class: "stars", role: "img", "aria-label": T.winStars(earned) }, [1, 2, 3].map((k) => (k <= earned ? h("span", { class: "full" }, "★") : h("span", {}, "☆")))) : "",
    h("p", { class: "verdict" }, verdict(n, known)),
    h("p", { class: "note" }, [title ? `${title}.` : "", ...notes()].filter(Boolean).join(" ")),
    ...(day ? [week(), countdown()] : [known?.minimum ? distribution(n - known.presses) : ""]),
    h("div", { class: "pair" },
      button(nextText, close(playsNext), { class: "primary" }),
      button(known?.minimum && n <= known.presses ? T.winReplay : T.winFewer, close(actions.restart), { id: "win-again" }),
      shareButton,
      button(T.close, close())));
  if (!sheet.open) sheet.showModal();
  opened = performance.now();
  heading.focus(); // not a button: a key still held down, or pressed too often, does nothing
}

function notes() {
  const { hints, shown, helped, day } = state;
  const progress = day && readProgress();
  return [switches.timer ? T.winTime(clock(elapsedNow())) : "", hints > 0 || shown || !helped ? T.winHints(hints, shown) : "", progress ? streakText(progress) : ""].filter(Boolean);
}

/** How many games took how many presses more than the fewest; the bar of this one stands out. */
function distribution(over) {
  const games = readProgress()?.over ?? [];
  if (games.length < 2) return "";
  const counts = Array.from({ length: widest + 1 }, (_, k) => games.filter((r) => Math.min(r.over, widest) === k).reduce((sum, r) => sum + r.solved, 0));
  const most = Math.max(...counts);
  return h("dl", { class: "over", "aria-label": T.overBest }, counts.map((n, k) =>
    h("div", { class: Math.min(over, widest) === k ? "this" : null },
      h("dt", {}, `+${k}${k === widest ? "…" : ""}`),
      h("dd", {}, h("meter", { max: most, value: n, "aria-hidden": "true" }), String(n)))));
}

function verdict(n, best) {
  if (state.shown || !best) return T.winPlain(n);
  if (!best.minimum) return T.winUnproved(n, best.presses);
  if (n > best.presses) return T.winMore(n, best.presses);
  return alone() ? T.winBest(n) : T.winFewest(n);
}
