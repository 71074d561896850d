// The board on the page: painted from the state, pressed by pointer or keys. What a press then
// means (playing, editing) is decided by whoever starts it.
import * as camera from "./camera.js";
import { byId, s } from "./dom.js";
import { counts } from "./game.js";
import { hasMark, markOf, setLamps, showLamps, startLamps } from "./lamps.js";
import { addMarks, isMany, linePath, paint } from "./picture.js";
import { canvas, naturalPlaces, pointOf, sceneOf } from "./scene.js";
import { state, subscribe } from "./store.js";
import { T, boardName, coloured, itemName } from "./texts.js";
import { startTouch } from "./touch.js";

const svg = byId("board");
const frame = byId("frame");
let scene = null;
let painted = {}; // what the scene was made of
let elements = { items: [], lines: [] };
let dressed = []; // how each item looks, as a number, so that only what changes is touched
let framed = []; // the elements of the items that a press would flip
let focused = 0;
let onCanvas = false; // the lamps are (lamps.js)
/** What the board tells whoever started it (startBoard). @type {any} */
let on = {};
let windowSize = [innerWidth, innerHeight];
let dragged = null; // {i, start, pointer, moved}, and with which intent: {join} or {pan}

/**
 * Starts the board. onItem(item, i, {back}) is a press, back if it was made with Shift or the other button;
 * onPlace([x, y], line) is a click beside all items, perhaps on a line; onMove(places, i) comes after item i was
 * moved; onJoin(i, k) after a drag from one item to another, where joins() says that drags do that, with k null if it
 * ends on none; onDelete(i) is the key of that name.
 */
export function startBoard(listeners) {
  on = listeners;
  subscribe((names) => {
    if (["game", "places", "mode"].some((name) => names.has(name))) rebuild();
    if (["game", "marks", "from", "mode", "places"].some((name) => names.has(name))) dress();
  });
  svg.addEventListener("click", click);
  svg.addEventListener("contextmenu", (event) => {
    if (event.pointerType === "touch") event.preventDefault(); // a finger that holds
    if (event.pointerType === "touch" || indexOf(event.target) === null || !coloured(state.game.view)) return;
    event.preventDefault();
    click(event);
  });
  svg.addEventListener("keydown", keydown);
  svg.addEventListener("pointerover", ({ target, pointerType }) => pointerType !== "touch" && showFlips(itemOf(target)));
  svg.addEventListener("pointerleave", ({ pointerType }) => pointerType !== "touch" && showFlips(focusedItem()));
  svg.addEventListener("focusin", ({ target }) => {
    const i = indexOf(target);
    if (i === null) return;
    setFocus(i);
    if (target.matches(":focus-visible")) showFlips(scene.items[i]); // not after a click or a tap
  });
  svg.addEventListener("focusout", () => showFlips(null));
  svg.addEventListener("mousedown", (event) => onCanvas && event.preventDefault()); // focusSoon does that
  svg.addEventListener("pointerdown", grab);
  svg.addEventListener("pointermove", drag);
  svg.addEventListener("pointerup", drop);
  svg.addEventListener("pointercancel", letGo);
  startTouch(svg, {
    itemAt: (x, y) => indexAt(document.elementFromPoint(x, y), x, y),
    mayHold: (i) => state.mode === "play" && scene.items[i].press !== null,
    mayDrag: () => scene.free,
    peek: (i) => showFlips(i === null ? null : scene.items[i]),
    press: (i) => {
      setFocus(i);
      on.onItem(scene.items[i], i, { back: false });
    },
    letGo,
  });
  addEventListener("resize", () => requestAnimationFrame(rearrange));
  startLamps();
}

/** The pixels that the board may take, as style/screens.css has them. */
function room() {
  const stage = frame.parentElement;
  const style = getComputedStyle(stage);
  const pixels = (name) => parseFloat(style.getPropertyValue(name)) || 0;
  const pad = 2 * pixels("--pad");
  const high = (name) => Math.max(200, innerHeight - pixels(name) - pad);
  const width = stage.clientWidth || contentWidth(stage.parentElement); // a stage may have no box of its own
  return { width: width - pixels("--beside") - pad, high: high("--chrome"), tall: high("--bar") };
}

