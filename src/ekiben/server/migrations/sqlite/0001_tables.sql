-- A table and its log. (table_id, seq) is the lock: two writers of the same number cannot both succeed.
CREATE TABLE tables (
    id      TEXT PRIMARY KEY,
    created REAL NOT NULL,
    public  INTEGER NOT NULL,
    over    INTEGER NOT NULL DEFAULT 0,
    setup   TEXT NOT NULL
);
CREATE INDEX tables_watchable ON tables (created DESC) WHERE public AND NOT over;
CREATE TABLE log (
    table_id TEXT NOT NULL REFERENCES tables (id),
    seq      INTEGER NOT NULL,
    at       REAL NOT NULL,
    entry    TEXT NOT NULL,
    PRIMARY KEY (table_id, seq)
) WITHOUT ROWID;
