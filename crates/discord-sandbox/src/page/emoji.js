// Images of common emoji, so that the page needs no emoji font. The view box is 36 × 36. Other emoji remain
// text.

import { h } from "/assets/dom.js";

const HEART = "M18 33C6 24 2 18 2 11.5a8.5 8.5 0 0 1 16-4 8.5 8.5 0 0 1 16 4C34 18 30 24 18 33z";
const PAPER = "#eef0f4";
const INK = "#2b2d33";
const GOLD = "#f7c745";
const BLUE = "#3d85d8";

const disc = (x, y, r) => `M${x - r} ${y}a${r} ${r} 0 1 1 ${2 * r} 0a${r} ${r} 0 1 1 ${-2 * r} 0z`;
const box = (x, y, w, t, r = 0) =>
  `M${x + r} ${y}h${w - 2 * r}a${r} ${r} 0 0 1 ${r} ${r}v${t - 2 * r}a${r} ${r} 0 0 1 ${-r} ${r}h${2 * r - w}a${r} ${r} 0 0 1 ${-r} ${-r}v${2 * r - t}a${r} ${r} 0 0 1 ${r} ${-r}z`;
const star = (x, y, size) => {
  const corner = (index) => {
    const reach = index % 2 ? size * 0.42 : size;
    const angle = (index * Math.PI) / 5 - Math.PI / 2;
    return `${(x + reach * Math.cos(angle)).toFixed(1)} ${(y + reach * Math.sin(angle)).toFixed(1)}`;
  };
  return `M${[...Array(10).keys()].map(corner).join("L")}z`;
};

/** Returns a square tile. A part is `[path, fill]` or `[path, "none", stroke, width]`. */
const tile = (fill, ...parts) => [[box(1, 1, 34, 34, 6), fill], ...parts];
const lock = (shackle) => [
  [shackle, "none", "#aab3bf", 4],
  [box(6, 15, 24, 19, 4), GOLD],
  [`${disc(18, 22.5, 3)}M16.5 23h3l1 6h-5z`, "#8a5a12"],
];
const medal = (metal, edge, digit) => [
  ["M7 1h8l6 13h-7z", "#5a9be6"],
  ["M29 1h-8l-6 13h7z", "#3d74bd"],
  [disc(18, 23, 12), edge],
  [disc(18, 23, 9.5), metal],
  [digit, "none", "#5b3f12", 3],
];
const arrow = (path) => tile(BLUE, [path, PAPER]);
const mark = (colour, stroke, dot) => [
  [stroke, "none", colour, 6],
  [dot, colour],
];

