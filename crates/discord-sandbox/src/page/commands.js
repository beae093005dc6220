// Registered commands and the parser for a typed command line. Independent of the DOM.

export const TYPE = { sub: 1, group: 2, string: 3, integer: 4, boolean: 5, user: 6, channel: 7, number: 10 };

/** Returns a name, description or label in a locale, from fields such as `name` and `name_localizations`. */
export const localized = (thing, field, locale) => {
  const all = thing[`${field}_localizations`] ?? {};
  return all[locale] ?? all[locale?.split("-")[0]] ?? thing[field] ?? "";
};

const fold = (text) => String(text).normalize("NFC").toLowerCase();

/**
 * Returns all invocable commands with subcommands flattened, as `{path, title, local, description, options}`.
 * `title` is the full name, e.g. "poll create", and `local` the localized full name.
 */
export function leaves(commands, locale) {
  const walk = (thing, path, local) => {
    const here = [...path, thing.name];
    const shown = [...local, localized(thing, "name", locale)];
    const inner = (thing.options ?? []).filter(({ type }) => type === TYPE.sub || type === TYPE.group);
    if (inner.length) return inner.flatMap((each) => walk(each, here, shown));
    const options = (thing.options ?? []).map((option) => ({
      ...option,
      local: localized(option, "name", locale),
      text: localized(option, "description", locale),
    }));
    const description = localized(thing, "description", locale);
    return [{ path: here, title: here.join(" "), local: shown.join(" "), description, options }];
  };
  return commands.filter(({ type }) => (type ?? 1) === 1).flatMap((command) => walk(command, [], []));
}

/**
 * Returns the commands that match the text after the slash: by start of the name, part of the name,
 * description.
 */
export function search(all, query) {
  const wanted = fold(query).trim().replace(/\s+/g, " ");
  const rank = ({ title, local, description }) => {
    const names = [fold(title), fold(local)];
    if (names.some((name) => name === wanted)) return 0;
    if (names.some((name) => name.startsWith(wanted))) return 1;
    if (names.some((name) => name.includes(wanted))) return 2;
    return fold(description).includes(wanted) ? 3 : 4;
  };
  return all
    .map((leaf) => ({ leaf, rank: rank(leaf) }))
    .filter((each) => each.rank < 4)
    .sort((a, b) => a.rank - b.rank)
    .map(({ leaf }) => leaf);
}

const escape = (text) => text.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");

function findLeaf(line, all) {
  const candidates = all.flatMap((leaf) => [...new Set([leaf.title, leaf.local])].map((title) => ({ leaf, title })));
  candidates.sort((a, b) => b.title.length - a.title.length);
  for (const { leaf, title } of candidates) {
    const words = title.split(" ").map(escape).join("\\s+");
    const found = line.match(new RegExp(`^/${words}(\\s+|$)`, "iu"));
    if (found) return { leaf, end: found[0].length, open: found[1] === "" };
  }
  return null;
}

/**
 * Parses a command line. `picks` maps option names to selected choices, `known(option)` returns the fixed
 * choices of an option, or null. Returns `{leaf, open, slots: [{option, text, pick, from, to}], loose: {text,
 * from}}`. `open` is true while the command name may still be incomplete, and `loose` is the text that
 * belongs to no option.
 */
export function parse(line, all, picks = new Map(), known = () => null) {
  const found = findLeaf(line, all);
  if (!found) return { leaf: null, slots: [], loose: { text: line.slice(1), from: 1 } };
  const { leaf, end, open } = found;
  const marks = markers(line, end, leaf.options);
  const slots = [];
  const strays = [];
  let looseFrom = line.length;
  const head = line.slice(end, marks[0]?.from ?? line.length);
  const taker = positional(leaf, marks, head);
  if (taker) marks.unshift({ option: taker, from: end, value: end });
  else if (head.trim()) {
    strays.push(head.trim());
    if (!marks.length) looseFrom = end;
  }
  marks.forEach((mark, index) => {
    const stop = marks[index + 1]?.from ?? line.length;
    const { slot, rest, restFrom } = readSlot(line, mark, stop, picks, known);
    slots.push(slot);
    if (rest) strays.push(rest);
    if (index === marks.length - 1) looseFrom = restFrom;
  });
  return { leaf, open, slots, loose: { text: strays.join(" "), from: looseFrom } };
}

/** Finds every `name:` of an option that follows white space. */
function markers(line, start, options) {
  const names = options.flatMap((option) => [...new Set([option.name, option.local])].map((name) => ({ name, option })));
  if (!names.length) return [];
  const pattern = new RegExp(`(?<=\\s)(${names.map(({ name }) => escape(name)).join("|")}):`, "giu");
  pattern.lastIndex = start;
  const seen = new Set();
  return [...line.matchAll(pattern)].flatMap((hit) => {
    const { option } = names.find(({ name }) => fold(name) === fold(hit[1]));
    if (hit.index < start || seen.has(option)) return [];
    seen.add(option);
    return [{ option, from: hit.index, value: hit.index + hit[0].length }];
  });
}

