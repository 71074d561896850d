// call() to the library compiled to WebAssembly. It runs in a worker, so that a long search never
// freezes the page; one that takes too long, or that nobody waits for, ends with its worker.
import { CallError } from "./callerror.js";
import { T } from "./texts.js";

const limit = 20_000; // ms; the library itself stops earlier
const waiting = new Map();
let worker = null;
let next = 0;

function start() {
  worker = new Worker(new URL("worker.js", import.meta.url));
  worker.onmessage = ({ data: { id, answer } }) => {
    const call = waiting.get(id);
    if (!call) return;
    waiting.delete(id);
    clearTimeout(call.timer);
    const value = JSON.parse(answer);
    if (value.error) call.reject(new CallError(value.error));
    else call.resolve(value);
  };
  worker.onerror = () => stop(new CallError({ code: "page", message: T.workerFailed }));
}

/** Ends the worker. What it was asked by others is asked again. */
function stop(reason, only = null) {
  worker?.terminate();
  worker = null;
  for (const [id, call] of [...waiting]) {
    if (only !== null && id !== only) {
      post(id, call);
      continue;
    }
    waiting.delete(id);
    clearTimeout(call.timer);
    call.reject(reason);
  }
}

function post(id, { method, text }) {
  if (!worker) start();
  worker.postMessage({ id, method, text });
}

export function call(method, body, { signal } = {}) {
  return new Promise((resolve, reject) => {
    const id = next++;
    const timer = setTimeout(() => stop(new CallError({ code: "page", message: T.tookTooLong }), id), limit);
    const entry = { method, text: JSON.stringify(body), resolve, reject, timer };
    waiting.set(id, entry);
    signal?.addEventListener("abort", () => waiting.has(id) && stop(signal.reason, id));
    post(id, entry);
  });
}
