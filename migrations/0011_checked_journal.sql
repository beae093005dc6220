-- The journal checks itself: how many events each table has, and a checksum of each event, so that a
-- damaged one is found when the table is woken and not taken for what happened.

-- How many events the table's journal has: the place of the next one.
ALTER TABLE tables ADD COLUMN events BIGINT NOT NULL DEFAULT 0;
UPDATE tables SET events = (SELECT COUNT(*) FROM journal WHERE journal.table_id = tables.id);

-- How many more events were written with this one, of the same action: a journal is cut between actions
-- only. NULL for events that were written before this was.
ALTER TABLE journal ADD COLUMN more BIGINT;

-- CRC-32 of "table_id seq more event"; NULL likewise.
ALTER TABLE journal ADD COLUMN checksum BIGINT;

-- What was cut off a journal because it, or something before it, could not be read. For whoever runs the
-- bot to look at; it goes with the table, and when somebody who sat at it is forgotten.
CREATE TABLE damaged (
    table_id BIGINT NOT NULL REFERENCES tables (id) ON DELETE CASCADE,
    seq      BIGINT NOT NULL,
    event    TEXT NOT NULL,
    more     BIGINT,
    checksum BIGINT,
    at       BIGINT NOT NULL,
    cut_at   BIGINT NOT NULL,
    PRIMARY KEY (table_id, cut_at, seq)
);
