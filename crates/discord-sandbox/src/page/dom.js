// Creates elements without innerHTML: data from the server becomes text nodes and attributes only.

/**
 * Creates an element: `h("a", {href, class: "x"}, "text", node)`. Null and false attributes are omitted,
 * functions become event listeners.
 */
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

/** Returns an animation of three dots for pending actions. */
export const dots = () => h("span", { class: "dots", "aria-hidden": "true" }, h("i"), h("i"), h("i"));

/** Returns an avatar with the initial of a name and a colour derived from the id. */
export function avatar(id, name) {
  const tint = [...String(id)].reduce((sum, char) => (sum * 31 + char.charCodeAt(0)) % 9973, 7) % 8;
  const initial = [...(name || "?")][0].toUpperCase();
  return h("span", { class: `avatar tint${tint}`, "aria-hidden": "true" }, initial);
}

/** Returns a URL with scheme http or https, or null. Attachment URLs become relative to the page's origin. */
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

/** Compares ids by age. They are compared as strings, because snowflakes exceed the precision of numbers. */
export const compareIds = (a, b) => a.length - b.length || (a < b ? -1 : a > b ? 1 : 0);
