-- When a table was taken in from elsewhere: it counts as used then.
ALTER TABLE tables ADD COLUMN imported REAL NOT NULL DEFAULT 0;
