// The lights of a large board, on a canvas behind its elements, and its marks on a sheet before them. A browser takes
// hundreds of milliseconds to paint thousands of elements whenever one of them changes; a canvas changes only where a
// light does. The elements in between are still what is pressed, focused and read aloud: they have shapes but no
// colour, and nothing of a press makes the browser paint them.
import * as camera from "./camera.js";
import { byId, h, s } from "./dom.js";
import { addCell, markShapes, radius } from "./picture.js";

const most = 400; // lights that are drawn again one by one; for more of them it is all
const largest = { side: 16384, area: 1.6e7 }; // pixels of a canvas; some browsers show nothing of a larger one
let canvas = null;
let sheet = null;
let scene = null;
let marks = new Map(); // the elements on the sheet, by item
let shown = []; // {on, faint} of each item
let looks = null; // how a light looks that is on, and one that is off
let waiting = 0; // the frame in which everything is drawn

export function startLamps() {
  const again = () => {
    looks = null;
    drawSoon();
  };
  camera.watchCamera(follow);
  new ResizeObserver(drawSoon).observe(byId("board"));
  new MutationObserver(again).observe(document.documentElement, { attributeFilter: ["data-theme"] });
  for (const query of ["(prefers-color-scheme: dark)", "(forced-colors: active)"]) matchMedia(query).addEventListener("change", again);
}

/** Takes over the lights and marks of a scene; null if its elements show them. */
export function setLamps(next) {
  scene = next;
  shown = [];
  marks = new Map();
  canvas?.remove();
  sheet?.remove();
  byId("board").classList.toggle("on-canvas", next !== null);
  if (!scene) return;
  canvas = h("canvas", { class: "lamps", "aria-hidden": "true" });
  sheet = s("svg", { class: "board many marks-sheet", "data-look": scene.look, "aria-hidden": "true" });
  byId("board").before(canvas);
  byId("board").after(sheet);
  follow();
}

/** The element that shows the marks of an item, made if it is not there yet; null if the item shows them itself. */
export function markOf(i) {
  if (!scene) return null;
  if (!marks.has(i)) {
    const { x, y } = scene.items[i];
    const mark = s("g", { class: "item", transform: `translate(${x} ${y})` }, markShapes(scene, scene.items[i]));
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

/** Shows some items anew: a list of [i, {on, faint}]. */
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
  looks ??= { on: looksOf("is-on"), off: looksOf("") };
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
  const [bases, bulbs] = [{ on: new Path2D(), off: new Path2D() }, { full: new Path2D(), faint: new Path2D() }];
  scene.items.forEach((item, i) => {
    const { far } = extent(item);
    if (item.x + far < x0 || item.x - far > x1 || item.y + far < y0 || item.y - far > y1) return;
    const { on = false, faint = false } = shown[i] ?? {};
    addCell(bases[on ? "on" : "off"], item);
    if (!on) return;
    const path = bulbs[faint ? "faint" : "full"];
    path.moveTo(item.x + radius.cells, item.y);
    path.arc(item.x, item.y, radius.cells, 0, 2 * Math.PI);
  });
  for (const [name, path] of Object.entries(bases)) dab(pen, path, looks[name].base);
  dab(pen, bulbs.full, looks.on.bulb);
  pen.globalAlpha = 0.35;
  dab(pen, bulbs.faint, looks.on.bulb);
  pen.restore();
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
  const [base, bulb] = ["base", "bulb"].map((name) => s("circle", { class: name }));
  const sample = s("svg", { class: "board many unseen" }, s("g", { class: `item ${state}` }, base, bulb));
  byId("frame").append(sample);
  const [baseLook, bulbLook] = [base, bulb].map((element) => {
    const { fill, stroke, strokeWidth } = getComputedStyle(element);
    return { fill, stroke, width: parseFloat(strokeWidth) };
  });
  sample.remove();
  return { base: baseLook, bulb: bulbLook };
}
