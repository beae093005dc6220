// The popup list of a menu component. Only one is open at a time.

import { byId, h } from "/assets/dom.js";
import { pictured } from "/assets/emoji.js";
import { emoji } from "/assets/markdown.js";

/** Number of options that Page Up and Page Down move by. */
const PAGE = 6;
/** Minimum width of the popup in pixels. */
const NARROWEST = 180;

export class Menu {
  #open = null;
  #active = 0;
  #values = new Set();

  /**
   * `choose(message id, custom id, values)` handles a selection, unless the data of the opened menu has a
   * `choose` of its own. `scene` provides {words}.
   */
  constructor({ choose, scene }) {
    this.choose = choose;
    this.scene = scene;
    this.root = byId("menu");
    this.root.addEventListener("keydown", (event) => this.#escape(event));
    document.addEventListener("pointerdown", (event) => this.#outside(event));
    addEventListener("resize", () => this.#place());
    byId("log").addEventListener("scroll", () => this.#place());
  }

  /** Opens the popup next to `trigger`, or closes it if it is already open there. */
  toggle(trigger, messageId, data, options, values) {
    const same = this.#open?.trigger === trigger;
    this.close();
    if (same) return;
    this.#values = new Set(values);
    this.#open = { trigger, messageId, data, options };
    this.#active = Math.max(0, options.findIndex(({ value }) => this.#values.has(value)));
    this.#opened(trigger);
    this.#draw();
    this.#place();
    this.list.focus({ preventScroll: true });
  }

  /**
   * Closes the popup after its message was redrawn, unless `optionsOf(custom id)` still returns the same
   * options.
   */
  recheck(messageId, optionsOf) {
    if (this.#open?.messageId !== messageId) return;
    const { trigger, data, options } = this.#open;
    // A menu with its own handler does not belong to a component of the message.
    const own = Boolean(data.choose);
    const stands = trigger.isConnected && !trigger.disabled && (own || trigger.dataset.customId === data.custom_id);
    if (!stands || (!own && JSON.stringify(optionsOf(data.custom_id)) !== JSON.stringify(options))) {
      this.close();
      return;
    }
    this.#opened(trigger);
    this.#place();
  }

  #opened(trigger) {
    trigger.setAttribute("aria-expanded", "true");
    trigger.setAttribute("aria-controls", "menu-list");
  }

  close(refocus = false) {
    if (!this.#open) return;
    const { trigger } = this.#open;
    this.#open = null;
    this.root.hidden = true;
    this.root.replaceChildren();
    trigger.setAttribute("aria-expanded", "false");
    trigger.removeAttribute("aria-controls");
    if (refocus) trigger.focus({ preventScroll: true });
  }

  get #multiple() {
    return (this.#open.data.max_values ?? 1) > 1 || this.#open.data.min_values === 0;
  }

  #draw() {
    const { data, options } = this.#open;
    this.list = h(
      "div",
      {
        id: "menu-list",
        role: "listbox",
        tabindex: "0",
        "aria-label": data.placeholder || this.scene.words.choose,
        "aria-multiselectable": this.#multiple && "true",
        keydown: (event) => this.#key(event),
        click: (event) => this.#pressed(event),
      },
      options.map((option, index) => this.#row(option, index)),
    );
    this.root.replaceChildren(this.list, ...(this.#multiple ? [this.#footer()] : []));
    this.root.hidden = false;
    this.#mark();
  }

  #row({ label, description, value, emoji: sign }, index) {
    return h(
      "div",
      { role: "option", id: `menu-${index}`, "data-value": value, class: this.#multiple ? "checkable" : null },
      sign && h("span", { class: "option-emoji" }, emoji(sign)),
      h("span", { class: "option-body" }, h("span", { class: "option-title" }, pictured(label)), description && h("span", { class: "option-note" }, pictured(description))),
    );
  }

  #footer() {
    const { min, max } = this.#bounds();
    return h(
      "div",
      { class: "menu-footer" },
      h("span", {}, this.scene.words.between(min, max)),
      h("button", { type: "button", class: "press primary", "data-done": true, click: () => this.#done() }, this.scene.words.done),
    );
  }

  #bounds() {
    const { data, options } = this.#open;
    return { min: data.min_values ?? 1, max: Math.min(data.max_values ?? 1, options.length) };
  }

  #mark() {
    [...this.list.children].forEach((row, index) => {
      row.classList.toggle("active", index === this.#active);
      row.setAttribute("aria-selected", String(this.#values.has(row.dataset.value)));
    });
    const active = this.list.children[this.#active];
    this.list.setAttribute("aria-activedescendant", active.id);
    active.scrollIntoView({ block: "nearest" });
    const done = this.root.querySelector("[data-done]");
    const { min, max } = this.#bounds();
    if (done) done.disabled = this.#values.size < min || this.#values.size > max;
  }

  #pressed(event) {
    const index = [...this.list.children].indexOf(event.target.closest("[role=option]"));
    if (index < 0) return;
    this.#active = index;
    this.#take();
  }

  #take() {
    const { value } = this.#open.options[this.#active];
    if (!this.#multiple) {
      this.#values = new Set([value]);
      this.#done();
      return;
    }
    const { max } = this.#bounds();
    if (!this.#values.delete(value)) {
      if (max === 1) this.#values.clear();
      if (this.#values.size < max) this.#values.add(value);
    }
    this.#mark();
  }

  #done() {
    const { messageId, data, options } = this.#open;
    const values = options.map(({ value }) => value).filter((value) => this.#values.has(value));
    this.close(true);
    (data.choose ?? this.choose)(messageId, data.custom_id, values);
  }

  #key(event) {
    const last = this.#open.options.length - 1;
    const jump = {
      ArrowDown: Math.min(last, this.#active + 1),
      ArrowUp: Math.max(0, this.#active - 1),
      PageDown: Math.min(last, this.#active + PAGE),
      PageUp: Math.max(0, this.#active - PAGE),
      Home: 0,
      End: last,
    }[event.key];
    if (jump !== undefined) this.#active = jump;
    else if (event.key === "Enter" || event.key === " ") this.#take();
    else if (event.key === "Tab" && !this.#multiple) this.close(true);
    else if (event.key.length !== 1 || !this.#seek(event.key)) return;
    event.preventDefault();
    if (this.#open && jump !== undefined) this.#mark();
  }

  /** Closes the popup on Escape, both in the list and on the button below it. */
  #escape(event) {
    if (event.key !== "Escape" || !this.#open) return;
    event.preventDefault();
    this.close(true);
  }

  #seek(letter) {
    const { options } = this.#open;
    const order = options.map((_, index) => (this.#active + 1 + index) % options.length);
    const hit = order.find((index) => options[index].label.toLowerCase().startsWith(letter.toLowerCase()));
    if (hit === undefined) return false;
    this.#active = hit;
    this.#mark();
    return true;
  }

  #outside({ target }) {
    if (this.#open && !this.root.contains(target) && !this.#open.trigger.contains(target)) this.close();
  }

  #place() {
    if (!this.#open) return;
    const box = this.#open.trigger.getBoundingClientRect();
    const below = innerHeight - box.bottom - 12;
    const above = box.top - 12;
    const wanted = Math.min(this.root.scrollHeight, 360);
    const up = below < wanted && above > below;
    const { style } = this.root;
    const width = Math.min(Math.max(box.width, NARROWEST), innerWidth - 16);
    style.left = `${Math.max(8, Math.min(box.left, innerWidth - width - 8))}px`;
    style.width = `${width}px`;
    style.maxHeight = `${Math.max(120, Math.min(360, up ? above : below))}px`;
    style.top = up ? "auto" : `${box.bottom + 4}px`;
    style.bottom = up ? `${innerHeight - box.top + 4}px` : "auto";
  }
}
