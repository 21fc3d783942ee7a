-- Reviews of finished games, as far as they have been worked out. `key` is a hash of the record and of the analysis' version. Those of
-- a table here go with it; of uploaded records the latest are kept.
CREATE TABLE reviews (
    key      TEXT PRIMARY KEY,
    table_id TEXT REFERENCES tables (id) ON DELETE CASCADE,
    version  TEXT NOT NULL,
    at       DOUBLE PRECISION NOT NULL DEFAULT extract(epoch FROM clock_timestamp()),
    passes   INTEGER NOT NULL,
    done     DOUBLE PRECISION NOT NULL,
    dump     BYTEA NOT NULL
);
CREATE INDEX reviews_of_table ON reviews (table_id, at);
-- Which running games were dealt from a seed: records of such games are not reviewed.
CREATE INDEX tables_running_seed ON tables ((substring(setup from '"seed":"([0-9a-f]+)"'))) WHERE NOT over;
