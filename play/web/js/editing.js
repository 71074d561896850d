// Edit mode: the tools, and how they act on the board.
import { attempt, begin, load, say } from "./actions.js";
import { call } from "./backend.js";
import { announce, byId, h, icon } from "./dom.js";
import * as draw from "./drawinggraph.js";
import { indices, newGame, puzzleOf } from "./game.js";
import { naturalPlaces } from "./scene.js";
import { elapsedNow, noMarks, state, subscribe, update } from "./store.js";
import { T, coloured, itemName } from "./texts.js";

export const tools = ["lights", "move", "node", "edge", "arc", "self", "delete", "goal", "lock"];
const icons = { lights: "light" }; // others are called like the tool
const onCells = ["lights", "goal", "lock"]; // these do not change nodes

export function startEditing() {
  byId("tools").append(...tools.map((name) =>
    h("button", { type: "button", role: "radio", id: `tool-${name}`, "aria-checked": "false", onclick: () => chooseTool(name) }, icon(icons[name] ?? name), T.tools[name].name)));
  byId("tools").addEventListener("keydown", arrowsChoose);
  byId("mode-play").addEventListener("click", leaveEdit);
  byId("mode-edit").addEventListener("click", enterEdit);
  byId("edit-play").addEventListener("click", leaveEdit);
  byId("edit-all").addEventListener("click", () => change(draw.setAllLights(current(), true)));
  byId("edit-none").addEventListener("click", () => change(draw.setAllLights(current(), false)));
  byId("edit-clear").addEventListener("click", () => {
    change(draw.emptyDrawing());
    chooseTool("node");
  });
  subscribe(show);
}

function show() {
  const editing = state.mode === "edit";
  byId("panel-play").hidden = editing;
  byId("panel-edit").hidden = !editing;
  byId("mode-play").setAttribute("aria-pressed", String(!editing));
  byId("mode-edit").setAttribute("aria-pressed", String(editing));
  document.body.dataset.mode = state.mode;
  document.body.dataset.tool = state.tool;
  for (const name of tools) {
    byId(`tool-${name}`).setAttribute("aria-checked", String(name === state.tool));
    byId(`tool-${name}`).tabIndex = name === state.tool ? 0 : -1;
  }
  byId("tool-note").textContent = T.tools[state.tool].note;
}

/** Tools that change nodes need to see them: cells become nodes joined by lines. */
export function chooseTool(name) {
  const { game, places } = state;
  const asNodes = !onCells.includes(name) && state.mode === "edit" && places === null && game.view.graph;
  update({ tool: name, from: null, places: asNodes ? naturalPlaces(game.view) : places });
}

/** Radio buttons are one stop for Tab, and arrows move between them. */
function arrowsChoose(event) {
  const step = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 }[event.key];
  if (!step) return;
  event.preventDefault();
  event.stopPropagation();
  const next = tools.at((tools.indexOf(state.tool) + step) % tools.length);
  chooseTool(next);
  byId(`tool-${next}`).focus();
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
    update({ mode: "play", game: paused.game, places: kept, marks: noMarks, from: null, edits: [], paused: null, message: { text: "", tone: "" } });
    return;
  }
  if (game.view.lights === 0) {
    say(T.editEmpty, "bad");
    return;
  }
  return attempt(async () => {
    const { text } = await call("save", { ...puzzleOf(game), format: "lo" });
    begin(await load({ file: text, name: "drawing", places }), { places });
  });
}

/** Whether a drawing is still the position of the game that was left for it. */
function isSame(drawn, left) {
  const now = { ...left, on: indices(left.lit) };
  return drawn.view === left.view && ["on", "goal", "dont_care", "forbidden"].every((name) => String(drawn[name]) === String(now[name]));
}

/** The board as a drawing; a board that had a SPEC keeps it until its nodes are changed. */
function current() {
  const { view, on, goal, dont_care, forbidden } = state.game;
  return { view, on, goal, dont_care, forbidden, places: state.places };
}

function change(drawing, text) {
  const { game, places, edits } = state;
  if (!drawing.view.places) drawing.view.nodes ??= drawing.places; // the library has not placed them
  update({
    edits: [...edits, { game, places }],
    undone: [],
    game: newGame(drawing),
    places: drawing.places, marks: noMarks, from: null,
    message: { text: text ?? "", tone: "" },
  });
  if (text) announce(text);
}

