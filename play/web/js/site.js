// Plain data beside the page, which needs no library; of it what the host tells (play/limits.go): where links that are
// shared lead, the limits, and the library's size.

/** A file of data. */
export async function data(name) {
  const response = await fetch(name);
  if (!response.ok) throw new Error(name);
  return response.json();
}

export const site = data("site.json").catch(() => ({}));

/** Until they have arrived only the library knows them, which refuses what is beyond. */
export const limits = { file: Infinity, nodes: Infinity, statistics: Infinity };
site.then((facts) => Object.assign(limits, facts.limits));
