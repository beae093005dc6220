// Renders Discord's Markdown. `scene` provides {words, locale, personName(id), channelName(id)}.

import { h, safeUrl } from "/assets/dom.js";
import { pictured } from "/assets/emoji.js";
import { relative, written } from "/assets/time.js";

/** Renders a text with block elements: code, quotes, headings, lists and subtext. */
export function blocks(text, scene) {
  const out = [];
  const lines = text.split("\n");
  while (lines.length) out.push(...nextBlock(lines, scene));
  return out;
}

function nextBlock(lines, scene) {
  const line = lines[0];
  if (line.includes("```")) {
    const code = takeCode(lines, scene);
    if (code) return code;
  }
  if (line.startsWith(">>> ")) {
    const rest = lines.splice(0).join("\n").slice(4);
    return [h("blockquote", {}, blocks(rest, scene))];
  }
  if (/^> /.test(line)) {
    const quoted = takeWhile(lines, (each) => /^> /.test(each)).map((each) => each.slice(2));
    return [h("blockquote", {}, blocks(quoted.join("\n"), scene))];
  }
  const heading = line.match(/^(#{1,3}) +(\S.*)$/);
  if (heading) {
    lines.shift();
    // Not h1 to h3, which would appear in the page's outline.
    return [h("div", { class: `heading heading${heading[1].length}` }, inline(heading[2], scene))];
  }
  if (/^-# +\S/.test(line)) {
    return [h("div", { class: "subtext" }, inline(lines.shift().replace(/^-# +/, ""), scene))];
  }
  if (LIST.test(line)) return [takeList(lines, scene)];
  const plain = takeWhile(lines, isPlain, 1);
  return [h("div", { class: "lines" }, inline(plain.join("\n"), scene))];
}

const LIST = /^( *)(?:[-*]|(\d+)\.) +(\S.*)$/;

const isPlain = (line) => !/^(> |>>> |#{1,3} +\S|-# +\S)/.test(line) && !LIST.test(line) && !line.includes("```");

function takeWhile(lines, test, atLeast = 0) {
  let count = 0;
  while (count < lines.length && (count < atLeast || test(lines[count]))) count++;
  return lines.splice(0, count);
}

function takeCode(lines, scene) {
  const whole = lines.join("\n");
  const found = whole.match(/^([^\n]*?)```(?:([\w+-]+)\n)?\n?([\s\S]*?)\n?```/);
  if (!found || !found[3]) return null;
  const rest = whole.slice(found[0].length).replace(/^\n/, "");
  lines.splice(0, lines.length, ...(rest ? rest.split("\n") : []));
  const before = found[1] ? [h("div", { class: "lines" }, inline(found[1], scene))] : [];
  return [...before, h("pre", { tabindex: "0" }, h("code", {}, found[3]))];
}

function takeList(lines, scene) {
  const items = takeWhile(lines, (line) => LIST.test(line)).map((line) => {
    const [, indent, number, text] = line.match(LIST);
    return { depth: Math.floor(indent.length / 2), number, text };
  });
  return listOf(items, scene);
}

function listOf(items, scene) {
  const { depth, number } = items[0];
  const list = number ? h("ol", { start: number }) : h("ul");
  while (items.length) {
    const item = items.shift();
    const node = h("li", {}, inline(item.text, scene));
    const deeper = takeWhile(items, (each) => each.depth > depth);
    if (deeper.length) node.append(listOf(deeper, scene));
    list.append(node);
  }
  return list;
}

// Inline patterns with their renderers. If several match at a position, the first one wins.
const INLINE = [
  [/\\([^A-Za-z0-9\s])/, (found) => found[1]],
  [/(?<!`)(?<tick>`{1,2})(?!`)([\s\S]*?[^`])\k<tick>(?!`)/, (found) => h("code", {}, found[2].trim() || found[2])],
  [/\|\|([\s\S]+?)\|\|/, (found, scene) => spoiler(found[1], scene)],
  [/\*\*\*(?!\s)([\s\S]+?)\*\*\*(?!\*)/, (found, scene) => h("strong", {}, h("em", {}, inline(found[1], scene)))],
  [/\*\*([\s\S]+?)\*\*(?!\*)/, (found, scene) => h("strong", {}, inline(found[1], scene))],
  [/__([\s\S]+?)__(?!_)/, (found, scene) => h("u", {}, inline(found[1], scene))],
  [/~~([\s\S]+?)~~/, (found, scene) => h("s", {}, inline(found[1], scene))],
  [/\*(?![\s*])([\s\S]*?[^\s*])\*(?!\*)/, (found, scene) => h("em", {}, inline(found[1], scene))],
  [/(?<!\w)_(?!_)([\s\S]+?)_(?!\w)/, (found, scene) => h("em", {}, inline(found[1], scene))],
  [/\[([^\]\n]+)\]\(<?(https?:\/\/[^\s)>]+)>?(?: "[^"]*")?\)/, (found, scene) => link(found[2], inline(found[1], scene))],
  [/<(https?:\/\/[^\s>]+)>/, (found) => link(found[1], found[1])],
  [/https?:\/\/[^\s<]*[^\s<.,:;"')\]]/, (found) => link(found[0], found[0])],
  [/<@!?(\d+)>/, (found, scene) => mention(`@${scene.personName(found[1]) ?? scene.words.unknownUser}`)],
  [/<@&(\d+)>/, () => mention("@role")],
  [/<#(\d+)>/, (found, scene) => mention(`#${scene.channelName(found[1]) ?? scene.words.unknownUser}`)],
  [/<\/([^:>]+):\d+>/, (found) => h("button", { type: "button", class: "mention", "data-line": `/${found[1]} ` }, `/${found[1]}`)],
  [/<a?:(\w+):(\d+)>/, (found) => emoji({ name: found[1], id: found[2] })],
  [/<t:(-?\d{1,13})(?::([tTdDfFR]))?>/, (found, scene) => stamp(Number(found[1]), found[2] ?? "f", scene)],
  [/@(?:everyone|here)\b/, (found) => mention(found[0])],
];

const ANY = new RegExp(INLINE.map(([pattern], index) => `(?<k${index}>${pattern.source})`).join("|"), "g");

/** Renders inline Markdown. */
export function inline(text, scene) {
  const out = [];
  let at = 0;
  for (const hit of text.matchAll(ANY)) {
    const index = INLINE.findIndex((_, number) => hit.groups[`k${number}`] !== undefined);
    const found = matchAt(INLINE[index][0], text, hit.index);
    if (hit.index > at) out.push(...pictured(text.slice(at, hit.index)));
    out.push(...[INLINE[index][1](found, scene)].flat());
    at = hit.index + hit[0].length;
  }
  if (at < text.length) out.push(...pictured(text.slice(at)));
  return tied(out);
}

/**
 * Prevents line breaks between an emoji and text after a no-break space, since browsers may break lines at
 * images.
 */
function tied(nodes) {
  const out = [];
  for (let at = 0; at < nodes.length; at++) {
    const [node, next, after] = nodes.slice(at, at + 3);
    if (node.nodeName !== "IMG" || typeof next !== "string" || !next.startsWith("\u00A0")) {
      out.push(node);
      continue;
    }
    const [run] = next.match(/^[^ \n]+/);
    const rest = next.slice(run.length);
    const whole = rest === "" && after?.nodeName;
    out.push(h("span", { class: "tied" }, node, run, whole ? after : null));
    if (rest) out.push(rest);
    at += whole ? 2 : 1;
  }
  return out;
}

function matchAt(pattern, text, index) {
  const sticky = new RegExp(pattern.source, "y");
  sticky.lastIndex = index;
  return sticky.exec(text);
}

const mention = (text) => h("span", { class: "mention" }, pictured(text));

function link(address, label) {
  const url = safeUrl(address);
  return url ? h("a", { href: url, target: "_blank", rel: "noopener noreferrer" }, label) : label;
}

const spoiler = (text, scene) =>
  h("span", { class: "spoiler", role: "button", tabindex: "0", "aria-label": scene.words.spoiler }, h("span", {}, inline(text, scene)));

function stamp(unix, style, scene) {
  const date = new Date(unix * 1000);
  if (Number.isNaN(date.getTime())) return String(unix);
  const isRelative = style === "R";
  const text = isRelative ? relative(date, scene.locale) : written(date, style, scene.locale);
  const attributes = { class: "stamp", datetime: date.toISOString(), title: written(date, "F", scene.locale), "data-relative": isRelative };
  return h("time", attributes, text);
}

const missingEmoji = new Set();

/** Renders Discord's emoji object {name, id}: the image of an application emoji, or the character itself. */
export function emoji({ name, id }) {
  if (!id) return h("span", {}, pictured(name));
  if (missingEmoji.has(id)) return `:${name}:`;
  return h("img", { class: "emoji custom", src: `/emojis/${id}.png`, alt: `:${name}:`, title: `:${name}:`, draggable: "false", "data-emoji": id });
}

// Error events of images do not bubble, so a capturing listener handles all of them.
document.addEventListener(
  "error",
  ({ target }) => {
    if (!target.dataset?.emoji) return;
    missingEmoji.add(target.dataset.emoji);
    target.replaceWith(target.alt);
  },
  true,
);