/** Returns the option whose name may be omitted: the only one, or the only required one. */
function positional(leaf, marks, head) {
  const required = leaf.options.filter((option) => option.required);
  const only = leaf.options.length === 1 ? leaf.options[0] : required.length === 1 ? required[0] : null;
  if (!only || marks.some(({ option }) => option === only)) return null;
  return head.trim() || (only.required && !marks.length) ? only : null;
}

function readSlot(line, { option, from, value }, stop, picks, known) {
  const raw = line.slice(value, stop);
  const lead = raw.length - raw.trimStart().length;
  const body = raw.slice(lead);
  const { length, pick } = extent(option, body, picks.get(option.name), known(option));
  const to = value + lead + length;
  const slot = { option, text: body.slice(0, length).trimEnd(), pick, from, value, to };
  return { slot, rest: line.slice(to, stop).trim(), restFrom: to };
}

/**
 * Returns the extent of an option's value: the whole name of a choice, one word for a number, otherwise all
 * text.
 */
function extent(option, body, picked, choices) {
  const starts = (text) => fold(body).startsWith(fold(text)) && /^(\s|$)/.test(body.slice(String(text).length));
  if (picked && starts(picked.name)) return { length: picked.name.length, pick: picked };
  const names = (choices ?? []).flatMap((choice) => [choice.name, `@${choice.name}`, String(choice.value)].map((name) => ({ name, choice })));
  names.sort((a, b) => b.name.length - a.name.length);
  const hit = names.find(({ name }) => starts(name));
  if (hit) return { length: hit.name.length, pick: hit.choice };
  if ([TYPE.integer, TYPE.number].includes(option.type)) return { length: body.match(/^\S*/)[0].length, pick: null };
  return { length: body.length, pick: null };
}

/** Returns the required options without a value. */
export const missing = ({ leaf, slots }) =>
  leaf.options.filter((option) => option.required && !slots.some((slot) => slot.option === option && slot.text));

/** Returns the options without a slot, required ones first. */
export function remaining({ leaf, slots }) {
  const rest = leaf.options.filter((option) => !slots.some((slot) => slot.option === option));
  return [...rest.filter(({ required }) => required), ...rest.filter(({ required }) => !required)];
}

/** Converts the text of a slot to the value sent to the server: `{value}`, or `{error}` with a message. */
export function wireValue({ option, text, pick }, words, hasChoices) {
  if (pick) return { value: pick.value };
  if (hasChoices) return { error: words.badValue(option.local, text) };
  if (option.type !== TYPE.integer && option.type !== TYPE.number) {
    const { min_length: least, max_length: most } = option;
    const length = [...text].length;
    return length < (least ?? 0) || length > (most ?? Infinity) ? { error: words.badLength(option.local, least ?? 0, most ?? 6000) } : { value: text };
  }
  const number = Number(text.replace(",", "."));
  if (Number.isNaN(number) || (option.type === TYPE.integer && !Number.isInteger(number))) {
    return { error: words.notNumber(option.local) };
  }
  const { min_value: min, max_value: max } = option;
  if (number < (min ?? -Infinity) || number > (max ?? Infinity)) return { error: words.outOfRange(option.local, min, max) };
  return { value: number };
}

/** Converts a parsed line to an invocation `{path, options}`, or returns `{error}`. */
export function invocation(parsed, line, words, known) {
  const { leaf, slots, loose } = parsed;
  if (!leaf) return { error: words.unknownCommand(line) };
  const [lacking] = missing(parsed);
  if (lacking) return { error: words.missing(lacking.local) };
  if (loose.text) return { error: words.stray(loose.text) };
  const options = [];
  for (const slot of slots.filter(({ text }) => text)) {
    const { value, error } = wireValue(slot, words, known(slot.option) !== null);
    if (error) return { error };
    options.push({ name: slot.option.name, type: slot.option.type, value });
  }
  return { path: leaf.path, options };
}

/** Returns the localized fixed choices of an option (its choices, booleans, users or channels), or null. */
export function fixedChoices(option, { locale, words, users, channels }) {
  const named = (list) => list.map(({ id, name }) => ({ name, value: id }));
  if (option.choices?.length) {
    return option.choices.map((choice) => ({ name: localized(choice, "name", locale), value: choice.value }));
  }
  if (option.type === TYPE.boolean) return [{ name: words.yes, value: true }, { name: words.no, value: false }];
  if (option.type === TYPE.user) return named(users);
  if (option.type === TYPE.channel) return named(channels);
  return null;
}

/** Returns the choices that match the typed text, those that start with it first. */
export function narrow(choices, text) {
  const wanted = fold(text).replace(/^@/, "");
  const starts = choices.filter(({ name, value }) => fold(name).startsWith(wanted) || fold(value).startsWith(wanted));
  const inside = choices.filter((choice) => !starts.includes(choice) && fold(choice.name).includes(wanted));
  return [...starts, ...inside];
}

export const sameChoice = ({ name, value }, text) => fold(name) === fold(text) || fold(value) === fold(text);
