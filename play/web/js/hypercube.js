// A hypercube on paper: each axis is an arrow, and a corner stands where the arrows of its ones
// add up to. Arrows of one length and even angles put corners on top of each other from three axes
// on; these were found by trying many and keeping those whose corners stand farthest apart.
const fan = {
  3: { step: 1, shrink: 0.8, turn: 0.4 },
  4: { step: 1, shrink: 0.84, turn: 0.5 },
  5: { step: 3, shrink: 0.38, turn: 0.4 },
  6: { step: 2, shrink: 0.7, turn: 0 },
  7: { step: 5, shrink: 0.86, turn: 0.5 },
};

const spacing = 112; // how far apart the nearest corners stand

/** Places of the 2^d corners. */
export function projection(d) {
  const arrows = Array.from({ length: d }, (_, k) => (fan[d] ? spreadArrow(k, d) : straightArrow(k)));
  const places = Array.from({ length: 1 << d }, (_, corner) => {
    const at = [0, 0];
    arrows.forEach(([dx, dy], k) => {
      const side = (corner >> k) & 1 ? 0.5 : -0.5;
      at[0] += side * dx;
      at[1] += side * dy;
    });
    return at;
  });
  const scale = spacing / nearest(places);
  return places.map(([x, y]) => [x * scale, y * scale]);
}

function spreadArrow(k, d) {
  const { step, shrink, turn } = fan[d];
  const angle = (Math.PI * (k + turn)) / d;
  const length = 1 - (shrink * ((k * step) % d)) / d;
  return [length * Math.cos(angle), -length * Math.sin(angle)];
}

/** Squares of squares of squares: with so many corners, order is what the eye needs. */
function straightArrow(k) {
  const length = 2.2 ** Math.floor(k / 2);
  return k % 2 === 0 ? [length, 0] : [0, length];
}

function nearest(places) {
  let least = Infinity;
  places.forEach(([x, y], i) => {
    for (let j = 0; j < i; j++) least = Math.min(least, Math.hypot(x - places[j][0], y - places[j][1]));
  });
  return places.length > 1 ? least : 1;
}
