// The lights of a large board, on a canvas behind its elements, and its marks on a sheet before them. A browser takes
// hundreds of milliseconds to paint thousands of elements whenever one of them changes; a canvas changes only where a
// light does. The elements in between are still what is pressed, focused and read aloud: they have shapes but no
// colour, and nothing of a press makes the browser paint them.
import * as camera from "./camera.js";
import { byId, h, s } from "./dom.js";
import { addCell, cornerOf, digitTexts, markShapes, radius } from "./picture.js";

const most = 400; // lights that are drawn again one by one; for more of them it is all
const largest = { side: 16384, area: 1.6e7 }; // pixels of a canvas; some browsers show nothing of a larger one
let canvas = null;
let sheet = null;
let scene = null;
let colours = []; // of states, where there are more than two; then lights have digits
let marks = new Map(); // the elements on the sheet, by item
let shown = []; // {now, aim, faint} of each item: its state, that of the goal, and whether it matters
let looks = []; // of a light in each state
let waiting = 0; // the frame in which everything is drawn

export function startLamps() {
  const again = () => {
    looks = [];
    drawSoon();
  };
  camera.watchCamera(follow);
  new ResizeObserver(drawSoon).observe(byId("board"));
  new MutationObserver(again).observe(document.documentElement, { attributeFilter: ["data-theme"] });
  for (const query of ["(prefers-color-scheme: dark)", "(forced-colors: active)"]) matchMedia(query).addEventListener("change", again);
}

/** Takes over the lights and marks of a scene; null if its elements show them. */
export function setLamps(next, view) {
  scene = next;
  colours = view.states > 2 ? view.colours : [];
  looks = [];
  shown = [];
  marks = new Map();
  canvas?.remove();
  sheet?.remove();
  byId("board").classList.toggle("on-canvas", next !== null);
  if (!scene) return;
  canvas = h("canvas", { class: "lamps", "aria-hidden": "true" });
  sheet = s("svg", { class: `board many marks-sheet${colours.length > 0 ? " digits" : ""}`, "data-look": scene.look, "aria-hidden": "true" });
  byId("board").before(canvas);
  byId("board").after(sheet);
  follow();
}

/** The element that shows the marks of an item, made if it is not there yet; null if the item shows them itself. */
export function markOf(i) {
  if (!scene) return null;
  if (!marks.has(i)) {
    const { x, y } = scene.items[i];
    const times = colours.length > 0 ? digitTexts(scene.look, scene.items[i], [0, 0]).at(-1) : null; // the other digits are on the canvas
    const mark = s("g", { class: "item", transform: `translate(${x} ${y})` }, markShapes(scene, scene.items[i]), times);
    marks.set(i, mark);
    sheet.append(mark);
  }
  return marks.get(i);
}

export const hasMark = (i) => marks.has(i);

/** Shows what the camera shows. */
function follow() {
  if (!scene) return;
  sheet.setAttribute("viewBox", byId("board").getAttribute("viewBox"));
  drawSoon();
}

/** Shows some items anew: a list of [i, {now, aim, faint}]. */
export function showLamps(changes) {
  if (!scene || changes.length === 0) return;
  for (const [i, look] of changes) shown[i] = look;
  if (waiting) return;
  if (changes.length > most) drawSoon();
  else drawItems(changes.map(([i]) => i));
}

function drawSoon() {
  if (scene) waiting ||= requestAnimationFrame(drawAll);
}

/** Pixels of the canvas per unit of the scene, and where the scene's origin is. */
function view() {
  const { width, height } = canvas;
  const box = byId("board").viewBox.baseVal;
  const by = Math.min(width / box.width, height / box.height);
  return { by, left: (width - by * box.width) / 2 - by * box.x, top: (height - by * box.height) / 2 - by * box.y };
}

function drawAll() {
  waiting = 0;
  if (!scene) return;
  const { width, height } = byId("board").getBoundingClientRect();
  const sharp = Math.min(devicePixelRatio, largest.side / Math.max(width, height), Math.sqrt(largest.area / (width * height)));
  canvas.width = Math.round(width * sharp);
  canvas.height = Math.round(height * sharp);
  for (let state = 0; state < Math.max(2, colours.length); state++) looks[state] ??= looksOf(state);
  drawWithin({ x: 0, y: 0, width: canvas.width, height: canvas.height });
}

