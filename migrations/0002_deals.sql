-- Deals that are over, and what everyone won in them.

CREATE TABLE seasons (
    id         INTEGER PRIMARY KEY AUTOINCREMENT,
    server     BIGINT NOT NULL,
    -- The month it began in, such as 2026-11; 2026-11.2 for the second one of a month.
    name       TEXT NOT NULL,
    started_at BIGINT NOT NULL,
    -- NULL as long as it runs.
    ended_at   BIGINT,
    UNIQUE (server, name)
);

-- A server has one running season, so that a deal counts in one.
CREATE UNIQUE INDEX one_running_season_a_server ON seasons (server) WHERE ended_at IS NULL;

-- The newest name of everyone who has sat at a table; leaderboards show it.
CREATE TABLE people (
    user_id BIGINT NOT NULL PRIMARY KEY,
    name    TEXT NOT NULL
);

CREATE TABLE deals (
    id        INTEGER PRIMARY KEY AUTOINCREMENT,
    table_id  BIGINT NOT NULL REFERENCES tables (id),
    -- In the evening, from 1.
    number    BIGINT NOT NULL,
    server    BIGINT NOT NULL,
    season_id BIGINT NOT NULL REFERENCES seasons (id),
    played_at BIGINT NOT NULL,
    -- NULL where someone left before the first bid; the declarer too.
    contract  TEXT,
    -- The seat, not the person: who sat there is said in one place, in results.
    declarer  BIGINT CHECK (declarer BETWEEN 0 AND 2),
    -- What the window gained in it.
    gained    BIGINT NOT NULL,
    -- The whole deal in the open notation, ulti-record/1.
    record    TEXT NOT NULL,
    -- A deal is over once.
    UNIQUE (table_id, number)
);

-- Everything anyone ever won or lost, one line a seat of a deal, and one a share of the window at an
-- evening's end. Together with what lies in the windows they come to zero.
CREATE TABLE results (
    id        INTEGER PRIMARY KEY AUTOINCREMENT,
    season_id BIGINT NOT NULL REFERENCES seasons (id),
    table_id  BIGINT NOT NULL REFERENCES tables (id),
    -- NULL for a share of the window; the seat too.
    deal_id   BIGINT REFERENCES deals (id),
    seat      BIGINT CHECK (seat BETWEEN 0 AND 2),
    -- NULL for a robot, and for a person who asked to be forgotten.
    user_id   BIGINT,
    -- The name at the time.
    name      TEXT,
    points    BIGINT NOT NULL,
    -- 1 where this seat played alone, and where it made every game of its contract: numbers, because
    -- they are added up.
    declared  BIGINT NOT NULL DEFAULT 0 CHECK (declared IN (0, 1)),
    made      BIGINT NOT NULL DEFAULT 0 CHECK (made IN (0, 1)),
    CHECK ((deal_id IS NULL) = (seat IS NULL)),
    -- Each seat once; also the way from a deal to its results.
    UNIQUE (deal_id, seat)
);

-- Leaderboards: in the order they group by, and with all they add up, so that they read nothing else.
CREATE INDEX results_of_season ON results (season_id, user_id, points, deal_id, declared, made);
