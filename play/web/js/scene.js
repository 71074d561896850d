// Where everything of a board stands, in units of a hundredth of a cell. A scene is:
//
//   box      {x, y, width, height} that holds all of it
//   look     "cells" (squares side by side) or "nodes" (circles joined by lines)
//   items    [{x, y, light, press}]: a thing to see (light), to press, or both; null where not;
//            with corners around x, y if it is a cell that is no square
//   lines    [{from, to, arrow, bend}] between items
//   edges    [{side, arrows, up, pair}] markers of what wraps (cells only)
//   rows     lists of items, for reading in order; null if there are no rows
//   labels   [{x, y, layer, width}] what is written above layers
//   high     how many pixels the board should have in height, if it knows
//   free     the items may be dragged
import { bendLines, pointOf } from "./bend.js";
import { finger, layered, layersOf, tight } from "./layers.js";

const unit = 100;

/** The scene of a board; room is {width, high, tall} in pixels, for boards that can be arranged in several ways. */
export function sceneOf(view, places = null, room = undefined) {
  if (!places && drawnAsCells(view)) return cells(view, room);
  if (!view.graph) return switchesBelowLights(view);
  return nodes(view, places ?? naturalPlaces(view));
}

/** Boards with rows and columns, except a circle, which is none on paper. */
export const drawnAsCells = (view) => view.places !== null && !view.nodes;

function cells(view, room) {
  if (view.outlines) return tiles(view);
  const layers = layersOf(view);
  if (layers) return { look: "cells", lines: [], edges: [], free: false, ...layered(view, layers, room) };
  if (view.kind === "cube" && room?.width < room?.tall) return cells(upright(view), room);
  const edges = wraps(view);
  const small = room && edges.length === 0 && Math.min(room.width / view.cols, room.high / view.rows) * 0.9 < finger * 1.05;
  const half = small ? tight.half : undefined;
  const items = view.places.map(([row, col], i) => ({ x: (col + 0.5) * unit, y: (row + 0.5) * unit, light: i, press: i, half }));
  const rows = Array.from({ length: view.rows }, () => []);
  view.places.forEach(([row], i) => rows[row].push(i));
  const margin = edges.length > 0 ? 56 : small ? tight.margin * unit : 14;
  const box = { x: -margin, y: -margin, width: view.cols * unit + 2 * margin, height: view.rows * unit + 2 * margin };
  return { box, look: "cells", items, lines: [], edges, rows: rows.filter((row) => row.length > 0), free: false, rim: { width: view.cols * unit, height: view.rows * unit } };
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
  return { box, look: "cells", items, lines: [], edges: [], rows: rows.filter((row) => row.length > 0), free: false };
}

function tileCentres(view) {
  return view.outlines.map((outline) => {
    const scale = outline.length === 3 ? 1.6 * unit : unit;
    const mean = (k) => (scale * outline.reduce((sum, at) => sum + at[k], 0)) / outline.length;
    const [x, y] = [mean(0), mean(1)];
    return { x, y, corners: outline.map(([px, py]) => [scale * px - x, scale * py - y]) };
  });
}

// How the sides of a square are glued: sides of a pair bear as many arrows, and arrows that point
// the same way mean a plain wrap, opposite ways a wrap with a flip.
const gluing = {
  torus: { across: "plain", down: "plain" },
  cylinder: { across: "plain" },
  mobius: { across: "flip" },
  klein: { across: "flip", down: "plain" },
  projective: { across: "flip", down: "flip" },
};

/** The markers of the sides that meet. */
export function wraps(view) {
  const how = view.dims.length === 2 ? gluing[view.kind] : null;
  if (!how) return [];
  const edges = [];
  if (how.across) {
    edges.push({ side: "left", arrows: 1, ahead: true }, { side: "right", arrows: 1, ahead: how.across === "plain" });
  }
  if (how.down) {
    edges.push({ side: "top", arrows: 2, ahead: true }, { side: "bottom", arrows: 2, ahead: how.down === "plain" });
  }
  return edges;
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

/** The lines of a graph, each pair once: an arrow where only one of both flips the other. */
function linesOf(view) {
  const flips = view.toggles.map((list) => new Set(list));
  const lines = [];
  flips.forEach((reached, u) => {
    for (const v of reached) {
      if (u === v) continue;
      const both = flips[v].has(u);
      if (!both || u < v) lines.push({ from: u, to: v, arrow: !both });
    }
  });
  return lines;
}

function nodes(view, places) {
  const items = places.map(([x, y], i) => ({ x, y, light: i, press: i, selfOff: !view.toggles[i].includes(i) }));
  return joined(items, linesOf(view), { free: true });
}

/** Items joined by lines, which go around other items. */
function joined(items, lines, { free }) {
  bendLines(items, lines);
  return { box: boxOf(items, lines), look: "nodes", items, lines, edges: [], rows: null, free };
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

/** The places that the library found for the nodes; those of a graph too large for it stand on a circle. */
export function naturalPlaces(view) {
  if (view.outlines) return tileCentres(view).map(({ x, y }) => [1.5 * x, 1.5 * y]);
  if (drawnAsCells(view)) return view.places.map(([row, col]) => [(col + 0.5) * 1.5 * unit, (row + 0.5) * 1.5 * unit]);
  return view.nodes ?? circle(view.lights);
}

/** n places on a circle, the first at the top, clockwise. */
function circle(n) {
  const radius = (n * 1.3 * unit) / (2 * Math.PI);
  return Array.from({ length: n }, (_, i) => {
    const angle = (2 * Math.PI * i) / n - Math.PI / 2;
    return [radius * Math.cos(angle), radius * Math.sin(angle)];
  });
}

/** A board whose switches are not its lights: a block of each, lights above. */
function switchesBelowLights(view) {
  const most = Math.max(view.lights, view.switches);
  const cols = Math.max(2, Math.ceil(Math.sqrt(most * 2)));
  const block = (n, top) => Array.from({ length: n }, (_, i) => ({ x: (i % cols) * 130, y: top + Math.floor(i / cols) * 130 }));
  const lights = block(view.lights, 0).map((at, light) => ({ ...at, light, press: null }));
  const below = Math.ceil(view.lights / cols) * 130 + 110;
  const items = [...lights, ...block(view.switches, below).map((at, press) => ({ ...at, light: null, press }))];
  const lines = view.toggles.flatMap((list, press) => Array.from(new Set(list), (l) => ({ from: view.lights + press, to: l, arrow: false })));
  return joined(items, lines, { free: false });
}
