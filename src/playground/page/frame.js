// Everything around the log: channels, people, shortcuts, whether we are connected.

import { avatar, byId, h } from "/assets/dom.js";
import { patch } from "/assets/morph.js";

/** The sides and the top, in the language of the person. */
export function drawFrame(scene) {
  const { world, words, locale } = scene;
  const channel = scene.channelName(world.channel) ?? "";
  document.documentElement.lang = locale;
  document.title = `#${channel} · ${world.guild.name} · ${scene.you?.name ?? ""}`;
  byId("guild").textContent = world.guild.name;
  byId("explain").textContent = words.explain;
  byId("channel").textContent = `# ${channel}`;
  patch(byId("channels"), ...world.channels.map((each) => channelRow(each, scene)));
  drawBot(scene);
  drawPeople(scene);
  const input = byId("input");
  input.placeholder = words.write(channel);
  const labels = {
    input: words.write(channel),
    send: words.send,
    slash: words.slash,
    log: words.messages(channel),
    side: words.channels,
    "open-side": words.openChannels,
    people: words.people,
    locale: words.language,
    shortcuts: words.shortcuts,
  };
  for (const [id, label] of Object.entries(labels)) byId(id).setAttribute("aria-label", label);
  byId("newer").textContent = words.newer;
}

function channelRow({ id, name }, { world, unread }) {
  const current = id === world.channel;
  const attributes = { type: "button", "data-channel": id, "aria-current": current && "page", class: unread.has(id) ? "unread" : null };
  return h("li", { "data-key": id }, h("button", attributes, h("span", { "aria-hidden": "true" }, "# "), name));
}

function drawBot({ world, words }) {
  const { name, online } = world.bot;
  const status = online ? "online" : "offline";
  byId("bot").dataset.status = status;
  patch(byId("bot"), h("i", { "aria-hidden": "true" }), `${name} ${words[status]}`);
}

function drawPeople({ world, you, words, locale }) {
  patch(byId("you"), ...words.you(h("strong", {}, you?.name ?? "")));
  patch(byId("people"), ...world.people.map((person) => personButton(person, person.id === world.you)));
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

/** In an empty channel: what to do first. */
export function drawWelcome({ world, words }, shown) {
  const box = byId("welcome");
  box.hidden = !shown;
  if (!shown) return;
  const channel = world.channels.find(({ id }) => id === world.channel)?.name ?? "";
  patch(
    box,
    h("h2", {}, words.welcome(channel)),
    h("p", {}, world.shortcuts.length ? words.welcomeText : words.welcomeBare),
    h("div", { class: "big" }, ...world.shortcuts.map(shortcut)),
  );
}

/** Beside the input box, once there is something to read. */
export function drawShortcuts({ world }, shown) {
  const box = byId("shortcuts");
  box.hidden = !shown || world.shortcuts.length === 0;
  patch(box, ...(shown ? world.shortcuts.map(shortcut) : []));
}

const shortcut = ({ label }, index) => h("button", { type: "button", class: "shortcut", "data-shortcut": index }, label);

/** The thin bar while there is no connection; nobody can be online then. */
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
