// Opening and saving, all through the library.
import { attempt } from "./actions.js";
import { call } from "./backend.js";
import { byId, download } from "./dom.js";
import { position } from "./game.js";
import { choose, open } from "./opening.js";
import { themeNow } from "./settings.js";
import { limits } from "./site.js";
import { say, state } from "./store.js";
import { CallError, T } from "./texts.js";

const field = byId("file");

byId("open-file").addEventListener("click", () => field.click());
byId("save-lo").addEventListener("click", () => save("puzzle.lo", "text/plain", { format: "lo" }));
// The drawing is the library's, so that it is the one that the command makes.
byId("save-svg").addEventListener("click",
  () => save("board.svg", "image/svg+xml", { format: "svg", theme: themeNow() }));
field.addEventListener("change", () => {
  if (field.files[0]) openFile(field.files[0]);
  field.value = "";
});
addEventListener("dragover", (event) => event.preventDefault());
addEventListener("drop", (event) => {
  event.preventDefault();
  if (event.dataTransfer.files[0]) openFile(event.dataTransfer.files[0]);
});

function openFile(file) {
  const signal = choose();
  return attempt(async () => {
    if (file.size > limits.file) throw new CallError({ code: "page", message: T.tooLongFile(limits.file >> 20) });
    await open({ file: await file.text(), name: file.name }, { signal });
    const { game, message: { text, tone } } = state;
    if (game.presses.length === 0) say([T.opened(file.name), tone && text].filter(Boolean).join(" "), tone);
  });
}

function save(name, type, how) {
  return attempt(async () => {
    const { game, places } = state;
    const { text } = await call("save", { ...position(game), ...how, ...(places && { places }) });
    download(name, new Blob([text], { type }));
    say(T.saved(name));
  });
}
