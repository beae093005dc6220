-- What people and servers have chosen. No line means that nothing was chosen.

CREATE TABLE user_settings (
    user_id   BIGINT NOT NULL PRIMARY KEY,
    -- NULL: whatever the interaction's language is.
    language  TEXT,
    -- Whether the bot may ping when it is this person's turn.
    pings     BOOLEAN NOT NULL DEFAULT TRUE,
    -- No pictures, no emoji.
    text_only BOOLEAN NOT NULL DEFAULT FALSE
);

CREATE TABLE server_settings (
    server   BIGINT NOT NULL PRIMARY KEY,
    -- NULL: whatever the server's language is.
    language TEXT
);
