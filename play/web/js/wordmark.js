// The name of the game, in lamps.
import { byId, s } from "./dom.js";

const letters = {
  L: ["#..", "#..", "#..", "#..", "###"], I: ["#", "#", "#", "#", "#"], G: ["###", "#..", "#.#", "#.#", "###"],
  H: ["#.#", "#.#", "###", "#.#", "#.#"], T: ["###", ".#.", ".#.", ".#.", ".#."], S: ["###", "#..", "###", "..#", "###"],
  O: ["###", "#.#", "#.#", "#.#", "###"], U: ["#.#", "#.#", "#.#", "#.#", "###"],
};

export function drawWordmark() {
  const svg = byId("wordmark");
  let x = 0;
  for (const [word, name] of [["LIGHTS", "lit"], ["OUT", "unlit"]]) {
    for (const letter of word) {
      letters[letter].forEach((row, y) => [...row].forEach((dot, k) => {
        if (dot === "#") svg.append(s("circle", { class: name, cx: x + k, cy: y, r: 0.4 }));
      }));
      x += letters[letter][0].length + 1.1;
    }
    x += 1.6;
  }
  svg.setAttribute("viewBox", `-0.5 -0.5 ${x - 2.7} 5`);
}
