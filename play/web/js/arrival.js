// How much of the library has arrived: a note at the edge of the page, while there is something to wait for.
import { announce, byId, h, icon } from "./dom.js";
import { T, percent } from "./texts.js";

const patience = 400; // ms; a download shorter than that is not worth a word
let timer = 0;
let note = null; // the elements on the page
let arrived = 0; // a share, in whole hundredths

/** Tells what share has arrived; or that it is done; or that it failed, and how to try again. */
export function showArrival({ share = 0, done = false, failed = null }) {
  if (done || failed) {
    clearTimeout(timer);
    timer = 0;
    note?.remove();
    note = null;
    if (failed) showFailure(failed);
    return;
  }
  arrived = Math.floor(share * 100) / 100;
  if (note?.dataset.failed !== undefined) {
    note.remove();
    note = null;
  }
  if (note) showShare();
  else timer ||= setTimeout(begin, patience);
}

/** What a player who waits for an answer is told meanwhile. */
export const waitingWords = () => (note && note.dataset.failed === undefined ? T.arriving(percent(arrived)) : T.thinking);

function begin() {
  note = h("div", { class: "arrival", id: "arrival" }, h("p", { id: "arrival-words" }), h("progress", { "aria-labelledby": "arrival-words" }));
  document.body.append(note);
  showShare();
}

function showShare() {
  const [words, bar] = note.children;
  if (bar.value === arrived && words.textContent) return;
  words.textContent = T.arriving(percent(arrived));
  bar.value = arrived;
}

function showFailure(tryAgain) {
  byId("arrival")?.remove();
  note = h("div", { class: "arrival", id: "arrival", "data-failed": true },
    h("p", {}, T.arrivedNot),
    h("button", { type: "button", onclick: tryAgain }, T.tryAgain),
    h("button", { type: "button", class: "icon", "aria-label": T.close, onclick: () => note.remove() }, icon("delete")));
  document.body.append(note);
  announce(T.arrivedNot);
}
