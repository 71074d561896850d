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
//   free     the items may be dragged
//
// Where nodes stand, how lines bend and how sides meet is the library's doing.

const unit = 100;
const finger = 36; // pixels that a cell should have

// How far cells are from the rim, and layers apart, in cells, and how much of its place a cell fills.
const easy = { gap: 0.5, margin: 0.14, half: 45 };
const tight = { gap: 0.12, margin: 0.04, half: 48.6 };
const label = 0.42; // the height of what is written above every layer

/** The scene of a board; room is {width, height} in pixels, for boards that can be arranged in several ways. */
export function sceneOf(view, places = null, room = { width: 600, height: 600 }) {
  if (!places && drawnAsCells(view)) return cells(view, room);
  return joined(view, places ?? naturalPlaces(view));
}

/** Boards with rows and columns, except a circle, which is none on paper. */
export const drawnAsCells = (view) => view.places !== null && !view.nodes;

function cells(view, room) {
  const layers = layersOf(view);
  const { box, items, ...rest } = view.outlines
    ? tiles(view) : layers ? layered(view, layers, room) : squares(view, room);
  const rows = Map.groupBy(items.keys(), (i) => (view.outlines ? view.places[i][0] : items[i].y));
  const inOrder = [...rows].sort(([a], [b]) => a - b).map(([, row]) => row.sort((i, k) => items[i].x - items[k].x));
  return { box, look: "cells", items, lines: [], sides: view.sides ?? [], rows: inOrder, free: false, ...rest };
}

function squares(view, room) {
  const turned = view.kind === "cube" && room.width < room.height; // a net that is wider than high, by a quarter
  const places = turned ? view.places.map(([row, col]) => [col, view.rows - 1 - row]) : view.places;
  const [rows, cols] = turned ? [view.cols, view.rows] : [view.rows, view.cols];
  const small = !view.sides && Math.min(room.width / cols, room.height / rows) * 0.9 < finger * 1.05;
  const { half, margin: rim } = small ? tight : easy;
  const margin = view.sides ? 56 : rim * unit;
  const items = places.map(([row, col], i) =>
    ({ x: (col + 0.5) * unit, y: (row + 0.5) * unit, light: i, press: i, half }));
  return { items, box: { x: -margin, y: -margin, width: cols * unit + 2 * margin, height: rows * unit + 2 * margin } };
}

/** Hexagons and triangles, large enough for a lamp each. */
function tiles(view) {
  const items = tileCentres(view).map(({ x, y, corners }, i) => ({ x, y, corners, light: i, press: i }));
  return { items, box: boxAround(items.flatMap(({ x, y, corners }) =>
    corners.map(([dx, dy]) => [x + dx, y + dy, 14]))) };
}

/**
 * A board of more than two axes is drawn as layers: each is the last two axes, and the others say which layer it is.
 * Null for boards without.
 */
export function layersOf({ dims, lights, places, outlines }) {
  if (dims.length < 3 || !places || outlines || dims.reduce((a, b) => a * b) !== lights) return null;
  const [rows, cols] = dims.slice(-2);
  return { rows, cols, count: lights / (rows * cols), axes: dims.slice(0, -2) };
}

/** Which layer a light is in, as a number for each axis, and its row and column there. All count from 0. */
export function inLayer({ rows, cols, axes }, light) {
  let rest = light;
  const [col, row, ...layer] = [cols, rows, ...axes.toReversed()].map((n) => {
    const k = rest % n;
    rest = Math.floor(rest / n);
    return k;
  });
  return { layer: layer.toReversed(), row, col };
}

/**
 * As many layers beside each other as make cells largest in the room; if that is too small for fingers, they stand
 * closer.
 */
function arrange({ rows, cols, count, axes }, room) {
  // With one axis layers may wrap like words; with more they stay in rows, as the axes have them.
  const straight = (across) => axes.length === 1 || across % axes.at(-1) === 0 || axes.at(-1) % across === 0;
  const choices = Array.from({ length: count }, (_, k) => k + 1).filter(straight);
  const [wide, close] = [easy, tight].map((look) => choices.map((across) => {
    const width = across * (cols + look.gap) - look.gap + 2 * look.margin;
    const height = Math.ceil(count / across) * (rows + label + look.gap) - look.gap + 2 * look.margin;
    const cell = (Math.min(room.width / width, room.height / height) * look.half) / 50;
    // rather no gap
    return { across, look, width, height, cell, rank: axes.length > 1 && count % across > 0 ? 0.9 * cell : cell };
  }).reduce((a, b) => (b.rank > a.rank ? b : a)));
  return wide.cell >= finger ? wide : close;
}

