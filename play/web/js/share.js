// Sharing: by the system's own sheet where there is one, else by the clipboard. Links lead to the public
// address of the page, if the server was told one, else to where it is.
import { attempt } from "./actions.js";
import { addressOf } from "./address.js";
import { announce, byId, h } from "./dom.js";
import { counts } from "./game.js";
import { readProgress, streak, today } from "./progress.js";
import { say, state } from "./store.js";
import { T, boardName } from "./texts.js";

const page = location.href.split(/[?#]/)[0];
const site = fetch("site.json").then((response) => response.json()).then(({ public_url: address }) => (/^https?:\/\//.test(address) ? address : page)).catch(() => page);

byId("share").addEventListener("click", () => attempt(sharePuzzle));

/** Shares the puzzle on the board, from its start. */
async function sharePuzzle() {
  const link = await linkToPuzzle();
  const copied = await share("", link);
  const local = /^(localhost|127\.[\d.]+|\[::1\])$/.test(new URL(link).hostname);
  say([copied ? T.linkCopied : "", local ? T.shareHereOnly : ""].filter(Boolean).join(" "));
}

/** A link to the start of the game. */
export async function linkToPuzzle() {
  return (await site) + addressOf({ puzzle: state.puzzle, places: state.places });
}

/** The result, in words and a picture of the start: neither gives anything away. */
export function resultText(game, earned, time) {
  const { best, hints, shown, title, day } = state;
  const words = T.shareText(title ?? boardName(game.view), game.presses.length, best?.presses, earned, time, hints, shown);
  const days = day === today() ? streak(readProgress() ?? { daily: [] }) : 0;
  return [words, emoji(game), days > 1 ? `🔥 ${T.streak(days)}` : ""].filter(Boolean).join("\n");
}

const lamps = ["⬛", "🟨", "🟦", "🟩", "🟥", "🟪", "🟧", "🟫", "⬜"];
const most = 12; // rows and columns of a picture

/** The start as rows of squares; "" if there are too many of them. */
function emoji({ view: { places, rows, cols, lights }, on }) {
  const states = counts(lights, on);
  const at = places ?? Array.from(states, (_, i) => [0, i]);
  const [high, wide] = places ? [rows, cols] : [1, lights];
  if (high > most || wide > 2 * most) return "";
  const picture = Array.from({ length: high }, () => Array(wide).fill("\u3000"));
  at.forEach(([row, col], i) => (picture[row][col] = lamps[states[i]] ?? "⬜"));
  return picture.map((row) => row.join("").trimEnd()).join("\n");
}

/** Shares words, which may be empty, and a link. Says whether that was by copying them. */
export async function share(words, url) {
  if (navigator.share) {
    try {
      await navigator.share({ title: T.siteTitle, ...(words && { text: words }), url });
      return false;
    } catch (cause) {
      if (cause.name === "AbortError") return false; // the player changed their mind
    }
  }
  await copy(words ? `${words}\n${url}` : url);
  announce(T.copied);
  return true;
}

async function copy(text) {
  document.documentElement.dataset.copied = text; // for tests
  try {
    await navigator.clipboard.writeText(text);
  } catch { // a page that may not touch the clipboard: through a selection
    const area = h("textarea", { class: "unseen", "aria-hidden": "true" });
    area.value = text;
    (document.querySelector("dialog[open]") ?? document.body).append(area);
    area.select();
    document.execCommand("copy");
    area.remove();
  }
}
