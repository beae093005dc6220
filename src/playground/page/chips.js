// The options of the command being typed, a chip each: filled or still needed, right or wrong.

import { wireValue } from "/assets/commands.js";
import { h } from "/assets/dom.js";
import { pictured } from "/assets/emoji.js";

/**
 * The first filled option that will not do, as `{slot, error}`; not the one that `current` is still being typed into.
 * `known(option)` gives the fixed choices of an option, or null.
 */
export function firstWrong({ slots }, words, known, current = null) {
  for (const slot of slots) {
    const error = slot !== current && problem(slot, words, known);
    if (error) return { slot, error };
  }
  return null;
}

/** What is wrong with what stands in a slot, as a sentence, or null. */
export const problem = (slot, words, known) =>
  slot.text ? (wireValue(slot, words, known(slot.option) !== null).error ?? null) : null;

/** The chips: what is required, what is filled, where the caret is; the rest as a number. `go(option)` takes one. */
export function chips({ leaf, slots }, { words, known, current, go }) {
  const slotOf = (option) => slots.find((slot) => slot.option === option);
  const shown = leaf.options.filter((option) => option.required || slotOf(option));
  const rest = leaf.options.length - shown.length;
  if (!leaf.options.length) return null;
  const one = (option) => chip(option, slotOf(option), { words, known, current, go });
  return h("div", { class: "chips", role: "group", "aria-label": words.options }, shown.map(one), rest > 0 && h("span", { class: "chips-rest" }, words.more(rest)));
}

function chip(option, slot, { words, known, current, go }) {
  const here = Boolean(slot) && slot === current;
  const wrong = slot && !here && problem(slot, words, known);
  const lacking = option.required && !slot?.text;
  const state = wrong ? "wrong" : slot?.text ? "filled" : lacking ? "lacking" : null;
  return h(
    "button",
    {
      type: "button",
      // The arrow keys and Tab of the input box get there, too.
      tabindex: "-1",
      class: ["chip", state, here && "here"].filter(Boolean).join(" "),
      title: wrong || option.text,
      "data-chip": option.name,
      click: () => go(option),
    },
    option.local,
    lacking && h("span", { class: "chip-note" }, ` ${words.required}`),
    slot?.text && h("span", { class: "chip-value" }, pictured(slot.text)),
  );
}
