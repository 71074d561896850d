// What the player can do while playing. Each action changes the state and says what it did.
import { announce } from "./dom.js";
import * as rules from "./game.js";
import { bringBack } from "./opening.js";
import { today } from "./progress.js";
import { elapsedNow, helpOf, noMarks, say, state, update } from "./store.js";
import { T, coloured, itemName, reasonOf } from "./texts.js";

/** Does something that may fail, and tells the player if it does, unless nobody waits for it, or tell has told. */
export async function attempt(work, tell = (cause) => T.failed(reasonOf(cause))) {
  try {
    return await work();
  } catch (cause) {
    const text = cause.name === "AbortError" ? "" : tell(cause);
    if (text) say(text, "bad");
    return null;
  }
}

export const nameOf = (s) => itemName(state.game.view, { light: state.game.view.graph ? s : null, press: s });

/** Presses a switch; back takes its last press back, where lights have more than two states. */
export function pressSwitch(s, { back = false } = {}) {
  const { game, plan } = state;
  if (s === null || rules.isWon(game)) return;
  if (back && coloured(game.view)) return step((now) => rules.takeBack(now, s), T.nothingToUndo, T.undone);
  if (!rules.mayPress(game, s)) return say(T.mayNotPress(nameOf(s)), "bad");
  const after = rules.press(game, s);
  // first: the end has more to say
  announce(T.pressed(nameOf(s), new Set(game.view.toggles[s]).size, rules.wrong(after).length));
  setGame(after, { plan: plan.length > 0 ? without(plan, s) : [] });
}

/** The game after a move. The clock runs from the first to the last, however that is made. */
function setGame(game, more) {
  const clock = rules.isWon(game)
    ? { since: null, elapsed: elapsedNow() } : { since: state.since ?? performance.now() };
  update({ game, replay: null, marks: noMarks, message: { text: "", tone: "" }, begun: state.begun ?? today(), ...clock,
    ...more });
}

/** What is left of an answer after a press; one that is not part of it has to go all the way round. */
function without(list, s) {
  const i = list.indexOf(s);
  return i >= 0 ? list.toSpliced(i, 1) : [...list, ...Array(state.game.view.states - 1).fill(s)].sort((a, b) => a - b);
}

function step(change, nothing, done) {
  const after = change(state.game);
  if (after === state.game) return announce(nothing);
  setGame(after, { plan: [] });
  announce(done(rules.wrong(after).length));
}

/** Takes the last press back; where there is none, the game that this one replaced comes back. */
export function undo() {
  if (state.game.presses.length === 0 && state.before) return bringBack();
  step(rules.undo, T.nothingToUndo, T.undone);
}
export const redo = () => step(rules.redo, T.nothingToRedo, T.redone);

/**
 * Back to the start. What was solved once, or begun by somebody else, is then a game of its own: clock and hints count
 * from nothing.
 */
export function restart() {
  const again = ["solved", "elsewhere"].includes(state.counted);
  step((game) => (game.presses.length > 0 ? { ...rules.restart(game), ...(again && { redo: [] }) } : game),
    T.nothingToUndo, T.restarted);
  update({ begun: null, ...(again && { since: null, elapsed: 0, ...helpOf(state), hints: 0, counted: "" }) });
}

export function showWitness({ witness = [], must_change: odd, forbidden }) {
  const { view } = state.game;
  const text = coloured(view) ? T.states.witness(view.states, odd, forbidden, witness.length) : forbidden
    ? T.witnessForbidden(witness.length, odd) : T.witness(witness.length, odd);
  say(text, "witness", { witness });
}
