-- What people said at a table, apart from its log: the latest messages only, gone with the table. `mark` is a number that the writer
-- drew: after a lost connection it tells whether the message is there already.
CREATE TABLE chat (
    table_id TEXT NOT NULL REFERENCES tables (id) ON DELETE CASCADE,
    n        INTEGER NOT NULL,
    at       DOUBLE PRECISION NOT NULL DEFAULT extract(epoch FROM clock_timestamp()),
    mark     BIGINT NOT NULL,
    seat     INTEGER NOT NULL,
    text     TEXT NOT NULL,
    phrase   TEXT NOT NULL,
    PRIMARY KEY (table_id, n),
    UNIQUE (table_id, mark)
);
-- How many pages without a seat watch the table at that process.
ALTER TABLE present ADD COLUMN watching INTEGER NOT NULL DEFAULT 0;
