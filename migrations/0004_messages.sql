-- Where the bot's messages are, so that it edits them after a restart instead of posting them anew.

CREATE TABLE messages (
    table_id BIGINT NOT NULL REFERENCES tables (id) ON DELETE CASCADE,
    -- The deal's number; 0 before the first.
    deal     BIGINT NOT NULL,
    kind     TEXT NOT NULL CHECK (kind IN ('lobby', 'table', 'result', 'ended')),
    channel  BIGINT NOT NULL,
    message  BIGINT NOT NULL,
    PRIMARY KEY (table_id, deal, kind)
);
