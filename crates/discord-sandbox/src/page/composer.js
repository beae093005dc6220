// The input box: sends ordinary text as a message, and a line with a leading slash as a command. The content
// of the palette depends only on the line and the caret.

import { chips, firstWrong, problem } from "/assets/chips.js";
import { byId, h } from "/assets/dom.js";
import { unpictured } from "/assets/emoji.js";
import { fixedChoices, invocation, leaves, missing, narrow, parse, remaining, sameChoice, search, wireValue } from "/assets/commands.js";
import { Palette } from "/assets/palette.js";

/** Milliseconds without input before the bot is asked for suggestions. */
const AUTOCOMPLETE_AFTER = 150;

export class Composer {
  #picks = new Map();
  #pickedFor = null;
  #stage = null;
  #moved = false;
  #closed = false;
  #last = "";
  #asked = { key: null, choices: [], done: true };
  #timer = 0;
  #drafts = new Map();
  #draftKey = null;

  /**
   * `scene` has {words, locale, world}. `ask(frame)` sends a request to the server. `invoke(path, options)`
   * sends a command and resolves with an error message or null. `say(text)` posts a message, and
   * `refuse(message | null)` shows or clears an error message.
   */
  constructor({ scene, ask, invoke, say, refuse }) {
    Object.assign(this, { scene, ask, invoke, say, refuse });
    this.input = byId("input");
    this.palette = new Palette(this.input, (item) => this.#take(item));
    this.input.addEventListener("input", () => this.#typed());
    this.input.addEventListener("keydown", (event) => this.#key(event));
    this.input.addEventListener("click", () => this.refresh());
    this.input.addEventListener("blur", () => this.palette.hide());
    this.input.addEventListener("focus", () => this.refresh());
    byId("composer").addEventListener("submit", (event) => {
      event.preventDefault();
      this.#submit();
    });
    byId("slash").addEventListener("click", () => this.write(this.input.value.startsWith("/") ? this.input.value : "/"));
  }

  /** Shows the draft of a user in a channel, and keeps the line as the draft of the previous user or channel. */
  showDraft(key) {
    if (key === this.#draftKey) return;
    // Text typed before the first connection belongs to the first user.
    if (this.#draftKey !== null) {
      this.#drafts.set(this.#draftKey, this.input.value);
      this.input.value = this.#drafts.get(key) ?? "";
      this.#picks.clear();
      this.refuse(null);
    }
    this.#draftKey = key;
  }

  /** Replaces the line and updates the palette. */
  write(line) {
    this.input.value = line;
    this.input.focus();
    this.input.setSelectionRange(line.length, line.length);
    this.#typed();
  }

  refresh() {
    const line = this.input.value;
    if (this.#closed || !line.startsWith("/") || document.activeElement !== this.input) {
      this.palette.hide();
      return;
    }
    const highlighted = this.#moved ? this.palette.selected : null;
    this.#stage = this.#stageOf(line, this.input.selectionStart ?? line.length);
    // An update from the server must not change the item highlighted with the arrow keys.
    const same = highlighted ? this.#stage.items.findIndex(({ hook }) => hook === highlighted.hook) : -1;
    if (same >= 0) this.#stage.selected = same;
    this.palette.show(this.#stage);
  }

  #typed() {
    this.#closed = false;
    this.#moved = false;
    this.refuse(null);
    this.refresh();
  }

  #known = (option) => fixedChoices(option, { ...this.scene.world, locale: this.scene.locale, words: this.scene.words });

  #parse(line) {
    const all = leaves(this.scene.world.commands, this.scene.locale);
    const parsed = parse(line, all, this.#picks, this.#known);
    if (this.#pickedFor !== parsed.leaf?.title) {
      this.#pickedFor = parsed.leaf?.title;
      this.#picks.clear();
    }
    return { ...parsed, all };
  }

  #stageOf(line, caret) {
    const parsed = this.#parse(line);
    if (!parsed.leaf || parsed.open) return this.#commandStage(parsed, line);
    const slot = parsed.slots.find(({ value, to }) => caret >= value && caret <= to);
    return slot ? this.#choiceStage(parsed, slot) : this.#optionStage(parsed);
  }

  #commandStage(parsed, line) {
    const { words } = this.scene;
    const items = search(parsed.all, line.slice(1)).map((leaf) => ({
      kind: "command",
      leaf,
      hook: leaf.title,
      title: `/${leaf.local}`,
      note: leaf.description,
    }));
    const hint = items.length ? words.hintPick : words.noCommand;
    return { kind: "command", parsed, head: [words.commands], label: words.commands, items, hint, selected: items.length ? 0 : -1 };
  }

  #optionStage(parsed) {
    const { words } = this.scene;
    const lacking = missing(parsed);
    const wanted = parsed.loose.text.toLowerCase();
    const items = this.#optionItems(remaining(parsed), wanted, parsed.loose.from);
    const pressing = items.length && (lacking.length || wanted);
    const wrong = this.#wrong(parsed) ?? (wanted && !items.length ? words.stray(parsed.loose.text) : null);
    const hint = wrong ?? (pressing ? words.hintPick : items.length ? words.hintSend : words.hintSendPlain);
    return { kind: "option", parsed, head: this.#head(parsed), label: words.options, items, hint, wrong: Boolean(wrong), selected: pressing ? 0 : -1 };
  }

  /** Returns the options whose names start with a text. The name replaces the line from `from`. */
  #optionItems(options, text, from) {
    return options
      .filter((option) => [option.name, option.local].some((name) => name.startsWith(text)))
      .map((option) => ({
        kind: "option",
        option,
        from,
        hook: option.name,
        title: option.local,
        note: option.text,
        tag: option.required && this.scene.words.required,
      }));
  }

  /** Returns the options that a user who types a value without its option may want to name. */
  #nameItems(parsed, slot) {
    const isUnnamed = slot.from === slot.value && slot.text;
    return isUnnamed ? this.#optionItems([slot.option, ...remaining(parsed)], slot.text.toLowerCase(), slot.from) : [];
  }

