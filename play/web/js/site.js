// What the host tells the page (play/limits.go): where links that are shared lead, the limits, and the library's size.

export const site = fetch("site.json").then((response) => response.json()).catch(() => ({}));

/** Until they have arrived only the library knows them, which refuses what is beyond. */
export const limits = { file: Infinity, nodes: Infinity, statistics: Infinity };
site.then((facts) => Object.assign(limits, facts.limits));
