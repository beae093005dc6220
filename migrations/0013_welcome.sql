-- Servers on which the bot has posted its welcome message, or on which it needs none.
CREATE TABLE welcomed (
    server BIGINT PRIMARY KEY,
    -- Time of the message in milliseconds since 1970-01-01 UTC; 0 for servers that were known before this migration.
    at     BIGINT NOT NULL
);

INSERT INTO welcomed (server, at)
SELECT server, 0 FROM tables UNION SELECT server, 0 FROM seasons
UNION SELECT server, 0 FROM server_settings UNION SELECT server, 0 FROM left_servers;

-- Servers that the bot joined before this time need no welcome message: it was there already, even if nobody has
-- played. A database in which the bot has never run has no such time, because the first servers may have invited
-- the bot before its first start.
INSERT INTO meta (name, value)
SELECT 'welcome_since', CAST(strftime('%s', 'now') AS INTEGER) * 1000
WHERE EXISTS (SELECT 1 FROM meta WHERE name = 'beat') OR EXISTS (SELECT 1 FROM welcomed);
