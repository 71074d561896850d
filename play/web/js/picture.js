// A scene as SVG: the one that is played, with its classes that style/board.css dresses, and small
// still ones for galleries. Drawings to keep come from the library.
import { s } from "./dom.js";
import { placeLabels } from "./labels.js";
import { controlOf, sceneOf } from "./scene.js";
import { layerName } from "./texts.js";

// A light that is on is a wide disc, one that is off a small ring: shape tells them apart as well
// as colour.
const radius = { cells: 31, nodes: 26 };

/** A cell's shape: a square with round corners, or its own outline, a little smaller than the cell. */
function cellShape({ half = 45, corners }, { x, y }, attributes) {
  if (!corners) return s("rect",
    { x: x - half, y: y - half, width: 2 * half, height: 2 * half, rx: 17, ...attributes });
  return s("polygon", { points: corners.map(([dx, dy]) =>
    `${(x + (dx * half) / 50).toFixed(2)},${(y + (dy * half) / 50).toFixed(2)}`).join(" "), ...attributes });
}

/**
 * Paints a scene. Returns the elements of its items and lines, in order, and the digits of each item, if lights have
 * states from 1 to digits. labels are written beside nodes, if there are some.
 */
export function paint(svg, scene, { labels = null, digits = 0 } = {}) {
  svg.dataset.look = scene.look;
  svg.classList.toggle("digits", digits > 0);
  svg.classList.toggle("many", isMany(scene));
  const written = labels && placeLabels(scene, labels);
  const items = scene.items.map((item, i) => itemElement(scene, item, i, written));
  const lines = scene.lines.map((line) =>
    s("path", { class: line.arrow ? "line one-way" : "line", d: linePath(scene, line), "marker-end": line.arrow
    ? "url(#arrow)" : null }));
  // bars with arrows along sides that meet
  const sides = scene.sides.map(({ part, across, path }) =>
    s("path", { class: `${part} ${across ? "across" : "down"}`, d: path }));
  const rows = scene.rows?.map((row) => ({ row, group: s("g", { role: "row" }, row.map((i) => items[i])) }))
    ?? items.map((group, i) => ({ row: [i], group }));
  svg.replaceChildren(
    s("g", { class: "rim", "aria-hidden": "true" }, sides), ...layerNames(scene),
      s("g", { class: "lines", "aria-hidden": "true" }, lines), ...rows.map(({ group }) => group));
  return { items, lines, digits: new Map(digits > 0
    ? rows.flatMap(({ row, group }) => addDigits(scene, row, group, digits)) : []) };
}

/**
 * Gives a row every digit that its items can have; the one that an item has is filled. A text that changes lays the
 * whole board out again, and thousands of texts take browsers long: each has those of a few items. Returns [item,
 * digits].
 */
function addDigits(scene, row, group, last) {
  let text;
  return row.map((i, k) => {
    if (k % 6 === 0) text = group.appendChild(s("text", { class: "digit", "aria-hidden": "true" }));
    const { x, y } = placeOf(scene, scene.items[i]);
    return [i, Array.from({ length: last },
      (_, before) => text.appendChild(s("tspan", { x, y }, (before + 1).toString(36))))];
  });
}

/**
 * Whether there are so many lights that each is drawn plainly, a disc or nothing: nobody could see more, and painting
 * takes long.
 */
const isMany = (scene) => scene.items.length >= 81;

/** The names of layers, as large as fit above them. */
function layerNames({ labels = [] }) {
  return labels.map(({ x, y, layer, width }) => {
    const name = layerName(layer);
    return s("text", { class: "layer-name", x, y, "font-size": Math.min(32, (width * 1.6) / name.length),
      "aria-hidden": "true" }, name);
  });
}

/**
 * Where the shapes of an item are drawn. Elements that are moved are layers of their own to the browser's painter, and
 * thousands of them take it long; so a cell has its place in its shapes, and only a node, which can be dragged, is
 * moved.
 */
const placeOf = ({ look }, { x, y }) =>
  (look === "cells" ? { x, y } : { x: 0, y: 0, transform: `translate(${x} ${y})` });

function itemElement(scene, item, i, labels) {
  const { light, press, selfOff } = item;
  const { x, y, transform } = placeOf(scene, item);
  const names = ["item", light === null && "switch", press === null && "light-only", selfOff && "self-off"]
    .filter(Boolean).join(" ");
  const group = s("g", { class: names, "data-item": i, transform });
  const disc = (name, r) => s("circle", { class: name, cx: x, cy: y, r });
  if (scene.look === "cells") group.append(cellShape(item, { x, y }, { class: "base" }));
  else if (light === null) group.append(s("rect", { class: "base", x: -34, y: -34, width: 68, height: 68, rx: 12 }));
  else group.append(disc("base", 38));
  if (light !== null) {
    if (!isMany(scene)) group.append(disc("glow", 62), disc("off", 8));
    group.append(disc("bulb", radius[scene.look]));
  }
  if (labels) {
    const { text, name, size, ...at } = labels[i];
    const label = s("text", { class: "label", ...at }, text);
    label.style.fontSize = `${size}px`;
    group.append(label, s("title", {}, name));
  }
  return group;
}

