// The service worker of the static site: keeps all of its files, so that it opens without a network. The
// build fills in the files and a version made of their content. They are kept and replaced together: a page
// never gets modules of two versions.
const version = "VERSION";
const files = FILES;

const ours = `lightsout ${registration.scope} `; // other sites of this origin have caches of their own
const cacheName = ours + version;
const addresses = new Set(files.map((file) => new URL(file, registration.scope).href));

addEventListener("install", (event) => event.waitUntil(keepAll()));
addEventListener("activate", (event) => event.waitUntil(forgetOthers()));
addEventListener("message", ({ data }) => data === "take over" && skipWaiting());
addEventListener("fetch", (event) => {
  const { method, mode, url } = event.request;
  const key = mode === "navigate" ? pageOf(url) : url.split("#")[0];
  if (method === "GET" && addresses.has(key)) event.respondWith(answer(event.request, key));
});

/** Asks for what has changed since the browser last had it, and keeps everything, or nothing if anything is missing. */
async function keepAll() {
  const cache = await caches.open(cacheName);
  await cache.addAll(files.map((file) => new Request(file, { cache: "no-cache" })));
}

async function forgetOthers() {
  for (const name of await caches.keys()) {
    if (name.startsWith(ours) && name !== cacheName) await caches.delete(name);
  }
}

/** The page's file for an address: with and without embed it may have different headers, which say who may frame it. */
function pageOf(url) {
  const { origin, pathname, searchParams } = new URL(url);
  const page = origin + pathname.replace(/index\.html$/, "");
  return searchParams.has("embed") ? `${page}?embed` : page;
}

async function answer(request, key) {
  if (request.mode === "navigate" && (await newVersionTakesOver())) return again();
  const kept = await (await caches.open(cacheName)).match(key);
  return kept ?? fetch(request);
}

/** A page that opens its address again. A header Refresh would not, because the address has a part after #. */
function again() {
  return new Response("<!doctype html><script>location.reload()</script>", { headers: { "Content-Type": "text/html" } });
}

/** Lets a newer version take over before a page is opened, if no other page uses this one. */
async function newVersionTakesOver() {
  if (!registration.waiting || (await clients.matchAll()).length > 1) return false;
  registration.waiting.postMessage("take over");
  return true;
}
