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

/** What changes without there being news. */
const FLEETING = ".edited, [data-relative]";

/** The lines a message says, in order; its pictures speak where it has no words. */
export function linesOf(node) {
  const texts = [...node.querySelectorAll(BLOCKS)].map((part) => {
    const copy = part.cloneNode(true);
    for (const each of copy.querySelectorAll(FLEETING)) each.remove();
    return spoken(copy);
  });
  const lines = texts.flatMap((text) => text.split("\n")).map((line) => line.trim());
  const said = lines.filter(Boolean);
  return said.length ? said : [...node.querySelectorAll(".picture img")].map(({ alt }) => alt);
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
