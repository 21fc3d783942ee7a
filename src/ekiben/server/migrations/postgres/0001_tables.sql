-- A table and its log. (table_id, seq) is the lock: two writers of the same number cannot both succeed.
-- `mark` is a number that the writer drew: after a lost connection it tells whether what is there is its own.
CREATE TABLE tables (
    id      TEXT PRIMARY KEY,
    created DOUBLE PRECISION NOT NULL,
    public  BOOLEAN NOT NULL,
    over    BOOLEAN NOT NULL DEFAULT FALSE,
    setup   TEXT NOT NULL
);
CREATE INDEX tables_watchable ON tables (created DESC) WHERE public AND NOT over;
CREATE TABLE log (
    table_id TEXT NOT NULL REFERENCES tables (id),
    seq      INTEGER NOT NULL,
    at       DOUBLE PRECISION NOT NULL DEFAULT extract(epoch FROM clock_timestamp()),
    mark     BIGINT NOT NULL,
    entry    TEXT NOT NULL,
    PRIMARY KEY (table_id, seq)
);
-- The servers that are up, and which seats have an open page at each. All of it is told anew after a fall: it need not be kept.
CREATE UNLOGGED TABLE processes (
    id      TEXT PRIMARY KEY,
    seen    TIMESTAMPTZ NOT NULL,
    figures TEXT NOT NULL
);
CREATE UNLOGGED TABLE present (
    table_id TEXT NOT NULL,
    process  TEXT NOT NULL REFERENCES processes (id) ON DELETE CASCADE,
    seats    INTEGER[] NOT NULL,
    PRIMARY KEY (table_id, process)
);
CREATE INDEX present_process ON present (process);
