// Which part of the board is on the screen: all of it, or what the player has zoomed in on, by two fingers
// (gestures.js), by the wheel, or by buttons, which boards with small cells have.
import { byId } from "./dom.js";

const svg = byId("board");
const bar = byId("zoom");
const most = 16; // times
// How many pixels a cell or a node should have; the nodes of a graph stand apart, and are met from beside.
const touch = matchMedia("(pointer: coarse)").matches;
const small = touch ? { cells: 24, nodes: 14 } : { cells: 16, nodes: 12 };
const units = { cells: 100, nodes: 76 };
let whole = { x: 0, y: 0, width: 1, height: 1 }; // the box of everything
let shown = whole;

export const zoomed = () => shown.width < whole.width * 0.999;
export const box = () => whole;

byId("zoom-in").addEventListener("click", () => zoomBy(1.6));
byId("zoom-out").addEventListener("click", () => zoomBy(1 / 1.6));
byId("zoom-whole").addEventListener("click", () => show(whole));
// Touchpads report a pinch as a wheel that turns with Ctrl down.
svg.addEventListener("wheel", (event) => {
  if (!event.ctrlKey && !zoomed()) return;
  event.preventDefault();
  if (event.ctrlKey) zoomBy(Math.exp(-event.deltaY / 200), event.clientX, event.clientY);
  else panBy(-event.deltaX, -event.deltaY);
}, { passive: false });
addEventListener("resize", showButtons);

/** How much of the size that it should have a cell has, if all of the board is shown. */
function share() {
  const { look } = svg.dataset;
  return (((scale() * shown.width) / whole.width) * units[look]) / small[look];
}

function showButtons() {
  bar.hidden = !zoomed() && share() >= 1;
  byId("zoom-out").disabled = byId("zoom-whole").disabled = !zoomed();
  svg.toggleAttribute("data-tiny", scale() * units.cells < 18); // no digit could be read
}

/**
 * A new box for everything. One of the same size and place keeps what is zoomed in on; else cells that fingers would
 * miss begin large.
 */
export function setBox(next) {
  const same = ["x", "y", "width", "height"].every((name) => next[name] === whole[name]);
  whole = next;
  show(same ? shown : next);
  if (!same && touch && share() < 1) zoomBy(1.25 / share());
}

/** Pixels on the screen per unit. */
export const scale = () => svg.getScreenCTM()?.a || 1;

/** Where a place of the screen is in the scene. */
export function placeAt(clientX, clientY) {
  const { x, y } = new DOMPoint(clientX, clientY).matrixTransform(svg.getScreenCTM().inverse());
  return [x, y];
}

/** Zooms by a factor; the place at that point of the screen, or in the middle, stays where it is. */
export function zoomBy(factor, clientX, clientY) {
  const [x, y] = clientX === undefined
    ? [shown.x + shown.width / 2, shown.y + shown.height / 2] : placeAt(clientX, clientY);
  const size = Math.min(1, Math.max(1 / most, shown.width / whole.width / factor));
  const [width, height] = [whole.width * size, whole.height * size];
  const by = width / shown.width;
  show({ x: x - (x - shown.x) * by, y: y - (y - shown.y) * by, width, height });
}

/** Moves the picture by so many pixels. */
export function panBy(dx, dy) {
  const by = scale();
  show({ ...shown, x: shown.x - dx / by, y: shown.y - dy / by });
}

/** Moves the picture as little as it takes to show a place and what is around it. */
export function reveal(x, y, around) {
  if (!zoomed()) return;
  const into = (from, size, at) =>
    (size < 2 * around ? at - size / 2 : Math.min(Math.max(from, at + around - size), at - around));
  show({ ...shown, x: into(shown.x, shown.width, x), y: into(shown.y, shown.height, y) });
}

function show({ x, y, width, height }) {
  const within = (at, size, from, all) => Math.min(Math.max(at, from), from + all - size);
  shown = { x: within(x, width, whole.x, whole.width), y: within(y, height, whole.y, whole.height), width, height };
  svg.setAttribute("viewBox", `${shown.x} ${shown.y} ${width} ${height}`);
  svg.toggleAttribute("data-zoomed", zoomed());
  showButtons();
}
