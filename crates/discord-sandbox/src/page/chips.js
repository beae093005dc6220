// Chips that show the options of the command being typed and their state: filled, missing or invalid.

import { wireValue } from "/assets/commands.js";
import { h } from "/assets/dom.js";
import { pictured } from "/assets/emoji.js";

/**
 * Returns the first filled option with an invalid value as `{slot, error}`, except for the slot `current`,
 * which is still being typed. `known(option)` returns the fixed choices of an option, or null.
 */
export function firstWrong({ slots }, words, known, current = null) {
  for (const slot of slots) {
    const error = slot !== current && problem(slot, words, known);
    if (error) return { slot, error };
  }
  return null;
}

/** Returns the error message for the value of a slot, or null. */
export const problem = (slot, words, known) =>
  slot.text ? (wireValue(slot, words, known(slot.option) !== null).error ?? null) : null;

/**
 * Returns the chips of required and filled options and the number of the others. `go(option)` handles a
 * click.
 */
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
      // Not in the tab order: arrow keys and Tab in the input box reach all options.
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
