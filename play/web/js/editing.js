// Edit mode: the tools, and how they act on the board.
import * as actions from "./actions.js";
import { announce, byId, h, icon } from "./dom.js";
import * as draw from "./drawinggraph.js";
import { indices, newGame } from "./game.js";
import { choose, open } from "./opening.js";
import { drawnNow, isUnderWay, recordOf } from "./remember.js";
import { naturalPlaces } from "./scene.js";
import { limits } from "./site.js";
import { elapsedNow, noMarks, say, state, subscribe, update } from "./store.js";
import { T, coloured, itemName, labelOf } from "./texts.js";

export const tools = ["lights", "move", "node", "edge", "arc", "self", "delete", "goal", "lock"];
const icons = { lights: "light" }; // others are called like the tool
const onCells = ["lights", "goal", "lock"]; // these do not change nodes

byId("tools").append(...tools.map((name) =>
  h("label", {}, h("input", { type: "radio", name: "tool", id: `tool-${name}`, value: name }),
  icon(icons[name] ?? name), T.tools[name].name)));
byId("tools").addEventListener("change", ({ target }) => chooseTool(target.value));
byId("mode-play").addEventListener("click", leaveEdit);
byId("mode-edit").addEventListener("click", enterEdit);
byId("edit-play").addEventListener("click", leaveEdit);
byId("edit-all").addEventListener("click",
  () => change({ ...current(), on: [...Array(state.game.view.lights).keys()] }));
byId("edit-none").addEventListener("click", () => change({ ...current(), on: [] }));
byId("edit-clear").addEventListener("click", () => {
  change(draw.emptyDrawing());
  chooseTool("node");
});
byId("undo").addEventListener("click", undo);
byId("redo").addEventListener("click", redo);

subscribe((names) => {
  if (!names.has("mode") && !names.has("tool")) return;
  const editing = state.mode === "edit";
  byId("panel-play").hidden = editing;
  byId("panel-edit").hidden = !editing;
  byId("mode-play").setAttribute("aria-pressed", String(!editing));
  byId("mode-edit").setAttribute("aria-pressed", String(editing));
  document.body.dataset.mode = state.mode;
  document.body.dataset.tool = state.tool;
  byId(`tool-${state.tool}`).checked = true;
  byId("tool-note").textContent = T.tools[state.tool].note;
});

/** Tools that change nodes need to see them: cells become nodes joined by lines. */
export function chooseTool(name) {
  const { game, places } = state;
  const asNodes = !onCells.includes(name) && state.mode === "edit" && places === null && game.view.graph;
  update({ tool: name, from: null, places: asNodes ? naturalPlaces(game.view) : places });
}

export function enterEdit() {
  if (state.mode === "edit" || !state.game) return;
  const { game } = state;
  update({
    mode: "edit", tool: "lights",
    paused: { game, places: state.places },
    game: newGame({ ...game, on: indices(game.lit), presses: [] }),
    marks: noMarks, from: null, edits: [], undone: [], since: null, elapsed: elapsedNow(),
    message: { text: T.editStart, tone: "" },
  });
}

/** Back to play: on what was drawn, or, if nothing was changed, on with the game. */
export function leaveEdit() {
  if (state.mode === "play") return;
  const { game, paused, edits, places } = state;
  if (isSame(game, paused.game)) {
    const kept = edits.length === 0 ? paused.places : places;
    update({ mode: "play", game: paused.game, places: kept, marks: noMarks, from: null, edits: [], paused: null,
      message: { text: "", tone: "" } });
    return;
  }
  if (game.view.lights === 0) return say(T.editEmpty, "bad");
  const signal = choose();
  return actions.attempt(async () => {
    const drawing = await drawnNow().finally(() => signal.throwIfAborted());
    await open(drawing, { game: isUnderWay(recordOf(drawing.puzzle)) ? null : drawing, signal });
  });
}

/** Whether a drawing is still the position of the game that was left for it. */
function isSame(drawn, left) {
  const now = { ...left, on: indices(left.lit) };
  return drawn.view === left.view && ["on", "goal", "dont_care", "forbidden"]
    .every((name) => String(drawn[name]) === String(now[name]));
}

/** The board as a drawing; a board that had a SPEC keeps it until its nodes are changed. */
function current() {
  const { view, on, goal, dont_care, forbidden } = state.game;
  return { view, on, goal, dont_care, forbidden, places: state.places };
}

function change(drawing, text = "") {
  const { game, places, edits } = state;
  if (!drawing.view.places) drawing.view.nodes ??= drawing.places; // the library has not placed them
  update({
    edits: [...edits, { game, places }], undone: [], game: newGame(drawing), places: drawing.places,
    marks: noMarks, from: null, message: { text, tone: "" },
  });
}

/** Takes an edit back, or a press. */
export function undo() {
  if (state.mode === "edit") goBack("edits", "undone", T.nothingToUndo, T.editUndone);
  else actions.undo();
}

export function redo() {
  if (state.mode === "edit") goBack("undone", "edits", T.nothingToRedo, T.editRedone);
  else actions.redo();
}

