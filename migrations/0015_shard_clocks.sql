-- Each shard has a game clock, which stands still while the shard is disconnected.

CREATE TABLE shards (
    -- Number of shards into which all servers are divided. All rows have the same number.
    shards_in_all BIGINT NOT NULL,
    -- Number of the shard, from 0. A server belongs to shard (server >> 22) % shards_in_all.
    shard         BIGINT NOT NULL,
    -- Time of the shard's game clock at the last heartbeat. Before this migration, the only clock was in
    -- the row "clock" of the table meta. It applies to shards without a row.
    clock         BIGINT NOT NULL,
    PRIMARY KEY (shards_in_all, shard)
);

-- Milliseconds by which the game clock has been set forward for this table since its first event. The times
-- in the table's events are earlier than those of the game clock by this difference. It changes only if the
-- number of shards changes.
ALTER TABLE tables ADD COLUMN clock_lag BIGINT NOT NULL DEFAULT 0;
