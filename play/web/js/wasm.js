// call() to the library compiled to WebAssembly. It runs in a worker, so that a long search never freezes the page; one
// that takes too long, or that nobody waits for, ends with its worker.
//
// The library is large, so it is fetched when the player does something for the first time, and plays a level or a
// daily puzzle meanwhile, which are plain data; other calls wait for it. It is compiled once; a new worker gets it as
// it is.
import { showArrival } from "./arrival.js";
import { embedded } from "./kept.js";
import { data, site } from "./site.js";
import { CallError, T } from "./texts.js";

const limit = 20_000; // ms of computing, never of fetching; the library itself stops earlier
const waiting = new Map(); // the calls without an answer, by number: {method, text, resolve, reject, timer}
let next = 0;
let library = null; // a promise of the compiled module; null until it is wanted, and if it did not arrive
let worker = null; // has the library, or gets it
let running = false; // the worker takes calls

/** Fetches the library and starts its worker, unless that is under way. */
async function fetchAndStart() {
  if (worker) return;
  library ??= fetchLibrary();
  try {
    start(await library);
  } catch {
    library = null; // the next call tries again
    showArrival({ failed: fetchAndStart });
    fail();
  }
}

/** The library, compiled while it arrives. Its own type is set here: not every host knows that of WebAssembly. */
async function fetchLibrary() {
  showArrival({ share: 0 });
  const response = await fetch(new URL("../lightsout.wasm", import.meta.url));
  if (!response.ok) throw new Error(response.statusText);
  const { library: size = Infinity } = await site; // without which only the bar stands still
  let received = 0;
  const counted = response.body.pipeThrough(new TransformStream({
    transform(chunk, out) {
      received += chunk.length;
      showArrival({ share: Math.min(1, received / size) });
      out.enqueue(chunk);
    },
  }));
  const compiled = await WebAssembly.compileStreaming(new Response(counted,
    { headers: { "Content-Type": "application/wasm" } }));
  showArrival({ done: true });
  // The site is kept for use without a network; where that fails it needs one. Within another page nothing is.
  if (!embedded) navigator.serviceWorker?.register("offline.js").catch(() => {});
  return compiled;
}

function start(compiled) {
  if (worker) return;
  const own = new Worker(new URL("worker.js", import.meta.url));
  const take = ({ data }) => (data.ready ? ready() : data.failed ? fail() : settle(data));
  // What a worker said just before it was ended may still arrive: it is not about the one after it.
  own.onmessage = (event) => own === worker && take(event);
  own.onerror = () => own === worker && fail();
  own.postMessage(compiled);
  worker = own;
}

function ready() {
  running = true;
  for (const id of waiting.keys()) post(id);
}

function post(id) {
  const { method, text } = waiting.get(id);
  waiting.get(id).timer = setTimeout(() => giveUp(id, new CallError({ code: "page", message: T.tookTooLong })), limit);
  worker.postMessage({ id, method, text });
}

function settle({ id, answer }) {
  const { resolve, reject } = remove(id) ?? {};
  const value = JSON.parse(answer);
  if (value.error) reject?.(new CallError(value.error));
  else resolve?.(value);
}

/** A call that has an answer, or gets none any more. */
function remove(id) {
  const call = waiting.get(id);
  waiting.delete(id);
  clearTimeout(call?.timer);
  return call;
}

function end() {
  worker?.terminate();
  worker = null;
  running = false;
  for (const call of waiting.values()) clearTimeout(call.timer);
}

/** The library has ended, which it never should, or did not arrive; the next call tries again. */
function fail() {
  end();
  for (const id of [...waiting.keys()]) remove(id).reject(new CallError({ code: "page", message: T.workerFailed }));
}

/** Ends a call. One that is being computed takes the worker along; what others asked is asked again. */
function giveUp(id, reason) {
  const call = remove(id);
  call?.reject(reason);
  if (!call || !running) return;
  end();
  fetchAndStart();
}

/** The puzzle of a day, from the data of its month. Those of other years, and what is no date, are the library's. */
async function dayOf({ date, door }) {
  if (!/^202[678]-\d\d-\d\d$/.test(date)) throw new Error(date);
  const [views, days] = await Promise.all([data("boards.json"), data(`days/${date.slice(0, 7)}.json`)]);
  const { board, ...puzzle } = days[door ? `${date}/${door}` : date];
  const view = views[board];
  // one of the files may be of another version of the site
  if (!view || puzzle.on.some((l) => l >= view.lights)) throw new Error(board);
  return { view, ...puzzle };
}

/** @param {{signal?: AbortSignal}} how */
export function call(method, body, how = {}) {
  return method === "daily" && !running ? dayOf(body).catch(() => ask(method, body, how)) : ask(method, body, how);
}

/** @param {{signal?: AbortSignal}} how */
function ask(method, body, how) {
  const { signal } = how;
  return new Promise((resolve, reject) => {
    signal?.throwIfAborted();
    const id = next++;
    waiting.set(id, { method, text: JSON.stringify(body), resolve, reject, timer: 0 });
    signal?.addEventListener("abort", () => giveUp(id, signal.reason));
    if (running) post(id);
    else fetchAndStart();
  });
}

for (const name of ["pointerdown", "keydown"]) addEventListener(name, fetchAndStart, { once: true });
