// The answer, played step by step: while it is shown, its presses can be made one at a time, taken back,
// or played by themselves.
import { pressSwitch, undo } from "./actions.js";
import { byId, h, icon } from "./dom.js";
import { isWon } from "./game.js";
import { state, subscribe } from "./store.js";
import { T } from "./texts.js";

const place = byId("playback");
const rhythm = 700; // ms between presses
let timer = 0;
let moving = false; // the change is this module's own
let made = 0; // presses made since the answer was shown

export function startPlayback() {
  place.append(
    h("p", { class: "note", id: "playback-step", role: "status" }),
    h("div", { class: "trio" },
      h("button", { type: "button", id: "playback-back", onclick: () => move(undo, -1) }, icon("undo"), T.playBack),
      h("button", { type: "button", id: "playback-next", class: "primary", onclick: () => move(next, 1) }, icon("after"), T.playNext),
      h("button", { type: "button", id: "playback-run", onclick: run })));
  subscribe((names) => {
    if (!names.has("marks") && !names.has("game")) return;
    if (!moving) stop();
    show();
  });
}

const next = () => pressSwitch(state.marks.answer[0]);

function move(step, change) {
  stop();
  own(step, change);
}

function own(step, change) {
  moving = true;
  made += change;
  step();
  moving = false;
  show();
}

function run() {
  if (timer) {
    stop();
    show();
    return;
  }
  own(next, 1);
  timer = setInterval(() => own(next, 1), rhythm);
  show();
}

function stop() {
  clearInterval(timer);
  timer = 0;
}

function show() {
  const { game, marks, mode } = state;
  const left = marks.answer?.length ?? 0;
  const over = game !== null && isWon(game);
  if (mode !== "play" || marks.answer === null || over || left === 0) stop();
  place.hidden = mode !== "play" || marks.answer === null || (over && made === 0);
  if (place.hidden) {
    made = 0;
    return;
  }
  byId("playback-step").textContent = T.playStep(made, made + left);
  byId("playback-back").disabled = made === 0;
  byId("playback-next").disabled = over || left === 0;
  byId("playback-run").disabled = over || left === 0;
  byId("playback-run").replaceChildren(icon(timer ? "pause" : "play"), timer ? T.playPause : T.playRun);
}
