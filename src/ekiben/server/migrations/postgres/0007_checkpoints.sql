-- The state of a table after the first entries of its log, so that opening it need not replay them. The log stays the truth: one whose
-- digest does not fit the log or the sources is ignored. Nothing of it is exported, and it goes with its table.
CREATE TABLE checkpoints (
    table_id TEXT PRIMARY KEY REFERENCES tables (id) ON DELETE CASCADE,
    length   INTEGER NOT NULL,
    digest   TEXT NOT NULL,
    dump     BYTEA NOT NULL
);
