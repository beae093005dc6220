// The page: shows one channel to one of the simulated users. It works with any bot.

import { Announcer } from "/assets/announcer.js";
import { Apps } from "/assets/apps.js";
import { Composer } from "/assets/composer.js";
import { byId } from "/assets/dom.js";
import { drawFrame, drawShortcuts, drawStatus, drawWelcome, place } from "/assets/frame.js";
import { listenToKeys } from "/assets/keyboard.js";
import { Menu } from "/assets/menu.js";
import { MessageList } from "/assets/messages.js";
import { openModal } from "/assets/modal.js";
import { Socket } from "/assets/socket.js";
import { tick } from "/assets/time.js";
import { words } from "/assets/words.js";

/** World before the first frame from the server. */
const NOWHERE = { guild: { id: "", name: "" }, channels: [], channel: "", users: [], you: "", bot: { id: "", name: "", online: false }, commands: [], shortcuts: [] };

/** Message flag of a deferred response. */
const LOADING = 128;

/** Id of the placeholder message for a pending command, sorted after all messages. */
const PENDING = "9".repeat(24);

/** Milliseconds after which a pending command is displayed. */
const SLOW = 400;

/** Current state for all drawing functions. */
const scene = {
  world: NOWHERE,
  unread: new Set(),
  get you() {
    return this.world.users.find(({ id }) => id === this.world.you);
  },
  get locale() {
    return this.you?.locale || "en-US";
  },
  get words() {
    return words(this.locale);
  },
  personName(id) {
    return [...this.world.users, this.world.bot].find((each) => each.id === id)?.name;
  },
  channelName(id) {
    return this.world.channels.find((each) => each.id === id)?.name;
  },
};

/** Id of the user to whom a switch was requested and not yet confirmed. */
let becoming = null;

/** Id of the user whose language was last sent on this connection. */
let toldFor = null;

/**
 * Languages by user name as {given, chosen}, kept in the browser because the server forgets the choice on
 * restart. The choice applies only while the server's default is the same as when the choice was made.
 */
const remembered = {
  get: (name) => {
    try {
      return JSON.parse(localStorage.getItem(`language of ${name}`)) ?? {};
    } catch {
      return {}; // storage may be disabled
    }
  },
  set: (name, languages) => {
    try {
      localStorage.setItem(`language of ${name}`, JSON.stringify(languages));
    } catch {
      // the choice lasts until the page is reloaded
    }
  },
};

const nameInAddress = () => {
  try {
    return decodeURIComponent(location.hash.slice(1));
  } catch {
    return "";
  }
};

// --- Requests to the server. Each resolves with an error message or null.

/** Sends a request. `silence` is the error message for a bot that did not respond within three seconds. */
async function asked(frame, silence = scene.words.failed) {
  try {
    const answer = await socket.ask(frame);
    if (answer.type !== "response" || answer.ok) return null;
    return answer.unanswered ? silence : answer.error || scene.words.failed;
  } catch {
    return scene.words.notConnected;
  }
}

async function invoke(path, options) {
  const form = byId("composer");
  refuse(null);
  list.toEnd();
  form.setAttribute("aria-busy", "true");
  const slow = setTimeout(() => list.put(pending(path)), SLOW);
  const error = await asked({ do: "command", path, options: options ?? [] }, scene.words.noAnswer);
  clearTimeout(slow);
  list.remove(PENDING);
  form.removeAttribute("aria-busy");
  if (error) refuse(`/${path.join(" ")}: ${error}`);
  return error;
}

async function chooseEntry({ kind, target, name }) {
  refuse(null);
  list.toEnd();
  const error = await asked({ do: "menu", kind, target, name }, scene.words.noAnswer);
  if (error) refuse(`${name}: ${error}`);
}

/** Returns the placeholder message for a pending command. */
function pending(path) {
  const { bot, you } = scene.world;
  const name = path.join(" ");
  const user = { id: you, username: scene.you?.name ?? "" };
  const author = { id: bot.id, username: bot.name, bot: true };
  return { id: PENDING, pending: true, author, flags: LOADING, timestamp: new Date().toISOString(), interaction: { name, user } };
}

function say(text) {
  list.toEnd();
  return socket.send({ do: "post", text });
}

function refuse(sentence) {
  const line = byId("refusal");
  line.hidden = !sentence;
  line.textContent = sentence ?? "";
}

function dismiss(id) {
  socket.send({ do: "dismiss", message: id });
  list.remove(id);
  showEmptiness();
}

// --- Frames from the server.

