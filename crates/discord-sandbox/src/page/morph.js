// Updates a DOM tree in place, so that focus, scroll position and loaded images survive an edit.

const keyOf = (node) => (node.nodeType === Node.ELEMENT_NODE ? node.getAttribute("data-key") : null);

const alike = (a, b) => a.nodeType === b.nodeType && a.nodeName === b.nodeName && keyOf(a) === keyOf(b);

/**
 * Makes `old` equal to `fresh` and keeps as many elements as possible. Both must be `alike`. Moves nodes out
 * of `fresh`.
 */
export function morph(old, fresh) {
  if (old.nodeType !== Node.ELEMENT_NODE) {
    if (old.data !== fresh.data) old.data = fresh.data;
    return;
  }
  // A revealed spoiler stays revealed while its text is unchanged.
  if (old.hasAttribute("data-revealed") && old.textContent === fresh.textContent) return;
  syncAttributes(old, fresh);
  syncChildren(old, fresh);
}

/** Replaces the children of `element` and keeps those that are alike. */
export function patch(element, ...children) {
  const fresh = element.cloneNode(false);
  fresh.append(...children);
  morph(element, fresh);
}

function syncAttributes(old, fresh) {
  for (const { name } of [...old.attributes]) {
    if (!fresh.hasAttribute(name)) old.removeAttribute(name);
  }
  for (const { name, value } of fresh.attributes) {
    if (old.getAttribute(name) === value) continue;
    if (name === "style") old.style.cssText = fresh.style.cssText;
    else old.setAttribute(name, value);
  }
}

function syncChildren(old, fresh) {
  let at = old.firstChild;
  for (const want of [...fresh.childNodes]) {
    const found = find(at, want);
    if (!found) {
      old.insertBefore(want, at);
      continue;
    }
    // Moving an element would remove its focus, so the elements before it are removed instead.
    while (at !== found) at = remove(at);
    morph(found, want);
    at = found.nextSibling;
  }
  while (at) at = remove(at);
}

function find(at, want) {
  if (!at || alike(at, want)) return at;
  if (keyOf(want) === null) return null;
  for (let node = at.nextSibling; node; node = node.nextSibling) {
    if (alike(node, want)) return node;
  }
  return null;
}

function remove(node) {
  const next = node.nextSibling;
  node.remove();
  return next;
}
