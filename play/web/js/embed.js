// The page within another page: an address with ?embed shows the board and its buttons, and nothing else. What is not
// shown is hidden from the beginning, by first.js.
import { byId } from "./dom.js";

export const embedded = new URLSearchParams(location.search).has("embed");

export function startEmbed() {
  if (!embedded) return;
  const full = byId("full");
  full.hidden = false;
  // The address changes with every press; the link opens the game as it is now.
  full.addEventListener("click", () => (full.href = location.pathname + location.hash));
}
