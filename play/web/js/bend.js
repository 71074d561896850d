// Lines that would run behind a third node are bent around it, or they could not be seen.

const clear = 45; // from the middle of a node to a line that passes it
const most = 100_000; // lines times nodes; in a larger drawing no single line is seen anyway

/** Gives every line its bend: how far its control point is off its middle; 0 is straight. */
export function bendLines(items, lines) {
  const few = lines.length * items.length <= most;
  for (const line of lines) line.bend = few ? bendOf(items, line) : 0;
}

/** The least bend that passes all other nodes; where every one meets some, the best of them. */
function bendOf(items, { from, to }) {
  const [a, b] = [items[from], items[to]];
  const others = items.filter((_, i) => i !== from && i !== to);
  let [best, widest] = [0, gap(a, b, 0, others)];
  for (let size = 60; widest < clear && size <= 480; size += 30) {
    for (const bend of [-size, size]) {
      const wide = gap(a, b, bend, others);
      if (wide > widest) [best, widest] = [bend, wide];
    }
  }
  return best;
}

/** How near a line comes to the nearest of the nodes. */
function gap(a, b, bend, nodes) {
  const steps = Math.min(40, Math.max(8, Math.ceil(Math.hypot(b.x - a.x, b.y - a.y) / 25)));
  let least = Infinity;
  for (let k = 1; k < steps; k++) {
    const [x, y] = pointOf(a, b, bend, k / steps);
    for (const node of nodes) least = Math.min(least, Math.hypot(node.x - x, node.y - y));
  }
  return least;
}

/** The control point of the quadratic curve: off the middle, at a right angle. */
export function controlOf(a, b, bend) {
  const length = Math.hypot(b.x - a.x, b.y - a.y) || 1;
  return [(a.x + b.x) / 2 - ((b.y - a.y) / length) * bend, (a.y + b.y) / 2 + ((b.x - a.x) / length) * bend];
}

/** The point of a line at t, which goes from 0 to 1. */
export function pointOf(a, b, bend, t) {
  const [cx, cy] = controlOf(a, b, bend);
  const [p, q, r] = [(1 - t) ** 2, 2 * t * (1 - t), t ** 2];
  return [p * a.x + q * cx + r * b.x, p * a.y + q * cy + r * b.y];
}
