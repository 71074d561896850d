// Answers that the static site was built with (play/site), so that it can be played before the library has
// arrived. prepared.json has
//
//   library  the length of lightsout.wasm in bytes
//   views    some boards, by their SPEC, as the library describes them
//   first    puzzles for those who come for the first time: first[SPEC][n][seed] is the puzzle that the library draws
//            on that board for n presses and that seed
//   daily    {from, number, boards, days}: the daily puzzles from a date on, and the number of the first; a day is [which of boards, lights, best]
//
// Lights are written in hexadecimal, the first one lowest. The answers are those of the library.

const data = fetch(new URL("../prepared.json", import.meta.url)).then((response) => response.json());
data.catch(() => {}); // then everything waits for the library

/** How many bytes the library has. */
export const librarySize = async () => (await data).library;

const answers = { load, new: draw, daily };

/** The answer to a call, or undefined: then only the library knows it. */
export async function preparedAnswer(method, body) {
  const known = await data.catch(() => null);
  return known ? answers[method]?.(known, body) : undefined;
}

function load({ views }, { spec, file, on, goal, presses }) {
  const view = !file && viewOf(views, spec);
  if (!view) return undefined;
  const lit = lights(on || "all", view);
  const wanted = lights(goal || "none", view);
  const pressed = (presses || "").split(",").filter(Boolean).map((number) => (/^\d{1,6}$/.test(number) ? Number(number) - 1 : NaN));
  if (!lit || !wanted || !pressed.every((s) => s >= 0 && s < view.switches)) return undefined;
  return puzzle(view, lit, { goal: wanted, presses: pressed });
}

/** A first puzzle; which one is up to the seed, but there are only some. */
function draw({ first, views }, { board, presses, seed }) {
  const draws = Object.hasOwn(first, board.spec ?? "") && first[board.spec][presses];
  if (!draws) return undefined;
  const [text, best] = draws[seed % draws.length];
  return { on: lights(text, views[board.spec]), presses: best, minimum: true };
}

function daily({ daily: { from, number, boards, days }, views }, { date }) {
  const k = Math.round((Date.parse(date) - Date.parse(from)) / 86_400_000);
  const day = days[k];
  if (!day) return undefined;
  const [board, text, best] = day;
  const view = structuredClone(views[boards[board]]);
  return { ...puzzle(view, lights(text, view)), number: number + k, best, minimum: true };
}

const puzzle = (view, on, { goal = [], presses = [] } = {}) => ({ view, on, goal, dont_care: [], forbidden: [], presses, places: null });

/** A board of the table, by its SPEC; MxN is short for grid:MxN. */
function viewOf(views, spec) {
  const name = /^\d+x\d+$/.test(spec) ? `grid:${spec}` : spec;
  return Object.hasOwn(views, name) ? structuredClone(views[name]) : undefined;
}

/** The lights that a text lists, or undefined if only the library can read it. */
function lights(text, view) {
  const all = Array.from({ length: view.lights }, (_, i) => i);
  if (text === "all") return all;
  if (text === "none") return [];
  if (!/^0x[0-9a-f]+$/i.test(text)) return undefined;
  const value = BigInt(text);
  return value >> BigInt(view.lights) === 0n ? all.filter((i) => (value >> BigInt(i)) & 1n) : undefined;
}
