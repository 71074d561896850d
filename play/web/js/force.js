// Places for a graph that has none: nodes repel one another, edges pull (Fruchterman and Reingold,
// "Graph Drawing by Force-directed Placement", 1991). It starts from a circle, so that the same
// graph always looks the same.

const effort = 3e7; // pairs of nodes looked at, altogether

export function forceLayout(n, edges) {
  const place = circle(n);
  const ideal = Math.sqrt(1 / n);
  const rounds = Math.max(10, Math.min(400, Math.floor(effort / (n * n))));
  const move = place.map(() => [0, 0]);
  for (let round = 0; round < rounds; round++) {
    move.forEach((m) => m.fill(0));
    for (let u = 0; u < n; u++) {
      for (let v = 0; v < u; v++) push(place, move, u, v, (d) => (ideal * ideal) / d);
    }
    for (const [u, v] of edges) push(place, move, u, v, (d) => -(d * d) / ideal);
    const heat = 0.1 * (1 - round / rounds);
    for (let u = 0; u < n; u++) {
      const length = Math.hypot(...move[u]) || 1;
      place[u][0] += (move[u][0] / length) * Math.min(length, heat) - place[u][0] * 0.01;
      place[u][1] += (move[u][1] / length) * Math.min(length, heat) - place[u][1] * 0.01;
    }
  }
  return place;
}

function push(place, move, u, v, strength) {
  const dx = place[u][0] - place[v][0];
  const dy = place[u][1] - place[v][1];
  const d = Math.max(Math.hypot(dx, dy), 1e-4);
  const f = strength(d) / d;
  move[u][0] += dx * f;
  move[u][1] += dy * f;
  move[v][0] -= dx * f;
  move[v][1] -= dy * f;
}

/** n places on a circle, the first at the top, clockwise. */
export function circle(n, radius = 0.5, turn = 0) {
  return Array.from({ length: n }, (_, i) => {
    const angle = (2 * Math.PI * (i + turn)) / n - Math.PI / 2;
    return [radius * Math.cos(angle), radius * Math.sin(angle)];
  });
}