export const undoEdit = () => goBack("edits", "undone", T.nothingToUndo, T.editUndone);
export const redoEdit = () => goBack("undone", "edits", T.nothingToRedo, T.editRedone);

/** To the last drawing of one list; the present one goes to the other. */
function goBack(list, other, nothing, text) {
  const { game, places } = state;
  const last = state[list].at(-1);
  if (!last) {
    announce(nothing);
    return;
  }
  update({ ...last, [list]: state[list].slice(0, -1), [other]: [...state[other], { game, places }], marks: noMarks, from: null, message: { text, tone: "" } });
  announce(text);
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

/** The tool, used on an item. */
export function useTool(item, i) {
  const { tool } = state;
  if (tool === "lights") {
    if (item.light === null) return;
    const next = draw.toggleLight(current(), item.light);
    const now = next.on.filter((l) => l === item.light).length;
    const name = itemName(next.view, item);
    change(next, coloured(next.view) ? T.states.editLight(name, now) : T.editLight(name, now > 0));
    return;
  }
  if (tool === "goal") {
    setGoal(item);
    return;
  }
  if (tool === "lock") {
    if (item.press === null) return;
    const next = draw.toggleLock(current(), item.press);
    change(next, T.editLock(itemName(next.view, item), next.forbidden.includes(item.press)));
    return;
  }
  const drawing = asGraph();
  if (!drawing) return;
  const name = T.nodeShort(i + 1);
  switch (tool) {
    case "node": {
      const [x, y] = drawing.places[i];
      add(drawing, freePlace(drawing.places, x, y));
      break;
    }
    case "edge":
    case "arc":
      join(drawing, i, tool);
      break;
    case "self": {
      const next = draw.toggleSelf(drawing, i);
      change(next, T.editSelf(name, draw.flips(next, i, i)));
      break;
    }
    case "delete":
      change(draw.deleteNode(drawing, i), T.editDeleted(i + 1));
  }
}

function setGoal(item) {
  if (item.light === null) return;
  const next = draw.nextGoal(current(), item.light);
  const name = itemName(next.view, item);
  const wanted = next.goal.filter((l) => l === item.light).length;
  if (next.dont_care.includes(item.light)) change(next, T.editGoalAny(name));
  else change(next, coloured(next.view) ? T.states.editGoal(name, wanted) : T.editGoal(name, wanted > 0));
}

/** Deletes a node, whatever the tool. */
export function removeNode(i) {
  const drawing = asGraph();
  if (drawing && drawing.view.lights > i) change(draw.deleteNode(drawing, i), T.editDeleted(i + 1));
}

/** Whether a drag joins nodes rather than moving them. */
export const drawsLines = () => state.mode === "edit" && (state.tool === "edge" || state.tool === "arc");

/** A drag from one node to another, or to nowhere. */
export function connect(from, to) {
  const drawing = to === null ? null : asGraph();
  update({ from: drawing ? from : null, ...(to === null && { message: { text: T.editFromCancelled, tone: "" } }) });
  if (drawing) join(drawing, to, state.tool);
}

function join(drawing, i, tool) {
  const { from } = state;
  if (from === null || from === i) {
    const text = from === i ? T.editFromCancelled : T.editFrom(T.nodeShort(i + 1));
    update({ from: from === i ? null : i, message: { text, tone: "" } });
    return;
  }
  const next = tool === "edge" ? draw.toggleEdge(drawing, from, i) : draw.toggleArc(drawing, from, i);
  const words = tool === "edge" ? T.editEdge : T.editArc;
  change(next, words(T.nodeShort(from + 1), T.nodeShort(i + 1), draw.flips(next, from, i)));
}

export function moveNode(places, i) {
  change({ ...current(), places }, T.editMoved(T.nodeShort(i + 1)));
}

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
  else change(draw.part(drawing, line.from, line.to), T.editEdge(T.nodeShort(line.from + 1), T.nodeShort(line.to + 1), false));
}

function add(drawing, place) {
  if (drawing.view.lights >= draw.mostNodes) {
    say(T.editFull(draw.mostNodes), "bad");
    return;
  }
  change(draw.addNode(drawing, place), T.editAdded(drawing.view.lights + 1));
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
