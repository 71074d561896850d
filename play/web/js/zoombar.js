// Zooming without two fingers: buttons, for boards whose cells are small, and the wheel.
import { box, panBy, scale, showWhole, watchCamera, zoomBy, zoomed } from "./camera.js";
import { byId } from "./dom.js";

const bar = byId("zoom");
const board = byId("board");
// How many pixels a cell or a node should have; the nodes of a graph stand apart.
const small = matchMedia("(pointer: coarse)").matches ? { cells: 36, nodes: 18 } : { cells: 16, nodes: 12 };
const units = { cells: 100, nodes: 76 };

export function startZoom() {
  byId("zoom-in").addEventListener("click", () => zoomBy(1.6));
  byId("zoom-out").addEventListener("click", () => zoomBy(1 / 1.6));
  byId("zoom-whole").addEventListener("click", showWhole);
  // Touchpads report a pinch as a wheel that turns with Ctrl down.
  board.addEventListener("wheel", (event) => {
    if (!event.ctrlKey && !zoomed()) return;
    event.preventDefault();
    if (event.ctrlKey) zoomBy(Math.exp(-event.deltaY / 200), event.clientX, event.clientY);
    else panBy(-event.deltaX, -event.deltaY);
  }, { passive: false });
  watchCamera(show);
  addEventListener("resize", show);
}

function show() {
  const whole = zoomed() ? (scale() * board.viewBox.baseVal.width) / box().width : scale();
  const { look } = board.dataset;
  bar.hidden = !zoomed() && whole * units[look] >= small[look];
  byId("zoom-out").disabled = byId("zoom-whole").disabled = !zoomed();
}