  #choiceStage(parsed, slot) {
    const { words } = this.scene;
    const fixed = this.#known(slot.option);
    const choices = slot.pick ? [slot.pick] : fixed ? narrow(fixed, slot.text) : this.#suggested(parsed, slot);
    const chosen = choices.map((choice) => ({ kind: "choice", choice, slot, hook: choice.value, title: choice.name }));
    const items = [...chosen, ...this.#nameItems(parsed, slot)];
    const sure = fixed || !slot.text || chosen.length === 1 ? 0 : choices.findIndex((choice) => sameChoice(choice, slot.text));
    const selected = fixed ? (items.length ? 0 : -1) : chosen.length ? sure : -1;
    return {
      kind: "choice",
      parsed,
      slot,
      head: this.#head(parsed, slot),
      label: words.choices,
      items,
      ...this.#choiceHint(parsed, slot, items, selected, fixed),
      selected,
    };
  }

  #choiceHint(parsed, slot, items, selected, fixed) {
    const { words } = this.scene;
    const wrong = this.#wrong(parsed, slot);
    if (wrong) return { hint: wrong, wrong: true };
    if (items.length) return { hint: selected < 0 ? words.hintTyped : words.hintPick };
    if (fixed) return { hint: words.notAChoice, wrong: true };
    if (slot.option.autocomplete) return { hint: this.#asked.done ? words.noChoice : words.looking };
    const error = problem(slot, words, this.#known);
    if (error) return { hint: error, wrong: true };
    if (missing(parsed).length) return { hint: words.hintMissing };
    return { hint: remaining(parsed).length ? words.hintSend : words.hintSendPlain };
  }

  /** Returns the error message for an option that is no longer being typed, or null. */
  #wrong(parsed, current = null) {
    return firstWrong(parsed, this.scene.words, this.#known, current)?.error ?? null;
  }

  #head(parsed, slot = null) {
    const { leaf } = parsed;
    const line = h("div", {}, h("strong", {}, `/${leaf.local}`), ` ${slot ? slot.option.text : leaf.description}`);
    const go = (option) => this.#goTo(option);
    return [line, chips(parsed, { words: this.scene.words, known: this.#known, current: slot, go })].filter(Boolean);
  }

  /** Moves the caret to the end of an option's value, or appends the option. */
  #goTo(option) {
    const slot = this.#stage.parsed.slots.find((each) => each.option === option);
    if (slot) this.#placeCaret(slot.value + this.input.value.slice(slot.value, slot.to).trimEnd().length);
    else this.write(`${this.input.value.trimEnd()} ${option.local}:`);
  }

  #placeCaret(at) {
    this.input.focus();
    this.input.setSelectionRange(at, at);
    this.refresh();
  }

  /**
   * Returns the bot's suggestions for an option. New ones are requested after a pause; old ones are shown
   * until then.
   */
  #suggested(parsed, slot) {
    if (!slot.option.autocomplete) return [];
    const options = this.#partial(parsed, slot);
    const frame = { do: "autocomplete", path: parsed.leaf.path, options };
    const key = JSON.stringify(frame);
    if (this.#asked.key === key) return this.#asked.choices;
    const field = `${parsed.leaf.title}/${slot.option.name}`;
    const standing = this.#asked.field === field ? this.#asked.choices : [];
    const asked = { key, field, choices: standing.filter((choice) => narrow([choice], slot.text).length), done: false };
    this.#asked = asked;
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.#lookUp(frame, asked), AUTOCOMPLETE_AFTER);
    return asked.choices;
  }

  async #lookUp(frame, asked) {
    const answer = await this.ask(frame).catch(() => ({}));
    asked.choices = answer.choices ?? [];
    asked.done = true;
    // Outdated suggestions are ignored.
    if (this.#asked === asked && !this.#moved) this.refresh();
  }

  #partial(parsed, focused) {
    return parsed.slots.flatMap((slot) => {
      const { name, type } = slot.option;
      if (slot === focused) return [{ name, type, value: slot.text, focused: true }];
      const { value, error } = wireValue(slot, this.scene.words, this.#known(slot.option) !== null);
      return error || !slot.text ? [] : [{ name, type, value }];
    });
  }

  #key(event) {
    if (event.isComposing || event.ctrlKey || event.altKey || event.metaKey) return;
    const act = { Enter: () => this.#enter(), Tab: () => this.#tab(event), Escape: () => this.#escape() }[event.key];
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (act) {
      if (act() !== false) event.preventDefault();
    } else if (step && this.palette.visible) {
      event.preventDefault();
      this.#moved = true;
      this.palette.move(step);
    } else if (event.key === "ArrowUp" && !this.input.value && this.#last) {
      event.preventDefault();
      this.write(this.#last);
    } else if (["ArrowLeft", "ArrowRight", "Home", "End"].includes(event.key)) {
      setTimeout(() => this.refresh());
    }
  }

  #escape() {
    if (!this.palette.visible) return false;
    this.#closed = true;
    this.palette.hide();
  }

  #tab(event) {
    if (event.shiftKey || !this.palette.visible) return false;
    const item = this.palette.selected ?? this.palette.items[0];
    if (item) return this.#take(item);
    const { parsed, slot } = this.#stage;
    const next = parsed.leaf && remaining(parsed)[0];
    if (!next || !slot?.text) return false;
    this.write(`${this.input.value.trimEnd()} ${next.local}:`);
  }

