// The board on the page: painted from the state, pressed by pointer or keys. What a press then means is decided by
// actions.js, or by editing.js while the player draws.
import { pressSwitch } from "./actions.js";
import * as camera from "./camera.js";
import { byId, s } from "./dom.js";
import * as editing from "./editing.js";
import { counts } from "./game.js";
import { startGestures } from "./gestures.js";
import { addMarks, dressItem, linePath, paint } from "./picture.js";
import { canvas, naturalPlaces, sceneOf } from "./scene.js";
import { noMarks, state, subscribe, update } from "./store.js";
import { T, boardName, coloured, itemName, labelOf } from "./texts.js";

const svg = byId("board");
const frame = byId("frame");
let scene = null;
let painted = {}; // what the scene was made of
let elements = { items: [], lines: [], digits: new Map() }; // see paint()
let dressed = []; // how each item looks, as a number, so that only what changes is touched
let framed = []; // the elements of the items that a press would flip
let focused = 0;
let windowSize = [innerWidth, innerHeight];
let stretched = null; // {band, over}: the line that is being drawn, and the item at its other end

subscribe((names) => {
  if (["game", "places", "mode"].some((name) => names.has(name))) rebuild();
  if (["game", "replay", "marks", "from", "mode", "places"].some((name) => names.has(name))) dress();
});
svg.addEventListener("contextmenu", (event) => {
  if (event.pointerType === "touch") event.preventDefault(); // a finger that holds
  if (event.pointerType === "touch" || indexOf(event.target) === null || !coloured(state.game.view)) return;
  event.preventDefault();
  click(event);
});
svg.addEventListener("keydown", keydown);
svg.addEventListener("pointerover", ({ target, pointerType }) => pointerType !== "touch" && showFlips(indexOf(target)));
svg.addEventListener("pointerleave", ({ pointerType }) => pointerType !== "touch"
  && showFlips(elements.items[focused]?.matches(":focus-visible") ? focused : null));
svg.addEventListener("focusin", ({ target }) => {
  const i = indexOf(target);
  if (i === null) return;
  setFocus(i);
  if (target.matches(":focus-visible")) showFlips(i); // not after a click or a tap
});
svg.addEventListener("focusout", () => showFlips(null));
startGestures(svg, {
  itemAt: ({ target, type, clientX, clientY }) =>
    indexAt(type === "pointerdown" ? target : document.elementFromPoint(clientX, clientY), clientX, clientY),
  mayHold: (i) => state.mode === "play" && scene.items[i].press !== null,
  mayDrag: () => scene.free,
  peek: showFlips,
  press: (i) => {
    setFocus(i);
    use(i, false);
  },
  drag: (i, event) => (editing.drawsLines()
    ? stretch(i, event) : moveTo(i, within(camera.placeAt(event.clientX, event.clientY)))),
  drop,
  letGo,
});
svg.addEventListener("click", click);
addEventListener("resize", () => requestAnimationFrame(rearrange));

/** A press on an item; back if it was made with Shift or the other button. */
function use(i, back) {
  const item = scene.items[i];
  if (state.mode === "edit") editing.useTool(item, i);
  else pressSwitch(item.press, { back });
}

/** The element of a switch. */
export const elementOf = (press) => elements.items[scene.items.findIndex((item) => item.press === press)];

/** The pixels that the board may take, as style/screens.css has them. */
function room() {
  const stage = frame.parentElement;
  const style = getComputedStyle(stage);
  const pixels = (name) => parseFloat(style.getPropertyValue(name)) || 0;
  const { paddingLeft, paddingRight } = getComputedStyle(stage.parentElement);
  // a stage may have no box of its own
  const width = stage.clientWidth
    || stage.parentElement.clientWidth - parseFloat(paddingLeft) - parseFloat(paddingRight);
  return { width: width - pixels("--beside") - 2 * pixels("--pad"),
    height: Math.max(200, innerHeight - pixels("--chrome") - 2 * pixels("--pad")) };
}

/**
 * After the window has changed the board may stand in another way. A little less height is only the bar of a phone's
 * browser.
 */