function contentWidth(element) {
  const { paddingLeft, paddingRight } = getComputedStyle(element);
  return element.clientWidth - parseFloat(paddingLeft) - parseFloat(paddingRight);
}

/** Makes the frame as wide and high as the scene wants it. @param {any} scene */
function fitFrame({ look, box, high }, { high: fits }) {
  const tall = high > fits + 1;
  const least = tall ? 0 : 0.3; // one that is scrolled may be as narrow as its layers are
  const aspect = look === "nodes" ? 1 : Math.min(3, Math.max(least, box.width / box.height));
  frame.style.setProperty("--aspect", aspect.toFixed(4));
  frame.style.setProperty("--tall", tall ? `${Math.ceil(high)}px` : null);
  frame.parentElement.toggleAttribute("data-tall", tall);
}

/**
 * After the window has changed: boards of layers may stand in another way. A little less height is only the bar of
 * the browser, which comes and goes while a phone scrolls.
 */
function rearrange() {
  const [width, height] = windowSize;
  if (!scene || (width === innerWidth && Math.abs(height - innerHeight) < 120)) return;
  windowSize = [innerWidth, innerHeight];
  if (!scene.labels && state.game.view.kind !== "cube") {
    fitFrame(scene, room());
    return;
  }
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
  const there = room();
  const next = sceneOf(game.view, places, there);
  const still = scene?.look === "nodes" && next.look === "nodes" && painted.mode === mode && (mode === "edit" || painted.view === game.view || painted.view === null);
  painted = { view: game.view, places, mode };
  // Painting takes the focus away, which is heard at once: by the old scene with its old elements.
  onCanvas = next.look === "cells" && isMany(next);
  const fresh = paint(svg, next, { numbers: mode === "edit" && next.look === "nodes", digits: coloured(game.view), bulbs: !onCanvas });
  [scene, elements, dressed, framed] = [next, fresh, [], []];
  fitFrame(next, there);
  camera.setBox(canvas(next, { still: still ? camera.box() : null, drawing: mode === "edit" }));
  setLamps(onCanvas ? next : null, game.view);
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
  const [hints, answers, quiets, forbidden] = [marks.hint ?? [], marks.answer ?? [], marks.quiet ?? [], game.forbidden].map((list) => counts(switches, list));
  const [witness, goal, dontCare] = [marks.witness ?? [], game.goal, game.dont_care].map((list) => counts(lights, list));
  const chosen = mode === "edit" ? from : null;
  const lamps = []; // that look different now
  scene.items.forEach((item, i) => {
    // What there is to see, as one number; of thousands of lights a press changes five. Items that are no light, or no
    // switch, find nothing in the lists.
    const { light, press } = item;
    const [now, aim, times] = [game.lit[light] | 0, goal[light] | 0, (hints[press] || answers[press] || quiets[press] || witness[light]) | 0];
    const classes = bit(now, 0) | bit(aim, 1) | bit(dontCare[light], 2) | bit(hints[press], 3) | bit(answers[press], 4) | bit(witness[light], 5) |
      bit(quiets[press], 6) | bit(forbidden[press], 7) | bit(chosen === i, 8);
    const look = ((now * 64 + aim) * 64 + times) * 512 + classes;
    if (look === dressed[i]) return;
    dressed[i] = look;
    lamps.push([i, { now, aim, faint: dontCare[light] > 0 }]);
    for (const { classList } of wearers(i, classes > 1)) { // it is more than on or off
      classNames.forEach((name, k) => classList.toggle(`is-${name}`, (classes >> k) % 2 === 1));
    }
    if (coloured(game.view)) showDigits(i, { now, goal: aim }, times);
    elements.items[i].setAttribute("aria-label", wordsFor(item, { now, goal: aim, dontCare: dontCare[light], locked: forbidden[press] }));
  });
  showLamps(lamps);
}

/** The elements that wear the classes of an item: its own, and that of its marks if it has marks or needs some. */
function wearers(i, needsMarks) {
  const element = elements.items[i];
  if (!needsMarks && !hasMark(i)) return [element];
  const mark = markOf(i);
  if (mark) return [element, mark];
  addMarks(element, scene, i);
  return [element];
}

const bit = (there, k) => (there ? 1 << k : 0);

