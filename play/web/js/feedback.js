// Sound and vibration, if the player wants them. Sounds are made here: a short tone for a press, higher
// the fewer lights are left, and a chord at the end.
import { isWon, wrong } from "./game.js";
import { switches } from "./settings.js";
import { state, subscribe } from "./store.js";

let audio = null;
let last = null;

export function startFeedback() {
  subscribe((names) => {
    if (!names.has("game")) return;
    const { game, mode } = state;
    const before = last;
    last = game;
    const pressed = mode === "play" && before && game && before.view === game.view && before.on === game.on && before.presses.length !== game.presses.length;
    if (!pressed || (!switches.sound && !switches.vibration)) return;
    respond(game);
  });
}

function respond(game) {
  const won = isWon(game);
  if (switches.vibration) navigator.vibrate?.(won ? [30, 60, 30, 60, 90] : 12);
  if (!switches.sound) return;
  if (won) [523, 659, 784, 1047].forEach((pitch, i) => tone(pitch, 0.09 * i, 0.5));
  else tone(330 * 2 ** ((1 - wrong(game).length / game.view.lights) * 1.2), 0, 0.12);
}

/** A soft tone of so many seconds. Browsers allow sound once the player has touched the page, as a press does. */
function tone(pitch, after, length) {
  audio ??= new AudioContext();
  audio.resume();
  const start = audio.currentTime + after;
  const [source, volume] = [audio.createOscillator(), audio.createGain()];
  source.type = "triangle";
  source.frequency.value = pitch;
  volume.gain.setValueAtTime(0, start);
  volume.gain.linearRampToValueAtTime(0.15, start + 0.01);
  volume.gain.exponentialRampToValueAtTime(0.001, start + length);
  source.connect(volume).connect(audio.destination);
  source.start(start);
  source.stop(start + length);
}
