// The board on the page: painted from the state, pressed by pointer or keys. What a press then
// means (playing, editing) is decided by whoever starts it.
import { byId } from "./dom.js";
import { counts } from "./game.js";
import { addMarks, linePath, paint } from "./picture.js";
import { naturalPlaces, sceneOf } from "./scene.js";
import { state, subscribe } from "./store.js";
import { T, boardName, coloured, itemName } from "./texts.js";

const svg = byId("board");
let scene = null;
let painted = {}; // what the scene was made of
let elements = { items: [], lines: [] };
let dressed = []; // how each item looks, as a number, so that only what changes is touched
let framed = []; // the items that a press would flip, by their frames
let focused = 0;
let act = () => {};
let actAt = () => {};
let moved = () => {};
let dragged = null;

/**
 * Starts the board. onItem(item, i, {back}) is a press, back if it was made with Shift or the other button;
 * onPlace([x, y]) is a click beside all items, and onMove(places, i) comes after item i was moved.
 */
export function startBoard({ onItem, onPlace, onMove }) {
  act = onItem;
  actAt = onPlace;
  moved = onMove;
  subscribe((names) => {
    if (["game", "places", "mode"].some((name) => names.has(name))) rebuild();
    if (["game", "marks", "from", "mode", "places"].some((name) => names.has(name))) dress();
  });
  svg.addEventListener("click", click);
  svg.addEventListener("contextmenu", (event) => {
    if (indexOf(event.target) === null || !coloured(state.game.view)) return;
    event.preventDefault();
    click(event);
  });
  svg.addEventListener("keydown", keydown);
  svg.addEventListener("pointerover", ({ target }) => showFlips(itemOf(target)));
  svg.addEventListener("pointerleave", () => showFlips(focusedItem()));
  svg.addEventListener("focusin", ({ target }) => {
    const i = indexOf(target);
    if (i === null) return;
    setFocus(i);
    showFlips(scene.items[i]);
  });
  svg.addEventListener("focusout", () => showFlips(null));
  svg.addEventListener("pointerdown", grab);
  svg.addEventListener("pointermove", drag);
  svg.addEventListener("pointerup", drop);
  svg.addEventListener("pointercancel", drop);
}

/** Puts the keyboard's focus on the board. */
export function focusBoard(i = focused) {
  setFocus(Math.min(i, elements.items.length - 1));
  (elements.items[focused] ?? svg).focus();
}

