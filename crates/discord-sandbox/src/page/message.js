// Renders a message.

import { avatar, dots, h } from "/assets/dom.js";
import { appsButton } from "/assets/apps.js";
import { leaves } from "/assets/commands.js";
import { rows } from "/assets/components.js";
import { extras } from "/assets/embeds.js";
import { pictured } from "/assets/emoji.js";
import { blocks, inline } from "/assets/markdown.js";
import { posted, written } from "/assets/time.js";

const EPHEMERAL = 64;
const LOADING = 128;

export const nameOf = (user) => user.global_name || user.username;

/**
 * Renders a message. `state` has compact (same author as the previous message), newDay, failure (error
 * message or undefined), answered (the message replied to, if it is displayed), and waiting and chosen as in
 * `rows`.
 */
export function article(message, scene, state) {
  const name = nameOf(message.author);
  const ephemeral = Boolean(message.flags & EPHEMERAL);
  const date = new Date(message.timestamp);
  return h(
    "article",
    {
      class: ["message", state.compact && "compact", ephemeral && "ephemeral"].filter(Boolean).join(" "),
      tabindex: "-1",
      "data-key": message.id,
      "data-message-id": message.id,
      "aria-label": `${name}, ${posted(date, scene.locale, scene.words)}`,
      "data-author": name,
      "data-ephemeral": ephemeral && "true",
    },
    state.newDay && h("div", { class: "day" }, h("span", {}, written(date, "D", scene.locale))),
    contextLine(message, scene, state),
    state.compact ? small(date, scene) : avatar(message.author.id, name),
    h(
      "div",
      { class: "body" },
      state.compact ? null : byline(message, name, date, scene),
      content(message, name, scene),
      extras(message, scene),
      rows(message.components, { ...state, scene }),
      state.failure && h("p", { class: "failure", role: "alert" }, state.failure),
      ephemeral && privateLine(scene),
    ),
    appsButton(message, scene),
  );
}

function contextLine({ interaction, message_reference: reference }, scene, { answered }) {
  if (interaction) {
    const who = nameOf(interaction.user);
    const parts = scene.words.used(h("span", { class: "who" }, who), h("span", { class: "command" }, `/${nameOfCommand(interaction.name, scene)}`));
    return h("div", { class: "context" }, avatar(interaction.user.id, who), h("span", {}, parts));
  }
  if (!reference || !answered) return null;
  const text = answered.content || answered.embeds?.[0]?.title || "…";
  const [snippet] = text.replace(/^(#{1,3}|-#|>) +/, "").split("\n");
  const who = nameOf(answered.author);
  return h(
    "div",
    { class: "context" },
    avatar(answered.author.id, who),
    h("span", { class: "quoted" }, h("span", { class: "unseen" }, `${scene.words.reply} `), h("span", { class: "who" }, who), " ", inline(snippet, scene)),
  );
}

/** Returns the name of a command in the user's language, or the given name if the command is not known. */
const nameOfCommand = (name, { world, locale }) => leaves(world.commands, locale).find(({ title }) => title === name)?.local ?? name;

/** Renders the time of a compact message, which is visible while the message is hovered or focused. */
const small = (date, { locale }) => h("time", { class: "aside", datetime: date.toISOString(), title: written(date, "F", locale) }, written(date, "t", locale));

const byline = ({ author }, name, date, scene) =>
  h(
    "div",
    { class: "byline" },
    h("span", { class: "name" }, pictured(name)),
    author.bot && h("span", { class: "app" }, scene.words.app),
    h("time", { datetime: date.toISOString(), title: written(date, "F", scene.locale) }, posted(date, scene.locale, scene.words)),
  );

function content(message, name, scene) {
  if (message.flags & LOADING) return h("div", { class: "thinking" }, dots(), " ", message.pending ? scene.words.sending : scene.words.thinking(name));
  const edited = message.edited_timestamp && h("span", { class: "edited" }, ` ${scene.words.edited}`);
  if (!message.content) return edited ? h("div", { class: "content" }, edited) : null;
  const parts = blocks(message.content, scene);
  const jumbo = parts.every(isJumbo) && "jumbo";
  const last = parts.at(-1);
  if (edited && last.matches(".lines, .subtext, .heading")) last.append(edited);
  else if (edited) parts.push(edited);
  return h("div", { class: ["content", jumbo].filter(Boolean).join(" ") }, parts);
}

/** Returns true if a line contains only emoji, which then are displayed large. */
const isJumbo = (part) =>
  part.matches(".lines") && part.querySelector(".emoji") !== null && part.textContent.trim() === "";

const privateLine = ({ words }) =>
  h(
    "div",
    { class: "private" },
    words.onlyYou,
    " · ",
    h("button", { type: "button", class: "dismiss", "data-dismiss": true }, words.dismiss),
  );