const DRAWINGS = {
  "🔎": [
    ["M14 22L4 32", "none", "#8a5a12", 6],
    [disc(21, 15, 12), "#5b6470"],
    [disc(21, 15, 9), "#bfe3f7"],
    ["M16 12c1-3 4-5 7-4", "none", PAPER, 2.5],
  ],
  "🧮": [
    [box(2, 2, 32, 32, 3), "#a0652d"],
    [box(6, 6, 24, 24, 1), "#f6e7cf"],
    ["M6 11h24M6 18h24M6 25h24", "none", "#8a93a3", 1.6],
    [`${disc(10, 11, 3)}${disc(16, 11, 3)}${disc(26, 11, 3)}`, "#d6473c"],
    [`${disc(10, 18, 3)}${disc(20, 18, 3)}${disc(26, 18, 3)}`, GOLD],
    [`${disc(10, 25, 3)}${disc(16, 25, 3)}${disc(22, 25, 3)}`, BLUE],
  ],
  "📖": [
    ["M1 6l17 3 17-3v25l-17 3-17-3z", "#a0522d"],
    ["M3 6c5-2 11-1 15 2 4-3 10-4 15-2v22c-5-2-11-1-15 2-4-3-10-4-15-2z", PAPER],
    ["M18 8v22", "none", "#aab3bf", 2],
    ["M7 12c3-.5 5 0 8 1M7 17c3-.5 5 0 8 1M7 22c3-.5 5 0 8 1M29 12c-3-.5-5 0-8 1M29 17c-3-.5-5 0-8 1M29 22c-3-.5-5 0-8 1", "none", "#8a93a3", 1.6],
  ],
  "🌰": [
    ["M18 2c1.5 4 15 8 15 19 0 8-7 13-15 13S3 29 3 21C3 10 16.5 6 18 2z", "#9a5527"],
    ["M4 25c4-4 24-4 28 0-2 6-8 9-14 9S6 31 4 25z", "#e3b98a"],
    ["M9 19c0-4 2.5-7 6-9", "none", "#c98551", 2.5],
  ],
  "🍃": [
    ["M3 33C1 17 10 5 34 3c1 18-9 30-24 26z", "#5fb548"],
    ["M3 34C9 24 17 16 27 10", "none", "#dff3d0", 2.5],
    ["M14 21V12M18 17.5l9-.5", "none", "#dff3d0", 2],
  ],
  "🍀": [
    ["M18 18c2 6 3 10 8 16", "none", "#3f8f3a", 3.5],
    [`${disc(11, 11, 7.5)}${disc(25, 11, 7.5)}${disc(11, 23, 7.5)}${disc(25, 23, 7.5)}`, "#5fb548"],
    ["M11 10l14 14M25 10L11 24", "none", "#8fd57a", 2],
  ],
  "🌿": [
    ["M7 34C9 22 16 12 28 4", "none", "#3f8f3a", 3],
    ["M28 3c5 5 4 11-2 13-3-4-2-9 2-13zM20 9c-7-2-11 1-12 7 6 1 10-1 12-7zM24 18c2 6 0 11-7 12-2-6 1-11 7-12zM13 19c-6-1-9 2-10 7 5 1 9-1 10-7z", "#5fb548"],
  ],
  "♥": [[HEART, "#f2495c"]],
  "❤": [[HEART, "#f2495c"]],
  "♦": [["M18 1.5l13 16.5-13 16.5L5 18z", "#f2495c"]],
  "♠": [["M18 2c3 6 14 11 14 19a7 7 0 0 1-12 5c0 3 1 5 3.5 7.5h-11C15 31 16 29 16 26a7 7 0 0 1-12-5C4 13 15 8 18 2z", "#cfd6e6"]],
  "♣": [[`${disc(18, 10, 7.5)}${disc(9.5, 20.5, 7.5)}${disc(26.5, 20.5, 7.5)}M16 14h4v9c0 4 1 7 3.5 10.5h-11C15 30 16 27 16 23z`, "#cfd6e6"]],
  "🔔": [
    [disc(18, 4.5, 3), "#d99b20"],
    ["M18 4C9.5 4 8 11 8 17c0 6-2 8-5 11v2h30v-2c-3-3-5-5-5-11 0-6-1.5-13-10-13z", GOLD],
    ["M13 30a5 5 0 0 0 10 0z", "#d99b20"],
  ],
  "🤖": [
    ["M18 2v7", "none", "#aeb9c6", 2.5],
    [disc(18, 3, 2.5), "#f2495c"],
    [`${box(1, 16, 5, 10, 2)}${box(30, 16, 5, 10, 2)}`, "#8796a8"],
    [box(4, 8, 28, 26, 6), "#b9c6d4"],
    [`${disc(12, 18, 4)}${disc(24, 18, 4)}`, "#2b6fc2"],
    ["M11 28h14", "none", INK, 3],
  ],
  "⏳": [
    ["M9 4v5c0 4 6 6 6 9s-6 5-6 9v5h18v-5c0-4-6-6-6-9s6-5 6-9V4z", "#cfe5f5"],
    ["M11.5 9h13c-1 4-5 5-5 9v5c2 1.5 6 4 6 8.5H10.5c0-4.5 4-7 6-8.5v-5c0-4-4-5-5-9z", "#eab63e"],
    [`${box(6, 1, 24, 5, 2)}${box(6, 30, 24, 5, 2)}`, "#b9824a"],
  ],
  "⏰": [
    [`${disc(7.5, 7.5, 5.5)}${disc(28.5, 7.5, 5.5)}M9 28l-4 7h4l3-5zM27 28l4 7h-4l-3-5z`, "#b0383f"],
    [disc(18, 19, 14), "#e0525b"],
    [disc(18, 19, 10.5), PAPER],
    ["M18 12v7.5l5 3", "none", INK, 2.5],
  ],
  "➡": arrow("M6 14.5h12V8l12 10-12 10v-6.5H6z"),
  "⬅": arrow("M30 14.5H18V8L6 18l12 10v-6.5h12z"),
  "▶": arrow("M11 7l18 11-18 11z"),
  "◀": arrow("M25 7L7 18l18 11z"),
  "⏮": arrow("M6 8h4v20H6zM20 8v20L10 18zM31 8v20L21 18z"),
  "⏭": arrow("M26 8h4v20h-4zM16 8v20l10-10zM5 8v20l10-10z"),
  "🚫": [
    [disc(18, 18, 14), "none", "#ef4f5f", 5],
    ["M8.5 8.5l19 19", "none", "#ef4f5f", 5],
  ],
  "🔁": arrow("M6 17c0-5 3-8 8-8h9V5l8 6-8 6v-4h-9c-2 0-4 1-4 4zM30 19c0 5-3 8-8 8h-9v4l-8-6 8-6v4h9c2 0 4-1 4-4z"),
  "ℹ": tile(BLUE, [disc(18, 9, 3), PAPER], ["M14 16h6v12M13 28h11", "none", PAPER, 4]),
  "▫": [[box(11, 11, 14, 14, 2), PAPER]],
  "🔒": lock("M11 17v-6a7 7 0 0 1 14 0v6"),
  "🔓": lock("M11 17v-7a6.5 6.5 0 0 1 13-1"),
  "✅": tile("#3fa65a", ["M9 19l6.5 7L28 11", "none", PAPER, 5]),
  "✔": [["M5 20l9 9L32 8", "none", "#5fc77a", 6]],
  "❌": [["M6 6l24 24M30 6L6 30", "none", "#ef4f5f", 7]],
  "❓": mark("#ef4f5f", "M10 11c0-5 4-7 8-7s8 3 8 7c0 5-8 6-8 12", disc(18, 31, 3.5)),
  "❗": mark("#ef4f5f", "M18 4v17", disc(18, 31, 3.5)),
  "⚠": [
    ["M18 2c1 0 2 .5 2.5 1.5l14 27c1 2 0 3.5-2 3.5h-29c-2 0-3-1.5-2-3.5l14-27C16 2.5 17 2 18 2z", GOLD],
    ["M18 13v9", "none", INK, 4],
    [disc(18, 28.5, 2.3), INK],
  ],
  "🪟": [
    [box(3, 2, 30, 32, 3), "#a8713f"],
    [`${box(7, 6, 9.5, 10.5)}${box(19.5, 6, 9.5, 10.5)}${box(7, 19.5, 9.5, 10.5)}${box(19.5, 19.5, 9.5, 10.5)}`, "#a9d8f5"],
    ["M8 14l6-7M21 28l6-7", "none", "#e3f4fe", 2],
  ],
  "🥇": medal(GOLD, "#d99b20", "M15 20l4-3v12.5"),
  "🥈": medal("#d3dae2", "#9aa5b1", "M14 20c0-4 8-4 8 0 0 3-7 5-8 9h8.5"),
  "🥉": medal("#d9955f", "#ad6a38", "M14 18c4-2 8-1 8 2s-3 3-4 3c2 0 4 1 4 3.5s-4 4-8 2"),
  "🏆": [
    ["M9 6H3c0 8 3 12 9 12M27 6h6c0 8-3 12-9 12", "none", "#d99b20", 3],
    ["M8 2h20v9c0 8-4 13-10 13S8 19 8 11z", GOLD],
    ["M16 22h4v6h-4zM10 28h16v6H10z", "#d99b20"],
  ],
  "👑": [
    ["M3 10l8 7 7-12 7 12 8-7-4 20H7z", GOLD],
    ["M7 28h22v4H7z", "#d99b20"],
    [disc(18, 23, 2.5), "#ef4f5f"],
  ],
  "⭐": [[star(18, 19, 18), GOLD]],
  "🎉": [
    ["M2 34l9-21 12 12z", GOLD],
    ["M6 25l5 5M9 18l9 9", "none", "#ef4f5f", 3],
    ["M15 11c3-3 3-6 1-9M24 20c4-3 7-3 10-1M19 16c3-6 7-10 13-12", "none", "#5a9be6", 3],
    [`${disc(26, 4, 2)}${disc(32, 12, 2)}${disc(28, 26, 2)}${disc(7, 7, 2)}`, "#5fb548"],
  ],
  "💰": [
    ["M13 10h10c6 5 10 11 10 16 0 6-5 8-15 8S3 32 3 26c0-5 4-11 10-16z", "#e3b04a"],
    ["M11 2l4 2 3-2 3 2 4-2-2 8H13z", "#c98f2c"],
    [disc(18, 23, 6.5), "#fbe29a"],
    ["M18 19v8", "none", "#8a5a12", 3],
  ],
  "📈": [
    [box(2, 2, 32, 32, 4), PAPER],
    ["M8 7v21h22", "none", "#8796a8", 2.5],
    ["M11 24l7-7 4 4 8-11", "none", "#ef4f5f", 3],
  ],
  "📊": [
    [box(2, 2, 32, 32, 4), PAPER],
    ["M11 29V16", "none", "#5fb548", 5],
    ["M18 29V7", "none", "#ef4f5f", 5],
    ["M25 29V12", "none", BLUE, 5],
  ],
  "📜": [
    ["M8 3h20v26H8z", "#f3dfb0"],
    [`${box(4, 1, 28, 6, 3)}${box(4, 28, 28, 6, 3)}`, "#d8b878"],
    ["M12 12h12M12 17h12M12 22h8", "none", "#8a6a34", 2],
  ],
  "💡": [
    [disc(18, 14, 12), GOLD],
    ["M12 22h12l-1 5H13z", GOLD],
    ["M13 27h10v6h-10z", "#aab3bf"],
    ["M13 13l5 4 5-4M18 17v9", "none", "#b9791a", 2],
  ],
  "💬": [
    ["M4 3h28c2 0 3 1 3 3v17c0 2-1 3-3 3H17l-8 8v-8H4c-2 0-3-1-3-3V6c0-2 1-3 3-3z", PAPER],
    [`${disc(10, 15, 2.5)}${disc(18, 15, 2.5)}${disc(26, 15, 2.5)}`, "#6b7480"],
  ],
  "🃏": [
    [box(6, 1, 24, 34, 3), PAPER],
    [star(18, 18, 9), "#ef4f5f"],
    [`${disc(10.5, 6, 2)}${disc(25.5, 30, 2)}`, INK],
  ],
  "🎲": [
    [box(3, 3, 30, 30, 6), PAPER],
    [`${disc(11, 11, 3)}${disc(25, 11, 3)}${disc(18, 18, 3)}${disc(11, 25, 3)}${disc(25, 25, 3)}`, "#c5333b"],
  ],
  "🎯": [
    [disc(18, 18, 17), "#d9413b"],
    [disc(18, 18, 12.5), PAPER],
    [disc(18, 18, 8), "#d9413b"],
    [disc(18, 18, 3.5), PAPER],
  ],
  "💥": [
    [star(18, 18, 17.5), "#ef6b3b"],
    [star(18, 18, 10), GOLD],
  ],
  "🔥": [
    ["M18 1c2 7 13 11 13 22 0 7-6 12-13 12S5 30 5 23c0-5 3-8 5-11 0 4 2 6 4 6 1-6 1-12 4-17z", "#ef6b3b"],
    ["M18 16c2 5 7 6 7 12 0 4-3 7-7 7s-7-3-7-7c0-5 5-7 7-12z", GOLD],
  ],
};