/** Gives an item its marks, once: few items ever need them, and thousands would make every change slow. */
export function addMarks(element, scene, i) {
  if (element.querySelector(".marks")) return;
  const { x, y } = placeOf(scene, scene.items[i]);
  element.insertBefore(s("g", { class: "marks", transform: `translate(${x} ${y})` },
    markShapes(scene, scene.items[i])), element.querySelector("text"));
}

// Each mark has its own shape: a ring to press next, a cross of an answer, a diamond of a witness, a square of a quiet
// pattern, a dotted ring of the goal, a frame around what a press would flip. With more than two states there are also
// the digit of the goal, and how often to press: ×2.
function markShapes({ look }, item) {
  const tile = item.corners && item.corners.length !== 4;
  const corner = look === "nodes" ? 36 : tile ? 24 : 28; // how far from the middle small digits stand
  // A switch alone has no digit in its middle.
  const beside = item.light === null ? {} : { class: "times beside", x: corner + (tile ? 22 : 14), y: -corner };
  return [
    look === "cells" ? cellShape(item, { x: 0, y: 0 }, { class: "would" }) : s("circle", { class: "would", r: 42 }),
    item.light === null ? null : s("circle", { class: "goal", r: radius[look] + 6 }),
    s("circle", { class: "mark hint", r: look === "cells" ? 38 : 46 }),
    s("path", { class: "mark answer", d: "M-13-13 13 13M13-13-13 13" }),
    s("path", { class: "mark witness", d: "M0-40 40 0 0 40-40 0Z" }),
    s("rect", { class: "mark quiet", x: -22, y: -22, width: 44, height: 44, rx: 4 }),
    s("path", { class: "mark locked", d: "M-10 0h20v14h-20zM-6 0v-6a6 6 0 0 1 12 0v6" }),
    s("text", { class: "goal-digit", x: corner, y: corner, "aria-hidden": "true" }),
    s("text", { class: "times", ...beside, "aria-hidden": "true" }),
  ];
}

/** The path of a line, from rim to rim, so that arrowheads are seen. */
export function linePath({ items }, { from, to, bend }) {
  const [a, b] = [items[from], items[to]];
  const [cx, cy] = controlOf(a, b, bend);
  const rim = ({ x, y }) => {
    const far = Math.hypot(cx - x, cy - y) || 1;
    return `${x + ((cx - x) / far) * 40} ${y + ((cy - y) / far) * 40}`;
  };
  return bend === 0 ? `M${rim(a)}L${rim(b)}` : `M${rim(a)}Q${cx} ${cy} ${rim(b)}`;
}

/** A small picture that nobody presses: lit, by light, is what they show, and marked are switches that stand out. */
export function thumbnail(scene, lit, { marked = [], colours = [] } = {}) {
  const { x, y, width, height } = scene.box;
  const svg = s("svg", { class: "board thumbnail", viewBox: `${x} ${y} ${width} ${height}`, "aria-hidden": "true" });
  paint(svg, scene).items.forEach((element, i) => {
    const { light, press } = scene.items[i];
    dressItem(element, { "is-on": lit.get(light) > 0, "is-quiet": marked.includes(press) }, colours[lit.get(light)]);
  });
  return svg;
}

const mostInPictures = 400; // lights

/**
 * A small picture of a board, with what a press flips that shows best of what kind it is; where there are more states,
 * several of them. Of a large board it has the part around those: more could not be seen, and would be painted with
 * every press.
 */
export function boardPicture(view) {
  const flips = view.toggles[view.kind === "merlin" ? 0 : Math.floor(view.switches / 2)] ?? [];
  const scene = sceneOf(view);
  const part = scene.items.length > mostInPictures ? partOf(scene, scene.items[flips[0] ?? 0]) : scene;
  return thumbnail(part, new Map(flips.map((l, k) => [l, 1 + (k % (view.states - 1))])), view);
}

function partOf({ look, items, lines }, { x, y }) {
  const [far, part, at] = [1000, [], new Map()];
  items.forEach((item, i) => Math.max(Math.abs(item.x - x), Math.abs(item.y - y)) < far
    && at.set(i, part.push(item) - 1));
  const joining = lines.filter(({ from, to }) => at.has(from) && at.has(to))
    .map((line) => ({ ...line, from: at.get(line.from), to: at.get(line.to) }));
  return { look, items: part, lines: joining, sides: [], rows: null,
    box: { x: x - far, y: y - far, width: 2 * far, height: 2 * far } };
}

/** Gives an item its classes, and the colour of its state if that has one. */
export function dressItem(element, classes, colour) {
  for (const [name, there] of Object.entries({ ...classes, "is-coloured": Boolean(colour) }))
    element.classList.toggle(name, there);
  element.style.setProperty("--state", colour || null);
}
