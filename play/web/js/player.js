// What shows presses to make. A hint marks the next press of an answer, and goes with any press. An answer, press by
// press, and light chasing, row by row, are shown by one player, which takes the place of the buttons for moves, where
// the thumb is. The presses of a step that are still to be made are marked, and it does not matter who makes them:
// lights may be pressed, too, also wrong ones, and presses taken back.
import { attempt, nameOf, pressSwitch, showWitness, undo } from "./actions.js";
import { waitingWords } from "./arrival.js";
import { call } from "./backend.js";
import { byId, h, setText } from "./dom.js";
import { counts, indices, isWon, position } from "./game.js";
import { noMarks, say, state, subscribe, update } from "./store.js";
import { T, coloured } from "./texts.js";

let moving = false; // the change is this module's own

// {kind, view, on, steps, at, begun}: kind is "answer" or "lesson"; view and on are the puzzle; each of the steps is
// {presses, text, rule}; begun[i] is the presses of the game when step i began.
let player = null;

byId("player-back").addEventListener("click", () => move(back));
byId("player-next").addEventListener("click", () => move(next));
byId("player-end").addEventListener("click", end);
byId("hint").addEventListener("click", hint);
byId("answer").addEventListener("click", toggleAnswer);
byId("explain").addEventListener("click", () => (player?.kind === "lesson" ? end() : chase()));
subscribe((names) => {
  if (player && !moving && (names.has("game") || names.has("mode"))) followGame();
});

const pending = {}; // for each question the game about which the library is being asked: to ask again is no quicker

/** The answer from here, or null if there is none; then the player is told why. */
async function solution(question) {
  const { game, plan } = state;
  if (game === pending[question]) return null;
  pending[question] = game;
  const slow = setTimeout(() => say(waitingWords()), 300);
  const answer = await attempt(() => call("solve", { ...position(game), known: plan }));
  clearTimeout(slow);
  if (pending[question] === game) pending[question] = null;
  if (!answer || game !== state.game) return null;
  if (!answer.solvable) showWitness(answer);
  else if ((answer.presses ?? []).length === 0) say(T.alreadySolved);
  else return { presses: answer.presses, minimum: Boolean(answer.minimum) };
  return null;
}

let given = { game: null, again: () => {} }; // the last hint

/** Gives a hint; asked for again at the same place, it is the same, and counts once. */
export async function hint() {
  if (given.game === state.game) return given.again();
  const answer = await solution("hint");
  if (!answer) return;
  const { presses, minimum } = answer;
  const next = presses.filter((s) => s === presses[0]);
  update({ hints: state.hints + 1, plan: presses });
  const words = T.hintPress(nameOf(next[0]) + T.states.times(next.length), presses.length, minimum);
  given = { game: state.game, again: () => (player && leave(), say(words, "hint", { hint: next })) };
  given.again();
}

export async function toggleAnswer() {
  if (player?.kind === "answer") return end();
  const answer = await solution("answer");
  if (!answer) return;
  const { presses, minimum } = answer;
  update({ shown: true, plan: presses });
  startSteps("answer", [{ presses,
    text: (coloured(state.game.view) ? T.states.answer : T.answerShown)(presses.length, minimum) }]);
}

/** Light chasing on the player's own board, beside its lookup table. */
async function chase() {
  const { game } = state;
  const answer = await attempt(() => call("explain", position(game)));
  if (!answer || game !== state.game) return;
  if (!answer.solvable) return showWitness(answer);
  showTable(answer.table, game.view.dims[1]);
  startSteps("lesson", stepsOf(answer, ...game.view.dims));
}

/** The lesson as steps: what to say, what to press, and which line of the table it concerns. */
function stepsOf({ down, rule, again }, rows, cols) {
  const chased = (presses, some, none) => Array.from({ length: rows - 1 }, (_, i) => {
    const below = presses.filter((s) => Math.floor(s / cols) === i + 1);
    return { presses: below, text: (below.length > 0 ? some : none)(i + 1) };
  });
  const steps = chased(down, T.lessonDown, T.lessonDownNothing);
  if (rule.bottom.length === 0) return steps;
  const lookUp = { presses: rule.top, text: T.lessonLookup(rule.bottom, rule.top) };
  return [...steps, ...[lookUp, ...chased(again, T.lessonAgain, T.lessonAgainNothing)]
    .map((step) => ({ ...step, rule }))];
}