const part = ([path, fill, stroke, width]) =>
  `<path d='${path}' fill='${fill}'${stroke ? ` stroke='${stroke}' stroke-width='${width}' stroke-linecap='round' stroke-linejoin='round'` : ""}/>`;

const picture = (parts) =>
  `data:image/svg+xml,${encodeURIComponent(`<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 36 36'>${parts.map(part).join("")}</svg>`)}`;

const PICTURES = new Map(Object.entries(DRAWINGS).map(([sign, parts]) => [sign, picture(parts)]));

// An emoji with a text variation selector (U+FE0E) remains text.
const KNOWN = new RegExp(`(?:${[...PICTURES.keys()].join("|")})(?!\uFE0E)\uFE0F?`, "gu");

/**
 * Splits text into strings and emoji images. The `alt` of an image is the emoji, for copying and screen
 * readers.
 */
export function pictured(text) {
  const out = [];
  let at = 0;
  for (const { 0: sign, index } of text.matchAll(KNOWN)) {
    if (index > at) out.push(text.slice(at, index));
    out.push(h("img", { class: "emoji", role: "img", src: PICTURES.get(sign.replace("\uFE0F", "")), alt: sign, draggable: "false" }));
    at = index + sign.length;
  }
  if (at < text.length) out.push(text.slice(at));
  return out;
}

/** Removes emoji from a text, for elements that cannot contain images. */
export const unpictured = (text) => text.replace(KNOWN, "").replace(/\s+/g, " ").trim();

/**
 * Returns the text of a node for screen readers. Application emoji are replaced by the words of their name.
 */
export function spoken(node) {
  if (node.nodeType === Node.TEXT_NODE) return node.data;
  if (node.nodeName === "IMG") return node.dataset.emoji ? named(node.alt) : node.alt;
  return [...node.childNodes].map(spoken).join("");
}

/**
 * Returns ":two_words_xx_app0123abcd:" as "two words": omits a suffix of a program name with eight
 * hexadecimal digits, and a two-letter variant before the suffix.
 */
const named = (sign) => sign.replaceAll(":", "").replace(/(_[a-z]{2})?_[a-z]*[0-9a-f]{8}$/, "").replaceAll("_", " ");
