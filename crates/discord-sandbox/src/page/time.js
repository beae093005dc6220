// Formats times as Discord does: `<t:UNIX:STYLE>` and the time next to an author's name.

const STYLES = {
  t: { timeStyle: "short" },
  T: { timeStyle: "medium" },
  d: { dateStyle: "short" },
  D: { dateStyle: "long" },
  f: { dateStyle: "long", timeStyle: "short" },
  F: { dateStyle: "full", timeStyle: "short" },
};

const UNITS = [
  ["year", 31536000],
  ["month", 2592000],
  ["day", 86400],
  ["hour", 3600],
  ["minute", 60],
  ["second", 1],
];

const formats = new Map();

function format(locale, style) {
  const key = `${locale}/${style}`;
  if (!formats.has(key)) formats.set(key, new Intl.DateTimeFormat(locale, STYLES[style]));
  return formats.get(key);
}

export const written = (date, style, locale) => format(locale, STYLES[style] ? style : "f").format(date);

/** Returns a relative time: “in 2 minutes”, “5 seconds ago”. */
export function relative(date, locale) {
  const seconds = Math.round((date - Date.now()) / 1000);
  const [unit, size] = UNITS.find(([, size]) => Math.abs(seconds) >= size) ?? UNITS.at(-1);
  return new Intl.RelativeTimeFormat(locale, { numeric: "always" }).format(Math.round(seconds / size), unit);
}

/** Returns the time of a message: “Today at 14:05”, “Yesterday at 9:00”, otherwise date and time. */
export function posted(date, locale, words) {
  const time = written(date, "t", locale);
  if (sameDay(date, new Date())) return words.today(time);
  if (sameDay(date, new Date(Date.now() - 86400000))) return words.yesterday(time);
  return `${written(date, "d", locale)} ${time}`;
}

export const sameDay = (a, b) => a.toDateString() === b.toDateString();

/** Updates all `<time data-relative>` elements every second. */
export function tick(localeNow) {
  setInterval(() => {
    for (const element of document.querySelectorAll("time[data-relative]")) {
      const text = relative(new Date(element.dateTime), localeNow());
      if (element.textContent !== text) element.textContent = text;
    }
  }, 1000);
}