function startSteps(kind, steps) {
  const { view, on, presses } = state.game;
  player = { kind, view, on, steps, at: 0, begun: [presses] };
  followGame();
}

/** The presses of the step that are still to be made: as often as there are states is not at all. */
function left() {
  const { view, presses } = state.game;
  const [wanted, before, now] = [player.steps[player.at].presses, player.begun[player.at], presses]
    .map((list) => counts(view.switches, list));
  return indices(wanted.map((n, s) => (n + before[s] + (view.states - 1) * now[s]) % view.states));
}

function move(step) {
  moving = true;
  step();
  moving = false;
  followGame();
}

function next() {
  const presses = left();
  if (player.kind === "answer") return pressSwitch(presses[0]);
  if (presses.length > 0) update({ hints: state.hints + 1 });
  for (const s of presses) pressSwitch(s);
  if (presses.length === 0) advance();
}

function advance() {
  player.at++;
  player.begun[player.at] = state.game.presses;
}

/** One press back; in the lesson to the beginning of this step, or of the one before. */
function back() {
  const { kind, begun } = player;
  if (kind === "lesson" && state.game.presses.length <= begun[player.at].length) player.at = Math.max(0, player.at - 1);
  const until = kind === "lesson" ? begun[player.at].length : state.game.presses.length - 1;
  while (state.game.presses.length > until) undo();
}

/** Ends what is shown; the board stays as it is. */
function end() {
  leave();
  say("", "", noMarks);
}

function leave() {
  player = null;
  byId("player").hidden = true;
  byId("moves").hidden = false;
  byId("lesson").replaceChildren();
  setText(byId("answer").lastElementChild, T.showAnswer);
}

/** Shows the step, or ends where there is none any more: at the end, on another puzzle, in the editor. */
function followGame() {
  const { game, mode } = state;
  const { kind, view, on, steps, begun } = player;
  if (mode !== "play" || game.view !== view || game.on !== on) return leave();
  if (isWon(game)) {
    leave();
    say(kind === "lesson" ? T.lessonDone : "", "hint", noMarks);
    return;
  }
  if (kind === "lesson" && left().length === 0 && game.presses.length > begun[player.at].length
    && player.at < steps.length - 1) advance();
  showStep();
}

function showStep() {
  const { kind, steps, at, begun } = player;
  const presses = left();
  const made = Math.max(0, state.game.presses.length - begun[0].length);
  byId("moves").hidden = true;
  byId("player").hidden = false;
  byId("player-back").disabled = made === 0 && at === 0;
  byId("player-next").disabled = presses.length === 0 && at === steps.length - 1;
  setText(byId("answer").lastElementChild, kind === "answer" ? T.hideAnswer : T.showAnswer);
  for (const row of byId("lesson").querySelectorAll("tr")) {
    const current = row.dataset.bottom === String(steps[at].rule?.bottom);
    row.classList.toggle("current", current);
    row.ariaCurrent = current ? "step" : null;
  }
  const { text } = steps[at];
  const chased = `${T.lessonStep(at + 1, steps.length)}: ${text}`;
  say(kind === "lesson" ? chased : made > 0 ? T.playStep(made, made + presses.length) : text, "hint",
    { answer: presses });
}

function showTable(table, cols) {
  const dots = (list) => Array.from({ length: cols },
    (_, c) => h("span", { class: list.includes(c) ? "dot-on" : "dot-off" }, list.includes(c) ? String(c + 1) : "·"));
  byId("lesson").replaceChildren(h("table", { class: "lookup" },
    h("caption", {}, T.lessonTable),
    h("tbody", {}, table.map(({ bottom, top }) =>
      h("tr", { "data-bottom": String(bottom) }, h("td", {}, dots(bottom)),
      h("td", { class: "to", "aria-hidden": "true" }, "→"), h("td", {}, dots(top)))))));
}
