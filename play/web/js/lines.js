// Where nodes are moved, the library says how lines go around them; until then those that were moved are straight.
import { call } from "./backend.js";
import { state, subscribe, update } from "./store.js";

let asked = null; // the places that were asked about

export function startLines() {
  subscribe((names) => (names.has("places") || names.has("game")) && bend());
}

async function bend() {
  const { game, places } = state;
  if (!places || !game?.view.graph || places === game.view.bentFor || places === asked) return;
  asked = places;
  const answer = await call("lines", { board: game.view.ref, places }).catch(() => null);
  if (!answer || state.places !== places || state.game.view !== game.view) return;
  const bent = [...places]; // others, so that the board is painted again
  Object.assign(game.view, { lines: answer.lines ?? [], bentFor: bent });
  update({ places: bent });
}
