// Keys that work anywhere on the page; those of the board itself are in boardview.js.
import { restart } from "./actions.js";
import { focusBoard } from "./boardview.js";
import { byId } from "./dom.js";
import { cancelJoin, chooseTool, enterEdit, leaveEdit, redo, tools, undo } from "./editing.js";
import { openHelp } from "./help.js";
import { embedded } from "./kept.js";
import { askForNew } from "./panel.js";
import { hint, toggleAnswer } from "./player.js";
import { switches } from "./settings.js";
import { state } from "./store.js";

const both = { u: undo, y: redo, U: redo, "?": openHelp };
const keys = {
  play: { ...both, h: () => byId("hint").disabled || hint(), a: toggleAnswer, r: restart, n: askForNew, e: enterEdit },
  edit: { ...both, e: leaveEdit, h: () => byId("analyse").click(), Escape: cancelJoin },
};
if (embedded) delete keys.play.e; // there is no room for the editor
tools.forEach((name, k) => (keys.edit[k + 1] = () => chooseTool(name)));

addEventListener("keydown", (event) => {
  if (event.altKey || !state.game
    || event.target.closest("input:not([type=range], [type=radio]), textarea, select, dialog:modal")) return;
  const act = actOf(event);
  if (!act) return;
  event.preventDefault();
  act();
});

function actOf({ key, ctrlKey, metaKey, shiftKey, target }) {
  if (ctrlKey || metaKey) return { z: shiftKey ? redo : undo, y: redo }[key.toLowerCase()]; // as everywhere
  if (key.startsWith("Arrow")) return target === document.body ? () => focusBoard() : null;
  return switches.keys || key.length > 1 ? keys[state.mode][key] : null;
}
