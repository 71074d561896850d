// The rules of editing, without a pixel. A drawing is {view, on, goal, dont_care, forbidden,
// places}, as a game and the scene use them, and never changed in place: each edit gives a new one.

/**
 * A view of a graph that the library has not seen yet; its lines are those of another until it has. @param {any} like
 */
function viewOf(toggles, like) {
  const { states, colours, lines, ref: { names } } = like;
  const ref = { lights: toggles.length, toggles, graph: true, ...(states > 2 && { states }), ...(names && { names }) };
  return { ref, kind: "graph", dims: [], rows: 0, cols: 0, places: null, lights: toggles.length,
    switches: toggles.length, graph: true, states, colours, lines, toggles, chase: false };
}

const sorted = (list) => list.toSorted((a, b) => a - b);
const without = (list, i) => list.filter((k) => k !== i);
const toggled = (list, i) => (list.includes(i) ? without(list, i) : sorted([...list, i]));

/** How often a list names something: the state of a light, say. */
export const times = (list, i) => list.length - without(list, i).length;

export const emptyDrawing = () =>
  ({ view: viewOf([], { states: 2, ref: {} }), on: [], goal: [], dont_care: [], forbidden: [], places: [] });

export const flips = (drawing, u, v) => drawing.view.toggles[u].includes(v);

/** The light's next state, or its first again. */
export function toggleLight(drawing, light) {
  const last = times(drawing.on, light) === drawing.view.states - 1;
  return { ...drawing, on: last ? without(drawing.on, light) : sorted([...drawing.on, light]) };
}

/** The light's next state in the goal; after the last it does not matter, and then it is off again. */
export function nextGoal(drawing, light) {
  const { goal, dont_care } = drawing;
  if (dont_care.includes(light)) return { ...drawing, dont_care: without(dont_care, light) };
  if (times(goal, light) === drawing.view.states - 1)
    return { ...drawing, goal: without(goal, light), dont_care: sorted([...dont_care, light]) };
  return { ...drawing, goal: sorted([...goal, light]) };
}

/** Locks a switch, which then must not be pressed, or unlocks it. */
export const toggleLock = (drawing, s) => ({ ...drawing, forbidden: toggled(drawing.forbidden, s) });

/** A node flips itself, unless told otherwise, and starts lit. Among names it gets the first free number for one. */
export function addNode(drawing, place) {
  const { lights: n, toggles, ref: { names }, ...like } = drawing.view;
  const free = (k) => (names.includes(String(k)) ? free(k + 1) : String(k));
  const ref = names ? { names: [...names, free(n + 1)] } : {};
  return { ...drawing, view: viewOf([...toggles, [n]], { ...like, ref }), on: [...drawing.on, n],
    places: [...drawing.places, place] };
}

export function deleteNode(drawing, u) {
  const { toggles, lines = [], ref: { names }, ...like } = drawing.view;
  const rename = (list) => without(list, u).map((v) => (v > u ? v - 1 : v));
  const [on, goal, dont_care, forbidden] = [drawing.on, drawing.goal, drawing.dont_care, drawing.forbidden].map(rename);
  const left = lines.filter(({ from, to }) => from !== u && to !== u).map((line) => {
    const [from, to] = rename([line.from, line.to]);
    return { ...line, from, to };
  });
  const view = viewOf(toggles.toSpliced(u, 1).map(rename),
    { ...like, lines: left, ref: { names: names?.toSpliced(u, 1) } });
  return { view, on, goal, dont_care, forbidden, places: drawing.places.toSpliced(u, 1) };
}

export function toggleArc(drawing, u, v) {
  return { ...drawing, view: viewOf(drawing.view.toggles.map((list, s) => (s === u ? toggled(list, v) : list)),
    drawing.view) };
}

/** Joins two nodes both ways, or parts them, whichever way they were joined. */
export function setEdge(drawing, u, v, joined) {
  const once = flips(drawing, u, v) === joined ? drawing : toggleArc(drawing, u, v);
  return flips(once, v, u) === joined ? once : toggleArc(once, v, u);
}
