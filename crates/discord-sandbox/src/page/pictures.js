// Images in messages: space is reserved before they are loaded, and a clicked image is enlarged.

import { byId, h } from "/assets/dom.js";

/** Maximum size of an attached or embedded image in CSS pixels. */
const LARGEST = { width: 550, height: 420 };
const THUMBNAIL = { width: 80, height: 80 };

/**
 * Renders a clickable image. `media` is {url, description, width, height} with the original size, if known.
 */
export const picture = (media, { words }) =>
  h("button", { type: "button", class: "picture", "aria-haspopup": "dialog", title: words.enlarge }, img(media, words, LARGEST));

export const thumbnail = (media, { words }) => h("div", { class: "thumbnail" }, img(media, words, THUMBNAIL));

const img = ({ url, description, width, height }, words, most) =>
  h("img", { src: url, alt: description || words.image, width, height, style: room(width, height, most), loading: "lazy", decoding: "async", draggable: "false" });

/** Returns a style with the displayed size, which prevents layout shifts when the image is loaded. */
function room(width, height, most) {
  if (!(width > 0 && height > 0)) return null;
  const scale = Math.min(1, most.width / width, most.height / height);
  return `width: ${Math.round(width * scale)}px; aspect-ratio: ${width} / ${height};`;
}

/** Shows a clicked image in a dialog, until Escape, the close button or a click outside the image. */
export function enlarge(pressed, { words }) {
  const { src, alt } = pressed.querySelector("img");
  const dialog = byId("viewer");
  const close = () => dialog.close();
  dialog.setAttribute("aria-label", words.image);
  dialog.replaceChildren(
    h("img", { src, alt }),
    h(
      "div",
      { class: "viewer-bar" },
      h("a", { href: src, target: "_blank", rel: "noopener noreferrer" }, words.original),
      h("button", { type: "button", class: "press secondary", autofocus: true, click: close }, words.close),
    ),
  );
  dialog.onclick = ({ target }) => target === dialog && close();
  dialog.onclose = () => dialog.replaceChildren();
  if (!dialog.open) dialog.showModal();
}
