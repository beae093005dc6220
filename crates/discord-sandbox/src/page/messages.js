// The message list. Each message is rendered from its object and patched in place when it changes.

import { knownLines, newsOf } from "/assets/announcer.js";
import { byId, compareIds } from "/assets/dom.js";
import { spoken } from "/assets/emoji.js";
import { allComponents, findComponent, menuOptions } from "/assets/components.js";
import { article } from "/assets/message.js";
import { morph } from "/assets/morph.js";
import { enlarge } from "/assets/pictures.js";
import { sameDay } from "/assets/time.js";

/** Distance from the end in pixels within which the list follows new messages. */
const NEAR_THE_END = 48;
/** Milliseconds during which messages of an author are grouped. */
const GROUP_FOR = 7 * 60 * 1000;
const EPHEMERAL = 64;

export class MessageList {
  #messages = [];
  #nodes = new Map();
  #looks = new Map();
  #waiting = new Set();
  #failures = new Map();
  #chosen = new Map();
  #follow = true;
  #top = 0;

  /**
   * `scene` provides names and texts. `press(message id, custom id)` and `select(message id, custom id,
   * values)` resolve with an error message or null. `menu` is the popup list. `apps` opens context menus.
   * `dismiss(id)`, `typeLine(line)` and `announce(id, text)` handle the respective actions.
   */
  constructor({ scene, press, select, menu, apps, dismiss, typeLine, announce }) {
    Object.assign(this, { scene, press, select, menu, apps, dismiss, typeLine, announce });
    this.log = byId("log");
    this.root = byId("messages");
    this.newer = byId("newer");
    this.root.addEventListener("click", (event) => this.#clicked(event));
    this.root.addEventListener("keydown", (event) => this.#revealByKey(event));
    this.root.addEventListener("contextmenu", (event) => this.#contextMenu(event));
    this.newer.addEventListener("click", () => {
      this.toEnd();
      this.log.focus({ preventScroll: true });
    });
    this.log.addEventListener("scroll", () => this.#scrolled(), { passive: true });
    const observer = new ResizeObserver(() => this.#keepEnd());
    observer.observe(this.log);
    observer.observe(this.root);
  }

  get empty() {
    return this.#messages.length === 0;
  }

  /** Returns true if an enabled component of a message has a custom id that contains the text. */
  offers(text) {
    const matches = ({ custom_id: id, disabled }) => !disabled && id?.includes(text);
    return this.#messages.some((message) => allComponents(message).some(matches));
  }

  /** Replaces all messages after a switch of channel or user. */
  replaceAll(messages) {
    this.menu.close();
    this.#messages = [...messages].sort((a, b) => compareIds(a.id, b.id));
    this.#failures.clear();
    for (const id of [...this.#nodes.keys()]) {
      if (!this.#messages.some((message) => message.id === id)) this.#drop(id);
    }
    this.redraw();
    this.toEnd();
  }

  /** Adds a new message or updates an edited one. */
  put(message) {
    const index = this.#messages.findIndex(({ id }) => id === message.id);
    const node = this.#nodes.get(message.id);
    const before = node ? knownLines(node) : new Set();
    // Edits are announced only for ephemeral messages and for the message that has the focus.
    const worthSaying = !node || message.flags & EPHEMERAL || node.contains(document.activeElement);
    if (index >= 0) {
      this.#messages[index] = message;
      this.#failures.delete(message.id);
      this.#forgetChoices(message.id);
    } else {
      this.#messages.push(message);
      this.#messages.sort((a, b) => compareIds(a.id, b.id));
    }
    this.#draw(new Set([message.id]));
    if (index < 0) this.newer.hidden = this.#follow;
    if (worthSaying) this.#tell(message, before);
  }

  remove(id) {
    const index = this.#messages.findIndex((message) => message.id === id);
    if (index < 0) return;
    const hadFocus = this.#nodes.get(id)?.contains(document.activeElement);
    this.#messages.splice(index, 1);
    this.#drop(id);
    this.#draw(new Set());
    if (hadFocus) this.log.focus({ preventScroll: true });
  }

  /** Renders all messages again, e.g. in another language. */
  redraw() {
    this.#draw(new Set(this.#messages.map(({ id }) => id)));
  }

  toEnd() {
    this.#follow = true;
    this.newer.hidden = true;
    this.#keepEnd();
  }

  #draw(dirty) {
    let before = null;
    let place = this.root.firstChild;
    for (const message of this.#messages) {
      const look = lookAfter(before, message);
      const node = this.#nodes.get(message.id);
      if (!node || dirty.has(message.id) || this.#looks.get(message.id) !== JSON.stringify(look)) this.#drawOne(message, look);
      const now = this.#nodes.get(message.id);
      if (now !== place) this.root.insertBefore(now, place);
      else place = place.nextSibling;
      before = message;
    }
    this.#keepEnd();
  }

  #drawOne(message, look) {
    const { id } = message;
    const fresh = article(message, this.scene, {
      ...look,
      failure: this.#failures.get(id),
      answered: this.#messages.find((each) => each.id === message.message_reference?.message_id),
      waiting: (customId) => this.#waiting.has(`${id}/${customId}`),
      chosen: (customId) => this.#chosen.get(`${id}/${customId}`),
    });
    this.#looks.set(id, JSON.stringify(look));
    const old = this.#nodes.get(id);
    if (!old) {
      this.#nodes.set(id, fresh);
      return;
    }
    keepingFocus(old, () => morph(old, fresh));
    this.menu.recheck(id, (customId) => {
      const data = findComponent(message, customId);
      return data ? menuOptions(data, this.scene) : null;
    });
  }

  #drop(id) {
    this.#nodes.get(id)?.remove();
    for (const map of [this.#nodes, this.#looks, this.#failures]) map.delete(id);
    this.#forgetChoices(id);
  }

  #forgetChoices(id) {
    for (const key of [...this.#chosen.keys()]) if (key.startsWith(`${id}/`)) this.#chosen.delete(key);
  }

  /** Announces a new message, or the lines of an edited message that are not in `before`. */
  #tell({ id }, before) {
    const node = this.#nodes.get(id);
    const news = newsOf(node, before);
    if (news) this.announce(id, `${node.dataset.author}: ${news}`);
  }

  #clicked(event) {
    const target = event.target.closest("button, .spoiler:not([data-revealed])");
    const id = target?.closest("[data-message-id]")?.dataset.messageId;
    if (!id) return;
    if (target.matches(".spoiler")) reveal(target);
    else if (target.matches(".picture")) enlarge(target, this.scene);
    else if ("apps" in target.dataset) this.#openApps(target, id);
    else if ("dismiss" in target.dataset) this.dismiss(id);
    else if (target.dataset.line) this.typeLine(target.dataset.line);
    else if (target.hasAttribute("aria-busy")) return;
    else if ("menu" in target.dataset) this.#openMenu(target, id);
    else if (target.dataset.customId) this.#act(id, target.dataset.customId, () => this.press(id, target.dataset.customId));
  }

  #revealByKey(event) {
    if (!event.target.matches(".spoiler") || (event.key !== "Enter" && event.key !== " ")) return;
    event.preventDefault();
    reveal(event.target);
  }

  #openApps(trigger, id) {
    return this.apps.ofMessage(trigger, this.#messages.find((each) => each.id === id));
  }

  /** Opens the context menu of a message on a right click or a long press, except on links and pictures. */
  #contextMenu(event) {
    const node = event.target.closest("[data-message-id]");
    const trigger = node?.querySelector("[data-apps]");
    if (!trigger || event.target.closest("a, img, .picture")) return;
    if (this.#openApps(trigger, node.dataset.messageId)) event.preventDefault();
  }

  #openMenu(trigger, id) {
    const message = this.#messages.find((each) => each.id === id);
    const data = findComponent(message, trigger.dataset.customId);
    const options = menuOptions(data, this.scene);
    const values = this.#chosen.get(`${id}/${data.custom_id}`) ?? options.filter((option) => option.default).map(({ value }) => value);
    this.menu.toggle(trigger, id, data, options, values);
  }

  /** Handles a selection in the popup list. */
  choose(id, customId, values) {
    this.#chosen.set(`${id}/${customId}`, values);
    return this.#act(id, customId, () => this.select(id, customId, values));
  }

  async #act(id, customId, send) {
    const key = `${id}/${customId}`;
    this.#waiting.add(key);
    this.#failures.delete(id);
    this.#draw(new Set([id]));
    const error = await send();
    this.#waiting.delete(key);
    if (error && this.#nodes.has(id)) {
      this.#failures.set(id, error);
      this.#forgetChoices(id);
    }
    this.#draw(new Set([id]));
  }

  #scrolled() {
    const { scrollHeight, scrollTop, clientHeight } = this.log;
    const near = scrollHeight - scrollTop - clientHeight < NEAR_THE_END;
    // Only scrolling up stops following: a loaded image may also increase the distance from the end.
    if (near || scrollTop < this.#top) this.#follow = near;
    this.#top = scrollTop;
    if (this.#follow) this.newer.hidden = true;
  }

  #keepEnd() {
    if (this.#follow) this.log.scrollTop = this.log.scrollHeight;
  }
}

/** Returns whether a message is grouped with the one before, and whether it is the first of a day. */
function lookAfter(before, message) {
  const date = new Date(message.timestamp);
  const newDay = before !== null && !sameDay(new Date(before.timestamp), date);
  const fresh =
    !before ||
    newDay ||
    before.author.id !== message.author.id ||
    message.interaction ||
    message.message_reference ||
    (before.flags & EPHEMERAL) !== (message.flags & EPHEMERAL) ||
    date - new Date(before.timestamp) > GROUP_FOR;
  return { compact: !fresh, newDay };
}

function reveal(spoiler) {
  spoiler.dataset.revealed = "";
  for (const name of ["role", "tabindex", "aria-label"]) spoiler.removeAttribute(name);
}

/** Runs a patch and keeps the focus on the same component, or on the one that replaced it. */
function keepingFocus(node, change) {
  const focused = document.activeElement;
  const components = () => [...node.querySelectorAll("[data-custom-id]")];
  const index = components().indexOf(focused);
  if (index < 0) return change();
  const { key } = focused.dataset;
  const kind = (element) => "menu" in element.dataset;
  const [label, isMenu] = [spoken(focused), kind(focused)];
  change();
  if (focused.isConnected && !focused.disabled && focused.dataset.key === key) return;
  const now = components();
  const free = now.filter((element) => !element.disabled);
  const heir =
    free.find((element) => element.dataset.key === key) ??
    free.find((element) => kind(element) === isMenu && (isMenu || spoken(element) === label)) ??
    [...now.slice(index), ...now.slice(0, index).reverse()].find((element) => free.includes(element)) ??
    node;
  heir.focus({ preventScroll: true });
}