function rebuild() {
  const { game, places, mode } = state;
  if (!game) return;
  if (painted.view === game.view && painted.places === places && painted.mode === mode) return;
  const hadFocus = svg.contains(document.activeElement);
  painted = { view: game.view, places, mode };
  const next = sceneOf(game.view, places);
  // Painting takes the focus away, which is heard at once: by the old scene with its old elements.
  const fresh = paint(svg, next, { numbers: mode === "edit" && next.look === "nodes", digits: coloured(game.view) });
  [scene, elements, dressed, framed] = [next, fresh, [], []];
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

const classNames = ["on", "goal", "dontcare", "hint", "answer", "witness", "quiet", "locked", "from"];

function dress() {
  const { game, marks, from, mode } = state;
  if (!game || !scene) return;
  const { lights, switches } = game.view;
  const marked = Object.fromEntries(["hint", "answer", "quiet"].map((name) => [name, counts(switches, marks[name] ?? [])]));
  const [witness, goal, dontCare] = [marks.witness ?? [], game.goal, game.dont_care].map((list) => counts(lights, list));
  const forbidden = new Set(game.forbidden);
  scene.items.forEach((item, i) => {
    const element = elements.items[i];
    const light = { now: game.lit[item.light] ?? 0, goal: goal[item.light] ?? 0, witness: witness[item.light] ?? 0 };
    const [hint, answer, quiet] = [marked.hint[item.press] ?? 0, marked.answer[item.press] ?? 0, marked.quiet[item.press] ?? 0];
    const on = light.now > 0;
    const locked = forbidden.has(item.press);
    const times = hint || answer || quiet || light.witness;
    const classes = [on, light.goal > 0, dontCare[item.light] > 0, hint > 0, answer > 0, light.witness > 0, quiet > 0, locked, mode === "edit" && from === i];
    let look = (light.now * 64 + light.goal) * 64 + times;
    for (const there of classes) look = 2 * look + Number(there);
    if (look === dressed[i]) return;
    dressed[i] = look;
    if (classes.lastIndexOf(true) > 0) addMarks(element, scene, i); // it is more than on or off
    classNames.forEach((name, k) => element.classList.toggle(`is-${name}`, classes[k]));
    const words = [itemName(game.view, item)];
    if (coloured(game.view)) {
      showDigits(element, item, light, times);
      if (item.light !== null) words.push(T.states.now(light.now));
      if (light.goal > 0) words.push(T.states.goal(light.goal));
    } else {
      if (item.light !== null) words.push(on ? T.on : T.off);
      if (light.goal > 0) words.push(T.toGoOn);
    }
    if (dontCare[item.light]) words.push(T.doesNotMatter);
    if (locked) words.push(T.locked);
    element.setAttribute("aria-label", words.join(", "));
  });
}

/** What tells states and numbers of presses apart without colour; and the colour. */
function showDigits(element, item, { now, goal }, times) {
  const colour = state.game.view.colours[now];
  element.classList.toggle("is-coloured", Boolean(colour));
  element.style.setProperty("--state", colour || null);
  const write = (name, text) => (element.querySelector(name).textContent = text);
  write(".digit", item.light === null || now === 0 ? "" : now.toString(36));
  write(".goal-digit", goal === 0 ? "" : goal.toString(36));
  write(".times", times === 0 ? "" : `×${times}`);
}

function indexOf(target) {
  const element = target.closest?.("[data-item]");
  return element ? Number(element.dataset.item) : null;
}

function itemOf(target) {
  const i = indexOf(target);
  return i === null ? null : scene.items[i];
}

const focusedItem = () => (svg.contains(document.activeElement) ? scene?.items[focused] : null);

function setFocus(i) {
  elements.items[focused]?.setAttribute("tabindex", "-1");
  focused = Math.max(i, 0);
  // The first thing that can be pressed, on boards whose lights cannot; but those can be edited.
  if (state.mode === "play" && scene.items[focused]?.press === null) focused = scene.items.findIndex((item) => item.press !== null);
  elements.items[focused]?.setAttribute("tabindex", "0");
}

/** Frames what a press would flip. Light i is item i in every scene. */
function showFlips(item) {
  const flips = item && item.press !== null ? state.game.view.toggles[item.press] : [];
  for (const i of framed) elements.items[i]?.classList.remove("would-flip");
  for (const i of flips) {
    addMarks(elements.items[i], scene, i);
    elements.items[i].classList.add("would-flip");
  }
  framed = flips;
}

function click(event) {
  if (dragged?.moved) {
    dragged = null;
    return;
  }
  const i = indexOf(event.target);
  if (i !== null) {
    setFocus(i);
    act(scene.items[i], i, { back: event.shiftKey || event.type === "contextmenu" });
  } else {
    actAt(placeOf(event));
  }
}

const steps = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };

function keydown(event) {
  if (!scene) return;
  const i = indexOf(event.target);
  if (i === null && scene.items.length === 0 && (event.key === " " || event.key === "Enter")) {
    actAt([0, 0]); // an empty board is pressed as a whole
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
    act(scene.items[i], i, { back: event.shiftKey });
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

function placeOf(event) {
  const point = new DOMPoint(event.clientX, event.clientY).matrixTransform(svg.getScreenCTM().inverse());
  return [point.x, point.y];
}

const placesNow = () => state.places ?? naturalPlaces(state.game.view);

function moveItem(i, [dx, dy]) {
  if (!scene.free) return;
  moved(placesNow().map(([x, y], k) => (k === i ? [x + dx * 20, y + dy * 20] : [x, y])), i);
}

function grab(event) {
  const i = indexOf(event.target);
  dragged = null;
  if (i === null || !scene.free || event.button !== 0) return;
  dragged = { i, start: [event.clientX, event.clientY], moved: false, pointer: event.pointerId };
}

function drag(event) {
  if (!dragged || event.pointerId !== dragged.pointer || event.buttons === 0) return;
  const [x, y] = dragged.start;
  if (!dragged.moved && Math.hypot(event.clientX - x, event.clientY - y) < 6) return;
  if (!dragged.moved) svg.setPointerCapture(event.pointerId);
  dragged.moved = true;
  const item = scene.items[dragged.i];
  [item.x, item.y] = placeOf(event);
  elements.items[dragged.i].setAttribute("transform", `translate(${item.x} ${item.y})`);
  scene.lines.forEach((line, k) => {
    if (line.from !== dragged.i && line.to !== dragged.i) return;
    elements.lines[k].setAttribute("d", linePath(scene, line));
  });
}

function drop(event) {
  if (!dragged?.moved || event.pointerId !== dragged.pointer) return;
  const { i } = dragged;
  const { x, y } = scene.items[i];
  moved(placesNow().map((place, k) => (k === i ? [x, y] : place)), i);
}
