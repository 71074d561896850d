// The first visit, and the first lesson, in five steps on a board of nine lights. Who comes for the first time is offered
// it until the first press; the help sheet has it for ever.
import { attempt, begin, bringBack } from "./actions.js";
import { byId, h } from "./dom.js";
import { isWon } from "./game.js";
import { keep, kept } from "./kept.js";
import { campaign, openLevels, playLevel } from "./levels.js";
import { noMarks, state, subscribe, update } from "./store.js";
import { T } from "./texts.js";

const key = "lightsout-tutorial";
const place = byId("tutorial");

// The presses that solve each step; the first press of the first is marked. Step 2 is done by pressing a
// light twice, step 4 needs a hint.
const answers = [[4], [4, 8], [0, 8], [1, 3, 8], [0, 4, 5]];
let step = null;
let offered = false; // the bar asks whether the lesson is wanted
let waiting = 0;

export function startTutorial() {
  subscribe((names) => {
    if (step === null) {
      if (offered && names.has("game")) dismiss();
      return;
    }
    if (state.tutorial !== step) end(); // another puzzle was chosen
    else if (names.has("game") && isDone()) advance();
  });
}

/** The first board of who has never been here: one ring to press, and one sentence. Says whether it is there. */
export async function firstVisit() {
  if (kept(key) !== null) return false;
  await attempt(async () => {
    const [{ view, levels: [{ on }] }] = await campaign();
    await playLevel({ board: view.ref.spec, level: 1 });
    const ring = view.toggles.findIndex((list) => String(list) === String(on));
    update({ marks: { ...noMarks, hint: [ring] }, message: { text: T.tutorialSteps[0], tone: "hint" } });
    offerLessons();
  });
  return state.game !== null;
}

function offerLessons() {
  place.replaceChildren(
    h("span", {}, T.tutorialOffer),
    h("button", { type: "button", class: "primary", id: "tutorial-start", onclick: startLessons }, T.tutorialStart),
    h("button", { type: "button", id: "tutorial-no", onclick: dismiss }, T.tutorialNo));
  place.hidden = false;
  place.dataset.offer = ""; // below the board, which is not to move for it
  offered = true;
}

function dismiss() {
  offered = false;
  keep(key, "seen");
  place.hidden = true;
}

export const startLessons = () => teach(0);

function teach(next) {
  return attempt(async () => {
    const [{ view }] = await campaign();
    step = null;
    offered = false;
    delete place.dataset.offer;
    const lit = new Set();
    for (const s of answers[next]) {
      for (const l of view.toggles[s]) if (!lit.delete(l)) lit.add(l);
    }
    const puzzle = { view, on: [...lit].sort((a, b) => a - b) };
    begin(puzzle, { title: T.tutorialTitle, tutorial: next, best: { presses: answers[next].length, minimum: true } });
    step = next;
    update({ marks: next === 0 ? { ...noMarks, hint: answers[0] } : noMarks, message: { text: "", tone: "" } });
    show(T.tutorialSteps[next]);
  });
}

function isDone() {
  const { game } = state;
  const [a, b] = game.presses.slice(-2);
  return step === 1 ? a !== undefined && a === b : isWon(game);
}

function advance() {
  const done = step;
  if (done === 3 && state.hints === 0) {
    show(T.tutorialNeedsHint); // solved without: fine as well
  }
  clearTimeout(waiting);
  waiting = setTimeout(() => {
    if (step !== done || state.tutorial !== done) return;
    if (done === answers.length - 1) finish();
    else teach(done + 1);
  }, 900);
}

function show(text) {
  place.replaceChildren(
    h("p", { class: "tutorial-text", role: "status" }, h("strong", {}, T.lessonStep(step + 1, answers.length)), " ", text),
    h("button", { type: "button", id: "tutorial-end", onclick: leave }, T.lessonEnd));
  place.hidden = false;
}

function finish() {
  keep(key, "done");
  place.replaceChildren(
    h("p", { class: "tutorial-text", role: "status" }, T.tutorialDone),
    h("button", { type: "button", class: "primary", id: "tutorial-levels", onclick: () => (end(), openLevels()) }, T.campaign),
    h("button", { type: "button", id: "tutorial-end", onclick: leave }, T.close));
}

/** Ends the lesson; the game from before comes back. */
function leave() {
  end();
  if (state.before) bringBack();
  else byId("new").click();
}

function end() {
  clearTimeout(waiting);
  step = null;
  keep(key, "done");
  place.hidden = true;
}
