// A scene as SVG: the one that is played, with its classes that style/board.css dresses, and small
// still ones for galleries. Drawings to keep come from the library.
import { s } from "./dom.js";
import { controlOf } from "./scene.js";
import { layerName } from "./texts.js";

// A light that is on is a wide disc, one that is off a small ring: shape tells them apart as well
// as colour.
export const radius = { cells: 31, nodes: 26 };
const roundness = 17; // of a square's corners

/** A cell's shape: a square with round corners, or its own outline, a little smaller than the cell. @param {any} where */
function cellShape(item, attributes, where = {}) {
  const { half = item.half ?? 45, at: [x, y] = [0, 0] } = where;
  if (!item.corners) return s("rect", { x: x - half, y: y - half, width: 2 * half, height: 2 * half, rx: roundness, ...attributes });
  return s("path", { d: rounded(cornersAt(item, half, [x, y])), ...attributes });
}

const cornersAt = ({ corners }, half, [x, y]) => corners.map(([dx, dy]) => [x + (dx * half) / 50, y + (dy * half) / 50]);

/** Adds the same shape to a path of a canvas. */
export function addCell(path, { x, y, half = 45, corners }) {
  if (corners) path.addPath(new Path2D(rounded(cornersAt({ corners }, half, [x, y]))));
  else path.roundRect(x - half, y - half, 2 * half, 2 * half, roundness);
}

/** The path around some corners, each cut off by a curve. */
function rounded(corners) {
  const toward = ([x, y], [u, v]) => {
    const share = 13 / Math.hypot(u - x, v - y);
    return `${(x + (u - x) * share).toFixed(2)} ${(y + (v - y) * share).toFixed(2)}`;
  };
  return corners.map((at, i) => {
    const [before, after] = [corners.at(i - 1), corners[(i + 1) % corners.length]];
    return `${i === 0 ? "M" : "L"}${toward(at, before)}Q${at[0].toFixed(2)} ${at[1].toFixed(2)} ${toward(at, after)}`;
  }).join("") + "Z";
}

/** The picture that is played on, without bulbs if they are on a canvas. Returns the element of every item, in order. */
export function paint(svg, scene, { numbers = false, digits = false, bulbs = true } = {}) {
  svg.dataset.look = scene.look;
  svg.classList.toggle("digits", digits);
  svg.classList.toggle("many", isMany(scene));
  const items = scene.items.map((item, i) => itemElement(scene, item, i, { numbers, digits, bulbs }));
  const lines = scene.lines.map((line) => lineElement(scene, line));
  svg.replaceChildren(defs(), ...rim(scene), ...layerNames(scene), s("g", { class: "lines", "aria-hidden": "true" }, lines), ...inRows(scene, items));
  return { items, lines };
}

/** Whether there are so many lights that each is drawn plainly, a disc or nothing: nobody could see more, and painting takes long. */
export const isMany = (scene) => scene.items.length >= 144;

/** The names of layers, as large as fit above them. */
function layerNames({ labels = [] }) {
  return labels.map(({ x, y, layer, width }) => {
    const name = layerName(layer);
    return s("text", { class: "layer-name", x, y, "font-size": Math.min(32, (width * 1.6) / name.length), "aria-hidden": "true" }, name);
  });
}

function inRows(scene, items) {
  if (!scene.rows) return items;
  return scene.rows.map((row) => s("g", { role: "row" }, row.map((i) => items[i])));
}

function defs() {
  const stop = (offset, name) => s("stop", { offset, class: name });
  return s("defs", {},
    s("radialGradient", { id: "glow" }, stop("0%", "glow-in"), stop("55%", "glow-mid"), stop("100%", "glow-out")),
    s("radialGradient", { id: "bulb", cx: "42%", cy: "36%" }, stop("0%", "bulb-in"), stop("100%", "bulb-out")),
    s("marker", { id: "arrow", viewBox: "0 0 10 10", refX: "8", refY: "5", markerWidth: "5", markerHeight: "5", orient: "auto-start-reverse" },
      s("path", { d: "M0 0 10 5 0 10Z", class: "arrowhead" })));
}

/**
 * Where the shapes of an item are drawn. Moved elements are layers of their own to the browser's painter, and thousands
 * of them take it long; so an item of a large board has its place in its shapes.
 */
function placeOf(scene, { x, y }) {
  return isMany(scene) && !scene.free ? { at: [x, y] } : { at: [0, 0], transform: `translate(${x} ${y})` };
}

