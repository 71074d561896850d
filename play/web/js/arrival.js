// How much of the library has arrived: a note at the edge of the page, while there is something to wait for.
import { announce, byId, setText } from "./dom.js";
import { T, percent } from "./texts.js";

const patience = 400; // ms; a download shorter than that is not worth a word
const note = byId("arrival");
const words = byId("arrival-words");
let timer = 0;
let tryAgain = () => {};

byId("arrival-again").addEventListener("click", () => tryAgain());
byId("arrival-close").addEventListener("click", () => (note.hidden = true));

/** Tells what share has arrived; or that it is done; or that it failed, and how to try again. */
export function showArrival({ share = 0, done = false, failed = null }) {
  note.toggleAttribute("data-failed", failed !== null);
  if (done || failed) {
    clearTimeout(timer);
    timer = 0;
    note.hidden = done;
    setText(words, T.arrivedNot);
    if (!failed) return;
    tryAgain = failed;
    announce(T.arrivedNot);
    return;
  }
  timer ||= setTimeout(() => (note.hidden = false), patience);
  const arrived = Math.floor(share * 100) / 100;
  setText(words, T.arriving(percent(arrived)));
  byId("arrival-share").value = arrived;
}

/** What a player who waits for an answer is told meanwhile. */
export const waitingWords = () => (timer ? words.textContent : T.thinking);
