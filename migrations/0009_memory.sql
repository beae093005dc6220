-- What leaderboards, statistics and the history read, kept up to date with each deal, so that no
-- question adds up what happened long ago.

-- Whether a season ends by itself with the month (UTC) it began in; else when somebody ends it.
ALTER TABLE seasons ADD COLUMN monthly BOOLEAN NOT NULL DEFAULT TRUE;
-- The archive.
CREATE INDEX seasons_of_server ON seasons (server, id);

-- Whether the seasons that begin by themselves are monthly, or go on until somebody ends them.
ALTER TABLE server_settings ADD COLUMN monthly_seasons BOOLEAN NOT NULL DEFAULT TRUE;
-- Whether a person stays out of leaderboards.
ALTER TABLE user_settings ADD COLUMN hidden BOOLEAN NOT NULL DEFAULT FALSE;

-- The contract without its suit: what histories are filtered by.
ALTER TABLE deals ADD COLUMN kind TEXT;
-- 'ranked', or why it is not. Deals of before there were ranks are not.
ALTER TABLE deals ADD COLUMN ranking TEXT NOT NULL DEFAULT 'older';
-- When somebody declared it void, who (NULL once they are forgotten), and why. NULL: it counts.
ALTER TABLE deals ADD COLUMN voided_at BIGINT;
ALTER TABLE deals ADD COLUMN voided_by BIGINT;
ALTER TABLE deals ADD COLUMN void_reason TEXT;

UPDATE deals SET kind = CASE
    WHEN contract LIKE 'acorns %' OR contract LIKE 'leaves %' OR contract LIKE 'hearts %'
        THEN SUBSTR(contract, 8)
    WHEN contract LIKE 'bells %' THEN SUBSTR(contract, 7)
    ELSE contract
END;

-- The history of a server, all of it, of a kind, of a season, and both; newest first.
CREATE INDEX deals_of_server ON deals (server, id);
CREATE INDEX deals_of_kind ON deals (server, kind, id);
CREATE INDEX deals_of_season ON deals (season_id, id);
CREATE INDEX deals_of_season_and_kind ON deals (season_id, kind, id);
-- The void ones of a server, few.
CREATE INDEX deals_void ON deals (server) WHERE voided_at IS NOT NULL;
CREATE INDEX deals_voided_by ON deals (voided_by) WHERE voided_by IS NOT NULL;

ALTER TABLE results ADD COLUMN server BIGINT NOT NULL DEFAULT 0;
ALTER TABLE results ADD COLUMN kind TEXT;
-- The points that count: those of the deal, or for a void deal the share of what it moved in the
-- window, which may be long gone; so that all that counts still comes to zero with the window.
ALTER TABLE results ADD COLUMN counted BIGINT NOT NULL DEFAULT 0;
-- 0 of a deal that counts, 1 of a void one, 2 a share of the window.
ALTER TABLE results ADD COLUMN state BIGINT NOT NULL DEFAULT 0 CHECK (state IN (0, 1, 2));
-- The rating before a ranked deal; of whoever is forgotten this is all that is left of it.
ALTER TABLE results ADD COLUMN rating DOUBLE PRECISION;
ALTER TABLE results ADD COLUMN uncertainty DOUBLE PRECISION;

UPDATE results SET
    server = (SELECT t.server FROM tables t WHERE t.id = results.table_id),
    kind = (SELECT d.kind FROM deals d WHERE d.id = results.deal_id),
    counted = points,
    state = CASE WHEN deal_id IS NULL THEN 2 ELSE 0 END;

-- A person's deals on a server, newest first, with what they are filtered by; and all of a person.
CREATE INDEX results_of_person ON results (user_id, server, deal_id, season_id, kind);
-- The best and the worst deal of a person in a season.
DROP INDEX results_of_season;
CREATE INDEX results_of_season ON results (season_id, user_id, state, points, deal_id);
CREATE INDEX results_of_table ON results (table_id);

-- What a person has come to in a season: one line, changed with each deal.
CREATE TABLE totals (
    season_id       BIGINT NOT NULL REFERENCES seasons (id),
    user_id         BIGINT NOT NULL,
    -- Of all deals that count, shares of the window included.
    points          BIGINT NOT NULL DEFAULT 0,
    deals           BIGINT NOT NULL DEFAULT 0,
    declared        BIGINT NOT NULL DEFAULT 0,
    made            BIGINT NOT NULL DEFAULT 0,
    -- Of the ranked ones among them; no shares.
    ranked_points   BIGINT NOT NULL DEFAULT 0,
    ranked          BIGINT NOT NULL DEFAULT 0,
    ranked_declared BIGINT NOT NULL DEFAULT 0,
    ranked_made     BIGINT NOT NULL DEFAULT 0,
    rating          DOUBLE PRECISION NOT NULL,
    uncertainty     DOUBLE PRECISION NOT NULL,
    -- What leaderboards go by and follows from the above: the rating less three times its
    -- uncertainty, ranked points a ranked deal and ranked contracts made of those declared, both in
    -- millionths, the latter -1 where none was.
    at_least        DOUBLE PRECISION NOT NULL,
    a_deal          BIGINT NOT NULL DEFAULT 0,
    win_rate        BIGINT NOT NULL DEFAULT -1,
    -- 0 for enough ranked deals, 1 for fewer, 2 for none.
    standing        BIGINT NOT NULL DEFAULT 2,
    -- As the person's settings have it.
    hidden          BIGINT NOT NULL DEFAULT 0 CHECK (hidden IN (0, 1)),
    PRIMARY KEY (season_id, user_id)
);

