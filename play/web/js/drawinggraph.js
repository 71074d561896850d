// The rules of editing, without a pixel. A drawing is {view, on, goal, dont_care, forbidden,
// places}, as a game and the scene use them, and never changed in place: each edit gives a new one.

export const mostNodes = 400;

/** A view of a graph that the library has not seen yet. @param {any} like */
function viewOf(toggles, like = { states: 2 }) {
  const { states, colours } = like;
  const ref = { lights: toggles.length, toggles, graph: true, ...(states > 2 && { states }) };
  return { ref, kind: "graph", dims: [], rows: 0, cols: 0, places: null, lights: toggles.length, switches: toggles.length, graph: true, states, colours, toggles, chase: false };
}

const sorted = (list) => list.toSorted((a, b) => a - b);

function withToggles(drawing, u, list) {
  return { ...drawing, view: viewOf(drawing.view.toggles.map((old, s) => (s === u ? sorted(list) : old)), drawing.view) };
}

export const emptyDrawing = () => ({ view: viewOf([]), on: [], goal: [], dont_care: [], forbidden: [], places: [] });

export const flips = (drawing, u, v) => drawing.view.toggles[u].includes(v);

/** The light's next state, or its first again. */
export function toggleLight(drawing, light) {
  const last = drawing.on.filter((l) => l === light).length === drawing.view.states - 1;
  const on = last ? drawing.on.filter((l) => l !== light) : sorted([...drawing.on, light]);
  return { ...drawing, on };
}

/** The light's next state in the goal; after the last it does not matter, and then it is off again. */
export function nextGoal(drawing, light) {
  const { goal, dont_care } = drawing;
  const without = (list) => list.filter((l) => l !== light);
  const state = goal.length - without(goal).length;
  if (dont_care.includes(light)) return { ...drawing, dont_care: without(dont_care) };
  if (state === drawing.view.states - 1) return { ...drawing, goal: without(goal), dont_care: sorted([...dont_care, light]) };
  return { ...drawing, goal: sorted([...goal, light]) };
}

/** Locks a switch, which then must not be pressed, or unlocks it. */
export function toggleLock(drawing, s) {
  const { forbidden } = drawing;
  return { ...drawing, forbidden: forbidden.includes(s) ? forbidden.filter((x) => x !== s) : sorted([...forbidden, s]) };
}

export function setAllLights(drawing, on) {
  return { ...drawing, on: on ? Array.from({ length: drawing.view.lights }, (_, l) => l) : [] };
}

/** A node flips itself, unless told otherwise, and starts lit. */
export function addNode(drawing, place) {
  const n = drawing.view.lights;
  return { ...drawing, view: viewOf([...drawing.view.toggles, [n]], drawing.view), on: [...drawing.on, n], places: [...drawing.places, place] };
}

export function deleteNode(drawing, u) {
  const rename = (list) => list.filter((v) => v !== u).map((v) => (v > u ? v - 1 : v));
  const toggles = drawing.view.toggles.filter((_, s) => s !== u).map(rename);
  const [on, goal, dont_care, forbidden] = [drawing.on, drawing.goal, drawing.dont_care, drawing.forbidden].map(rename);
  return { view: viewOf(toggles, drawing.view), on, goal, dont_care, forbidden, places: drawing.places.filter((_, s) => s !== u) };
}

export function toggleArc(drawing, u, v) {
  const list = drawing.view.toggles[u];
  return withToggles(drawing, u, list.includes(v) ? list.filter((x) => x !== v) : [...list, v]);
}

export const toggleSelf = (drawing, u) => toggleArc(drawing, u, u);

/** Takes away what joins two nodes, whichever way. */
export function part(drawing, u, v) {
  const once = flips(drawing, u, v) ? toggleArc(drawing, u, v) : drawing;
  return flips(once, v, u) ? toggleArc(once, v, u) : once;
}

/** Joins both ways, or parts them if they were joined both ways. */
export function toggleEdge(drawing, u, v) {
  const joined = flips(drawing, u, v) && flips(drawing, v, u);
  let next = drawing;
  if (flips(next, u, v) === joined) next = toggleArc(next, u, v);
  if (flips(next, v, u) === joined) next = toggleArc(next, v, u);
  return next;
}
