// Which way calls go: over HTTP, to the server that sent this page. The static site has one line here instead: wasm.js.
import { CallError, T } from "./texts.js";

/** @param {{signal?: AbortSignal}} how */
export async function call(method, body, how = {}) {
  let response;
  try {
    response = await fetch(`call/${method}`, {
      method: "POST",
      headers: { "Content-Type": "application/json" },
      body: JSON.stringify(body),
      signal: how.signal,
    });
  } catch (cause) {
    if (cause.name === "AbortError") throw cause;
    throw new CallError({ code: "page", message: T.serverGone });
  }
  const answer = await response.json().catch(() => ({ error: { code: "page", message: T.serverOdd } }));
  how.signal?.throwIfAborted();
  if (answer.error) throw new CallError(answer.error);
  return answer;
}
