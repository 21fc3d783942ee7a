-- Deals, which several tables play. `key` makes them unique: of a day and game, or of the table first played at.
CREATE TABLE deals (
    id      TEXT PRIMARY KEY,
    key     TEXT NOT NULL UNIQUE,
    created REAL NOT NULL,
    deal    TEXT NOT NULL
);
ALTER TABLE tables ADD COLUMN deal TEXT;
ALTER TABLE tables ADD COLUMN device TEXT;
CREATE INDEX tables_of_deal ON tables (deal, device) WHERE deal IS NOT NULL;
-- How the tables of a deal ended. They stay when a table expires, until the deal does.
CREATE TABLE results (
    table_id TEXT PRIMARY KEY,
    deal_id  TEXT NOT NULL REFERENCES deals (id),
    device   TEXT NOT NULL,
    at       REAL NOT NULL,
    flaw     TEXT NOT NULL,
    score    INTEGER NOT NULL,
    margin   INTEGER NOT NULL,
    result   TEXT NOT NULL
);
CREATE INDEX results_of_deal ON results (deal_id, score DESC);
-- Values that the first process draws and all share.
CREATE TABLE secrets (
    name  TEXT PRIMARY KEY,
    value TEXT NOT NULL
);
