-- Processes that share a database can lease the shards that they run. See docs/scaling.md.

-- The process that runs the shard: processes.id. NULL if nobody does. Meaningless once `until` has passed, and in a
-- database whose processes have fixed shards.
ALTER TABLE shards ADD COLUMN owner BIGINT;
-- Number of times that the shard has changed its owner. Every commit compares it, so that a process that was paused
-- cannot write for a shard that another one has taken over.
ALTER TABLE shards ADD COLUMN epoch BIGINT NOT NULL DEFAULT 0;
-- End of the lease in Unix milliseconds, on the clock of the database server.
ALTER TABLE shards ADD COLUMN until BIGINT NOT NULL DEFAULT 0;
-- The process that connects the shard in order to take it over from its owner. NULL if there is none.
ALTER TABLE shards ADD COLUMN successor BIGINT;
-- 1 once the successor receives the shard's events, otherwise 0.
ALTER TABLE shards ADD COLUMN is_ready BIGINT NOT NULL DEFAULT 0 CHECK (is_ready IN (0, 1));
-- JSON list of the ids of the interactions that the previous owner accepted in its last seconds. NULL if it did not
-- hand the shard over.
ALTER TABLE shards ADD COLUMN handled TEXT;

-- The processes that lease shards.
CREATE TABLE processes (
    id            INTEGER PRIMARY KEY AUTOINCREMENT,
    -- Name of the computer or container, for the log.
    host          TEXT    NOT NULL,
    shards_in_all BIGINT  NOT NULL,
    -- Time in Unix milliseconds, on the clock of the database server, after which the process counts as dead.
    until         BIGINT  NOT NULL,
    -- 1 if the process hands its shards over in order to stop, otherwise 0.
    is_stopping   BIGINT  NOT NULL DEFAULT 0 CHECK (is_stopping IN (0, 1))
);

-- The pace at which all processes with the same token begin gateway sessions.
CREATE TABLE session_starts (
    -- The shard's number modulo Discord's max_concurrency.
    bucket  BIGINT PRIMARY KEY NOT NULL,
    -- Time in Unix milliseconds, on the clock of the database server, from which the next session may begin.
    free_at BIGINT NOT NULL
);
