// Buttons and menus under a message. Clicks are handled by the message list.

import { dots, h, safeUrl } from "/assets/dom.js";
import { pictured } from "/assets/emoji.js";
import { emoji } from "/assets/markdown.js";

const KIND = { row: 1, button: 2, strings: 3, users: 5 };
const LINK = 5;
const STYLES = { 1: "primary", 2: "secondary", 3: "success", 4: "danger", 5: "link" };

/**
 * Renders action rows. `waiting(customId)` is true for a pending action, `chosen(customId)` returns the last
 * selection.
 */
export function rows(components, { waiting, chosen, scene }) {
  return (components ?? [])
    .filter(({ type }) => type === KIND.row)
    .map((row, index) =>
      h(
        "div",
        { class: "row", "data-key": `row${index}` },
        row.components.map((each) => (each.type === KIND.button ? button(each, waiting) : menu(each, { waiting, chosen, scene }))),
      ),
    );
}

function button(data, waiting) {
  const face = [data.emoji && emoji(data.emoji), data.label && h("span", {}, pictured(data.label))];
  if (data.style === LINK) {
    const url = !data.disabled && safeUrl(data.url ?? "");
    return h("a", { class: "press link", href: url || null, target: "_blank", rel: "noopener noreferrer" }, face, h("span", { class: "outward", "aria-hidden": "true" }, "↗"));
  }
  const busy = waiting(data.custom_id);
  return h(
    "button",
    {
      type: "button",
      class: `press ${STYLES[data.style] ?? "secondary"}`,
      disabled: Boolean(data.disabled),
      "data-custom-id": data.custom_id,
      "data-key": data.custom_id,
      "aria-busy": busy && "true",
    },
    h("span", { class: "face" }, face),
    busy && dots(),
  );
}

function menu(data, { waiting, chosen, scene }) {
  const options = menuOptions(data, scene);
  const values = chosen(data.custom_id) ?? options.filter((option) => option.default).map(({ value }) => value);
  const labels = options.filter(({ value }) => values.includes(value));
  const busy = waiting(data.custom_id);
  const text = labels.length ? labels.flatMap(({ label, emoji: sign }, index) => [index ? ", " : null, sign && [emoji(sign), " "], pictured(label)]) : null;
  const placeholder = data.placeholder || scene.words.choose;
  return h(
    "button",
    {
      type: "button",
      class: "menu",
      disabled: Boolean(data.disabled) || options.length === 0,
      "aria-haspopup": "listbox",
      "aria-expanded": "false",
      "aria-label": labels.length ? `${placeholder}: ${labels.map(({ label }) => label).join(", ")}` : placeholder,
      "data-menu": true,
      "data-custom-id": data.custom_id,
      // Distinguishes the menu from a button to which an edit gives the same custom id.
      "data-key": `menu ${data.custom_id}`,
      "aria-busy": busy && "true",
    },
    h("span", { class: text ? "menu-text" : "menu-text placeholder" }, text ?? pictured(placeholder)),
    busy ? dots() : h("span", { class: "chevron", "aria-hidden": "true" }, "▾"),
  );
}

/**
 * Returns the options of a menu. A user menu offers all users; role, mentionable and channel menus offer
 * nothing.
 */
export function menuOptions(data, scene) {
  if (data.type === KIND.users) return scene.world.users.map(({ id, name }) => ({ label: name, value: id }));
  return data.options ?? [];
}

/** Finds a component of a message by custom id. */
export const findComponent = (message, customId) =>
  allComponents(message).find((each) => each.custom_id === customId);

/** Returns all components of a message. */
export const allComponents = (message) => (message.components ?? []).flatMap((row) => row.components ?? []);
