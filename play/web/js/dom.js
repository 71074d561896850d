// Making elements. Text only ever enters the page as text: there is no innerHTML anywhere.

const SVG = "http://www.w3.org/2000/svg";

/** Element with attributes; on… attributes are listeners, other children are nodes or strings. */
export function h(tag, attributes = {}, ...children) {
  return fill(document.createElement(tag), attributes, children);
}

/** The same for SVG. */
export function s(tag, attributes = {}, ...children) {
  return fill(document.createElementNS(SVG, tag), attributes, children);
}

function fill(element, attributes, children) {
  for (const [name, value] of Object.entries(attributes)) {
    if (name.startsWith("on")) element.addEventListener(name.slice(2), value);
    else if (value === true) element.setAttribute(name, "");
    else if (value !== false && value != null) element.setAttribute(name, value);
  }
  element.append(...children.flat().filter((child) => child != null));
  return element;
}

/** The element of an id; only who asks knows what it can do. @type {(id: string) => any} */
export const byId = (id) => document.getElementById(id);

/** Writes a text where it is another: a page whose texts are all written again is laid out again. */
export function setText(element, text) {
  if (element.textContent !== String(text)) element.textContent = text;
}

/** An icon of the sheet at the end of index.html. */
export const icon = (name) => s("svg", { "aria-hidden": "true" }, s("use", { href: `#i-${name}` }));

/** Tells those who listen rather than look. The same text twice must still be a change. */
export function announce(text) {
  const place = byId("announcer");
  place.textContent = place.textContent === text ? `${text}\u00a0` : text;
}

/** A file for the player to keep. */
export function download(name, blob) {
  const address = URL.createObjectURL(blob);
  h("a", { href: address, download: name }).click();
  setTimeout(() => URL.revokeObjectURL(address), 10_000);
}