/** To the last drawing of one list; the present one goes to the other. */
function goBack(list, other, nothing, text) {
  const { game, places } = state;
  const last = state[list].at(-1);
  if (last) update({ ...last, [list]: state[list].slice(0, -1), [other]: [...state[other], { game, places }],
    marks: noMarks, from: null, message: { text, tone: "" } });
  else announce(nothing);
}

/** The drawing with every node placed, for tools that change nodes; null where that is impossible. */
function asGraph() {
  const drawing = current();
  if (!drawing.view.graph) {
    say(T.editNotGraph, "bad");
    return null;
  }
  if (drawing.view.toggles.some((list) => new Set(list).size < list.length)) {
    say(T.states.editTwice, "bad");
    return null;
  }
  return { ...drawing, places: drawing.places ?? naturalPlaces(drawing.view) };
}

const nodeName = (i) => T.nodeShort(labelOf(state.game.view, i));

// What the tools do with an item. Those for cells take it as it is, the others as node i of the drawing.
const uses = {
  lights({ light }, name) {
    if (light === null) return;
    const next = draw.toggleLight(current(), light);
    const now = draw.times(next.on, light);
    change(next, coloured(next.view) ? T.states.editLight(name, now) : T.editLight(name, now > 0));
  },
  goal({ light }, name) {
    if (light === null) return;
    const next = draw.nextGoal(current(), light);
    const wanted = draw.times(next.goal, light);
    if (next.dont_care.includes(light)) change(next, T.editGoalAny(name));
    else change(next, coloured(next.view) ? T.states.editGoal(name, wanted) : T.editGoal(name, wanted > 0));
  },
  lock({ press }, name) {
    if (press === null) return;
    const next = draw.toggleLock(current(), press);
    change(next, T.editLock(name, next.forbidden.includes(press)));
  },
};
const nodeUses = {
  node: (drawing, i) => add(drawing, freePlace(drawing.places, ...drawing.places[i])),
  edge: join,
  arc: join,
  self(drawing, i) {
    const next = draw.toggleArc(drawing, i, i);
    change(next, T.editSelf(nodeName(i), draw.flips(next, i, i)));
  },
  delete: (drawing, i) => change(draw.deleteNode(drawing, i), T.editDeleted(labelOf(drawing.view, i))),
};

/** The tool, used on an item. */
export function useTool(item, i, tool = state.tool) {
  if (uses[tool]) return uses[tool](item, itemName(state.game.view, item));
  const drawing = asGraph();
  if (drawing) nodeUses[tool]?.(drawing, i);
}

/** Whether a drag joins nodes rather than moving them. */
export const drawsLines = () => state.mode === "edit" && (state.tool === "edge" || state.tool === "arc");

/** A drag from one node to another, or to nowhere. */
export function connect(from, to) {
  const drawing = to === null ? null : asGraph();
  update({ from: drawing ? from : null, ...(to === null && { message: { text: T.editFromCancelled, tone: "" } }) });
  if (drawing) join(drawing, to);
}

function join(drawing, i) {
  const { from, tool } = state;
  if (from === null || from === i) {
    const text = from === i ? T.editFromCancelled : T.editFrom(nodeName(i));
    update({ from: from === i ? null : i, message: { text, tone: "" } });
    return;
  }
  const isEdge = draw.flips(drawing, from, i) && draw.flips(drawing, i, from);
  const next = tool === "edge" ? draw.setEdge(drawing, from, i, !isEdge) : draw.toggleArc(drawing, from, i);
  change(next, (tool === "edge" ? T.editEdge : T.editArc)(nodeName(from), nodeName(i), draw.flips(next, from, i)));
}

export const moveNode = (places, i) => change({ ...current(), places }, T.editMoved(nodeName(i)));

export function cancelJoin() {
  if (state.from !== null) update({ from: null, message: { text: T.editFromCancelled, tone: "" } });
}

/** The tool, used on an empty place, perhaps on a line there. */
export function useToolAt(place, line) {
  const { tool } = state;
  if (tool !== "node" && !(tool === "delete" && line)) return;
  const drawing = asGraph();
  if (!drawing) return;
  if (tool === "node") add(drawing, place);
  else change(draw.setEdge(drawing, line.from, line.to, false),
    T.editEdge(nodeName(line.from), nodeName(line.to), false));
}

function add(drawing, place) {
  if (drawing.view.lights >= limits.nodes) return say(T.editFull(limits.nodes), "bad");
  const next = draw.addNode(drawing, place);
  change(next, T.editAdded(labelOf(next.view, drawing.view.lights)));
}

/** A place beside the given one that no node covers, looking clockwise in growing circles. */
function freePlace(places, x, y) {
  for (let far = 120; ; far += 60) {
    for (let k = 0; k < 8; k++) {
      const at = [x + far * Math.cos((k * Math.PI) / 4), y + far * Math.sin((k * Math.PI) / 4)];
      if (places.every(([px, py]) => Math.hypot(px - at[0], py - at[1]) > 90)) return at;
    }
  }
}
