// The service worker of the static site: keeps all of its files, so that it opens without a network. The
// build fills in the files, with what each must be, and a version made of that. The files of a version are kept
// and forgotten together: a page never gets modules of two versions. What the browser already has is not sent again.
//
// All pages have the oldest version that is kept whole. When a page opens and no other is open, all but the
// newest are forgotten first. This does not wait for the newer version's own worker to take over, which a
// browser may put off for minutes: so a worker may have to answer with files that it does not know itself.
const version = "VERSION";
const files = FILES;

const ours = `lightsout ${registration.scope} `; // other sites of this origin have caches of their own
const whole = new URL("kept-as-a-whole", registration.scope).href; // the mark of a cache that has all files

addEventListener("install", (event) => event.waitUntil(keepAll()));
addEventListener("activate", (event) => event.waitUntil(forgetOlder()));
addEventListener("message", ({ data }) => data === "take over" && skipWaiting()); // workers of earlier builds ask
addEventListener("fetch", (event) => {
  const { method, mode, url } = event.request;
  const key = mode === "navigate" ? pageOf(url) : url.split("#")[0];
  if (method === "GET" && key.startsWith(registration.scope)) event.respondWith(answer(event.request, key));
});

/** Keeps everything, or nothing if anything is missing. Of other versions only the one that pages have now is of use any longer. */
async function keepAll() {
  const name = ours + version;
  const cache = await caches.open(name);
  await Promise.all(Object.entries(files).map(async ([file, integrity]) => cache.put(file, await fetchFile(file, integrity))));
  await cache.put(whole, new Response());
  if (!(await caches.has(name))) throw new Error("it was forgotten while it arrived");
  const others = (await versions()).filter(({ isWhole }) => isWhole).slice(1);
  await forget(others.filter((other) => other.name !== name));
}

/**
 * A file, as the browser has it already, else as the host has it. It fails if neither is the file of this version: the
 * host may be in the middle of a newer one.
 */
async function fetchFile(file, integrity) {
  const response = await fetch(file, { cache: "force-cache", integrity })
    .catch(() => fetch(file, { cache: "no-cache", integrity }));
  if (!response.ok) throw new Error(file);
  return response;
}

/** The page's file for an address: with and without embed it may have different headers, which say who may frame it. */
function pageOf(url) {
  const { origin, pathname, searchParams } = new URL(url);
  const page = origin + pathname.replace(/index\.html$/, "");
  return searchParams.has("embed") ? `${page}?embed` : page;
}

let used; // the cache that all pages have, once it is known

async function answer(request, key) {
  const kept = await lookUp(request, key).catch(() => (used = undefined)); // no storage: then the network must do
  return kept ?? fetch(request);
}

async function lookUp(request, key) {
  const isPage = request.mode === "navigate" && key.split("?")[0] === registration.scope;
  if (isPage && (await isOnlyPage(request))) await forgetOlder();
  used ??= oldest();
  return (await used)?.match(key);
}

/** Whether a request will open the only page: there is none, or the one that there is loads again. */
async function isOnlyPage(request) {
  const pages = (await clients.matchAll({ includeUncontrolled: true })).filter(({ url }) => url.startsWith(registration.scope));
  const loadsAgain = request.isReloadNavigation || request.cache === "no-cache"; // Firefox has only the latter
  return pages.length === 0 || (pages.length === 1 && loadsAgain);
}

/** Our caches, the oldest first, and whether they have all files. */
async function versions() {
  const names = (await caches.keys()).filter((name) => name.startsWith(ours));
  return Promise.all(names.map(async (name) => {
    const cache = await caches.open(name);
    return { name, cache, isWhole: Boolean(await cache.match(whole)) };
  }));
}

async function oldest() {
  return (await versions()).find(({ isWhole }) => isWhole)?.cache;
}

/** Forgets what is older than the newest version; one that is just arriving stays. */
async function forgetOlder() {
  const all = await versions();
  const newest = all.findLastIndex(({ isWhole }) => isWhole);
  await forget(all.slice(0, Math.max(newest, 0)));
  used = undefined;
}

async function forget(list) {
  for (const { name } of list) await caches.delete(name);
}
