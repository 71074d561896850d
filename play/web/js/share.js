// Sharing: by the system's own sheet where there is one, else by the clipboard. Links lead to the public
// address of the page, if the server was told one, else to where it is.
import { attempt } from "./actions.js";
import { addressOf } from "./address.js";
import { byId, h } from "./dom.js";
import { newGame, press, wrong } from "./game.js";
import { dayBefore, readProgress, streak, today } from "./progress.js";
import { puzzleNow } from "./remember.js";
import { site } from "./site.js";
import { say, state } from "./store.js";
import { T, boardName } from "./texts.js";

const page = location.href.split(/[?#]/)[0];
const start = site.then(({ public_url: address }) => (/^https?:\/\//.test(address) ? address : page));

byId("share").addEventListener("click", () => attempt(sharePuzzle));

/** Shares the puzzle on the board, or what is drawn, from its start. */
async function sharePuzzle() {
  if (state.game.view.lights === 0) return say(T.editEmpty, "bad");
  say(await share("", (await start) + addressOf(await puzzleNow())));
}

/**
 * A link to the puzzle that was solved, and to how, if that is short; but who plays a daily puzzle is not to see an
 * answer.
 */
export async function linkToResult() {
  const { puzzle, places, day, game } = state;
  return (await start) + addressOf({ puzzle, places, presses: day || game.presses.length > mostInLinks
    ? [] : game.presses });
}

/** The result, in words and a row of squares for the course of the game: neither gives anything away. */
export function resultText(game, score, time) {
  const { hints, shown, title, day, door } = state;
  const stars = score ? `${"★".repeat(score.stars)}${"☆".repeat(3 - score.stars)} ` : "";
  const words = T.shareText(title ?? boardName(game.view), game.presses.length, score?.best, stars, time, hints, shown);
  const progress = day >= dayBefore(today()) ? readProgress() : null;
  const inTime = (r) => r.date === day && (r.door ?? null) === door && !r.late && !r.early;
  const days = progress?.daily.some(inTime) ? streak(progress) : 0; // a game begun before midnight ends them, too
  return [words, course(game), days > 1 ? `🔥 ${T.streak(days)}` : ""].filter(Boolean).join("\n");
}

const heat = ["⬛", "🟩", "🟨", "🟧", "🟥"]; // by how many of the lights are still wrong
const mostSquares = 10;
const mostInLinks = 60; // presses

/** How many lights were wrong in the course of the game, from the start to the end. */
function course(game) {
  let now = newGame({ ...game, presses: [] });
  const wrongs = [now, ...game.presses.map((s) => (now = press(now, s)))].map((then) => wrong(then).length);
  const steps = Math.min(mostSquares, wrongs.length) - 1;
  return Array.from({ length: steps + 1 },
    (_, i) => heat[Math.ceil((4 * wrongs[Math.round((i * (wrongs.length - 1)) / steps)]) / game.view.lights)]).join("");
}

/** Shares words, which may be empty, and a link. Gives what is to be said of that. */
export async function share(words, url) {
  const local = /^(localhost|127\.[\d.]+|\[::1\])$/.test(new URL(url).hostname);
  return [await hand(words, url), local ? T.shareHereOnly : ""].filter(Boolean).join(" ");
}

async function hand(words, url) {
  if (navigator.share) {
    try {
      await navigator.share({ title: T.siteTitle, ...(words && { text: words }), url });
      return "";
    } catch (cause) {
      if (cause.name === "AbortError") return ""; // the player changed their mind
    }
  }
  if (!await copy(words ? `${words}\n${url}` : url)) return url; // to be copied by hand
  return T.linkCopied;
}

/** Says whether the browser let it. */
async function copy(text) {
  document.documentElement.dataset.copied = text; // for tests
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch { // a page that may not touch the clipboard: through a selection
    const area = h("textarea", { class: "unseen", "aria-hidden": "true" });
    area.value = text;
    (document.querySelector("dialog[open]") ?? document.body).append(area);
    area.select();
    const copied = document.execCommand("copy");
    area.remove();
    return copied;
  }
}
