// Keys pressed outside the input box: letters focus the input box, arrow keys move through the messages.

import { byId } from "/assets/dom.js";

/** Selector of elements that handle keys themselves. */
const OWN_KEYS = "input, textarea, select, #menu *, dialog, dialog *";

const STEPS = { ArrowDown: 1, ArrowUp: -1 };

export function listenToKeys() {
  document.addEventListener("keydown", (event) => {
    const { target, key } = event;
    if (event.defaultPrevented || event.isComposing || event.ctrlKey || event.altKey || event.metaKey) return;
    if (target.matches(OWN_KEYS)) return;
    if (key.length === 1 && key !== " ") byId("input").focus();
    else if (key === "Escape" && byId("log").contains(target)) byId("input").focus();
    else if (STEPS[key] && step(target, STEPS[key])) event.preventDefault();
  });
}

/** Moves the focus to the next or previous message. From the log itself, the last message is focused. */
function step(from, by) {
  const all = [...byId("messages").children];
  const at = all.indexOf(from);
  const next = at < 0 ? from === byId("log") && by < 0 && all.at(-1) : all[at + by];
  if (!next) return false;
  next.focus({ preventScroll: true });
  next.scrollIntoView({ block: "nearest" });
  return true;
}
