// Which way calls go. The static site has its own one line here: wasm.js instead of server.js.
export { call } from "./server.js";
