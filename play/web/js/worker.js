// The worker that runs the library: wasm_exec.js is Go's own loader, and play/wasm defines
// lightsoutCall(method, text), which promises the text of the answer.
importScripts("../wasm_exec.js");

const ready = (async () => {
  const go = new Go();
  const source = await fetch("../lightsout.wasm");
  const program = await WebAssembly.instantiate(await source.arrayBuffer(), go.importObject);
  go.run(program.instance);
})();

onmessage = async ({ data: { id, method, text } }) => {
  try {
    await ready;
    postMessage({ id, answer: await lightsoutCall(method, text) });
  } catch (fault) {
    postMessage({ id, answer: JSON.stringify({ error: { code: "internal", message: String(fault) } }) });
  }
};