/** What a light is called and what is to be said of it. */
function wordsFor(item, { now, goal, dontCare, locked }) {
  const { view } = state.game;
  const words = [itemName(view, item)];
  if (coloured(view)) {
    if (item.light !== null) words.push(T.states.now(now));
    if (goal > 0) words.push(T.states.goal(goal));
  } else {
    if (item.light !== null) words.push(now > 0 ? T.on : T.off);
    if (goal > 0) words.push(T.toGoOn);
  }
  if (dontCare) words.push(T.doesNotMatter);
  if (locked) words.push(T.locked);
  return words.join(", ");
}

/** What tells states and numbers of presses apart without colour; and the colour. */
function showDigits(i, { now, goal }, times) {
  const colour = state.game.view.colours[now];
  for (const element of wearers(i, onCanvas && times > 0)) {
    element.classList.toggle("is-coloured", Boolean(colour));
    element.style.setProperty("--state", colour || null);
    const write = (name, text) => element.querySelector(name) && (element.querySelector(name).textContent = text);
    write(".digit", scene.items[i].light === null || now === 0 ? "" : now.toString(36));
    write(".goal-digit", goal === 0 ? "" : goal.toString(36));
    write(".times", times === 0 ? "" : `×${times}`);
  }
}

function indexOf(target) {
  const element = target.closest?.("[data-item]");
  return element ? Number(element.dataset.item) : null;
}

/** The item at a point of the screen; cells leave no gap between them. */
function indexAt(target, clientX, clientY) {
  const i = target ? indexOf(target) : null;
  if (i !== null || scene?.look !== "cells" || !svg.contains(target)) return i;
  const [x, y] = camera.placeAt(clientX, clientY);
  const near = scene.items.findIndex((item) => !item.corners && Math.abs(item.x - x) <= 50 && Math.abs(item.y - y) <= 50);
  return near < 0 ? null : near;
}

function itemOf(target) {
  const i = indexOf(target);
  return i === null ? null : scene.items[i];
}

const focusedItem = () => (elements.items[focused]?.matches(":focus-visible") ? scene.items[focused] : null);

function setFocus(i) {
  elements.items[focused]?.setAttribute("tabindex", "-1");
  focused = Math.max(i, 0);
  // The first thing that can be pressed, on boards whose lights cannot; but those can be edited.
  if (state.mode === "play" && scene.items[focused]?.press === null) focused = scene.items.findIndex((item) => item.press !== null);
  elements.items[focused]?.setAttribute("tabindex", "0");
}

/** Moves the focus to the item that was clicked once the press is seen: all items are painted when the focus moves. */
function focusSoon() {
  requestAnimationFrame(() => setTimeout(() => {
    if (!document.querySelector("dialog[open]")) elements.items[focused]?.focus({ preventScroll: true });
  }));
}

/** Frames what a press would flip. Light i is item i in every scene. */
function showFlips(item) {
  const flips = item && item.press !== null ? state.game.view.toggles[item.press] : [];
  for (const { classList } of framed) classList.remove("would-flip");
  framed = flips.flatMap((i) => wearers(i, true));
  for (const { classList } of framed) classList.add("would-flip");
}

function click(event) {
  if (dragged?.moved) {
    dragged = null;
    return;
  }
  const i = indexAt(event.target, event.clientX, event.clientY);
  if (i !== null) {
    setFocus(i);
    if (onCanvas && event.pointerType !== "touch") focusSoon(); // fingers need no frame that stays
    on.onItem(scene.items[i], i, { back: event.shiftKey || event.type === "contextmenu" });
  } else {
    const place = camera.placeAt(event.clientX, event.clientY);
    on.onPlace(place, lineAt(place));
  }
}

/** The line that passes a place, or null. @param {number[]} place */
function lineAt([x, y]) {
  if (!scene) return null;
  const reach = Math.max(18, 12 / camera.scale());
  let [best, least] = [null, reach];
  for (const line of scene.lines) {
    const [a, b] = [scene.items[line.from], scene.items[line.to]];
    const steps = Math.max(8, Math.ceil(Math.hypot(b.x - a.x, b.y - a.y) / 10));
    for (let k = 1; k < steps; k++) {
      const [u, v] = pointOf(a, b, line.bend, k / steps);
      const far = Math.hypot(u - x, v - y);
      if (far < least) [best, least] = [line, far];
    }
  }
  return best;
}

