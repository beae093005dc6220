-- Time zone of a server's seasons as an IANA name, such as 'Europe/Budapest'. NULL stands for UTC.
ALTER TABLE server_settings ADD COLUMN time_zone TEXT COLLATE "C";

-- Time at which the season ends automatically, in milliseconds since 1970-01-01 UTC. NULL if it must be ended manually.
ALTER TABLE seasons ADD COLUMN ends_at BIGINT;
-- Time zone that the server had when the season started. The days in the tables days and trios are days of this time
-- zone. NULL stands for UTC, which all seasons before this migration have.
ALTER TABLE seasons ADD COLUMN time_zone TEXT COLLATE "C";

UPDATE seasons
SET ends_at = CAST(EXTRACT(EPOCH FROM
        date_trunc('month', to_timestamp(started_at / 1000) AT TIME ZONE 'UTC') + INTERVAL '1 month') AS BIGINT) * 1000
WHERE monthly;

DROP INDEX seasons_ending;
-- An earlier version that runs at the same time stores no end. Its seasons end after 31 days at the latest.
CREATE INDEX seasons_ending ON seasons (COALESCE(ends_at, started_at + 2678400000)) WHERE ended_at IS NULL AND monthly;
