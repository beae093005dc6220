// Context menus of messages and users: the entries that the bot has registered for them.

import { localized } from "/assets/commands.js";
import { h } from "/assets/dom.js";

const KIND = { user: 2, message: 3 };
const EPHEMERAL = 64;

/** Returns the entries for a target as menu options. `about` precedes the names of entries for a user. */
function entries({ world, locale }, kind, target, about = "") {
  const fitting = world.commands.filter(({ type }) => type === kind);
  return fitting.map((command) => ({
    label: about + localized(command, "name", locale),
    value: JSON.stringify({ kind, target, name: command.name }),
  }));
}

/** Returns the entries for a message: those for the message, then those for its author. */
function entriesOf(message, scene) {
  const { author } = message;
  const own = message.flags & EPHEMERAL ? [] : entries(scene, KIND.message, message.id);
  const name = scene.personName(author.id) ?? "";
  return [...own, ...(author.bot ? [] : entries(scene, KIND.user, author.id, `${name}: `))];
}

/** Renders the button that opens the context menu of a message, or null if the menu would be empty. */
export const appsButton = (message, scene) =>
  message.pending || !entriesOf(message, scene).length
    ? null
    : h("button", { type: "button", class: "apps", "data-apps": true, "data-key": "apps", title: scene.words.apps, "aria-label": scene.words.apps, "aria-haspopup": "listbox", "aria-expanded": "false" }, "⋯");

export class Apps {
  /** `run({kind, target, name})` sends the chosen entry, and `menu` is the popup list. */
  constructor({ scene, menu, run }) {
    Object.assign(this, { scene, menu, run });
  }

  /** Opens the context menu of a message next to `trigger`. Returns false if it would be empty. */
  ofMessage(trigger, message) {
    return this.#open(trigger, message.id, entriesOf(message, this.scene));
  }

  /** Opens the context menu of a user next to `trigger`. Returns false if it would be empty. */
  ofUser(trigger, name) {
    const { id } = this.scene.world.users.find((user) => user.name === name) ?? {};
    return this.#open(trigger, `user ${id}`, id ? entries(this.scene, KIND.user, id, `${name}: `) : []);
  }

  #open(trigger, owner, options) {
    if (!options.length) return false;
    const choose = (_owner, _id, [value]) => this.run(JSON.parse(value));
    this.menu.toggle(trigger, owner, { custom_id: "apps", placeholder: this.scene.words.apps, choose }, options, []);
    return true;
  }
}
