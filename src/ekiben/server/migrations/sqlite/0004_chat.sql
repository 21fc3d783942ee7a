-- What people said at a table, apart from its log: the latest messages only, gone with the table.
CREATE TABLE chat (
    table_id TEXT NOT NULL REFERENCES tables (id) ON DELETE CASCADE,
    n        INTEGER NOT NULL,
    at       REAL NOT NULL,
    seat     INTEGER NOT NULL,
    text     TEXT NOT NULL,
    phrase   TEXT NOT NULL,
    PRIMARY KEY (table_id, n)
) WITHOUT ROWID;