const heard = {
  world(frame) {
    const { type, ...world } = frame;
    const wanted = world.users.find(({ name }) => name === nameInAddress());
    if (wanted && wanted.id !== world.you) {
      if (becoming !== wanted.id) become(wanted);
      return;
    }
    becoming = null;
    const before = { you: scene.world.you, locale: scene.locale };
    scene.world = world;
    history.replaceState(null, "", `#${encodeURIComponent(scene.you?.name ?? "")}`);
    if (before.you !== world.you) list.replaceAll([]);
    else if (before.locale !== scene.locale) list.redraw();
    if (toldFor !== world.you) recallLanguage();
    refresh();
  },
  messages({ channel, messages }) {
    if (becoming) return;
    scene.world = { ...scene.world, channel };
    scene.unread.delete(channel);
    list.replaceAll(messages);
    refresh();
  },
  message({ message }) {
    if (becoming) return;
    if (message.channel_id === scene.world.channel) list.put(message);
    else scene.unread.add(message.channel_id);
    refresh();
  },
  deleted({ id }) {
    list.remove(id);
    showEmptiness();
  },
  modal({ modal }) {
    openModal(modal, scene.words, (custom_id, fields) => asked({ do: "modal", custom_id, fields }));
  },
};

function recallLanguage() {
  toldFor = scene.world.you;
  const { given, chosen } = remembered.get(scene.you?.name);
  if (given === scene.locale && chosen !== given) speak(chosen);
}

function chooseLanguage(chosen) {
  const name = scene.you?.name;
  const before = remembered.get(name);
  const given = before.chosen === scene.locale ? before.given : scene.locale;
  remembered.set(name, { given, chosen });
  speak(chosen);
}

function speak(locale) {
  socket.send({ do: "locale", locale });
  scene.world.users = scene.world.users.map((each) => (each.id === scene.world.you ? { ...each, locale } : each));
  list.redraw();
}

function become(person) {
  becoming = person.id;
  socket.send({ do: "hello", user: person.id });
}

function refresh() {
  drawFrame(scene);
  showEmptiness();
  // Names, because ids may differ after a restart of the server.
  if (scene.you) composer.showDraft(`${scene.you.name} ${place(scene.world)}`);
  composer.refresh();
}

function showEmptiness() {
  const known = scene.world !== NOWHERE;
  drawWelcome(scene, known && list.empty);
  drawShortcuts(scene, known && !list.empty, (text) => list.offers(text));
}

// --- Components of the page.

const announcer = new Announcer();

const menu = new Menu({ scene, choose: (...choice) => list.choose(...choice) });

const apps = new Apps({ scene, menu, run: chooseEntry });

const list = new MessageList({
  scene,
  menu,
  apps,
  dismiss,
  press: (message, custom_id) => asked({ do: "press", message, custom_id }),
  select: (message, custom_id, values) => asked({ do: "select", message, custom_id, values }),
  typeLine: (line) => composer.write(line),
  announce: (...news) => announcer.say(...news),
});

const socket = new Socket(`${location.protocol === "https:" ? "wss" : "ws"}://${location.host}/playground/socket`, {
  // The frame names no user: after a restart of the server ids may differ, but the name in the address is
  // still valid.
  greet: () => {
    becoming = null;
    toldFor = null;
    return { do: "hello" };
  },
  hear: (frame) => heard[frame.type]?.(frame),
  state: (state) => {
    drawStatus(scene, state);
    if (state === "open") refuse(null);
  },
});

const composer = new Composer({ scene, ask: (frame) => socket.ask(frame), invoke, say, refuse });

// --- Clicks outside the log.

function pressed({ target }) {
  const button = target.closest("button");
  if (!button) return;
  const { person, channel, shortcut } = button.dataset;
  if (person) location.hash = encodeURIComponent(person);
  else if (channel) {
    socket.send({ do: "channel", id: channel });
    openSide(false);
  } else if (shortcut) {
    const { path, options } = scene.world.shortcuts[Number(shortcut)];
    invoke(path, options);
  }
}

function openSide(open) {
  byId("frame").classList.toggle("side-open", open);
  byId("shade").hidden = !open;
  byId("open-side").setAttribute("aria-expanded", String(open));
  if (open) byId("channels").querySelector("button")?.focus();
  else if (byId("side").contains(document.activeElement)) byId("open-side").focus();
}

for (const id of ["people", "channels", "welcome", "shortcuts"]) byId(id).addEventListener("click", pressed);
byId("people").addEventListener("contextmenu", (event) => {
  const trigger = event.target.closest("[data-person]");
  if (trigger && apps.ofUser(trigger, trigger.dataset.person)) event.preventDefault();
});
byId("open-side").addEventListener("click", () => openSide(!byId("frame").classList.contains("side-open")));
byId("shade").addEventListener("click", () => openSide(false));
byId("side").addEventListener("keydown", ({ key }) => key === "Escape" && openSide(false));
byId("locale").addEventListener("change", ({ target }) => {
  chooseLanguage(target.value);
  refresh();
});
addEventListener("hashchange", () => {
  const person = scene.world.users.find(({ name }) => name === nameInAddress());
  if (person && person.id !== scene.world.you) become(person);
});
listenToKeys();
tick(() => scene.locale);