function rearrange() {
  const [width, height] = windowSize;
  if (!scene || (width === innerWidth && Math.abs(height - innerHeight) < 120)) return;
  windowSize = [innerWidth, innerHeight];
  painted = { ...painted, view: null };
  rebuild();
  dress();
}

/** Puts the keyboard's focus on the board. */
export function focusBoard(i = focused) {
  setFocus(Math.min(i, elements.items.length - 1));
  (elements.items[focused] ?? svg).focus({ preventScroll: camera.zoomed() });
  if (scene?.items[focused]) camera.reveal(scene.items[focused].x, scene.items[focused].y, 70);
}

function rebuild() {
  const { game, places, mode } = state;
  if (!game) return;
  if (painted.view === game.view && painted.places === places && painted.mode === mode) return;
  const hadFocus = svg.contains(document.activeElement);
  const next = sceneOf(game.view, places, room());
  const still = scene?.look === "nodes" && next.look === "nodes" && painted.mode === mode
    && (mode === "edit" || painted.view === game.view || painted.view === null);
  painted = { view: game.view, places, mode };
  // Painting takes the focus away, which is heard at once: by the old scene with its old elements.
  const fresh = paint(svg, next,
    { labels: labelsOf(next, game.view, mode), digits: coloured(game.view) ? game.view.states - 1 : 0 });
  [scene, elements, dressed, framed] = [next, fresh, [], []];
  const box = canvas(next, { still: still ? camera.box() : null, drawing: mode === "edit" });
  const [least, most] = next.look === "nodes" ? [0.6, 2] : [0.3, 3];
  frame.style.setProperty("--aspect", Math.min(most, Math.max(least, box.width / box.height)).toFixed(4));
  camera.setBox(box);
  const grid = scene.rows !== null;
  svg.setAttribute("tabindex", scene.items.length === 0 ? "0" : "-1");
  svg.setAttribute("role", grid ? "grid" : "group");
  svg.setAttribute("aria-label", T.boardLabel(boardName(game.view)));
  elements.items.forEach((element, i) => {
    if (scene.items[i].press === null && mode === "play") {
      element.setAttribute("role", "img");
      return;
    }
    element.setAttribute("role", grid ? "gridcell" : "button");
    element.setAttribute("tabindex", "-1");
  });
  setFocus(Math.min(focused, scene.items.length - 1));
  if (hadFocus) elements.items[focused]?.focus();
}

/** What is written beside nodes: their names, or, in the editor, their numbers. */
function labelsOf({ look, items }, view, mode) {
  return look === "nodes" && (view.ref.names || mode === "edit") ? items.map((_, i) => labelOf(view, i)) : null;
}

const classNames = ["on", "goal", "dontcare", "hint", "answer", "witness", "quiet", "locked", "from"]
  .map((name) => `is-${name}`);

const bit = (there, k) => (there ? 1 << k : 0);

function dress() {
  const { replay, from, mode } = state;
  const game = replay ?? state.game;
  const marks = replay ? { ...noMarks, hint: replay.presses.slice(-1) } : state.marks;
  if (!game || !scene) return;
  const { lights, switches, colours = [] } = game.view;
  const [hints, answers, quiets, forbidden] = [marks.hint ?? [], marks.answer ?? [], marks.quiet ?? [], game.forbidden]
    .map((list) => counts(switches, list));
  const [witness, goal, dontCare] = [marks.witness ?? [], game.goal, game.dont_care]
    .map((list) => counts(lights, list));
  const chosen = mode === "edit" ? from : null;
  scene.items.forEach((item, i) => {
    // What there is to see, as one number; of thousands of lights a press changes five. Items that are no light, or no
    // switch, find nothing in the lists.
    const { light, press } = item;
    const [now, aim, times] = [game.lit[light] ?? 0, goal[light] ?? 0, hints[press] || answers[press] || quiets[press]
      || witness[light] || 0];
    const classes = bit(now, 0) | bit(aim, 1) | bit(dontCare[light], 2) | bit(hints[press], 3) |
      bit(answers[press], 4) | bit(witness[light], 5) |
      bit(quiets[press], 6) | bit(forbidden[press], 7) | bit(chosen === i, 8);
    const look = ((now * 64 + aim) * 64 + times) * 512 + classes;
    if (look === dressed[i]) return;
    dressed[i] = look;
    const element = elements.items[i];
    elements.digits.get(i)?.forEach((digit, k) => digit.classList.toggle("now", k + 1 === now));
    if (classes > 1) addMarks(element, scene, i); // it is more than on or off
    dressItem(element, Object.fromEntries(classNames.map((name, k) => [name, (classes >> k) % 2 === 1])), colours[now]);
    if (classes > 1 && coloured(game.view)) {
      element.querySelector(".goal-digit").textContent = aim > 0 ? aim.toString(36) : "";
      element.querySelector(".times").textContent = times > 0 ? `×${times}` : "";
    }
    element.setAttribute("aria-label",
      wordsFor(item, { now, goal: aim, dontCare: dontCare[light], locked: forbidden[press] }));
  });
}