CREATE INDEX totals_of_person ON totals (user_id, season_id);
-- A leaderboard each.
CREATE INDEX totals_by_all_points ON totals (season_id, hidden, points DESC, deals, user_id);
CREATE INDEX totals_by_points ON totals (season_id, hidden, standing, ranked_points DESC, user_id);
CREATE INDEX totals_by_points_a_deal ON totals (season_id, hidden, standing, a_deal DESC, user_id);
CREATE INDEX totals_by_rating ON totals (season_id, hidden, standing, at_least DESC, user_id);
CREATE INDEX totals_by_win_rate ON totals (season_id, hidden, standing, win_rate DESC, user_id);

INSERT INTO totals (season_id, user_id, points, deals, declared, made, rating, uncertainty, at_least)
SELECT season_id, user_id, SUM(points), COUNT(deal_id), SUM(declared), SUM(made), 25.0, 25.0 / 3.0, 0.0
FROM results WHERE user_id IS NOT NULL GROUP BY season_id, user_id;

-- How often a person did something of a kind in a season, and how often it went well.
CREATE TABLE tallies (
    user_id   BIGINT NOT NULL,
    season_id BIGINT NOT NULL,
    -- 'contract', 'kontra', 'rekontra' or 'silent'.
    what      TEXT NOT NULL,
    -- The contract's kind, or the game.
    name      TEXT NOT NULL,
    total     BIGINT NOT NULL,
    good      BIGINT NOT NULL,
    PRIMARY KEY (user_id, season_id, what, name)
);

INSERT INTO tallies (user_id, season_id, what, name, total, good)
SELECT user_id, season_id, 'contract', kind, SUM(declared), SUM(made)
FROM results WHERE user_id IS NOT NULL AND declared = 1 AND kind IS NOT NULL
GROUP BY user_id, season_id, kind;

-- A person's points by day, for the curve over a season. Days are counted from 1970-01-01 UTC.
CREATE TABLE days (
    user_id   BIGINT NOT NULL,
    season_id BIGINT NOT NULL,
    day       BIGINT NOT NULL,
    points    BIGINT NOT NULL,
    deals     BIGINT NOT NULL,
    PRIMARY KEY (user_id, season_id, day)
);

INSERT INTO days (user_id, season_id, day, points, deals)
SELECT r.user_id, r.season_id, COALESCE(d.played_at, t.ended_at, t.opened_at) / 86400000,
       SUM(r.points), COUNT(r.deal_id)
FROM results r JOIN tables t ON t.id = r.table_id LEFT JOIN deals d ON d.id = r.deal_id
WHERE r.user_id IS NOT NULL
GROUP BY r.user_id, r.season_id, COALESCE(d.played_at, t.ended_at, t.opened_at) / 86400000;

-- How many ranked deals the same three have had today, smallest number first; older days go.
CREATE TABLE trios (
    server BIGINT NOT NULL,
    day    BIGINT NOT NULL,
    one    BIGINT NOT NULL,
    two    BIGINT NOT NULL,
    three  BIGINT NOT NULL,
    deals  BIGINT NOT NULL,
    PRIMARY KEY (server, day, one, two, three)
);

-- Whose number stands in which table's journal.
CREATE TABLE sitters (
    user_id  BIGINT NOT NULL,
    table_id BIGINT NOT NULL REFERENCES tables (id) ON DELETE CASCADE,
    PRIMARY KEY (user_id, table_id)
);

CREATE INDEX sitters_of_table ON sitters (table_id);
CREATE INDEX tables_of_server ON tables (server);

-- SQLite's way into JSON. It holds numbers below 2^63, which those of people at Discord are.
INSERT INTO sitters (user_id, table_id)
SELECT DISTINCT COALESCE(event ->> '$.player.id.user', event ->> '$.host'), table_id
FROM journal
WHERE event ->> '$.at_table' IN ('set_up', 'joined')
  AND COALESCE(event ->> '$.player.id.user', event ->> '$.host') IS NOT NULL;

-- The servers that the bot was removed from, and when.
CREATE TABLE left_servers (
    server  BIGINT NOT NULL PRIMARY KEY,
    left_at BIGINT NOT NULL
);

CREATE INDEX left_servers_by_time ON left_servers (left_at);

-- Who is being forgotten; empty but for the while that it takes.
CREATE TABLE forgetting (
    user_id BIGINT NOT NULL PRIMARY KEY
);
