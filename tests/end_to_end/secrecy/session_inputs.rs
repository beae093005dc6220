//! Commands, options, buttons and house rules that a random session uses.

/// Commands that display something, with options. The value `deal` is replaced by a number.
pub(super) const DISPLAY_COMMANDS: [(&str, &[(&str, &str)]); 24] = [
    ("help", &[]),
    ("help", &[]),
    ("ulti-admin settings", &[]),
    ("ulti-admin rules", &[]),
    ("hand", &[]),
    ("hand", &[]),
    ("table", &[]),
    ("hint", &[]),
    ("hint", &[]),
    ("leaderboard", &[]),
    ("history", &[]),
    ("replay", &[("deal", "deal")]),
    ("verify", &[("deal", "deal")]),
    ("stats", &[]),
    ("evening show", &[]),
    ("season show", &[]),
    ("ulti-admin season review", &[]),
    ("privacy", &[]),
    ("settings", &[]),
    ("settings", &[("language", "hu")]),
    ("settings", &[("language", "en")]),
    ("settings", &[("deck", "french")]),
    ("settings", &[("deck", "hungarian")]),
    ("play", &[("card", "H7")]),
];

/// Options with autocomplete, each with its command.
pub(super) const AUTOCOMPLETE_OPTIONS: [(&str, &str); 8] = [
    ("play", "card"),
    ("bid", "contract"),
    ("bid", "first"),
    ("bid", "second"),
    ("kontra", "games"),
    ("trump", "suit"),
    ("replay", "deal"),
    ("verify", "deal"),
];

/// Parts of custom ids that are never pressed, because they end the session, change what is checked, or
/// open rules pages that mention cards.
pub(super) const EXCLUDED_BUTTONS: [&str; 9] =
    [":end", ":privacy:", ":house:", ":season:", ":leave", ":robot", ":topic:", ":book:", ":share:"];

/// House rules, each added to some tables.
pub(super) const HOUSE_RULES: [&str; 6] = [
    "score_limit=20",
    "time_limit=90",
    "concede=true",
    "last_trick_hidden=true",
    "re_betli=false",
    "kontra_limit=15",
];

/// Buttons of the welcome and help messages, and of those that they open.
pub(super) const PANELS: [&str; 5] =
    ["u1:-:panel:own", "u1:-:panel:server", "u1:-:panel:how", "u1:-:panel:robots", "u1:-:panel:table"];

/// Buttons of the newest table. “Same again” and “Sit down” are refused at most times.
pub(super) const TABLE_BUTTONS: [&str; 7] =
    ["again", "join", "show:more", "show:more", "show:last", "show:help", "show:hint"];
