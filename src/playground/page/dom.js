// Elements without innerHTML: whatever comes over the wire becomes text nodes and attributes.

/** `h("a", {href, class: "x"}, "text", node)`; null and false attributes are left out, functions become listeners. */
export function h(tag, attributes = {}, ...children) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (value === null || value === undefined || value === false) continue;
    if (typeof value === "function") element.addEventListener(name, value);
    else element.setAttribute(name, value === true ? "" : String(value));
  }
  element.append(...children.flat(Infinity).filter((child) => child !== null && child !== undefined && child !== false));
  return element;
}

export const byId = (id) => document.getElementById(id);

/** Three dots that wait. */
export const dots = () => h("span", { class: "dots", "aria-hidden": "true" }, h("i"), h("i"), h("i"));

/** Initial and colour of somebody; the colour follows from the id, so that it is the same in every window. */
export function avatar(id, name) {
  const tint = [...String(id)].reduce((sum, char) => (sum * 31 + char.charCodeAt(0)) % 9973, 7) % 8;
  const initial = [...(name || "?")][0].toUpperCase();
  return h("span", { class: `avatar tint${tint}`, "aria-hidden": "true" }, initial);
}

/** Only these schemes become links or pictures; our own server's pictures stay on the origin the page came from. */
export function safeUrl(text) {
  let url;
  try {
    url = new URL(text, location.href);
  } catch {
    return null;
  }
  if (url.protocol !== "http:" && url.protocol !== "https:") return null;
  const local = ["127.0.0.1", "localhost", "[::1]"].includes(url.hostname) && url.pathname.startsWith("/attachments/");
  return local ? url.pathname + url.search : url.href;
}

/** Older first. Snowflakes are too long for a number. */
export const compareIds = (a, b) => a.length - b.length || (a < b ? -1 : a > b ? 1 : 0);
