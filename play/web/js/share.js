// Sharing: by the system's own sheet where there is one, else by the clipboard. Links lead to the public
// address of the page, if the server was told one, else to where it is.
import { addressOf } from "./address.js";
import { announce, h } from "./dom.js";
import { state } from "./store.js";
import { T, boardName } from "./texts.js";

let site = location.href.split(/[?#]/)[0];

export async function startShare() {
  try {
    const { public_url: address } = await (await fetch("site.json")).json();
    if (/^https?:\/\//.test(address)) site = address;
  } catch {
    // then links lead here
  }
}

/** Whether links lead to a program on this computer. */
export const isLocal = () => /^(localhost|127\.[\d.]+|\[::1\])$/.test(new URL(site).hostname);

/** A link to a game as it is, or, without its presses, to its start. */
export async function linkTo(game, places, { withPresses }) {
  const { day, level } = state;
  if (!withPresses && day) return `${site}#daily=${day}`;
  if (!withPresses && level) return `${site}#level=${level.board}/${level.level}`;
  return site + (await addressOf(game, places, { withPresses }));
}

/** The result, in words that give nothing away. */
export function resultText(game, earned, time) {
  const { best, hints, shown, title } = state;
  return T.shareText(title ?? boardName(game.view), game.presses.length, best?.presses, earned, time, hints, shown);
}

/** Shares words, which may be empty, and a link that is still being made; where that is by copying, the button says so. */
export async function share(button, words, promised) {
  const url = await promised;
  if (navigator.share) {
    try {
      await navigator.share({ title: T.siteTitle, ...(words && { text: words }), url });
      return;
    } catch (cause) {
      if (cause.name === "AbortError") return; // the player changed their mind
    }
  }
  await copyText(button, words ? `${words}\n${url}` : url);
}

/** Copies text, and says so on the button. */
async function copyText(button, text) {
  const words = button.textContent;
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
