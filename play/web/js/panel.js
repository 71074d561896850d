// The figures above the board, the buttons around it, and the card that describes the puzzle.
import * as actions from "./actions.js";
import { byId, setText } from "./dom.js";
import { isWon, wrong } from "./game.js";
import { firstLevel, newPuzzle } from "./opening.js";
import { boardPicture } from "./picture.js";
import { keepWish, wishFor } from "./settings.js";
import { ask } from "./sheet.js";
import { elapsedNow, noMarks, state, subscribe, update } from "./store.js";
import { T, boardName, coloured } from "./texts.js";

const slider = byId("difficulty");
let described = null; // the view that the card shows

subscribe(refresh);
setInterval(showTime, 250);
document.addEventListener("visibilitychange", pause);
slider.addEventListener("input", () => (state.game ? setWish(wish()) : showLevel()));
byId("restart").addEventListener("click", actions.restart);
byId("new").addEventListener("click", askForNew);

// On narrow and on low screens the cards are behind the menu, as style/screens.css has it.
const low = "(max-width: 1000px) and (max-height: 520px) and (orientation: landscape)";
const narrow = matchMedia(`(max-width: 900px), ${low}`);
const cards = byId("panel-play");

const arrange = () => (cards.popover = narrow.matches ? "auto" : null);
narrow.addEventListener("change", arrange);
arrange();

/** Whatever was chosen, the board is in sight. */
function backToTheBoard() {
  if (cards.matches(":popover-open")) cards.hidePopover();
  if (narrow.matches) scrollTo({ top: 0, behavior: "instant" });
}

/** How many presses the player wants a puzzle to need. */
export const wish = () => Number(slider.value);

export function setWish(presses) {
  slider.value = presses;
  showLevel();
  keepWish(state.game.view, wish());
  return wish();
}

/** A new puzzle; who is still at the first steps is asked whether to leave them. */
export function askForNew() {
  const { level, game } = state;
  if (level?.board !== firstLevel.board || level.level > T.firstSteps.length || isWon(game)) return newPuzzle(wish());
  return ask("leave", T.leaveTitle, T.leaveWords(level.level, T.firstSteps.length), T.leaveStay, T.newPuzzle,
    () => newPuzzle(wish()));
}

function refresh(names) {
  const { game, replay, best, marks, message, mode, title, day, level } = state;
  if (names.has("message")) {
    const place = byId("message");
    place.textContent = message.text; // the same words twice are told twice
    place.dataset.tone = message.tone;
  }
  if (!game) return;
  if (described === null) {
    for (const button of document.querySelectorAll(":disabled[data-needs-puzzle]")) button.disabled = false;
  }
  const shown = replay ?? game;
  setText(byId("stat-lights"), wrong(shown).length);
  setText(byId("stat-presses"), shown.presses.length);
  setText(byId("stat-best"), bestText(best));
  showTime();
  byId("undo").disabled = mode === "edit" ? state.edits.length === 0 : game.presses.length === 0 && !state.before;
  byId("redo").disabled = (mode === "edit" ? state.undone : game.redo).length === 0;
  byId("restart").disabled = mode === "edit" || game.presses.length === 0;
  byId("hint").disabled = mode === "edit" || isWon(game);
  byId("explain").hidden = coloured(game.view);
  byId("explain").disabled = !game.view.chase || [game.goal, game.dont_care, game.forbidden]
    .some((list) => list.length > 0);
  setText(byId("board-name"), title ?? boardName(game.view));
  byId("wishes").hidden = Boolean(day ?? level);
  if (described !== game.view) describe(game.view);
  if (names.has("mode") || names.has("title") || (names.has("marks") && marks !== noMarks)) backToTheBoard();
}

function bestText(best) {
  if (!best) return "…";
  if (best.unsolvable) return T.bestNone;
  return best.minimum ? best.presses : T.bestAtMost(best.presses);
}

function describe(view) {
  described = view;
  byId("board-about").textContent = T.boardFacts(view);
  byId("choose-picture").replaceChildren(boardPicture(view));
  slider.max = Math.max(1, view.hardest ?? view.switches);
  slider.value = firstWish(view);
  showLevel();
}

/** What the player wished for on this board; else a friendly number: enough to think, not enough to despair. */
export const firstWish = (view) =>
  wishFor(view) ?? Math.max(1, Math.min(6, Math.round((view.hardest ?? view.switches) * 0.4)));

function showLevel() {
  const share = (wish() - 1) / Math.max(1, slider.max - 1);
  const name = T.levels[Math.min(T.levels.length - 1, Math.floor(share * T.levels.length))];
  byId("difficulty-value").textContent = T.level(wish(), name);
  slider.setAttribute("aria-valuetext", T.level(wish(), name));
  slider.style.setProperty("--share", String(share));
}

function showTime() {
  setText(byId("stat-time"), clock(elapsedNow()));
}

/** The clock stands still while nobody can see the page. */
function pause() {
  const { game, since } = state;
  if (document.visibilityState === "hidden") {
    if (since !== null) update({ since: null, elapsed: elapsedNow() });
  } else if (game?.presses.length > 0 && since === null && !isWon(game)) {
    update({ since: performance.now() });
  }
}

export function clock(ms) {
  const seconds = Math.floor(ms / 1000);
  const two = (n) => String(n).padStart(2, "0");
  const hours = Math.floor(seconds / 3600);
  const minutes = Math.floor(seconds / 60) % 60;
  return hours > 0 ? `${hours}:${two(minutes)}:${two(seconds % 60)}` : `${minutes}:${two(seconds % 60)}`;
}
