// Pictures of messages: room is kept for them before they are there, and one that is pressed is shown large.

import { byId, h } from "/assets/dom.js";

/** What an attached or embedded picture takes of the log at most, in CSS pixels. */
const LARGEST = { width: 550, height: 420 };
const THUMBNAIL = { width: 80, height: 80 };

/** A picture to press. `media` is {url, description, width, height}, the sizes its own, if they are known. */
export const picture = (media, { words }) =>
  h("button", { type: "button", class: "picture", "aria-haspopup": "dialog", title: words.enlarge }, img(media, words, LARGEST));

export const thumbnail = (media, { words }) => h("div", { class: "thumbnail" }, img(media, words, THUMBNAIL));

const img = ({ url, description, width, height }, words, most) =>
  h("img", { src: url, alt: description || words.image, width, height, style: room(width, height, most), loading: "lazy", decoding: "async", draggable: "false" });

/** The size on the page as a style, so that nothing moves when the picture comes. */
function room(width, height, most) {
  if (!(width > 0 && height > 0)) return null;
  const scale = Math.min(1, most.width / width, most.height / height);
  return `width: ${Math.round(width * scale)}px; aspect-ratio: ${width} / ${height};`;
}

/** Shows a pressed picture as large as the window allows, until Escape, the cross or a press beside it. */
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
