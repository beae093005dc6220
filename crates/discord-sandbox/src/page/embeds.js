// Embeds and attachments of a message.

import { h, safeUrl } from "/assets/dom.js";
import { pictured } from "/assets/emoji.js";
import { blocks, inline } from "/assets/markdown.js";
import { picture, thumbnail } from "/assets/pictures.js";
import { posted } from "/assets/time.js";

/** Renders the embeds of a message and the attachments that no embed displays. */
export function extras(message, scene) {
  const attachments = message.attachments ?? [];
  const shown = new Set();
  const found = (media) => {
    if (!media?.url) return null;
    const own = attachments.find(({ filename, url }) => media.url === `attachment://${filename}` || media.url === url);
    if (own) shown.add(own);
    return { ...media, ...own, url: safeUrl(own?.url ?? media.url), description: own?.description ?? media.description };
  };
  const embeds = (message.embeds ?? []).map((each) => embed(each, found, scene));
  const rest = attachments.filter((each) => !shown.has(each)).map((each) => attachment(each, scene));
  return [...rest, ...embeds];
}

/** Renders an embed. `found(media)` resolves an image of the embed to the attachment that it refers to. */
function embed(data, found, scene) {
  const small = found(data.thumbnail);
  const image = found(data.image);
  const colour = data.color ? `#${Number(data.color).toString(16).padStart(6, "0")}` : null;
  const node = h(
    "section",
    { class: "embed" },
    small?.url && thumbnail(small, scene),
    data.author?.name && h("div", { class: "embed-author" }, linked(data.author.url, pictured(data.author.name))),
    data.title && h("div", { class: "embed-title" }, linked(data.url, inline(data.title, scene))),
    data.description && h("div", { class: "embed-text" }, blocks(data.description, scene)),
    data.fields?.length ? h("div", { class: "fields" }, data.fields.map((each) => field(each, scene))) : null,
    image?.url && h("div", { class: "embed-image" }, picture(image, scene)),
    footer(data, scene),
  );
  if (colour) node.style.setProperty("--bar", colour);
  return node;
}

const field = ({ name, value, inline: beside }, scene) =>
  h(
    "div",
    { class: beside ? "field beside" : "field" },
    h("div", { class: "field-name" }, inline(name ?? "", scene)),
    h("div", {}, blocks(value ?? "", scene)),
  );

function footer({ footer: foot, timestamp }, scene) {
  const when = timestamp && posted(new Date(timestamp), scene.locale, scene.words);
  const parts = [foot?.text, when].filter(Boolean);
  return parts.length ? h("div", { class: "embed-footer" }, pictured(parts.join(" • "))) : null;
}

function linked(address, label) {
  const url = address && safeUrl(address);
  return url ? h("a", { href: url, target: "_blank", rel: "noopener noreferrer" }, label) : label;
}

function attachment(file, scene) {
  const url = safeUrl(file.url);
  if (!url) return null;
  const isImage = file.content_type?.startsWith("image/") || /\.(png|jpe?g|gif|webp|svg)$/i.test(file.filename);
  if (isImage) return h("div", { class: "attachment" }, picture({ ...file, url }, scene));
  return h(
    "div",
    { class: "attachment file" },
    h("a", { href: url, target: "_blank", rel: "noopener noreferrer", download: file.filename }, file.filename),
    h("span", { class: "size" }, size(file.size)),
  );
}

function size(bytes) {
  if (!Number.isFinite(bytes)) return "";
  return bytes < 1024 ? `${bytes} B` : bytes < 1048576 ? `${(bytes / 1024).toFixed(1)} KB` : `${(bytes / 1048576).toFixed(1)} MB`;
}
