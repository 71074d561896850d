// call() to the library compiled to WebAssembly. It runs in a worker, so that a long search never
// freezes the page; one that takes too long, or that nobody waits for, ends with its worker.
//
// The library is large, so it is fetched while the player plays a level, which needs none; calls wait for it. It is compiled
// once; a new worker gets it as it is.
import { showArrival } from "./arrival.js";
import { embedded } from "./embed.js";
import { CallError, T } from "./texts.js";

const limit = 20_000; // ms of computing, never of fetching; the library itself stops earlier
const waiting = new Map();
let next = 0;
let fetching = false; // the library is on its way, or there
let library = null; // the compiled module
let worker = null; // has the library, or gets it
let running = false; // the worker takes calls

/** Fetches the library and starts its worker, unless that is under way. */
async function begin() {
  if (fetching) return;
  fetching = true;
  try {
    library = await fetchLibrary();
  } catch {
    fetching = false; // the next call tries again
    showArrival({ failed: begin });
    rejectAll(new CallError({ code: "page", message: T.workerFailed }));
    return;
  }
  showArrival({ done: true });
  start();
  keepForOffline();
}

/** The library, compiled while it arrives. Its own type is set here: not every host knows that of WebAssembly. */
async function fetchLibrary() {
  showArrival({ share: 0 });
  const response = await fetch(new URL("../lightsout.wasm", import.meta.url));
  if (!response.ok) throw new Error(response.statusText);
  const { library: size } = await fetch("site.json").then((facts) => facts.json()).catch(() => ({ library: Infinity })); // then only the bar stands still
  let received = 0;
  const counted = response.body.pipeThrough(new TransformStream({
    transform(chunk, out) {
      received += chunk.length;
      showArrival({ share: Math.min(1, received / size) });
      out.enqueue(chunk);
    },
  }));
  return WebAssembly.compileStreaming(new Response(counted, { headers: { "Content-Type": "application/wasm" } }));
}

function start() {
  const own = new Worker(new URL("worker.js", import.meta.url));
  const take = ({ data }) => (data.ready ? ready() : data.failed ? fail() : settle(data));
  // What a worker said just before it was ended may still arrive: it is not about the one after it.
  own.onmessage = (event) => own === worker && take(event);
  own.onerror = () => own === worker && fail();
  own.postMessage(library);
  worker = own;
}

function ready() {
  running = true;
  for (const [id, call] of waiting) post(id, call);
}

/** The library has ended, which it never should; it is started again by the next call. */
function fail() {
  end();
  rejectAll(new CallError({ code: "page", message: T.workerFailed }));
}

function settle({ id, answer }) {
  const call = waiting.get(id);
  if (!call) return;
  waiting.delete(id);
  clearTimeout(call.timer);
  const value = JSON.parse(answer);
  if (value.error) call.reject(new CallError(value.error));
  else call.resolve(value);
}

function end() {
  worker?.terminate();
  worker = null;
  running = false;
  for (const call of waiting.values()) clearTimeout(call.timer);
}

function rejectAll(reason) {
  for (const call of waiting.values()) call.reject(reason);
  waiting.clear();
}

/** Ends a call. One that is being computed takes the worker along; what others asked is asked again. */
function giveUp(id, reason) {
  const call = waiting.get(id);
  if (!call) return;
  waiting.delete(id);
  call.reject(reason);
  if (!running) return;
  clearTimeout(call.timer);
  end();
  start();
}

function post(id, call) {
  call.timer = setTimeout(() => giveUp(id, new CallError({ code: "page", message: T.tookTooLong })), limit);
  worker.postMessage({ id, method: call.method, text: call.text });
}

/** @param {{signal?: AbortSignal}} how */
export function call(method, body, how = {}) {
  const { signal } = how;
  return new Promise((resolve, reject) => {
    signal?.throwIfAborted();
    const id = next++;
    const entry = { method, text: JSON.stringify(body), resolve, reject, timer: 0 };
    waiting.set(id, entry);
    signal?.addEventListener("abort", () => giveUp(id, signal.reason));
    if (running) post(id, entry);
    else if (!library) begin();
    else if (!worker) start();
  });
}

/** Keeps the site for use without a network. Within another page nothing is kept. */
function keepForOffline() {
  if (embedded) return;
  navigator.serviceWorker?.register("offline.js").catch(() => {}); // then it needs the network, as before
}

// After the page's own files, so that these need not share a slow line with it.
if (document.readyState === "complete") begin();
else addEventListener("load", begin);
