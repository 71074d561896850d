// One cell with one mark, for the legend.
import { s } from "./dom.js";
import { addMarks, paint } from "./picture.js";

export function sample(name) {
  const svg = s("svg", { class: "board sample", "aria-hidden": "true" });
  const scene = { look: "cells", items: [{ x: 0, y: 0, light: 0, press: 0 }], lines: [], edges: [], rows: null };
  svg.setAttribute("viewBox", "-55 -55 110 110");
  const [item] = paint(svg, scene).items;
  addMarks(item, scene, 0);
  item.classList.add(`is-${name}`);
  return svg;
}
