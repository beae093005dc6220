// The popup above the input box: a heading, a list to choose from, a hint. It decides nothing.

import { byId, h } from "/assets/dom.js";
import { pictured } from "/assets/emoji.js";

export class Palette {
  #items = [];
  #selected = -1;

  /** `take(item)` when an item is pressed with the pointer. */
  constructor(input, take) {
    this.input = input;
    this.box = byId("palette-box");
    this.list = byId("palette");
    // Keeps the focus in the input box.
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
   * Items are `{hook, title, note, tag}` and whatever the caller needs; `selected` is an index, -1 for none; `wrong`
   * marks a hint that says what will not do.
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
