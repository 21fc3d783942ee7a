-- Reviews of finished games, as far as they have been worked out. `key` is a hash of the record and of the analysis' version. Those of
-- a table here go with it; of uploaded records the latest are kept.
CREATE TABLE reviews (
    key      TEXT PRIMARY KEY,
    table_id TEXT REFERENCES tables (id) ON DELETE CASCADE,
    version  TEXT NOT NULL,
    at       REAL NOT NULL,
    passes   INTEGER NOT NULL,
    done     REAL NOT NULL,
    dump     BLOB NOT NULL
);
CREATE INDEX reviews_of_table ON reviews (table_id, at);
-- Which running games were dealt from a seed: records of such games are not reviewed.
CREATE INDEX tables_running_seed ON tables (CASE WHEN json_valid(setup) THEN json_extract(setup, '$.seed') END) WHERE NOT over;
