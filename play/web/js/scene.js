// Where everything of a board stands, in units of a hundredth of a cell. A scene is:
//
//   box      {x, y, width, height} that holds all of it
//   look     "cells" (squares side by side) or "nodes" (circles joined by lines)
//   items    [{x, y, light, press}]: a thing to see (light), to press, or both; null where not;
//            with corners around x, y if it is a cell that is no square
//   lines    [{from, to, arrow, bend}] between items; bend is how far the control point of the curve is off its middle
//   sides    [{part, across, path}] what shows which sides meet (cells only)
//   rows     lists of items, for reading in order; null if there are no rows
//   labels   [{x, y, layer, width}] what is written above layers
//   high     how many pixels the board should have in height, if it knows
//   free     the items may be dragged
//
// Where nodes stand, how lines bend and how sides meet is the library's doing.
import { finger, layered, layersOf, tight } from "./layers.js";

const unit = 100;

/** The scene of a board; room is {width, high, tall} in pixels, for boards that can be arranged in several ways. */
export function sceneOf(view, places = null, room = undefined) {
  if (!places && drawnAsCells(view)) return cells(view, room);
  return joined(view, places ?? naturalPlaces(view));
}

/** Boards with rows and columns, except a circle, which is none on paper. */
export const drawnAsCells = (view) => view.places !== null && !view.nodes;

function cells(view, room) {
  if (view.outlines) return tiles(view);
  const layers = layersOf(view);
  if (layers) return { look: "cells", lines: [], sides: [], free: false, ...layered(view, layers, room) };
  if (view.kind === "cube" && room?.width < room?.tall) return cells(upright(view), room);
  const sides = view.sides ?? [];
  const small = room && sides.length === 0 && Math.min(room.width / view.cols, room.high / view.rows) * 0.9 < finger * 1.05;
  const half = small ? tight.half : undefined;
  const items = view.places.map(([row, col], i) => ({ x: (col + 0.5) * unit, y: (row + 0.5) * unit, light: i, press: i, half }));
  const rows = Array.from({ length: view.rows }, () => []);
  view.places.forEach(([row], i) => rows[row].push(i));
  const margin = sides.length > 0 ? 56 : small ? tight.margin * unit : 14;
  const box = { x: -margin, y: -margin, width: view.cols * unit + 2 * margin, height: view.rows * unit + 2 * margin };
  return { box, look: "cells", items, lines: [], sides, rows: rows.filter((row) => row.length > 0), free: false };
}

/** A net that is wider than high, turned by a quarter. */
function upright(view) {
  return { ...view, kind: "net", rows: view.cols, cols: view.rows, places: view.places.map(([row, col]) => [col, view.rows - 1 - row]) };
}

/** Hexagons and triangles, large enough for a lamp each. */
function tiles(view) {
  const items = tileCentres(view).map(({ x, y, corners }, i) => ({ x, y, corners, light: i, press: i }));
  const rows = Array.from({ length: view.rows }, () => []);
  view.places.forEach(([row], i) => rows[row].push(i));
  const all = items.flatMap(({ x, y, corners }) => corners.map(([dx, dy]) => [x + dx, y + dy]));
  const [left, top] = [0, 1].map((k) => Math.min(...all.map((at) => at[k])) - 14);
  const [right, bottom] = [0, 1].map((k) => Math.max(...all.map((at) => at[k])) + 14);
  const box = { x: left, y: top, width: right - left, height: bottom - top };
  return { box, look: "cells", items, lines: [], sides: [], rows: rows.filter((row) => row.length > 0), free: false };
}

function tileCentres(view) {
  return view.outlines.map((outline) => {
    const scale = outline.length === 3 ? 1.6 * unit : unit;
    const mean = (k) => (scale * outline.reduce((sum, at) => sum + at[k], 0)) / outline.length;
    const [x, y] = [mean(0), mean(1)];
    return { x, y, corners: outline.map(([px, py]) => [scale * px - x, scale * py - y]) };
  });
}

/** The states of lights after a press that shows best what kind of board it is, and a neighbour's if there are more than two. */
export function exampleFlips(view) {
  const s = view.kind === "merlin" ? 0 : Math.floor(view.switches / 2);
  const flips = view.toggles[s] ?? [];
  const other = view.states > 2 ? flips.find((l) => l !== s) : undefined;
  const example = new Map();
  for (const l of [...flips, ...(view.toggles[other] ?? [])]) {
    example.set(l, ((example.get(l) ?? 0) + 1) % view.states);
  }
  return example;
}

