// A board of more than two axes is drawn as layers: each is the last two axes, and the others say which layer
// it is. How many stand beside each other depends on the room there is, so that a finger meets every cell.

const unit = 100;
export const finger = 36; // pixels that a cell should have

// How far layers are apart and from the rim, in cells, and how much of its place a cell fills.
const easy = { gap: 0.5, margin: 0.14, half: 45 };
export const tight = { gap: 0.12, margin: 0.04, half: 48.6 };
const label = 0.42; // above every layer

/** The sizes of a layer, and how many there are; null for boards without layers. */
export function layersOf({ dims, lights, places, outlines }) {
  if (dims.length < 3 || !places || outlines || dims.reduce((a, b) => a * b) !== lights) return null;
  const [rows, cols] = dims.slice(-2);
  return { rows, cols, count: lights / (rows * cols), axes: dims.slice(0, -2) };
}

/** Which layer a light is in, as a number for each axis, and its row and column there. All count from 0. */
export function inLayer({ rows, cols, axes }, light) {
  const within = light % (rows * cols);
  let rest = Math.floor(light / (rows * cols));
  const at = axes.toReversed().map((n) => {
    const k = rest % n;
    rest = Math.floor(rest / n);
    return k;
  });
  return { layer: at.toReversed(), row: Math.floor(within / cols), col: within % cols };
}

/** How layers are arranged: so many beside each other, in a box of so many cells. */
function arranged({ rows, cols, count }, across, look) {
  const down = Math.ceil(count / across);
  return {
    across, look,
    width: across * (cols + look.gap) - look.gap + 2 * look.margin,
    height: down * (rows + label + look.gap) - look.gap + 2 * look.margin,
  };
}

/**
 * The arrangement for some room: {width, high, tall} in pixels. In high the board and everything around it
 * fit on the screen, in tall the board with the buttons. If cells are too small even so, the board becomes as
 * high as they need. Without a room it is nearly square.
 */
export function arrange(layers, room = { width: 600, high: 600, tall: 600 }) {
  const choices = (look) => Array.from({ length: layers.count }, (_, k) => arranged(layers, k + 1, look));
  const pitch = ({ width, height }, high) => Math.min(room.width / width, high / height);
  const size = (choice, high) => (pitch(choice, high) * choice.look.half) / 50;
  // With one axis layers may wrap like words; with more they stay in rows, as the axes have them.
  const straight = ({ across }) => layers.axes.length === 1 || across % layers.axes.at(-1) === 0 || layers.axes.at(-1) % across === 0;
  for (const high of [room.high, room.tall]) {
    for (const look of [easy, tight]) {
      const best = largest(choices(look).filter(straight), (choice) => size(choice, high));
      if (size(best, high) >= finger) return { ...best, high: best.height * pitch(best, high) };
    }
  }
  const wide = choices(tight).filter((choice) => size(choice, Infinity) >= finger);
  if (wide.length === 0) {
    const best = largest(choices(tight), (choice) => size(choice, room.tall));
    return { ...best, high: best.height * pitch(best, room.tall) };
  }
  const best = largest(wide, ({ height }) => -height);
  return { ...best, high: (best.height * (finger + 0.5) * 50) / best.look.half };
}

const largest = (list, by) => list.reduce((a, b) => (by(b) > by(a) ? b : a));

/** The items, rows and labels of such an arrangement. */
export function layered(view, layers, room) {
  const plan = arrange(layers, room);
  const { gap, margin, half } = plan.look;
  const place = (k) => [(k % plan.across) * (layers.cols + gap), Math.floor(k / plan.across) * (layers.rows + label + gap) + label];
  const size = layers.rows * layers.cols;
  const items = view.places.map((_, i) => {
    const { row, col } = inLayer(layers, i);
    const [x, y] = place(Math.floor(i / size));
    return { x: (x + col + 0.5) * unit, y: (y + row + 0.5) * unit, light: i, press: i, half };
  });
  const labels = Array.from({ length: layers.count }, (_, k) => {
    const [x, y] = place(k);
    return { x: (x + layers.cols / 2) * unit, y: (y - label / 2) * unit, layer: inLayer(layers, k * size).layer, width: layers.cols * unit };
  });
  const box = { x: -margin * unit, y: -margin * unit, width: plan.width * unit, height: plan.height * unit };
  return { box, items, labels, rows: readingRows(items), high: plan.high };
}

/** Items in lists by how high they stand, for reading in order. */
function readingRows(items) {
  const rows = new Map();
  items.forEach(({ y }, i) => {
    if (!rows.has(y)) rows.set(y, []);
    rows.get(y).push(i);
  });
  return [...rows.entries()].sort(([a], [b]) => a - b).map(([, row]) => row.sort((i, j) => items[i].x - items[j].x));
}
