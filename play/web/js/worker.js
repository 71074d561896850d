// The worker that runs the library. First it gets the compiled library, then calls: wasm_exec.js is Go's own
// loader, and play/wasm defines lightsoutCall(method, text), which promises the text of the answer.
importScripts("../wasm_exec.js");

self.onmessage = async ({ data: library }) => {
  self.onmessage = answer;
  try {
    const go = new Go();
    const program = await WebAssembly.instantiate(library, go.importObject);
    const ended = go.run(program);
    postMessage({ ready: true });
    await ended;
  } finally {
    postMessage({ failed: true });
  }
};

async function answer({ data: { id, method, text } }) {
  try {
    postMessage({ id, answer: await lightsoutCall(method, text) });
  } catch (fault) {
    postMessage({ id, answer: JSON.stringify({ error: { code: "internal", message: String(fault) } }) });
  }
}