  #enter() {
    if (!this.palette.visible) return this.#submit();
    const { selected } = this.palette;
    const { kind, parsed, slot } = this.#stage;
    if (!selected || this.#saysItAlready(selected, kind, slot, parsed)) return this.#advance(parsed);
    this.#take(selected);
  }

  /** Returns true if the line already contains the selected item, so that Enter submits the line. */
  #saysItAlready(item, kind, slot, parsed) {
    if (this.#moved) return false;
    if (kind === "command") return item.leaf === parsed.leaf && missing(parsed).length === 0;
    return item.kind === "choice" && slot.text !== "" && (slot.pick !== null || !this.#known(slot.option));
  }

  /** Appends the next required option, or submits the line. */
  #advance(parsed) {
    const [next] = parsed.leaf ? missing(parsed) : [];
    const open = parsed.slots.some(({ option, text }) => option === next && !text);
    if (next && !open) this.write(`${this.input.value.trimEnd()} ${next.local}:`);
    else this.#submit();
  }

  #take(item) {
    const line = this.input.value;
    if (item.kind === "command") {
      const first = item.leaf.options.find(({ required }) => required);
      this.write(`/${item.leaf.local} ${first ? `${first.local}:` : ""}`);
    } else if (item.kind === "option") {
      this.write(`${line.slice(0, item.from).trimEnd()} ${item.option.local}:`);
    } else {
      this.#takeChoice(item, line);
    }
  }

  #takeChoice({ choice, slot }, line) {
    const name = this.#writable(choice);
    this.#picks.set(slot.option.name, { ...choice, name });
    const before = `${line.slice(0, slot.from).trimEnd()} ${slot.option.local}:${name} `;
    const after = line.slice(slot.to).trimStart();
    const [next] = after ? [] : missing(this.#parse(before));
    this.write(before + (next ? `${next.local}:` : after));
  }

  /** Returns the text of a choice for the line: without emoji, unless two choices differ only in emoji. */
  #writable({ name }) {
    const bare = unpictured(name);
    const alike = this.#stage.items.filter(({ title }) => unpictured(title) === bare);
    return bare && alike.length < 2 ? bare : name;
  }

  /**
   * Replaces typed text by the bot's suggestion, if the suggestions for this text are known and unambiguous.
   */
  #settle(parsed) {
    for (const slot of parsed.slots) {
      if (slot.pick || !slot.option.autocomplete) continue;
      const asked = this.#asked;
      const key = JSON.stringify({ do: "autocomplete", path: parsed.leaf.path, options: this.#partial(parsed, slot) });
      if (asked.key !== key || !asked.done) continue;
      slot.pick = asked.choices.find((choice) => sameChoice(choice, slot.text)) ?? (asked.choices.length === 1 ? asked.choices[0] : null);
    }
  }

  async #submit() {
    const line = this.input.value.trim();
    if (!line) return;
    if (!line.startsWith("/")) {
      if (this.say(line)) this.#clear();
      else this.refuse(this.scene.words.notConnected);
      return;
    }
    const parsed = this.#parse(line);
    if (parsed.leaf) this.#settle(parsed);
    const { path, options, error } = invocation(parsed, line, this.scene.words, this.#known);
    if (error) {
      const wrong = firstWrong(parsed, this.scene.words, this.#known);
      if (wrong) this.#placeCaret(wrong.slot.to);
      this.refuse(error);
      return;
    }
    this.#last = line;
    this.#clear();
    const failure = await this.invoke(path, options);
    if (failure && !this.input.value) this.input.value = line;
  }

  #clear() {
    this.input.value = "";
    this.#picks.clear();
    this.#asked = { key: null, choices: [], done: true };
    this.#typed();
  }
}
