// Zooming without two fingers: buttons, for boards whose cells are small, and the wheel.
import { box, panBy, scale, showWhole, watchCamera, zoomBy, zoomed } from "./camera.js";
import { byId } from "./dom.js";

const bar = byId("zoom");
const board = byId("board");
const small = matchMedia("(pointer: coarse)").matches ? 36 : 16; // pixels

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
  bar.hidden = !zoomed() && whole * 100 >= small;
  byId("zoom-out").disabled = byId("zoom-whole").disabled = !zoomed();
}
