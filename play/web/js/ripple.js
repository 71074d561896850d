// The ripple at the end: a ring that runs from the last press over the dark board.
import { byId, s } from "./dom.js";

export const stillness = matchMedia("(prefers-reduced-motion: reduce)");

export function ripple(press) {
  const svg = byId("board");
  const from = svg.querySelector(`[data-item="${press}"]`);
  if (stillness.matches || !from) return;
  const { width, height } = svg.viewBox.baseVal;
  const r = Math.hypot(width, height);
  const { x, y, width: w, height: h } = from.querySelector(".base").getBBox();
  const at = from.getAttribute("transform") ?? `translate(${x + w / 2} ${y + h / 2})`; // items of large boards are not moved
  for (const delay of [0, 130]) {
    const ring = s("circle", { class: "ripple", r, "aria-hidden": "true" });
    const place = s("g", { transform: at }, ring);
    svg.append(place);
    ring.animate([{ transform: "scale(0)", opacity: 0.9 }, { transform: "scale(1)", opacity: 0 }], { duration: 700, delay, easing: "ease-out", fill: "backwards" })
      .finished.then(() => place.remove(), () => place.remove());
  }
}