/** Draws the places of some items, each with all that reaches into it. */
function drawItems(list) {
  const { by, left, top } = view();
  for (const i of list) {
    const { x, y, far } = extent(scene.items[i]);
    const [from, to] = [[left + by * (x - far), top + by * (y - far)].map(Math.floor), [left + by * (x + far), top + by * (y + far)].map(Math.ceil)];
    drawWithin({ x: from[0], y: from[1], width: to[0] - from[0], height: to[1] - from[1] });
  }
}

/** How far an item reaches from its place. */
const extent = ({ x, y, corners }) => ({ x, y, far: corners ? 4 + Math.max(...corners.flat().map(Math.abs)) : 50 });

function drawWithin({ x, y, width, height }) {
  const { by, left, top } = view();
  const pen = canvas.getContext("2d");
  pen.save();
  pen.beginPath();
  pen.rect(x, y, width, height);
  pen.clip();
  pen.clearRect(x, y, width, height);
  pen.setTransform(by, 0, 0, by, left, top);
  const [x0, y0, x1, y1] = [(x - left) / by, (y - top) / by, (x + width - left) / by, (y + height - top) / by];
  const byState = new Map(); // state → the paths of its lights, so that each is drawn once
  const digits = [];
  scene.items.forEach((item, i) => {
    const { far } = extent(item);
    if (item.x + far < x0 || item.x - far > x1 || item.y + far < y0 || item.y - far > y1) return;
    const { now = 0, aim = 0, faint = false } = shown[i] ?? {};
    if (!byState.has(now)) byState.set(now, { base: new Path2D(), full: new Path2D(), faint: new Path2D() });
    const paths = byState.get(now);
    addCell(paths.base, item);
    if (colours.length > 0 && now + aim > 0) digits.push({ item, now, aim });
    if (now === 0) return;
    const path = paths[faint ? "faint" : "full"];
    path.moveTo(item.x + radius.cells, item.y);
    path.arc(item.x, item.y, radius.cells, 0, 2 * Math.PI);
  });
  for (const [state, { base, full, faint }] of byState) {
    const look = looks[state];
    dab(pen, base, look.base);
    dab(pen, full, look.bulb);
    pen.globalAlpha = 0.35;
    dab(pen, faint, look.bulb);
    pen.globalAlpha = 1;
  }
  for (const digit of digits) drawDigits(pen, digit);
  pen.restore();
}

/** The digit of a light in its middle, and that of its goal in the corner. */
function drawDigits(pen, { item, now, aim }) {
  const { digit, goal } = looks[now];
  pen.textAlign = "center";
  pen.textBaseline = "middle";
  pen.lineJoin = "round";
  if (now > 0) write(pen, now, item.x, item.y, digit);
  const corner = cornerOf(scene.look, item);
  if (aim > 0) write(pen, aim, item.x + corner, item.y + corner, goal);
}

function write(pen, state, x, y, { fill, stroke, width, font }) {
  pen.font = font;
  pen.fillStyle = fill;
  if (stroke !== "none") {
    pen.strokeStyle = stroke;
    pen.lineWidth = width;
    pen.strokeText(state.toString(36), x, y);
  }
  pen.fillText(state.toString(36), x, y);
}

function dab(pen, path, { fill, stroke, width }) {
  if (fill !== "none") {
    pen.fillStyle = fill;
    pen.fill(path);
  }
  if (stroke === "none") return;
  pen.strokeStyle = stroke;
  pen.lineWidth = width;
  pen.stroke(path);
}

/** What the style sheets say of a light in a state: of one that nobody sees. */
function looksOf(state) {
  const parts = { base: "base", bulb: "bulb", digit: "digit", goal: "goal-digit" };
  const elements = Object.entries(parts).map(([name, style]) => [name, s(style.endsWith("digit") ? "text" : "circle", { class: style })]);
  const group = s("g", { class: `item${state > 0 ? " is-on" : ""}${colours[state] ? " is-coloured" : ""}` }, elements.map(([, element]) => element));
  if (colours[state]) group.style.setProperty("--state", colours[state]);
  const sample = s("svg", { class: "board many unseen", "data-look": scene.look }, group);
  byId("frame").append(sample);
  const look = Object.fromEntries(elements.map(([name, element]) => {
    const { fill, stroke, strokeWidth, fontWeight, fontSize, fontFamily } = getComputedStyle(element);
    return [name, { fill, stroke, width: parseFloat(strokeWidth), font: `${fontWeight} ${fontSize} ${fontFamily}` }];
  }));
  sample.remove();
  return look;
}