function itemElement(scene, item, i, { numbers, digits, bulbs }) {
  const { at, transform } = placeOf(scene, item);
  const [cx, cy] = at;
  const group = s("g", { class: "item", "data-item": i, transform });
  const r = radius[scene.look];
  if (item.light === null) group.classList.add("switch");
  if (item.press === null) group.classList.add("light-only");
  if (item.selfOff) group.classList.add("self-off");
  if (scene.look === "cells") {
    group.append(cellShape(item, { class: "base" }, { at }));
  } else if (item.light === null) {
    group.append(s("rect", { class: "base", x: cx - 34, y: cy - 34, width: 68, height: 68, rx: 12 }));
  } else {
    group.append(s("circle", { class: "base", cx, cy, r: 38 }));
  }
  if (item.light !== null && bulbs) {
    if (!isMany(scene)) group.append(s("circle", { class: "glow", r: 62 }), s("circle", { class: "off", r: 8 }));
    group.append(s("circle", { class: "bulb", cx, cy, r }));
  }
  if (digits && bulbs) group.append(...digitTexts(scene.look, item, at));
  if (numbers) group.append(s("text", { class: "number", x: cx + 46, y: cy + 44 }, String(i + 1)));
  return group;
}

/**
 * With more than two states a light has the digit of its own, and that of the goal if it is not 0, and a mark says
 * how often: ×2.
 */
export function digitTexts(look, item, at) {
  const [x, y] = at;
  const corner = cornerOf(look, item);
  const times = item.light === null ? { class: "times", x, y } : { class: "times beside", x: x + corner + 14, y: y - corner }; // a switch alone has no digit in its middle
  return [
    s("text", { class: "digit", x, y, "aria-hidden": "true" }),
    s("text", { class: "goal-digit", x: x + corner, y: y + corner, "aria-hidden": "true" }),
    s("text", { ...times, "aria-hidden": "true" }),
  ];
}

/** How far from the middle of an item its small digits stand, across and down. */
export const cornerOf = (look, item) => (look === "nodes" ? 36 : item.corners && item.corners.length !== 4 ? 22 : 28);

/** Gives an item its marks, once: few items ever need them, and thousands would make every change slow. */
export function addMarks(element, scene, i) {
  if (element.querySelector(".marks")) return;
  const item = scene.items[i];
  const marks = markShapes(scene, item);
  if (!placeOf(scene, item).transform) marks.setAttribute("transform", `translate(${item.x} ${item.y})`);
  element.insertBefore(marks, element.querySelector("text"));
}

// Each mark has its own shape: a ring to press next, a cross of an answer, a diamond of a witness,
// a square of a quiet pattern, a dotted ring of the goal, a frame around what a press would flip.
export function markShapes({ look }, item) {
  const frame = look === "cells"
    ? cellShape(item, { class: "would" })
    : s("circle", { class: "would", r: 42 });
  return s("g", { class: "marks" },
    frame,
    item.light === null ? null : s("circle", { class: "goal", r: radius[look] + 6 }),
    s("circle", { class: "mark hint", r: look === "cells" ? 38 : 46 }),
    s("path", { class: "mark answer", d: "M-13-13 13 13M13-13-13 13" }),
    s("path", { class: "mark witness", d: "M0-40 40 0 0 40-40 0Z" }),
    s("rect", { class: "mark quiet", x: -22, y: -22, width: 44, height: 44, rx: 4 }),
    s("path", { class: "mark locked", d: "M-10 0h20v14h-20zM-6 0v-6a6 6 0 0 1 12 0v6" }));
}

function lineElement(scene, line) {
  return s("path", { class: line.arrow ? "line one-way" : "line", d: linePath(scene, line), "marker-end": line.arrow ? "url(#arrow)" : null });
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

/** What shows outside the board which sides meet: bars with arrows along them. */
function rim({ sides }) {
  if (sides.length === 0) return [];
  return [s("g", { class: "rim", "aria-hidden": "true" }, sides.map(({ part, across, path }) => s("path", { class: `${part} ${across ? "across" : "down"}`, d: path })))];
}

/** A small picture that nobody presses: lit, by light, and marked lights only; colours are those of states from 2 on. */
export function thumbnail(scene, lit, { marked = null, colours = [] } = {}) {
  const { x, y, width, height } = scene.box;
  const dots = scene.items.map((item) => {
    const shown = (item.light !== null && lit.get(item.light)) || 0;
    const on = shown > 0;
    const at = { cx: item.x, cy: item.y };
    const name = `dot${on ? " on" : ""}${marked?.has(item.press) ? " marked" : ""}`;
    const dot = scene.look === "cells"
      ? cellShape(item, { class: name, transform: `translate(${item.x} ${item.y})` }, { half: 43 })
      : s("circle", { class: name, ...at, r: 36 });
    if (colours[shown]) dot.style.fill = colours[shown];
    return dot;
  });
  const lines = scene.lines.map((line) => s("path", { class: "thread", d: linePath(scene, line) }));
  return s("svg", { class: "thumbnail", viewBox: `${x} ${y} ${width} ${height}` }, ...rim(scene), ...lines, ...dots);
}
