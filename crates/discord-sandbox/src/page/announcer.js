// Announcements for screen readers in a live region: short, in order and without repetitions.

import { byId } from "/assets/dom.js";
import { spoken } from "/assets/emoji.js";

/** Milliseconds during which announcements are collected into one. */
const GATHER = 250;
/** Milliseconds after which the region is emptied, so that repeated text is announced again. */
const FORGET = 4000;
/** Maximum length of an announcement in characters. */
const LONGEST = 400;

/** Selector of the blocks whose text is announced line by line. */
const BLOCKS = ".lines, .heading, .subtext, .message li, pre, .embed-title, .field-name";

/** Selector of the "(edited)" mark, which is not announced. */
const EDITED = ".edited";

/** Selector of text that changes by itself and is not announced, e.g. relative times. */
const FLEETING = "[data-relative]";

/** Private-use character that stands for fleeting text when lines are compared. */
const PASSING = "\u{F0000}";

/** Returns the sentences of the descriptions of a message's pictures, as {text, known}. */
function sentencesOfPictures(node) {
  const alts = [...node.querySelectorAll(".picture img")].map(({ alt }) => alt);
  const sentences = alts.flatMap((alt) => alt.split(/(?<=[.!?]) /));
  return sentences.filter((text) => text).map((text) => ({ text, known: text }));
}

/**
 * Returns the lines of a message in order as {text, known}, where `known` is for comparisons. The descriptions
 * of pictures follow the text, sentence by sentence.
 */
function linesOf(node) {
  const lines = [...node.querySelectorAll(BLOCKS)].flatMap((part) => {
    const [whole, still] = [part.cloneNode(true), part.cloneNode(true)];
    for (const copy of [whole, still]) for (const each of copy.querySelectorAll(EDITED)) each.remove();
    for (const each of still.querySelectorAll(FLEETING)) each.replaceWith(PASSING);
    const known = spoken(still).split("\n");
    return spoken(whole).split("\n").map((text, index) => ({ text: text.trim(), known: known[index]?.trim() }));
  });
  return [...lines.filter(({ text }) => text), ...sentencesOfPictures(node)];
}

/** Returns the set of known lines of a message, for `newsOf` after an edit. */
export const knownLines = (node) => new Set(linesOf(node).map(({ known }) => known));

/** Returns the lines of a message that are not in `before`, joined to sentences. */
export function newsOf(node, before) {
  const lines = linesOf(node).filter(({ known }) => !before.has(known));
  return lines.map(({ text }, index) => (index < lines.length - 1 && !/[.!?…:;,]$/.test(text) ? `${text}.` : text)).join(" ");
}

export class Announcer {
  #queue = new Map();
  #timer = 0;

  /** Queues an announcement. A later announcement with the same `key` replaces it. */
  say(key, text) {
    this.#queue.set(key, text.slice(0, LONGEST));
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.#speak(), GATHER);
  }

  #speak() {
    byId("announce").textContent = [...this.#queue.values()].join("\n");
    this.#queue.clear();
    this.#timer = setTimeout(() => byId("announce").replaceChildren(), FORGET);
  }
}
