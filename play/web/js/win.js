// The screen at the end: stars against the optimum, and words to share.
import * as actions from "./actions.js";
import { addressOf } from "./address.js";
import { announce, byId, h, icon } from "./dom.js";
import { isWon, stars } from "./game.js";
import { clock, wish } from "./panel.js";
import { elapsedNow, state, subscribe } from "./store.js";
import { T, boardName } from "./texts.js";

const sheet = byId("win");
let celebrated = null; // the game whose end was shown

export function startWin() {
  subscribe((names) => {
    const { game, mode } = state;
    if (!names.has("game") || mode !== "play" || !game || !isWon(game) || game === celebrated) return;
    celebrated = game;
    show(game);
  });
}

function show(game) {
  const { best, hints, shown, title } = state;
  const n = game.presses.length;
  const known = best && !best.unsolvable ? best : null;
  const earned = known ? stars(n, known.presses) : 0;
  const time = clock(elapsedNow());
  const copy = h("button", { type: "button", onclick: () => copyText(copy, result(game, earned, time)) }, T.copyResult);
  sheet.replaceChildren(
    h("h2", { id: "win-title" }, T.winTitle),
    known ? h("p", { class: "stars", role: "img", "aria-label": T.winStars(earned) }, [1, 2, 3].map((k) => starIcon(k <= earned))) : "",
    h("p", { class: "verdict" }, verdict(n, known)),
    h("p", { class: "note" }, [title, T.winTime(time), T.winHints(hints, shown)].filter(Boolean).join(" ")),
    h("div", { class: "pair" },
      h("button", { type: "button", class: "primary", onclick: () => (sheet.close(), actions.newPuzzle(wish())) }, T.winAgain),
      h("button", { type: "button", onclick: () => (sheet.close(), actions.restart()) }, earned === 3 ? T.winReplay : T.winFewer)),
    h("div", { class: "pair" }, copy, h("button", { type: "button", onclick: () => sheet.close() }, T.close)));
  announce(`${T.winTitle} ${verdict(n, known)}`);
  if (!sheet.open) sheet.showModal();
}

function starIcon(full) {
  const star = icon("star");
  star.classList.add(full ? "full" : "empty");
  return star;
}

function verdict(n, best) {
  if (!best) return T.winPlain(n);
  if (!best.minimum) return T.winUnproved(n, best.presses);
  return n <= best.presses ? T.winBest(n) : T.winMore(n, best.presses);
}

async function result(game, earned, time) {
  const { best, hints, shown, title, places } = state;
  const address = location.href.split("#")[0] + (await addressOf(game, places, { withPresses: false }));
  return `${T.shareText(title ?? boardName(game.view), game.presses.length, best?.presses, earned, time, hints, shown)}\n${address}`;
}

/** Copies text that is still being made, and says so on the button. */
export async function copyText(button, promised) {
  const words = button.textContent;
  const text = await promised;
  try {
    await navigator.clipboard.writeText(text);
  } catch {
    copyOldWay(button, text);
  }
  button.dataset.copied = text;
  button.textContent = T.copied;
  announce(T.copied);
  setTimeout(() => (button.textContent = words), 1500);
}

/** For pages that may not touch the clipboard: through a selection. */
function copyOldWay(button, text) {
  const area = h("textarea", { class: "unseen", "aria-hidden": "true" });
  area.value = text;
  button.after(area);
  area.select();
  document.execCommand("copy");
  area.remove();
  button.focus();
}
