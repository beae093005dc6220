// The popup above the input box: a heading, a list of items and a hint. Without logic of its own.

import { byId, h } from "/assets/dom.js";
import { pictured } from "/assets/emoji.js";

export class Palette {
  #items = [];
  #selected = -1;

  /** `take(item)` handles a click on an item. */
  constructor(input, take) {
    this.input = input;
    this.box = byId("palette-box");
    this.list = byId("palette");
    // A click must not take the focus from the input box.
    this.box.addEventListener("pointerdown", (event) => event.preventDefault());
    this.list.addEventListener("click", (event) => {
      const index = [...this.list.children].indexOf(event.target.closest("[role=option]"));
      if (index >= 0) take(this.#items[index]);
    });
  }

  get visible() {
    return !this.box.hidden;
  }

  get items() {
    return this.#items;
  }

  get selected() {
    return this.#items[this.#selected] ?? null;
  }

  /**
   * Shows the popup. Items are `{hook, title, note, tag}` with any further fields. `selected` is an index, or
   * -1 for no selection. `wrong` marks the hint as an error message.
   */
  show({ head, label, items, hint, wrong, selected }) {
    this.#items = items;
    this.box.hidden = false;
    this.list.hidden = items.length === 0;
    this.list.setAttribute("aria-label", label);
    byId("palette-head").replaceChildren(...head);
    const line = byId("palette-hint");
    if (line.textContent !== hint) line.textContent = hint;
    line.classList.toggle("wrong", Boolean(wrong));
    this.list.replaceChildren(...items.map(row));
    this.input.setAttribute("aria-expanded", String(items.length > 0));
    this.#select(selected);
  }

  hide() {
    this.box.hidden = true;
    this.#items = [];
    this.list.replaceChildren();
    this.input.setAttribute("aria-expanded", "false");
    this.#select(-1);
  }

  move(step) {
    const count = this.#items.length;
    if (!count) return;
    const from = this.#selected < 0 && step < 0 ? 0 : this.#selected;
    this.#select((from + step + count) % count);
  }

  #select(index) {
    this.#selected = index;
    [...this.list.children].forEach((option, number) => option.setAttribute("aria-selected", String(number === index)));
    const option = this.list.children[index];
    if (!option) {
      this.input.removeAttribute("aria-activedescendant");
      return;
    }
    this.input.setAttribute("aria-activedescendant", option.id);
    option.scrollIntoView({ block: "nearest" });
  }
}

const row = ({ hook, title, note, tag }, index) =>
  h(
    "div",
    { role: "option", id: `palette-${index}`, "data-option": hook, "aria-selected": "false" },
    h("span", { class: "option-title" }, pictured(title), tag && h("span", { class: "option-tag" }, tag)),
    note && h("span", { class: "option-note" }, pictured(note)),
  );