/** What a light is called and what is to be said of it. */
function wordsFor(item, { now, goal, dontCare, locked }) {
  const { view } = state.game;
  const many = coloured(view);
  return [
    itemName(view, item),
    item.light !== null && (many ? T.states.now(now) : now > 0 ? T.on : T.off),
    goal > 0 && (many ? T.states.goal(goal) : T.toGoOn),
    dontCare && T.doesNotMatter,
    locked && T.locked,
  ].filter(Boolean).join(", ");
}

function indexOf(target) {
  const element = target.closest?.("[data-item]");
  return element ? Number(element.dataset.item) : null;
}

const finger = 22; // pixels from the middle of a node that still mean it, while nothing else could be meant

/** The item at a point of the screen; cells leave no gap between them, and small nodes are met from beside. */
function indexAt(target, clientX, clientY) {
  const i = target ? indexOf(target) : null;
  if (i !== null || !scene || !svg.contains(target)) return i;
  const [x, y] = camera.placeAt(clientX, clientY);
  if (scene.look === "cells") {
    const near = scene.items.findIndex((item) => !item.corners && Math.abs(item.x - x) <= 50
      && Math.abs(item.y - y) <= 50);
    return near < 0 ? null : near;
  }
  if (state.mode === "edit" || camera.zoomed()) return null;
  const far = scene.items.map((item) => Math.hypot(item.x - x, item.y - y));
  const least = Math.min(...far);
  return least * camera.scale() < finger ? far.indexOf(least) : null;
}

function setFocus(i) {
  elements.items[focused]?.setAttribute("tabindex", "-1");
  focused = Math.max(i, 0);
  // The first thing that can be pressed, on boards whose lights cannot; but those can be edited.
  if (state.mode === "play" && scene.items[focused]?.press === null)
    focused = scene.items.findIndex((item) => item.press !== null);
  elements.items[focused]?.setAttribute("tabindex", "0");
}

/** Frames what a press of an item would flip; null for nothing. Light i is item i in every scene. */
function showFlips(i) {
  const press = i === null ? null : scene.items[i].press;
  const flips = press === null ? [] : state.game.view.toggles[press];
  for (const { classList } of framed) classList.remove("would-flip");
  framed = flips.map((l) => elements.items[l]);
  flips.forEach((l) => addMarks(elements.items[l], scene, l));
  for (const { classList } of framed) classList.add("would-flip");
}

function click(event) {
  const i = indexAt(event.target, event.clientX, event.clientY);
  if (i !== null) {
    setFocus(i);
    use(i, event.shiftKey || event.type === "contextmenu");
  } else if (state.mode === "edit") {
    editing.useToolAt(camera.placeAt(event.clientX, event.clientY), lineAt(event));
  }
}

/** The line within reach of a point of the screen, or null. */
function lineAt({ clientX, clientY }) {
  for (const far of [0, 6, 12]) {
    for (let k = 0; k < 8; k++) {
      const [x, y] = [clientX + far * Math.cos((k * Math.PI) / 4), clientY + far * Math.sin((k * Math.PI) / 4)];
      const line = elements.lines.indexOf(document.elementFromPoint(x, y));
      if (line >= 0) return scene.lines[line];
    }
  }
  return null;
}

const steps = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };

