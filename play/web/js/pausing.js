// The clock stands still while nobody can see the page.
import { isWon } from "./game.js";
import { elapsedNow, state, update } from "./store.js";

let stopped = null; // the game whose clock was stopped

export function startPausing() {
  document.addEventListener("visibilitychange", () => {
    if (document.visibilityState === "hidden") {
      if (state.since === null) return;
      stopped = state.game;
      update({ since: null, elapsed: elapsedNow() });
    } else {
      if (stopped === state.game && state.since === null && !isWon(state.game)) update({ since: Date.now() });
      stopped = null;
    }
  });
}
