-- The journal checks itself: how many events each table has, and a checksum of each event, so that a
-- damaged one is found when the table is woken and not taken for what happened.

-- How many events the table's journal has: the place of the next one.
ALTER TABLE tables ADD COLUMN events BIGINT NOT NULL DEFAULT 0;
UPDATE tables SET events = (SELECT COUNT(*) FROM journal WHERE journal.table_id = tables.id);

-- CRC-32 of "table_id seq event"; NULL for events that were written before there was one.
ALTER TABLE journal ADD COLUMN checksum BIGINT;

-- What was cut off a journal because it, or something before it, could not be read. For whoever runs the
-- bot to look at; it goes with the table, and when somebody who sat at it is forgotten.
CREATE TABLE damaged (
    table_id BIGINT NOT NULL REFERENCES tables (id) ON DELETE CASCADE,
    seq      BIGINT NOT NULL,
    event    TEXT NOT NULL,
    checksum BIGINT,
    at       BIGINT NOT NULL,
    cut_at   BIGINT NOT NULL,
    PRIMARY KEY (table_id, cut_at, seq)
);
