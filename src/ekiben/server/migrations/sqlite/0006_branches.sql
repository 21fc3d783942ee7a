-- The table whose game this one takes up again, for tables that were branched off.
ALTER TABLE tables ADD COLUMN parent TEXT;
CREATE INDEX tables_of_parent ON tables (parent, created) WHERE parent IS NOT NULL;