/** The lines of a graph that the library has not drawn, each pair once: an arrow where only one of both flips the other. */
function linesOf(view) {
  const flips = view.toggles.map((list) => new Set(list));
  const lines = [];
  flips.forEach((reached, u) => {
    for (const v of reached) {
      const both = flips[v].has(u);
      if (u !== v && (!both || u < v)) lines.push({ from: u, to: v, arrow: !both });
    }
  });
  return lines;
}

/** Nodes joined by lines: lights, and then the switches of a board whose switches are not at lights. */
function joined(view, places) {
  const { graph, lights, toggles, bentFor, nodes } = view;
  const items = places.map(([x, y], i) => (graph
    ? { x, y, light: i, press: i, selfOff: !toggles[i].includes(i) }
    : { x, y, light: i < lights ? i : null, press: i < lights ? null : i - lights }));
  // A line is bent for where its ends were; after one of them was moved it is straight.
  const still = (i) => String((bentFor ?? nodes)?.[i]) === String(places[i]);
  const lines = (view.lines ?? linesOf(view)).map((line) => ({ ...line, bend: still(line.from) && still(line.to) ? (line.bend ?? 0) : 0 }));
  return { box: boxOf(items, lines), look: "nodes", items, lines, sides: [], rows: null, free: graph };
}

/** The control point of a line: off its middle, at a right angle. */
export function controlOf(a, b, bend) {
  const length = Math.hypot(b.x - a.x, b.y - a.y) || 1;
  return [(a.x + b.x) / 2 - ((b.y - a.y) / length) * bend, (a.y + b.y) / 2 + ((b.x - a.x) / length) * bend];
}

/** The point of a line at t, which goes from 0 to 1. */
export function pointOf(a, b, bend, t) {
  const [cx, cy] = controlOf(a, b, bend);
  const [p, q, r] = [(1 - t) ** 2, 2 * t * (1 - t), t ** 2];
  return [p * a.x + q * cx + r * b.x, p * a.y + q * cy + r * b.y];
}

function boxOf(items, lines) {
  const { x, y } = items[0] ?? { x: 0, y: 0 };
  let [left, top, right, bottom] = [x, y, x, y];
  const hold = (x, y, margin) => {
    [left, right] = [Math.min(left, x - margin), Math.max(right, x + margin)];
    [top, bottom] = [Math.min(top, y - margin), Math.max(bottom, y + margin)];
  };
  for (const { x, y } of items) hold(x, y, 70);
  for (const { from, to, bend } of lines) {
    if (bend !== 0) hold(...pointOf(items[from], items[to], bend, 0.5), 20); // its farthest point
  }
  const [width, height] = [right - left, bottom - top];
  return atLeast({ x: left, y: top, width, height }, 4 * unit);
}

/**
 * The box in which a scene is shown. While a player draws, the canvas stays still: it has room around the nodes from
 * the beginning, and grows only for a node that leaves it. still is the box until now.
 */
export function canvas({ box, items, look }, { still, drawing }) {
  if (look !== "nodes" || (!still && !drawing)) return box;
  const { x, y, width, height } = still ?? atLeast(square(box, 1.35), 9 * unit);
  const reach = (name, from, size) => [Math.min(from, ...items.map((item) => item[name] - 60)), Math.max(from + size, ...items.map((item) => item[name] + 60))];
  const [left, right] = reach("x", x, width);
  const [top, bottom] = reach("y", y, height);
  return { x: left, y: top, width: right - left, height: bottom - top };
}

/** A square around a box, so many times as large. */
function square({ x, y, width, height }, times) {
  const side = Math.max(width, height) * times;
  return { x: x - (side - width) / 2, y: y - (side - height) / 2, width: side, height: side };
}

/** A box no smaller than that, around the same middle. */
function atLeast({ x, y, width, height }, least) {
  const wide = Math.max(width, least);
  const tall = Math.max(height, least);
  return { x: x - (wide - width) / 2, y: y - (tall - height) / 2, width: wide, height: tall };
}

/** The places that the library found for the nodes; cells become nodes where they are, with room between them. */
export function naturalPlaces(view) {
  if (view.outlines) return tileCentres(view).map(({ x, y }) => [1.5 * x, 1.5 * y]);
  if (drawnAsCells(view)) return view.places.map(([row, col]) => [(col + 0.5) * 1.5 * unit, (row + 0.5) * 1.5 * unit]);
  return view.nodes;
}
