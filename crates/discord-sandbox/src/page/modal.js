// Modal dialogs with text fields.

import { byId, h } from "/assets/dom.js";
import { pictured } from "/assets/emoji.js";

const PARAGRAPH = 2;

/** Shows a modal. `submit(custom id, fields)` resolves with an error message, or null on success. */
export function openModal(modal, words, submit) {
  const dialog = byId("modal");
  const failure = h("p", { class: "failure", role: "alert" });
  const fields = modal.components.flatMap(inputsOf);
  const form = h(
    "form",
    { method: "dialog" },
    h("h2", { id: "modal-title" }, pictured(modal.title)),
    fields.map(field),
    failure,
    h(
      "div",
      { class: "modal-buttons" },
      h("button", { type: "button", class: "press secondary", click: () => dialog.close() }, words.cancel),
      h("button", { type: "submit", class: "press primary" }, words.submit),
    ),
  );
  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    const values = fields.map(({ custom_id }) => ({ custom_id, value: form.elements.namedItem(custom_id).value }));
    form.setAttribute("aria-busy", "true");
    const error = await submit(modal.custom_id, values);
    form.removeAttribute("aria-busy");
    failure.textContent = error ?? "";
    if (!error) dialog.close();
  });
  dialog.replaceChildren(form);
  dialog.onclose = () => dialog.replaceChildren();
  if (!dialog.open) dialog.showModal();
}

/** Returns the text inputs of an action row or of a label component, which adds label and description. */
const inputsOf = (wrapper) =>
  wrapper.component
    ? [{ ...wrapper.component, label: wrapper.label, description: wrapper.description }]
    : (wrapper.components ?? []);

function field({ custom_id, label, description, style, value, placeholder, required, min_length, max_length }, index) {
  const attributes = {
    id: `field-${index}`,
    name: custom_id,
    placeholder,
    required: required !== false,
    minlength: min_length,
    maxlength: max_length,
    "data-custom-id": custom_id,
  };
  const input = style === PARAGRAPH ? h("textarea", { ...attributes, rows: 4 }) : h("input", { ...attributes, type: "text" });
  input.value = value ?? "";
  return h(
    "div",
    { class: "modal-field" },
    h("label", { for: attributes.id }, pictured(label ?? "")),
    description && h("p", { class: "modal-note" }, pictured(description)),
    input,
  );
}