const steps = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };

function keydown(event) {
  if (!scene) return;
  const i = indexOf(event.target);
  if (i === null && scene.items.length === 0 && (event.key === " " || event.key === "Enter")) {
    on.onPlace([0, 0]); // an empty board is pressed as a whole
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
    on.onItem(scene.items[i], i, { back: event.shiftKey });
  } else if (event.key === "Delete" || event.key === "Backspace") {
    on.onDelete(i);
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

const placesNow = () => state.places ?? naturalPlaces(state.game.view);

function moveItem(i, [dx, dy]) {
  if (!scene.free) return;
  on.onMove(placesNow().map(([x, y], k) => (k === i ? [x + dx * 20, y + dy * 20] : [x, y])), i);
}

function grab(event) {
  const i = indexOf(event.target);
  letGo();
  if (event.button !== 0 || !event.isPrimary) return;
  const begun = { i, start: [event.clientX, event.clientY], at: [event.clientX, event.clientY], moved: false, pointer: event.pointerId };
  if (i !== null && scene.free) dragged = { ...begun, join: on.joins(), origin: [scene.items[i].x, scene.items[i].y] };
  else if (camera.zoomed() && event.pointerType !== "touch") dragged = { ...begun, pan: true }; // fingers: touch.js
}

function drag(event) {
  if (!dragged || event.pointerId !== dragged.pointer || event.buttons === 0) return;
  const [x, y] = dragged.start;
  if (!dragged.moved && Math.hypot(event.clientX - x, event.clientY - y) < 6) return;
  if (!dragged.moved) svg.setPointerCapture(event.pointerId);
  dragged.moved = true;
  if (dragged.pan) {
    camera.panBy(event.clientX - dragged.at[0], event.clientY - dragged.at[1]);
    dragged.at = [event.clientX, event.clientY];
  } else if (dragged.join) {
    stretch(event);
  } else {
    moveTo(dragged.i, within(camera.placeAt(event.clientX, event.clientY)));
  }
}

/** The nearest place on the canvas. @param {number[]} place */
function within([x, y]) {
  const { x: left, y: top, width, height } = camera.box();
  const clamp = (at, from, size) => Math.min(Math.max(at, from + 50), from + size - 50);
  return [clamp(x, left, width), clamp(y, top, height)];
}

function moveTo(i, place) {
  const [x, y] = place;
  Object.assign(scene.items[i], { x, y });
  elements.items[i].setAttribute("transform", `translate(${x} ${y})`);
  scene.lines.forEach((line, k) => {
    if (line.from !== i && line.to !== i) return;
    line.bend = 0;
    elements.lines[k].setAttribute("d", linePath(scene, line));
  });
}

/** The line that follows the pointer, and what it would join. */
function stretch(event) {
  const { x, y } = scene.items[dragged.i];
  if (!dragged.band) svg.querySelector(".lines").append((dragged.band = s("path", { class: "line band" })));
  dragged.band.setAttribute("d", `M${x} ${y}L${camera.placeAt(event.clientX, event.clientY).join(" ")}`);
  const over = itemUnder(event);
  if (over === dragged.over) return;
  elements.items[dragged.over]?.classList.remove("is-from");
  elements.items[over]?.classList.add("is-from");
  dragged.over = over;
}

const itemUnder = ({ clientX, clientY }) => {
  const target = document.elementFromPoint(clientX, clientY);
  return target ? indexOf(target) : null;
};

const done = { moved: true }; // the click that comes now is none

/** Ends a drag without a change. */
function letGo() {
  if (dragged?.join) {
    dragged.band?.remove();
    elements.items[dragged.over]?.classList.toggle("is-from", state.from === dragged.over);
  } else if (dragged?.moved && dragged.origin) {
    moveTo(dragged.i, dragged.origin);
  }
  dragged = null;
}

function drop(event) {
  if (!dragged?.moved || event.pointerId !== dragged.pointer) return;
  const { i, join, origin } = dragged;
  if (join) {
    const over = itemUnder(event);
    letGo();
    dragged = done;
    on.onJoin(i, over === i ? null : over);
    return;
  }
  dragged = done;
  if (!origin) return;
  const { x, y } = scene.items[i];
  on.onMove(placesNow().map((place, k) => (k === i ? [x, y] : place)), i);
}
