// What a screen reader is told, in a live region: little, in order, and nothing twice.

import { byId } from "/assets/dom.js";
import { spoken } from "/assets/emoji.js";

/** What arrives within this time is said in one breath. */
const GATHER = 250;
/** Then the region is emptied, so that the same words are news again. */
const FORGET = 4000;
const LONGEST = 400;

/** What a message says in, one kind of block or another; within a block lines end with the line. */
const BLOCKS = ".lines, .heading, .subtext, .message li, pre, .embed-title, .field-name";

/** A mark of the page's own, never read out. */
const EDITED = ".edited";

/** What changes without there being news. */
const FLEETING = "[data-relative]";

/** What a line is known by where it holds something fleeting: a sign that no text has. */
const PASSING = "\u{F0000}";

/** The lines a message says, in order, each {text, known}; its pictures speak where it has no words. */
function linesOf(node) {
  const lines = [...node.querySelectorAll(BLOCKS)].flatMap((part) => {
    const [whole, still] = [part.cloneNode(true), part.cloneNode(true)];
    for (const copy of [whole, still]) for (const each of copy.querySelectorAll(EDITED)) each.remove();
    for (const each of still.querySelectorAll(FLEETING)) each.replaceWith(PASSING);
    const known = spoken(still).split("\n");
    return spoken(whole).split("\n").map((text, index) => ({ text: text.trim(), known: known[index]?.trim() }));
  });
  const said = lines.filter(({ text }) => text);
  return said.length ? said : [...node.querySelectorAll(".picture img")].map(({ alt }) => ({ text: alt, known: alt }));
}

/** What the lines of a message are known by, for `newsOf` after an edit. */
export const knownLines = (node) => new Set(linesOf(node).map(({ known }) => known));

/** What a message says that it did not say `before`, as sentences; empty if there is nothing. */
export function newsOf(node, before) {
  const lines = linesOf(node).filter(({ known }) => !before.has(known));
  return lines.map(({ text }, index) => (index < lines.length - 1 && !/[.!?…:;,]$/.test(text) ? `${text}.` : text)).join(" ");
}

export class Announcer {
  #queue = new Map();
  #timer = 0;

  /** `key` names what it is about: of two announcements about one thing only the later is said. */
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