function keydown(event) {
  if (!scene) return;
  const i = indexOf(event.target);
  if (i === null && scene.items.length === 0 && (event.key === " " || event.key === "Enter")) {
    editing.useToolAt([0, 0], null); // an empty board is pressed as a whole
    focusBoard(0);
    event.preventDefault();
    return;
  }
  if (i === null || event.ctrlKey || event.metaKey || event.altKey) return;
  const step = steps[event.key];
  if (step && event.shiftKey) {
    moveItem(i, step);
  } else if (step) {
    const next = neighbour(i, step);
    if (next !== null) focusBoard(next);
  } else if (event.key === " " || event.key === "Enter") {
    use(i, event.shiftKey);
  } else if (event.key === "Delete" || event.key === "Backspace") {
    if (state.mode === "edit") editing.useTool(scene.items[i], i, "delete");
  } else if (event.key === "Home") {
    focusBoard(0);
  } else if (event.key === "End") {
    focusBoard(scene.items.length - 1);
  } else {
    return;
  }
  event.preventDefault();
  event.stopPropagation();
}

/** The item that an arrow key leads to: near, and not far off the direction. */
function neighbour(from, [dx, dy]) {
  const here = scene.items[from];
  let best = null;
  let least = Infinity;
  scene.items.forEach((item, i) => {
    if (item.press === null && state.mode === "play") return;
    const ahead = (item.x - here.x) * dx + (item.y - here.y) * dy;
    const aside = Math.abs((item.x - here.x) * dy) + Math.abs((item.y - here.y) * dx);
    if (ahead < 1 || aside > ahead * 2) return;
    const cost = ahead + 3 * aside;
    if (cost < least) [best, least] = [i, cost];
  });
  return best;
}

function moveItem(i, [dx, dy]) {
  if (!scene.free) return;
  const { x, y } = scene.items[i];
  place(i, [x + dx * 20, y + dy * 20]);
}

/** The item stays where it was moved. */
function place(i, at) {
  const places = (state.places ?? naturalPlaces(state.game.view)).map((old, k) => (k === i ? at : old));
  if (state.mode === "edit") editing.moveNode(places, i);
  else update({ places });
}

/** The nearest place on the canvas. @param {number[]} place */
function within([x, y]) {
  const { x: left, y: top, width, height } = camera.box();
  const clamp = (at, from, size) => Math.min(Math.max(at, from + 50), from + size - 50);
  return [clamp(x, left, width), clamp(y, top, height)];
}

/** Shows an item that is dragged; its lines are straight meanwhile. @param {number[]} at */
function moveTo(i, at) {
  const [x, y] = at;
  Object.assign(scene.items[i], { x, y });
  elements.items[i].setAttribute("transform", `translate(${x} ${y})`);
  scene.lines.forEach((line, k) => {
    if (line.from !== i && line.to !== i) return;
    line.bend = 0;
    elements.lines[k].setAttribute("d", linePath(scene, line));
  });
}

/** The line that follows the pointer, and what it would join. */
function stretch(i, { clientX, clientY }) {
  const { x, y } = scene.items[i];
  stretched ??= { band: svg.querySelector(".lines").appendChild(s("path", { class: "line band" })), over: null };
  stretched.band.setAttribute("d", `M${x} ${y}L${camera.placeAt(clientX, clientY).join(" ")}`);
  elements.items[stretched.over]?.classList.remove("is-from");
  stretched.over = indexAt(document.elementFromPoint(clientX, clientY), clientX, clientY);
  elements.items[stretched.over]?.classList.add("is-from");
}

/** Ends a drag without a change: of a line, or of an item, which goes back to where the state has it. */
function letGo() {
  if (stretched) {
    stretched.band.remove();
    elements.items[stretched.over]?.classList.toggle("is-from", state.from === stretched.over);
    stretched = null;
  } else {
    painted = { ...painted, view: null };
    rebuild();
    dress();
  }
}

function drop(i) {
  if (!stretched) {
    place(i, [scene.items[i].x, scene.items[i].y]);
    return;
  }
  const { over } = stretched;
  letGo();
  editing.connect(i, over === i ? null : over);
}
