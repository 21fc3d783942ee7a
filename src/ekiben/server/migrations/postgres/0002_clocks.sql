-- How long the clock of a table's open question has run: `since` is the number of entries that set it going. The processes that serve the
-- table tell it, so that no clock runs while none does.
CREATE TABLE clocks (
    table_id TEXT PRIMARY KEY,
    since    INTEGER NOT NULL,
    seconds  DOUBLE PRECISION NOT NULL
);
-- When a table was taken in from elsewhere, by the clock of the database: it counts as used then.
ALTER TABLE tables ADD COLUMN imported DOUBLE PRECISION NOT NULL DEFAULT 0;
