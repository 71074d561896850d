// One cell with one mark, for the legend.
import { s } from "./dom.js";
import { paint } from "./picture.js";

export function sample(name) {
  const svg = s("svg", { class: "board sample", "aria-hidden": "true" });
  const scene = { look: "cells", items: [{ x: 0, y: 0, light: 0, press: 0 }], lines: [], edges: [], rows: null };
  svg.setAttribute("viewBox", "-55 -55 110 110");
  paint(svg, scene).items[0].classList.add(`is-${name}`);
  return svg;
}
