// Everything around the log: channels, users, shortcuts and connection status.

import { localized } from "/assets/commands.js";
import { avatar, byId, h } from "/assets/dom.js";
import { pictured } from "/assets/emoji.js";
import { patch } from "/assets/morph.js";

const DIRECT = 1;

/** Returns the display name of the current channel: "#general", or "@Bot" for direct messages. */
export const place = ({ channels, channel }) => {
  const here = channels.find(({ id }) => id === channel);
  return here ? (here.type === DIRECT ? here.name : `#${here.name}`) : "";
};

/** Draws the side bar and the header in the user's language. */
export function drawFrame(scene) {
  const { world, words, locale } = scene;
  const here = place(world);
  document.documentElement.lang = locale;
  document.title = `${here} · ${world.guild.name} · ${scene.you?.name ?? ""}`;
  byId("guild").textContent = world.guild.name;
  byId("explain").textContent = words.explain;
  byId("channel").textContent = here.replace(/^#/, "# ");
  patch(byId("channels"), ...world.channels.map((each) => channelRow(each, scene)));
  drawBot(scene);
  drawPeople(scene);
  const input = byId("input");
  input.placeholder = words.write(here);
  const labels = {
    input: words.write(here),
    send: words.send,
    slash: words.slash,
    log: words.messages(here),
    side: words.channels,
    "open-side": words.openChannels,
    people: words.people,
    locale: words.language,
    shortcuts: words.shortcuts,
  };
  for (const [id, label] of Object.entries(labels)) byId(id).setAttribute("aria-label", label);
  byId("newer").textContent = words.newer;
}

function channelRow({ id, name, type }, { world, unread }) {
  const current = id === world.channel;
  const attributes = { type: "button", "data-channel": id, "aria-current": current && "page", class: unread.has(id) ? "unread" : null };
  return h("li", { "data-key": id }, h("button", attributes, type !== DIRECT && h("span", { "aria-hidden": "true" }, "# "), name));
}

function drawBot({ world, words }) {
  const { name, online } = world.bot;
  const status = online ? "online" : "offline";
  byId("bot").dataset.status = status;
  patch(byId("bot"), h("i", { "aria-hidden": "true" }), `${name} ${words[status]}`);
}

function drawPeople({ world, you, words, locale }) {
  patch(byId("you"), ...words.you(h("strong", {}, you?.name ?? "")));
  patch(byId("people"), ...world.users.map((person) => personButton(person, person.id === world.you)));
  const select = byId("locale");
  if (![...select.options].some(({ value }) => value === locale)) select.append(h("option", { value: locale }, locale));
  select.value = locale;
}

const personButton = ({ id, name }, pressed) =>
  h(
    "button",
    { type: "button", "data-key": id, "data-person": name, "aria-pressed": String(pressed), title: name },
    avatar(id, name),
    h("span", { class: "person-name" }, name),
  );

/**
 * Returns the buttons of the shortcuts whose commands are available in the channel. `offers(text)` returns
 * true if a component whose custom id contains the text is enabled there.
 */
const available = ({ world, locale }, offers) => {
  const known = ({ path }) => !world.commands.length || world.commands.some(({ name }) => name === path[0]);
  const shown = (each) => known(each) && !(each.hidden_by && offers(each.hidden_by));
  return world.shortcuts.flatMap((each, index) => (shown(each) ? [shortcut(each, index, locale)] : []));
};

/** Draws the welcome text with shortcuts, which an empty channel shows. */
export function drawWelcome(scene, shown) {
  const { world, words } = scene;
  const box = byId("welcome");
  box.hidden = !shown;
  if (!shown) return;
  const shortcuts = available(scene, () => false);
  patch(
    box,
    h("h2", {}, words.welcome(place(world))),
    h("p", {}, shortcuts.length ? words.welcomeText : words.welcomeBare),
    h("div", { class: "big" }, ...shortcuts),
  );
}

/**
 * Draws the shortcuts above the input box, which a channel with messages shows. `offers(text)` returns true if a
 * component whose custom id contains the text is enabled there.
 */
export function drawShortcuts(scene, shown, offers) {
  const box = byId("shortcuts");
  const shortcuts = shown ? available(scene, offers) : [];
  box.hidden = shortcuts.length === 0;
  patch(box, ...shortcuts);
}

const shortcut = (data, index, locale) =>
  h("button", { type: "button", class: "shortcut", "data-shortcut": index }, pictured(localized(data, "label", locale)));

/** Draws the connection status. Without a connection, the bot is displayed as offline. */
export function drawStatus({ world, words }, state) {
  const bar = byId("connection");
  if (state === "open") {
    bar.hidden = true;
    return;
  }
  drawBot({ world: { bot: { ...world.bot, online: false } }, words });
  bar.textContent = state === "lost" || !bar.hidden ? words.lost : words.connecting;
  bar.hidden = false;
}
