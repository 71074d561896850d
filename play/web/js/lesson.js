// Explain mode: light chasing step by step on the player's own board, beside its lookup table.
import * as actions from "./actions.js";
import { call } from "./backend.js";
import { byId, h } from "./dom.js";
import { position } from "./game.js";
import { noMarks, state, subscribe, update } from "./store.js";
import { T } from "./texts.js";

const place = byId("lesson");
let lesson = null; // {steps, at, table, game, cols}

export function startLesson() {
  byId("explain").addEventListener("click", () => (lesson ? end() : begin()));
  // The player may leave the path at any time; the lesson then makes way.
  subscribe((names) => {
    if (lesson && names.has("game") && state.game !== lesson.game && !lesson.pressing) end();
  });
}

async function begin() {
  const { game } = state;
  const answer = await actions.attempt(() => call("explain", position(game)));
  if (!answer || game !== state.game) return;
  if (!answer.solvable) {
    actions.showWitness(answer);
    return;
  }
  const [rows, cols] = game.view.dims;
  lesson = { steps: stepsOf(answer, rows, cols), at: 0, table: answer.table, game, cols, pressing: false };
  show();
}

/** The lesson as steps: what to say, what to press, and which line of the table it concerns. */
function stepsOf({ down, rule, again }, rows, cols) {
  const inRow = (presses, row) => presses.filter((s) => Math.floor(s / cols) === row);
  const steps = [];
  for (let row = 1; row < rows; row++) {
    const presses = inRow(down, row);
    steps.push({ text: presses.length > 0 ? T.lessonDown(row) : T.lessonDownNothing(row), presses });
  }
  if (rule.bottom.length === 0) {
    steps.push({ text: T.lessonBottomDark, presses: [] });
    return steps;
  }
  steps.push({ text: T.lessonLookup(rule.bottom, rule.top), presses: rule.top, rule });
  for (let row = 1; row < rows; row++) {
    const presses = inRow(again, row);
    steps.push({ text: presses.length > 0 ? T.lessonAgain(row) : T.lessonAgainNothing(row), presses, rule });
  }
  steps.push({ text: T.lessonDone, presses: [], rule });
  return steps;
}

function show() {
  const { steps, at, table, cols } = lesson;
  const step = steps[at];
  place.hidden = false;
  place.replaceChildren(
    h("p", { class: "note" }, at === 0 ? T.lessonIntro : T.lessonStep(at + 1, steps.length)),
    h("p", { class: "lesson-text" }, step.text),
    h("div", { class: "pair" },
      at < steps.length - 1 ? h("button", { type: "button", class: "primary", id: "lesson-next", onclick: next }, T.lessonNext) : "",
      h("button", { type: "button", id: "lesson-end", onclick: end }, T.lessonEnd)),
    h("table", { class: "lookup" },
      h("caption", {}, T.lessonTable),
      h("tbody", {}, table.map((rule) => ruleRow(rule, cols, step.rule)))));
  update({ marks: { ...noMarks, answer: step.presses.length > 0 ? step.presses : null }, message: { text: step.text, tone: "hint" } });
}

function ruleRow(rule, cols, current) {
  const same = current && String(rule.bottom) === String(current.bottom);
  const dots = (list) => Array.from({ length: cols }, (_, c) => h("span", { class: list.includes(c) ? "dot-on" : "dot-off" }, list.includes(c) ? String(c + 1) : "·"));
  return h("tr", { class: same ? "current" : null, "aria-current": same ? "step" : null }, h("td", {}, dots(rule.bottom)), h("td", { class: "to", "aria-hidden": "true" }, "→"), h("td", {}, dots(rule.top)));
}

function next() {
  const step = lesson.steps[lesson.at];
  lesson.pressing = true;
  if (step.presses.length > 0) update({ hints: state.hints + 1 });
  for (const s of step.presses) actions.pressSwitch(s);
  lesson.pressing = false;
  lesson.game = state.game;
  lesson.at++;
  show();
  byId("lesson-next")?.focus();
}

function end() {
  lesson = null;
  place.hidden = true;
  place.replaceChildren();
  update({ marks: noMarks, message: { text: "", tone: "" } });
}
