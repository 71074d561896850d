// The end of a game: the last press is seen, a ripple runs over the dark board, and then comes the sheet beside it,
// with the presses against the fewest, a replay, and one main button: to share a daily puzzle, else to play on. Where
// the sheet is closed, the page has that button in the place of Hint. A game that was over when it was opened has been
// celebrated already.
import * as actions from "./actions.js";
import { nameOfLevel } from "./address.js";
import { elementOf } from "./boardview.js";
import { countdown, lastWeek, missedDay, otherDoor, playDay, streakText } from "./daily.js";
import { announce, byId, h, icon, s, setText } from "./dom.js";
import * as rules from "./game.js";
import { isWon, stars } from "./game.js";
import { nextLevel, openLevels } from "./levels.js";
import { newPuzzle, tryToOpen } from "./opening.js";
import { clock, setWish, wish } from "./panel.js";
import { readProgress } from "./progress.js";
import { switches } from "./settings.js";
import { linkToResult, resultText, share } from "./share.js";
import { alone, elapsedNow, say, state, subscribe, update } from "./store.js";
import { T, shortDate } from "./texts.js";

const sheet = byId("win");
const pause = 700; // ms between the last press and the sheet
const settled = 350; // ms in which a click beside the sheet, or a key, was meant for the board
const widest = 5; // presses over the best that have a bar of their own
let last = null; // the game before the latest change
let opened = 0;
let offered = null; // what the page offers after the end: its words, and what it does

byId("after").addEventListener("click", () => offered.act());
subscribe((names) => {
  if (!names.has("game")) return;
  const { game, mode } = state;
  offer();
  if (!over()) sheet.close();
  const before = last;
  last = game;
  if (names.has("mode") || !game || mode !== "play" || !isWon(game) || !before || before.view !== game.view
    || before.on !== game.on || isWon(before)) return;
  ripple(game.presses.at(-1));
  celebrate(game);
});
sheet.addEventListener("close", () => delete document.body.dataset.ended);
const early = () => performance.now() - opened < settled;
sheet.addEventListener("click", (event) => event.detail > 1 && event.stopImmediatePropagation(), { capture: true });
sheet.addEventListener("keydown", (event) => {
  if (event.repeat) event.preventDefault();
  else if (event.key === "Enter" && !early()
    && !event.target.closest("button")) sheet.querySelector(".primary").click();
});
addEventListener("keydown", ({ key, target }) => key === "Escape" && !target.closest("dialog:modal") && sheet.close());

/** Rings that run from the last press over the dark board (style/progress.css), unless nothing is to move. */
function ripple(press) {
  const svg = byId("board");
  const base = elementOf(press)?.querySelector(".base");
  if (!base || matchMedia("(prefers-reduced-motion: reduce)").matches) return;
  const r = Math.hypot(svg.viewBox.baseVal.width, svg.viewBox.baseVal.height);
  const { x, y, width, height } = base.getBBox();
  // a cell is not moved
  const at = base.parentElement.getAttribute("transform") ?? `translate(${x + width / 2} ${y + height / 2})`;
  const rings = s("g", { transform: at, "aria-hidden": "true" }, [1, 2].map(() => s("circle", { class: "ripple", r })));
  rings.lastChild.addEventListener("animationend", () => rings.remove());
  svg.append(rings);
}

async function celebrate(game) {
  announce(`${T.winTitle} ${verdict(game.presses.length)}`);
  await new Promise((done) => setTimeout(done, pause));
  if (state.game !== game || state.mode !== "play" || sheet.open) return; // taken back meanwhile
  const [first, next] = await Promise.all([main(), playNext()]);
  if (state.game === game) showEnd(game, first, next);
}

const over = () => Boolean(state.game) && state.mode === "play" && isWon(state.game);

/** The page offers what the sheet does. */
async function offer() {
  byId("hint").hidden = over();
  if (!over()) byId("after").hidden = true;
  const { game } = state;
  const next = over() ? await main() : null;
  if (!next || state.game !== game) return;
  offered = next;
  setText(byId("after").lastElementChild, next.text);
  byId("after").hidden = false;
}

/** How many presses the next puzzle of this board is to need: as many as are wished, and more than this one. */
function nextWish() {
  const { best, game: { view } } = state;
  return Math.min(view.hardest ?? view.switches, Math.max(wish(), 1 + (best?.presses ?? 0)));
}

const again = () => newPuzzle(setWish(nextWish()));

/** What to do now, after all: its words, and what it does. */
async function main() {
  const { best, day, level } = state;
  if (day) return { text: shareWords, act: shareResult, shares: true };
  if (!level) return { text: best && nextWish() > best.presses ? T.winHarder : T.winAgain, act: again };
  const next = await nextLevel(level).catch(() => null);
  return next ? { text: T.nextLevel, act: () => tryToOpen({ puzzle: nameOfLevel(next) }) }
    : { text: T.campaign, act: openLevels };
}

/** The fewest presses, if that is proved, and the stars that so many earn; else null. */
function score(n) {
  const { best } = state;
  return best?.minimum ? { best: best.presses, stars: stars(n, best.presses, state) } : null;
}

/** What to play after a daily puzzle: its words, and what it does. */
async function playNext() {
  const { day } = state;
  const door = otherDoor();
  if (door) return { text: `${T.daily}: ${T.doors[door]}`, act: () => playDay(day, door) };
  const missed = state.day && missedDay();
  if (missed) return { text: T.dailyMissed(shortDate(missed)), act: () => playDay(missed) };
  const next = state.day ? await nextLevel().catch(() => null) : null;
  return next && { text: T.nextLevel, act: () => tryToOpen({ puzzle: nameOfLevel(next) }) };
}

