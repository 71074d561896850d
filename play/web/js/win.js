// The end of a game: the last press is seen, a ripple runs over the dark board, and then comes the sheet
// with stars against the optimum and words to share. A game that was over when it was opened has been
// celebrated already.
import * as actions from "./actions.js";
import { announce, byId, h, icon } from "./dom.js";
import { isWon, stars } from "./game.js";
import { campaign, nextLevel, openLevels, playLevel } from "./levels.js";
import { clock, wish } from "./panel.js";
import { readProgress, streak } from "./progress.js";
import { ripple } from "./ripple.js";
import { linkTo, resultText, share } from "./share.js";
import { alone, elapsedNow, state, subscribe } from "./store.js";
import { T } from "./texts.js";
import { today } from "./today.js";

const sheet = byId("win");
const pause = 700; // ms between the last press and the sheet
const settled = 350; // ms in which a click beside the sheet was meant for the board
let last = null; // the game before the latest change
let opened = 0;

export function startWin() {
  subscribe((names) => {
    if (!names.has("game")) return;
    const { game, mode, tutorial } = state;
    const before = last;
    last = game;
    if (!game || mode !== "play" || !isWon(game) || !before || before.view !== game.view || before.on !== game.on || isWon(before)) return;
    ripple(game.presses.at(-1));
    if (tutorial === null) celebrate(game);
  });
  sheet.addEventListener("click", (event) => {
    const stray = event.detail > 1 || (event.target === sheet && performance.now() - opened < settled);
    if (stray) event.stopImmediatePropagation();
  }, { capture: true });
  sheet.addEventListener("keydown", (event) => event.repeat && event.preventDefault());
}

async function celebrate(game) {
  announce(`${T.winTitle} ${verdict(game.presses.length, bestKnown())}`);
  await new Promise((done) => setTimeout(done, pause));
  if (state.game !== game || state.mode !== "play" || sheet.open) return; // taken back meanwhile
  const levels = state.level && (await campaign().catch(() => null));
  if (state.game === game) show(game, levels);
}

const bestKnown = () => (state.best && !state.best.unsolvable ? state.best : null);

function show(game, levels) {
  const { hints, shown, helped, title, day, level } = state;
  const n = game.presses.length;
  const known = bestKnown();
  const earned = known ? stars(n, known.presses, state) : 0;
  const time = clock(elapsedNow());
  const again = h("button", { type: "button", onclick: () => (sheet.close(), actions.restart()) }, known?.minimum && n <= known.presses ? T.winReplay : T.winFewer);
  const link = linkTo(game, state.places, { withPresses: false });
  link.catch(() => {}); // the button tells
  const shareButton = h("button", { type: "button", id: "win-share", onclick: () => actions.attempt(() => share(shareButton, resultText(game, earned, time), link)) }, navigator.share ? T.shareResult : T.copyResult);
  const next = nextButton(levels && nextLevel(levels, level));
  const heading = h("h2", { id: "win-title", tabindex: "-1" }, T.winTitle);
  sheet.replaceChildren(
    heading,
    known ? h("p", { class: "stars", role: "img", "aria-label": T.winStars(earned) }, [1, 2, 3].map((k) => starIcon(k <= earned))) : "",
    h("p", { class: "verdict" }, verdict(n, known)),
    title ? h("p", { class: "note" }, title) : "",
    h("p", { class: "note" }, [T.winTime(time), hints > 0 || shown || !helped ? T.winHints(hints, shown) : "", day ? streakNote() : ""].filter(Boolean).join(" ")),
    h("div", { class: "pair" }, next, again),
    h("div", { class: "pair" }, shareButton, h("button", { type: "button", onclick: () => sheet.close() }, T.close)));
  if (!sheet.open) sheet.showModal();
  opened = performance.now();
  heading.focus(); // not a button: a key still held down, or pressed too often, does nothing
}

function nextButton(level) {
  const [text, act] = level ? [T.nextLevel, () => playLevel(level)] : state.level ? [T.campaign, openLevels] : [T.winAgain, () => actions.newPuzzle(wish())];
  return h("button", { type: "button", class: "primary", onclick: () => (sheet.close(), act()) }, text);
}

function streakNote() {
  const progress = readProgress();
  const days = progress ? streak(progress, today()) : 0;
  return days > 1 ? T.streak(days) : "";
}

function starIcon(full) {
  const star = icon("star");
  star.classList.add(full ? "full" : "empty");
  return star;
}

function verdict(n, best) {
  if (state.shown || !best) return T.winPlain(n);
  if (!best.minimum) return T.winUnproved(n, best.presses);
  if (n > best.presses) return T.winMore(n, best.presses);
  return alone() ? T.winBest(n) : T.winFewest(n);
}
