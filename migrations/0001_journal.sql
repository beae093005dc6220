-- The journal: what happened at each table, in order. Everything else about a table follows from it.
--
-- Ids of people, servers, channels and messages are unsigned 64-bit numbers outside and kept in signed
-- columns bit by bit. Moments are milliseconds since 1970-01-01 UTC.
-- A migration is never edited once it is released: what it made is in people's files.

CREATE TABLE tables (
    -- AUTOINCREMENT (SQLite's word for an identity column): a number is never used twice, so an old
    -- button can't reach another evening's table.
    id        INTEGER PRIMARY KEY AUTOINCREMENT,
    server    BIGINT NOT NULL,
    channel   BIGINT NOT NULL,
    opened_at BIGINT NOT NULL,
    -- When the evening ended; NULL as long as it goes on.
    ended_at  BIGINT,
    -- When the player whose turn it is must have acted; not derived from the journal, because it is
    -- stretched by the time the bot was down.
    deadline  BIGINT
);

-- A channel has one open table at a time, whatever two people press at once.
CREATE UNIQUE INDEX one_open_table_a_channel ON tables (channel) WHERE ended_at IS NULL;

-- The newest table of a channel, ended or not, to tell an old button from a wrong one.
CREATE INDEX tables_of_channel ON tables (channel, id);

-- The sleeping tables whose time has come.
CREATE INDEX tables_by_deadline ON tables (deadline) WHERE ended_at IS NULL;

CREATE TABLE journal (
    table_id BIGINT NOT NULL REFERENCES tables (id) ON DELETE CASCADE,
    -- From 0, without gaps.
    seq      BIGINT NOT NULL,
    -- JSON.
    event    TEXT NOT NULL,
    at       BIGINT NOT NULL,
    -- Two writers at the same place: the second one is refused.
    PRIMARY KEY (table_id, seq)
);

-- The newest interactions of each table, so that one that is delivered again after a restart counts once.
CREATE TABLE requests (
    request_id BIGINT NOT NULL PRIMARY KEY,
    table_id   BIGINT NOT NULL REFERENCES tables (id) ON DELETE CASCADE,
    -- How many events the table had before it.
    seq        BIGINT NOT NULL
);

-- Oldest first, to read them in order and to drop those that are too old to come again.
CREATE INDEX requests_of_table ON requests (table_id, seq, request_id);

-- What the bot knows about itself: one line a name.
CREATE TABLE meta (
    name  TEXT NOT NULL PRIMARY KEY,
    value BIGINT NOT NULL
);
