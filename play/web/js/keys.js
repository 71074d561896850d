// Keys that work anywhere on the page; those of the board itself are in boardview.js.
import * as actions from "./actions.js";
import { byId } from "./dom.js";
import { cancelJoin, chooseTool, enterEdit, leaveEdit, redoEdit, tools, undoEdit } from "./editing.js";
import { embedded } from "./embed.js";
import { focusBoard } from "./boardview.js";
import { wish } from "./panel.js";
import { hint, toggleAnswer } from "./player.js";
import { switches } from "./settings.js";
import { openHelp } from "./sheets.js";
import { state } from "./store.js";

const play = {
  h: () => byId("hint").disabled || hint(), a: toggleAnswer, u: actions.undo, y: actions.redo, U: actions.redo, r: actions.restart,
  n: () => actions.newPuzzle(wish()), e: enterEdit, "?": openHelp,
};
if (embedded) delete play.e; // there is no room for the editor
const edit = { u: undoEdit, y: redoEdit, U: redoEdit, e: leaveEdit, h: () => byId("analyse").click(), Escape: cancelJoin, "?": openHelp };
tools.forEach((name, k) => (edit[k + 1] = () => chooseTool(name)));

export function startKeys() {
  addEventListener("keydown", (event) => {
    if (event.altKey || !state.game || event.target.closest("input:not([type=range]), textarea, select, dialog")) return;
    if (event.ctrlKey || event.metaKey) {
      withControl(event);
      return;
    }
    if (event.key.startsWith("Arrow") && event.target === document.body) {
      event.preventDefault();
      focusBoard();
      return;
    }
    const act = (state.mode === "edit" ? edit : play)[event.key];
    if (!act || (!switches.keys && event.key.length === 1)) return;
    event.preventDefault();
    act();
  });
}

/** Ctrl+Z, Ctrl+Y and Ctrl+Shift+Z, as everywhere. */
function withControl(event) {
  const key = event.key.toLowerCase();
  if (key !== "z" && key !== "y") return;
  event.preventDefault();
  const back = key === "z" && !event.shiftKey;
  if (state.mode === "play") (back ? actions.undo : actions.redo)();
  else (back ? undoEdit : redoEdit)();
}