const shareWords = navigator.share ? T.shareResult : T.copyResult;

/** Shares the result; says whether it is copied, and if only this computer can open the link. */
function shareResult() {
  const { game } = state;
  return actions.attempt(async () => {
    const text = resultText(game, score(game.presses.length), switches.timer ? clock(elapsedNow()) : "");
    const said = await share(text, await linkToResult());
    say(said);
    const place = byId("win-said");
    if (place) setText(place, said);
  });
}

function showEnd(game, first, next) {
  const { title, day, rival, shown } = state;
  const n = game.presses.length;
  const scored = score(n);
  const button = (id, text, onclick, more) => h("button", { type: "button", id, onclick, ...more }, text);
  const closing = (id, { text, act }, more) => button(id, text, () => (sheet.close(), act()), more);
  const heading = h("h2", { id: "win-title", tabindex: "-1" }, T.winTitle);
  const sharing = (more) => button("win-share", shareWords, shareResult, more);
  sheet.replaceChildren(
    h("header", { role: "presentation" }, heading, // of the sheet, not of the page
      h("div", { class: "score" },
        scored ? h("p", { class: "of" }, T.winOf(n, scored.best)) : "",
        scored ? h("p", { class: "stars", role: "img", "aria-label": T.winStars(scored.stars) }, [1, 2, 3]
          .map((k) => (k <= scored.stars ? h("span", { class: "full" }, "★") : h("span", {}, "☆")))) : ""),
      h("button", { type: "button", class: "icon", id: "win-close", "aria-label": T.close,
        onclick: () => sheet.close() }, icon("delete"))),
    h("p", { class: "verdict" }, [verdict(n), rival && T.rivalNeeded(rival.length)].filter(Boolean).join(" ")),
    first.shares ? sharing({ class: "primary" }) : closing("win-next", first, { class: "primary" }),
    h("div", { class: "pair" },
      button("win-replay", T.replay, () => replay(game.presses)),
      rival ? button("win-rival", T.replayRival, () => replay(rival)) : "",
      // who has seen an answer has nothing left to find
      closing("win-again", { text: shown || n <= scored?.best ? T.winReplay : T.winFewer, act: actions.restart }),
      first.shares ? (next ? closing("win-next", next) : "") : sharing({})),
    h("p", { class: "note", id: "win-said", role: "status" }),
    h("p", { class: "note" }, [title ? `${title}.` : "", ...notes()].filter(Boolean).join(" ")),
    ...(day ? [lastWeek(), countdown()] : [scored ? distribution(n - scored.best) : ""]));
  document.body.dataset.ended = ""; // body:has() would take long with thousands of lights
  if (!sheet.open) sheet.show(); // the board beside it stays what it is: it can be touched, and taken back
  const frame = byId("frame");
  // of the height, where the sheet is below the board
  sheet.style.setProperty("--left", `${innerHeight - frame.offsetHeight - 16}px`);
  const [board, covers] = [frame, sheet].map((e) => e.getBoundingClientRect());
  frame.scrollIntoView({ block: board.right > covers.left && board.bottom > covers.top ? "start" : "nearest",
    behavior: "instant" });
  opened = performance.now();
  heading.focus(); // not a button: a key still held down, or pressed too often, does nothing
}

/** Shows presses on the board, one after the other; the game stays as it is. */
async function replay(presses) {
  const { game } = state;
  const pace = Math.min(450, 8000 / presses.length);
  let now = rules.newGame({ ...game, presses: [] });
  for (const s of [null, ...presses]) {
    if (s !== null) now = rules.press(now, s);
    update({ replay: now });
    await new Promise((done) => setTimeout(done, pace));
    if (state.replay !== now) return; // another has begun, or a press was made
    if (state.game !== game) break;
  }
  update({ replay: null });
}

function notes() {
  const { hints, shown, helped, day } = state;
  const progress = day && readProgress();
  return [switches.timer ? T.winTime(clock(elapsedNow())) : "", hints > 0 || shown || !helped
    ? T.winHints(hints, shown) : "", progress ? streakText(progress) : ""].filter(Boolean);
}

/** How many games took how many presses more than the fewest; the bar of this one stands out. */
function distribution(over) {
  const games = readProgress()?.over ?? [];
  if (games.length < 2) return "";
  const counts = Array.from({ length: widest + 1 },
    (_, k) => games.filter((r) => Math.min(r.over, widest) === k).reduce((sum, r) => sum + r.solved, 0));
  const most = Math.max(...counts);
  return h("dl", { class: "over", "aria-label": T.overBest }, counts.map((n, k) =>
    h("div", { class: Math.min(over, widest) === k ? "this" : null },
      h("dt", {}, `+${k}${k === widest ? "…" : ""}`),
      h("dd", {}, h("meter", { max: most, value: n, "aria-hidden": "true" }), String(n)))));
}

function verdict(n) {
  const { best, shown } = state;
  if (shown || !best || best.unsolvable) return T.winPlain(n);
  if (!best.minimum) return T.winUnproved(n, best.presses);
  if (n > best.presses) return T.winMore(n, best.presses);
  return alone() ? T.winBest(n) : T.winFewest(n);
}