function layered(view, layers, room) {
  const { across, look: { gap, margin, half }, width, height } = arrange(layers, room);
  const place = (k) => [(k % across) * (layers.cols + gap),
    Math.floor(k / across) * (layers.rows + label + gap) + label];
  const size = layers.rows * layers.cols;
  const items = view.places.map((_, i) => {
    const { row, col } = inLayer(layers, i);
    const [x, y] = place(Math.floor(i / size));
    return { x: (x + col + 0.5) * unit, y: (y + row + 0.5) * unit, light: i, press: i, half };
  });
  const labels = Array.from({ length: layers.count }, (_, k) => {
    const [x, y] = place(k);
    return { x: (x + layers.cols / 2) * unit, y: (y - label / 2) * unit, layer: inLayer(layers, k * size).layer,
      width: layers.cols * unit };
  });
  return { items, labels, sides: [],
    box: { x: -margin * unit, y: -margin * unit, width: width * unit, height: height * unit } };
}

function tileCentres(view) {
  return view.outlines.map((outline) => {
    const scale = outline.length === 3 ? 1.6 * unit : unit;
    const mean = (k) => (scale * outline.reduce((sum, at) => sum + at[k], 0)) / outline.length;
    const [x, y] = [mean(0), mean(1)];
    return { x, y, corners: outline.map(([px, py]) => [scale * px - x, scale * py - y]) };
  });
}

/** Nodes joined by lines: lights, and then the switches of a board whose switches are not at lights. */
function joined(view, places) {
  const { graph, lights, toggles, bentFor, nodes } = view;
  const items = places.map(([x, y], i) => (graph
    ? { x, y, light: i, press: i, selfOff: !toggles[i].includes(i) }
    : { x, y, light: i < lights ? i : null, press: i < lights ? null : i - lights }));
  // A line is bent for where its ends were; after one of them was moved it is straight until the library has bent it
  // again.
  const still = (i) => String((bentFor ?? nodes)?.[i]) === String(places[i]);
  const lines = (view.lines ?? [])
    .map((line) => ({ ...line, bend: still(line.from) && still(line.to) ? (line.bend ?? 0) : 0 }));
  return { box: boxOf(items, lines), look: "nodes", items, lines, sides: [], rows: null, free: graph };
}

/** The control point of a line: off its middle, at a right angle. */
export function controlOf(a, b, bend) {
  const length = Math.hypot(b.x - a.x, b.y - a.y) || 1;
  return [(a.x + b.x) / 2 - ((b.y - a.y) / length) * bend, (a.y + b.y) / 2 + ((b.x - a.x) / length) * bend];
}

function boxOf(items, lines) {
  const bent = lines.filter(({ bend }) => bend !== 0).map(({ from, to, bend }) => {
    const [a, b] = [items[from], items[to]];
    const [x, y] = controlOf(a, b, bend);
    return [(a.x + 2 * x + b.x) / 4, (a.y + 2 * y + b.y) / 4, 20]; // where a curve is farthest off
  });
  const box = items.length === 0
    ? { x: 0, y: 0, width: 0, height: 0 } : boxAround([...items.map(({ x, y }) => [x, y, 70]), ...bent]);
  return atLeast(box, 4 * unit);
}

/** The box around places, each with the margin that it needs: [x, y, margin]. */
function boxAround(places) {
  let [left, top, right, bottom] = [Infinity, Infinity, -Infinity, -Infinity];
  for (const [x, y, margin] of places) {
    [left, right] = [Math.min(left, x - margin), Math.max(right, x + margin)];
    [top, bottom] = [Math.min(top, y - margin), Math.max(bottom, y + margin)];
  }
  return { x: left, y: top, width: right - left, height: bottom - top };
}

/**
 * The box in which a scene is shown. While a player draws, the canvas stays still: it has room around the nodes from
 * the beginning, and grows only for a node that leaves it. still is the box until now.
 */
export function canvas({ box, items, look }, { still, drawing }) {
  if (look !== "nodes" || (!still && !drawing)) return box;
  const { x, y, width, height } = still ?? atLeast(box, Math.max(1.35 * box.width, 1.35 * box.height, 9 * unit));
  return boxAround([[x, y, 0], [x + width, y + height, 0], ...items.map((item) => [item.x, item.y, 60])]);
}

/** A box that is at least so wide and high, around the same middle. */
function atLeast({ x, y, width, height }, least) {
  const [wide, high] = [Math.max(width, least), Math.max(height, least)];
  return { x: x - (wide - width) / 2, y: y - (high - height) / 2, width: wide, height: high };
}

/** The places that the library found for the nodes; cells become nodes where they are, with room between them. */
export function naturalPlaces(view) {
  if (view.outlines) return tileCentres(view).map(({ x, y }) => [1.5 * x, 1.5 * y]);
  if (drawnAsCells(view)) return view.places.map(([row, col]) => [(col + 0.5) * 1.5 * unit, (row + 0.5) * 1.5 * unit]);
  return view.nodes;
}
