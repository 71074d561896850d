// Where the names of nodes are written: beside their node, on no line, no other node and no other name, if there is
// such a place; in smaller letters if need be.
import { controlOf } from "./scene.js";

const sizes = [24, 20, 16, 13];
const gap = 46; // from the middle of a node to its name
const rim = 42; // of a node
const clear = 60; // a name that is nearer to another node than this might be taken for its name
const longest = 16; // signs of a name that has no place as a whole; then that is said and shown on hover
// the best first
const sides = [[0, 1], [0, -1], [1, 0], [-1, 0], [0, 1.4], [0, -1.4], [0.75, 0.75], [-0.75, 0.75], [0.75, -0.75],
  [-0.75, -0.75]];

/** The width of a text in letters of size 1, about. */
const widthOf = (text) => Array.from(text).reduce((sum, sign) => sum + (sign.codePointAt(0) > 0x2e80 ? 1 : 0.7), 0);

/** Of each name what is written, and where its middle is from that of its node: [{text, name, x, y, size}]. */
export function placeLabels({ items, lines, box }, names) {
  const points = items.map(({ x, y }) => [x, y, rim]);
  const onLines = lines.flatMap((line) => along(items[line.from], items[line.to], line.bend));
  const taken = []; // the boxes of names that are placed
  return names.map((name, i) => {
    const { x, y } = items[i];
    const signs = Array.from(String(name));
    const texts = signs.length > longest
      ? [signs.join(""), `${signs.slice(0, longest - 1).join("")}…`] : [signs.join("")];
    const far = gap + widthOf(texts[0]) * sizes[0] + rim;
    const near = [...points.filter((_, k) => k !== i), ...onLines]
      .filter(([px, py]) => Math.abs(px - x) < far && Math.abs(py - y) < far);
    let best = null;
    for (const { text, size } of texts.flatMap((text) => sizes.map((size) => ({ text, size })))) {
      for (const [dx, dy] of sides) {
        const [wide, high] = [widthOf(text) * size, size * 1.15];
        const at = { x: dx * (gap + (dx && wide / 2)), y: dy * (gap + high / 2) };
        const place = { left: x + at.x - wide / 2, right: x + at.x + wide / 2, top: y + at.y - high / 2,
          bottom: y + at.y + high / 2 };
        const beyond = place.left < box.x || place.right > box.x + box.width || place.top < box.y
          || place.bottom > box.y + box.height;
        const unclear = near.filter(([px, py, away]) => away === rim && touches(place, [px, py, clear])).length;
        const hits = near.filter((point) => touches(place, point)).length * 4 + unclear +
          taken.filter((other) => overlap(place, other)).length * 12 + (beyond ? 8 : 0);
        if (!best || hits < best.hits || (hits === best.hits && text !== best.label.text))
          best = { hits, place, label: { text, name: String(name), ...at, size } };
        if (best.hits === 0) break;
      }
      if (best.hits === 0) break;
    }
    taken.push(best.place);
    return best.label;
  });
}

/** Points along a line, [x, y, how far others stay away]. */
function along(a, b, bend) {
  const [cx, cy] = controlOf(a, b, bend);
  const steps = Math.ceil(Math.hypot(b.x - a.x, b.y - a.y) / 12);
  return Array.from({ length: steps }, (_, k) => {
    const t = (k + 0.5) / steps;
    const [p, q, r] = [(1 - t) ** 2, 2 * t * (1 - t), t ** 2];
    return [p * a.x + q * cx + r * b.x, p * a.y + q * cy + r * b.y, 3];
  });
}

function touches({ left, right, top, bottom }, [x, y, away]) {
  const [dx, dy] = [Math.max(left - x, 0, x - right), Math.max(top - y, 0, y - bottom)];
  return dx * dx + dy * dy < away * away;
}

const overlap = (one, other) => one.left < other.right && other.left < one.right && one.top < other.bottom
  && other.top < one.bottom;
